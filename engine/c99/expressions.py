"""Write the expressions of a kernel as C."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from inspect import signature

from engine.c99.calls import CALLS, NUMPY, NUMPY_NUMBERS
from engine.c99.kinds import INTEGER, NUMBER, TRUTH, WORD, Absent, Kind, Record
from engine.c99.names import FIELDS
from engine.c99.operations import (
    Refusal,
    arithmetic,
    as_kind,
    comparison,
    negative,
    truth,
    unified,
)
from engine.c99.scope import Scope, number_term
from engine.c99.terms import RecordTerm, Term, binary, conditional, prefixed

__all__ = ["ExpressionWriter"]

_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_COMPARISONS: dict[type[ast.AST], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
_ROUNDED_DOWN: dict[tuple[type[ast.AST], Kind], str] = {
    (ast.FloorDiv, INTEGER): "floor_division",
    (ast.Mod, INTEGER): "floor_remainder",
    (ast.FloorDiv, WORD): "word_division",
    (ast.Mod, WORD): "word_remainder",
    (ast.Mod, NUMBER): "number_remainder",
}
_LARGEST_POWER = 64


class ExpressionWriter:
    """Write expressions with the names of one function."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def term(self, node: ast.expr) -> Term:
        """Return an expression in C.

        Raises:
            CTextError: if C might have another value for it.
            UnknownVariable: if the kind of a variable is not known yet.
        """
        try:
            return self._term(node)
        except Refusal as refusal:
            raise self.scope.fault(node, refusal) from None

    def condition(self, node: ast.expr) -> Term:
        """Return an expression as a condition: whether it is not 0."""
        match node:
            case ast.BoolOp(op, values):
                sign = "&&" if isinstance(op, ast.And) else "||"
                return binary(TRUTH, sign, [self.condition(value) for value in values])
            case ast.UnaryOp(ast.Not(), operand):
                return prefixed(TRUTH, "!", self.condition(operand))
        term = self.term(node)
        try:
            return truth(term)
        except Refusal as refusal:
            raise self.scope.fault(node, refusal) from None

    def _term(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant() | ast.Name() | ast.Attribute():
                return self._known(node)
            case ast.UnaryOp(operator, operand):
                return self._unary(operator, operand)
            case ast.BinOp(left, operator, right):
                return self._binary(operator, self.term(left), self.term(right))
            case ast.Compare() | ast.BoolOp() | ast.IfExp():
                return self._decision(node)
            case ast.Call():
                return self._call(node)
        return self._tuple(node)

    def _known(self, node: ast.expr) -> Term:
        match node:
            case ast.Constant(value):
                return number_term(value)
            case ast.Name(name):
                meant = name in self.scope.meanings
                return self.scope.meaning(name) if meant else self.scope.variable(name)
            case ast.Attribute(ast.Name(name), attribute) if self.scope.meanings.get(name) == "np":
                if attribute in NUMPY_NUMBERS:
                    return number_term(NUMPY_NUMBERS[attribute])
        raise Refusal(f"'{ast.unparse(node)}' is no number that C has here")

    def _decision(self, node: ast.Compare | ast.BoolOp | ast.IfExp) -> Term:
        match node:
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test, then, otherwise):
                return self._choice(self.condition(test), self.term(then), self.term(otherwise))
        if any(self.term(value).kind != TRUTH for value in node.values):
            raise Refusal("'and' and 'or' of numbers give a number; compare them with 0")
        return self.condition(node)

    def _tuple(self, node: ast.expr) -> Term:
        match node:
            case ast.Tuple(parts):
                items = tuple(self.term(part) for part in parts)
                if not 2 <= len(items) <= len(FIELDS):
                    raise Refusal(f"a tuple of {len(items)}; C has 2 to {len(FIELDS)}")
                return RecordTerm(Record(tuple(item.kind for item in items)), "", items=items)
            case ast.Subscript(value, index):
                return self.part(self.term(value), self._index(index))
        raise Refusal(f"'{ast.unparse(node)}' is not known in C")

    def _unary(self, operator: ast.unaryop, operand: ast.expr) -> Term:
        if isinstance(operator, ast.Not):
            return prefixed(TRUTH, "!", self.condition(operand))
        term = self.term(operand)
        if isinstance(operator, ast.USub):
            return negative(term)
        if isinstance(operator, ast.Invert) and term.kind in (WORD, INTEGER):
            return prefixed(term.kind, "~", term)
        if isinstance(operator, ast.UAdd) and term.kind in (NUMBER, INTEGER, WORD):
            return term
        raise Refusal(f"{term.kind.title} cannot be inverted; cast it to np.int64 or np.uint64")

    def _binary(self, operator: ast.operator, left: Term, right: Term) -> Term:
        if type(operator) in _SIGNS:
            return arithmetic(_SIGNS[type(operator)], left, right)
        kind = NUMBER if NUMBER in (left.kind, right.kind) else left.kind
        if isinstance(operator, ast.Pow):
            return self._power(left, right)
        name = _ROUNDED_DOWN.get((type(operator), kind))
        if (
            name is None
            or not {left.kind, right.kind} <= {kind, INTEGER}
            or (kind == WORD and right.kind != WORD)
        ):
            what = type(operator).__name__
            raise Refusal(
                f"{what} of {left.kind.title} and {right.kind.title} is not known in C; cast them "
                "to np.int64, or use np.floor"
            )
        texts = ", ".join(as_kind(term, kind).text for term in (left, right))
        return Term(kind, f"{self.scope.helper(name)}({texts})")

    def _power(self, base: Term, exponent: Term) -> Term:
        if NUMBER in (base.kind, exponent.kind):
            texts = ", ".join(as_kind(term, NUMBER).text for term in (base, exponent))
            return Term(NUMBER, f"pow({texts})")
        times = exponent.value if exponent.kind == INTEGER else None
        if base.kind != INTEGER or times is None or not 0 <= times <= _LARGEST_POWER:
            raise Refusal(
                f"a power of {base.kind.title} needs a whole exponent that is written out, up to "
                f"{_LARGEST_POWER}; cast to np.float64 for others"
            )
        return Term(INTEGER, f"{self.scope.helper('integer_power')}({base.text}, {exponent.text})")

    def _comparison(self, node: ast.Compare) -> Term:
        terms = [self.term(part) for part in (node.left, *node.comparators)]
        tests = []
        for operator, left, right in zip(node.ops, terms, terms[1:], strict=False):
            if type(operator) not in _COMPARISONS:
                raise Refusal(f"'{ast.unparse(node)}' is no comparison of numbers")
            tests.append(comparison(_COMPARISONS[type(operator)], left, right))
        return tests[0] if len(tests) == 1 else binary(TRUTH, "&&", tests)

    def _choice(self, test: Term, then: Term, otherwise: Term) -> Term:
        kind = unified(then.kind, otherwise.kind)
        texts = [self.scope.written(term, kind) for term in (then, otherwise)]
        return conditional(kind, test, *texts)

    def _index(self, node: ast.expr) -> int:
        term = self.term(node)
        if term.value is None or term.kind != INTEGER:
            raise Refusal("a tuple's index must be a number that is written out")
        return int(term.value)

    def part(self, term: Term, index: int) -> Term:
        """Return one part of a tuple."""
        if not isinstance(term.kind, Record):
            raise Refusal(f"{term.kind.title} has no parts")
        if not -len(term.kind.fields) <= index < len(term.kind.fields):
            raise Refusal(f"a tuple of {len(term.kind.fields)} has no part {index}")
        if isinstance(term, RecordTerm):
            return term.items[index]
        kind = term.kind.fields[index]
        text = term.text if term.level == 100 else f"({term.text})"
        return Term(kind, f"{text}.{FIELDS[index % len(term.kind.fields)]}")

    def _call(self, node: ast.Call) -> Term:
        if node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
            raise Refusal("an argument by its name; write all arguments in their order")
        terms = [self.term(argument) for argument in node.args]
        match node.func:
            case ast.Attribute(ast.Name(name), attribute) if self.scope.meanings.get(name) == "np":
                known, title = NUMPY.get(attribute), f"np.{attribute}"
            case ast.Name(name) if isinstance(self.scope.meanings.get(name), str):
                title = self.scope.meanings[name]
                known = CALLS.get(title)
                if known is None and self.scope.program.has(title):
                    return self._kernel_call(title, terms)
            case _:
                known, title = None, ast.unparse(node.func)
        if known is None:
            raise Refusal(f"'{title}' is not known in C")
        try:
            signature(known).bind(self.scope, *terms)
        except TypeError:
            raise Refusal(f"'{title}' with {len(terms)} arguments is not known in C") from None
        return known(self.scope, *terms)

    def _kernel_call(self, name: str, terms: Sequence[Term]) -> Term:
        function = self.scope.program.function(name, [term.kind for term in terms])
        self.scope.uses.functions[function.name] = function
        texts = [
            self.scope.written(term, term.kind)
            for term in terms
            if not isinstance(term.kind, Absent)
        ]
        return Term(function.result, f"{function.name}({', '.join(texts)})")
