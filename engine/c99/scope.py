"""Keep what is known inside of one function while it is written, and inside of the whole file."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Protocol

import numpy as np

from engine.c99.kinds import (
    NUMBER,
    NUMBER_TABLE,
    TRUTH,
    WORD_TABLE,
    CTextError,
    Kind,
    Pointer,
    Record,
)
from engine.c99.operations import Refusal, as_kind, integer_literal, word_literal
from engine.c99.terms import PointerTerm, RecordTerm, Term
from engine.table import MaskTable, NumberTable, Table

__all__ = ["Function", "Program", "Scope", "UnknownVariable", "Uses", "number_term"]


class UnknownVariable(Exception):  # noqa: N818 - a signal between passes, which no user sees
    """The kind of a variable is not known yet."""


@dataclass
class Uses:
    """Hold what the text of a function uses, each in the order of first use.

    Attributes:
        functions: other functions, by their names in C.
        helpers: names of helpers.
        tables: names of tables.
        constants: names of constants, with their declarations.
        parameters: names of parameters.
        records: structs, by their names.
    """

    functions: dict[str, Function] = field(default_factory=dict)
    helpers: dict[str, None] = field(default_factory=dict)
    tables: dict[str, None] = field(default_factory=dict)
    constants: dict[str, str] = field(default_factory=dict)
    parameters: dict[str, None] = field(default_factory=dict)
    records: dict[str, Record] = field(default_factory=dict)

    def within(self, text: str) -> Uses:
        """Return what occurs in a text: a number that was looked at may not stand there itself."""
        words = frozenset(re.findall(r"\w+", text))
        groups = [
            {name: one for name, one in getattr(self, group.name).items() if name in words}
            for group in fields(self)
        ]
        return Uses(*groups)


@dataclass(frozen=True, eq=False)
class Function:
    """A function is a kernel for arguments of certain kinds, written as C.

    Attributes:
        name: in C.
        result: kind of what it returns.
        text: its definition.
        uses: what it uses.
    """

    name: str
    result: Kind
    text: str
    uses: Uses


class Program(Protocol):
    """A program knows what the functions of a file share."""

    def has(self, name: str) -> bool:
        """Return whether a kernel has this name."""

    def function(self, name: str, kinds: Sequence[Kind]) -> Function:
        """Return a kernel for these arguments, written now where it is new."""

    def place(self, constant: str, value: int) -> PointerTerm | None:
        """Return the part of the board's memory that a constant of kernels names, if it is one."""

    def word(self, slot: int) -> int:
        """Return the word in a slot of the board's memory."""

    def table(self, table: Table) -> PointerTerm:
        """Return where the table of a feature begins."""

    @property
    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters' constants, in their order."""

    def parameter(self, index: int) -> str:
        """Return the name of a parameter's constant."""

    def constant(self, name: str, term: Term) -> str:
        """Return the name of a constant of kernels, or "" where C has other plans for it."""

    def record(self, kind: Record, wish: str = "") -> str:
        """Return the name of a struct; `wish` is taken where it is new."""


@dataclass
class Scope:
    """A scope has the names of one function.

    Attributes:
        program: the whole file.
        kernel: name of the kernel.
        file: where it stands.
        meanings: what its free names stand for (see `engine.link.linker.LinkedKernel`).
        kinds: of its variables, as far as known.
        names: of its variables in C.
        uses: what the text so far uses.
    """

    program: Program
    kernel: str
    file: str
    meanings: Mapping[str, Any]
    kinds: dict[str, Kind] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    uses: Uses = field(default_factory=Uses)

    def fault(self, node: ast.AST, problem: object) -> CTextError:
        """Return the error of what stands at a node."""
        line = getattr(node, "lineno", 0)
        return CTextError(f"kernel '{self.kernel}' ({self.file}, line {line}): {problem}")

    def helper(self, name: str) -> str:
        """Return the name of a helper, which is used from now on."""
        self.uses.helpers[name] = None
        return name

    def c_type(self, kind: Kind) -> str:
        """Return the C type of a kind."""
        if isinstance(kind, Record):
            for part in kind.fields:
                self.c_type(part)
            name = self.program.record(kind)
            self.uses.records[name] = kind
            return name
        if isinstance(kind, Pointer) or hasattr(kind, "c_name"):
            return str(kind.c_name)
        raise Refusal(f"{kind.title} cannot be kept")

    def declared(self, kind: Kind, name: str) -> str:
        """Return a declaration without its value: `double name`."""
        c_type = self.c_type(kind)
        return f"{c_type}{name}" if c_type.endswith("*") else f"{c_type} {name}"

    def written(self, term: Term, kind: Kind) -> str:
        """Return the text of a term as a value of a kind."""
        term = as_kind(term, kind)
        if isinstance(term, PointerTerm) and term.single:
            return f"&{term.base}"
        if not isinstance(term, RecordTerm):
            return term.text
        assert isinstance(kind, Record)
        pairs = zip(term.items, kind.fields, strict=True)
        items = ", ".join(self.written(item, field) for item, field in pairs)
        return f"({self.c_type(kind)}){{{items}}}"

    def variable(self, name: str) -> Term:
        """Return a variable."""
        if name not in self.kinds:
            raise UnknownVariable(name)
        kind, c_name = self.kinds[name], self.names[name]
        if kind in (WORD_TABLE, NUMBER_TABLE):
            return PointerTerm(kind, c_name, base=c_name)
        return Term(kind, c_name)

    def meaning(self, name: str) -> Term:
        """Return what a name stands for that is no variable: a table or a number.

        Raises:
            Refusal: if it is neither.
        """
        value = self.meanings[name]
        if isinstance(value, NumberTable | MaskTable):
            place = self.program.table(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            found = self.program.place(name, value)
            if found is None:
                return self._constant(name, value)
            place = found
        else:
            return self._constant(name, value)
        self.uses.tables[place.base] = None
        return place

    def _constant(self, name: str, value: object) -> Term:
        term = number_term(value)
        c_name = self.program.constant(name, term)
        if not c_name:
            return term
        c_type = self.c_type(term.kind)
        self.uses.constants[c_name] = f"static const {c_type} {c_name} = {term.text};"
        return Term(term.kind, c_name, value=term.value, literal=False)


def number_term(value: object) -> Term:
    """Return a number of Python or NumPy as C.

    Raises:
        Refusal: if it is no number that C has.
    """
    if isinstance(value, bool):
        return Term(TRUTH, "true" if value else "false")
    if isinstance(value, np.uint64):
        return word_literal(int(value))
    if isinstance(value, np.int64):
        return _typed(integer_literal(int(value)))
    if isinstance(value, int):
        return integer_literal(value)
    if isinstance(value, float):
        return _float(value)
    raise Refusal(f"{value!r} is no int64, uint64 or float64")


def _typed(term: Term) -> Term:
    return Term(term.kind, term.text, term.level, value=term.value)


def _float(value: float) -> Term:
    if value != value:  # noqa: PLR0124 - true for NaN
        return Term(NUMBER, "NAN")
    if value in (float("inf"), float("-inf")):
        return Term(NUMBER, "INFINITY" if value > 0 else "-INFINITY", 100 if value > 0 else 90)
    return Term(NUMBER, repr(float(value)), 90 if value < 0 else 100, value=value)
