"""Define a heuristic: a formula over features and named parameters, with hand-set values."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cached_property

from engine.errors import UnknownNameError
from features.catalogue import add_features, family_of, find_features
from features.errors import FormulaError
from features.feature import Feature
from features.language.expression import (
    Expression,
    FeatureCall,
    ParameterName,
    TermName,
    walk,
)
from features.language.names import check_name
from features.language.reader import parse_expression
from features.language.size import check_size
from features.parameter import Parameter
from features.square_table import SquareTable, table_features

__all__ = ["Heuristic", "reading_later"]

_UNREAD: ContextVar[bool] = ContextVar("unread", default=False)


@contextmanager
def reading_later() -> Iterator[None]:
    """Let a heuristic that is made meanwhile be read, and checked, when its formula is needed."""
    before = _UNREAD.set(True)
    try:
        yield
    finally:
        _UNREAD.reset(before)


@dataclass(frozen=True)
class Heuristic:
    """A heuristic is an evaluation of a position from one side's view, as data.

    Attributes:
        name: what users call it.
        family: the family of games whose features it uses.
        parameters: its tunable numbers; vectors of values follow this order.
        where: named parts, (name, formula), each may use the ones before it.
        formula: the value, higher is better for own.
        summary: what it does and where it comes from, in one line.
        variant: which reading of a published heuristic this is, "" if there is one only.
        extra_features: a user's own features, beside those of the family.
        tables: tables of squares whose numbers are parameters, next to each other and in order.

    Raises:
        FormulaError: if a name, a formula or a part cannot be used.
        FeatureError: if an extra feature has the name of another one.
    """

    name: str
    family: str
    parameters: tuple[Parameter, ...]
    where: tuple[tuple[str, str], ...]
    formula: str
    summary: str = ""
    variant: str = ""
    extra_features: tuple[Feature, ...] = ()
    tables: tuple[SquareTable, ...] = ()

    def __post_init__(self) -> None:
        if not _UNREAD.get():
            _ = self._read

    @property
    def tree(self) -> Expression:
        """Return the formula, read."""
        return self._read[0]

    @property
    def terms(self) -> tuple[tuple[str, Expression], ...]:
        """Return the parts of `where`, read, in order."""
        return self._read[1]

    @cached_property
    def _read(self) -> tuple[Expression, tuple[tuple[str, Expression], ...]]:
        features = self.features
        self._check_names(features)
        try:
            terms = self._read_terms(features)
            tree = parse_expression(
                self.formula, self._parameter_names(), [name for name, _ in terms], features
            )
        except FormulaError as error:
            raise _of_another_game(error, self.family) from None
        check_size(tree, terms)
        return tree, terms

    @property
    def features(self) -> Mapping[str, Feature]:
        """Return every feature that the formula may call, by name."""
        names = self._parameter_names()
        of_tables = [
            feature
            for table in self.tables
            for feature in table_features(table, self.family, names.index(table.parameters[0]))
        ]
        return add_features(find_features(self.family), [*self.extra_features, *of_tables])

    @cached_property
    def table_parameters(self) -> Mapping[str, tuple[str, ...]]:
        """Return the parameters that each feature of a table reads, by the feature's name."""
        names = self._parameter_names()
        first = {names.index(table.parameters[0]): table.parameters for table in self.tables}
        read = [one for one in self.features.values() if one.reads_parameters]
        return {one.name: first[one.fixed[0]] for one in read}

    @property
    def defaults(self) -> tuple[float, ...]:
        """Return the hand-set values, in the order of the parameters."""
        return tuple(parameter.default for parameter in self.parameters)

    @property
    def features_used(self) -> tuple[FeatureCall, ...]:
        """Return the distinct feature calls that the value depends on, in the order of the text."""
        return tuple(
            dict.fromkeys(part for part in self._parts_used() if isinstance(part, FeatureCall))
        )

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256, in hex, of what the kernel depends on: names, formulas, not numbers.

        Computed once for an object: every trial asks for it.
        """
        content = {
            "family": self.family,
            "features": sorted({call.feature for call in self.features_used}),
            "formula": _one_line(self.formula),
            "parameters": self._parameter_names(),
            "where": [[name, _one_line(text)] for name, text in self.where],
        }
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def with_defaults(self, values: Mapping[str, float]) -> Heuristic:
        """Return the same heuristic with other hand-set values for some parameters.

        Raises:
            UnknownNameError: if there is no parameter of a name.
            FormulaError: if a value is outside the parameter's range.
        """
        for name in values:
            if name not in self._parameter_names():
                raise UnknownNameError("parameter", name, self._parameter_names())
        parameters = tuple(
            replace(one, default=values.get(one.name, one.default)) for one in self.parameters
        )
        return replace(self, parameters=parameters)

    def unused_parameters(self) -> tuple[str, ...]:
        """Return names of the parameters that the value does not depend on."""
        used = {part.name for part in self._parts_used() if isinstance(part, ParameterName)}
        used.update(*(self.table_parameters.get(call.feature, ()) for call in self.features_used))
        return tuple(name for name in self._parameter_names() if name not in used)

    def unused_terms(self) -> tuple[str, ...]:
        """Return names of the `where` terms that the value does not depend on."""
        used = self._terms_used()
        return tuple(name for name, _ in self.terms if name not in used)

    def _parameter_names(self) -> list[str]:
        return [parameter.name for parameter in self.parameters]

    def _check_names(self, features: Mapping[str, Feature]) -> None:
        for name, _ in self.where:
            check_name("term", name, f"where.{name}")
        places = [f"parameters.{name}" for name in self._parameter_names()]
        places += [f"where.{name}" for name, _ in self.where]
        seen: dict[str, str] = dict.fromkeys(features, "a feature of the game")
        for place in places:
            name = place.split(".", 1)[1]
            if name in seen:
                raise FormulaError(f"the name is taken by {seen[name]}; rename it", place)
            seen[name] = place

    def _read_terms(self, features: Mapping[str, Feature]) -> tuple[tuple[str, Expression], ...]:
        names = [name for name, _ in self.where]
        parameters = self._parameter_names()
        return tuple(
            (
                name,
                parse_expression(
                    text, parameters, names[:index], features, f"where.{name}", names[index:]
                ),
            )
            for index, (name, text) in enumerate(self.where)
        )

    def _terms_used(self) -> set[str]:
        trees = dict(self.terms)
        used: set[str] = set()
        pending = [self.tree]
        while pending:
            for part in walk(pending.pop()):
                if isinstance(part, TermName) and part.name not in used:
                    used.add(part.name)
                    pending.append(trees[part.name])
        return used

    def _parts_used(self) -> Iterator[Expression]:
        used = self._terms_used()
        for name, tree in self.terms:
            if name in used:
                yield from walk(tree)
        yield from walk(self.tree)


def _of_another_game(error: FormulaError, family: str) -> FormulaError:
    """Return the error, which tells where an unknown feature is from if it is of another game."""
    unknown = re.match(r"unknown feature or function '(\w+)'", error.message)
    other = family_of(unknown[1]) if unknown else ""
    if unknown is None or not other:
        return error
    message = (
        f"'{unknown[1]}' is a feature of {other}; this formula is for {family}, write one of its"
    )
    return FormulaError(f"{message} features", error.where, error.column, error.text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
