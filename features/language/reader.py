"""Read a formula: Python syntax in, a checked tree out. Nothing is ever evaluated.

The text goes through `ast` and then through a short list of allowed nodes; whatever is not on
the list is an error with its column.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NoReturn

from features.errors import FormulaError
from features.feature import Feature
from features.language.expression import (
    Binary,
    Comparison,
    Conditional,
    Expression,
    FeatureCall,
    FunctionCall,
    Logic,
    Number,
    ParameterName,
    TermName,
    Unary,
    walk,
)
from features.language.functions import FUNCTIONS
from features.language.names import RANDOM, RESERVED, SIDES, explain_unknown, is_random
from features.language.shorthands import MAX_REPEATED, SHORTHANDS
from features.language.syntax import (
    COMPARISONS,
    CURES,
    NOT_ALLOWED,
    OPERATOR_CURES,
    OPERATORS,
    column_of,
    read_syntax,
)

__all__ = ["parse_expression"]

_MAX_INTEGER = 10**9


def parse_expression(
    text: str,
    parameters: Collection[str],
    terms: Collection[str],
    features: Mapping[str, Feature],
    where: str = "formula",
    later: Collection[str] = (),
) -> Expression:
    """Return the tree of a formula whose value is a number.

    Args:
        text: the formula, at most `MAX_LENGTH` characters; line breaks count as blanks.
        parameters: names of the parameters.
        terms: names of the `where` terms that stand before this text.
        features: the features of the game, by name.
        where: the key of this text, for errors.
        later: names of this and later terms, which the text may not use.

    Raises:
        FormulaError: if the text is anything but an allowed formula.
    """
    names = _Names(frozenset(parameters), frozenset(terms), features, frozenset(later))
    syntax, offset = read_syntax(text, where)
    return _Reader(names, where, text, offset).number(syntax)


@dataclass(frozen=True)
class _Names:
    parameters: frozenset[str]
    terms: frozenset[str]
    features: Mapping[str, Feature]
    later: frozenset[str]


@dataclass(frozen=True)
class _Reader:
    names: _Names
    where: str
    text: str
    offset: int

    def number(self, node: ast.expr) -> Expression:  # noqa: PLR0911 - one case a node
        """Read a part whose value is a number."""
        match node:
            case ast.Constant():
                return self._constant(node)
            case ast.Name():
                return self._name(node)
            case ast.UnaryOp(op=ast.UAdd()):
                return self.number(node.operand)
            case ast.UnaryOp(op=ast.USub()):
                return Unary("-", self.number(node.operand))
            case ast.BinOp():
                return self._binary(node)
            case ast.IfExp(condition, then, otherwise):
                return Conditional(
                    self.condition(condition), self.number(then), self.number(otherwise)
                )
            case ast.Call():
                return self._call(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                self.condition(node)
                part = self._excerpt(node)
                self._fail(
                    node, f"a number is wanted here, not a condition; write (1 if {part} else 0)"
                )
            case ast.Attribute() if is_random(ast.unparse(node)):
                self._fail(node, RANDOM)
        self._fail(node, CURES.get(type(node), NOT_ALLOWED))

    def condition(self, node: ast.expr) -> Expression:
        """Read a part whose value is true or false."""
        match node:
            case ast.Compare():
                return self._comparison(node)
            case ast.BoolOp(operator, values):
                word = "and" if isinstance(operator, ast.And) else "or"
                return Logic(word, tuple(self.condition(value) for value in values))
            case ast.UnaryOp(op=ast.Not()):
                return Logic("not", (self.condition(node.operand),))
        self.number(node)
        part = self._excerpt(node)
        self._fail(node, f"a condition is wanted here, not a number; write ({part}) != 0")

    def _constant(self, node: ast.Constant) -> Number:
        value = node.value
        if isinstance(value, str | bytes):
            self._fail(node, CURES[ast.JoinedStr])
        if isinstance(value, bool):
            self._fail(node, f"{value} is not a number; write {int(value)}")
        if not isinstance(value, int | float):
            self._fail(node, f"{self._excerpt(node)} is not a number of formulas; write 1 or 0.5")
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isinf(number):
            self._fail(node, "this number is too large; write inf for infinity")
        return Number(number)

    def _name(self, node: ast.Name) -> Expression:
        name, names = node.id, self.names
        if name in names.parameters:
            return ParameterName(name)
        if name in names.terms:
            return TermName(name)
        if name == "inf":
            return Number(math.inf)
        if name in names.features:
            self._fail(node, f"'{name}' is a feature; write {_usage(names.features[name])}")
        if name in FUNCTIONS or name in SHORTHANDS:
            usage = (FUNCTIONS.get(name) or SHORTHANDS[name]).usage
            self._fail(node, f"'{name}' is a function; write {usage}")
        if name in SIDES:
            self._fail(node, f"'{name}' is a side; it stands only first in a feature's brackets")
        if name in names.later:
            self._fail(node, f"term '{name}' is not known yet; a term may use only earlier terms")
        known = {*names.parameters, *names.terms, *names.features, *FUNCTIONS, *SHORTHANDS, "inf"}
        self._fail(node, explain_unknown("name", name, known, names.features))

    def _binary(self, node: ast.BinOp) -> Binary | FunctionCall:
        if isinstance(node.op, ast.Mod):
            return FunctionCall("mod", (self.number(node.left), self.number(node.right)))
        operator = OPERATORS.get(type(node.op))
        if operator is None:
            cure = OPERATOR_CURES.get(type(node.op), "")
            self._fail(node, f"this operator is not allowed; {cure}known: + - * / % **")
        return Binary(operator, self.number(node.left), self.number(node.right))

    def _comparison(self, node: ast.Compare) -> Comparison:
        if len(node.ops) > 1:
            self._fail(node, "a chain of comparisons is not allowed; write a < b and b < c")
        operator = COMPARISONS.get(type(node.ops[0]))
        if operator is None:
            self._fail(node, "this comparison is not allowed; known: < <= > >= == !=")
        return Comparison(operator, self.number(node.left), self.number(node.comparators[0]))

    def _call(self, node: ast.Call) -> Expression:
        if not isinstance(node.func, ast.Name):
            self.number(node.func)
            self._fail(node, "only a name can be called; write * to multiply by brackets")
        if node.keywords:
            self._fail(node, "arguments have no names; write the values alone, in order")
        name, names = node.func.id, self.names
        if name in names.features:
            return self._feature(node, names.features[name])
        if name in FUNCTIONS:
            return self._function(node, name)
        if name in SHORTHANDS:
            return self._shorthand(node, name)
        if name in RESERVED | names.parameters | names.terms | names.later:
            self._fail(node, f"'{name}' cannot be called; write {name} * (...) to multiply")
        known = {*names.features, *FUNCTIONS, *SHORTHANDS}
        self._fail(node, explain_unknown("feature or function", name, known, names.features))

    def _function(self, node: ast.Call, name: str) -> FunctionCall:
        arguments = tuple(self.number(argument) for argument in node.args)
        function, given = FUNCTIONS[name], len(arguments)
        if given < function.arguments or (given > function.arguments and not function.folds):
            self._fail(node, f"wrong number of arguments ({given}); write {function.usage}")
        return FunctionCall(name, arguments)

    def _shorthand(self, node: ast.Call, name: str) -> Expression:
        shorthand, given = SHORTHANDS[name], len(node.args)
        if given != shorthand.arguments:
            self._fail(node, f"wrong number of arguments ({given}); write {shorthand.usage}")
        if shorthand.of_condition:
            return shorthand.tree(*map(self.condition, node.args))
        arguments = tuple(self.number(argument) for argument in node.args)
        if len(list(walk(arguments[0]))) > MAX_REPEATED:
            self._fail(node.args[0], f"this is too long inside {name}; make a `where` term of it")
        return shorthand.tree(*arguments)

    def _feature(self, node: ast.Call, feature: Feature) -> FeatureCall:
        first = node.args[0] if node.args else None
        side = first.id if isinstance(first, ast.Name) and first.id in SIDES else ""
        if feature.sided and not side:
            self._fail(node, f"'{feature.name}' needs a side; write {_usage(feature)}")
        if side and not feature.sided:
            self._fail(node, f"'{feature.name}' has no side; write {_usage(feature)}")
        integers = node.args[1:] if side else node.args
        if len(integers) != feature.arguments:
            self._fail(node, f"wrong number of arguments; write {_usage(feature)}")
        return FeatureCall(feature.name, side, tuple(map(self._integer, integers)))

    def _integer(self, node: ast.expr) -> int:
        sign, literal = 1, node
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            sign, literal = -1, node.operand
        value = literal.value if isinstance(literal, ast.Constant) else None
        if not isinstance(value, int) or isinstance(value, bool) or value > _MAX_INTEGER:
            self._fail(node, "a feature takes whole numbers written out, up to 10**9, such as 2")
        return sign * value

    def _excerpt(self, node: ast.expr) -> str:
        start = self.offset + node.col_offset
        end = self.offset + (node.end_col_offset or node.col_offset)
        part = " ".join(self.text[start:end].split())
        return part if len(part) <= 40 else "..."

    def _fail(self, node: ast.expr, message: str) -> NoReturn:
        raise FormulaError(message, self.where, column_of(node, self.text, self.offset), self.text)


def _usage(feature: Feature) -> str:
    own = feature.usage
    if not feature.sided:
        return own
    return f"{own} or {own.replace('(own', '(opp', 1)}"
