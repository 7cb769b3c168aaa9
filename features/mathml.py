"""Write a formula as mathematics for a web page: MathML, which browsers show by themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from features.heuristic import Heuristic
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
    written,
)
from features.notation import Level, level_of, terms_of_sum

__all__ = ["expression_mathml", "heuristic_mathml"]

_SIGNS = {"<": "&lt;", "<=": "&le;", ">": "&gt;", ">=": "&ge;", "==": "=", "!=": "&ne;"}
_OPERATORS = {"+": "+", "-": "&minus;", "*": "&middot;", "and": "&and;", "or": "&or;"}
_AROUND = {"abs": ("|", "|"), "floor": ("&lfloor;", "&rfloor;")}
_NAMES = {"log": "ln"}

_WIDEST = 48
"""Sums whose text is longer have each term on a line of its own: a phone shows no wider ones."""


def heuristic_mathml(heuristic: Heuristic, name: str) -> str:
    """Return the formula of a heuristic and its `where` terms, an equation a line.

    Parameters have the class "parameter", features their side as an index.

    Args:
        heuristic: whose formula it is.
        name: what the formula is called.
    """
    named = [(_mi(term, "term"), tree) for term, tree in heuristic.terms]
    rows = [
        row
        for word, tree in (*named, (_mi(name, "name"), heuristic.tree))
        for row in _equation(word, tree)
    ]
    table = f'<mtable class="equations" displaystyle="true">{"".join(rows)}</mtable>'
    return f'<math display="block">{table}</math>'


def expression_mathml(expression: Expression) -> str:
    """Return an expression as mathematics, with no needless brackets."""
    return _mathml(expression)[0]


def _equation(word: str, tree: Expression) -> Iterator[str]:
    """Yield the rows of an equation: one, or one for each term of a long sum."""
    terms = terms_of_sum(tree) if len(written(tree)) > _WIDEST else [("+", tree)]
    (_, first), *others = terms
    yield _row(word, _mo("="), _within(first, Level.SUM) if others else _plain(first))
    for sign, term in others:
        yield _row("", _mo(_OPERATORS[sign]), _within(term, Level.SUM + 1))


def _row(*cells: str) -> str:
    return f"<mtr>{''.join(f'<mtd>{cell}</mtd>' for cell in cells)}</mtr>"


def _mi(name: str, kind: str) -> str:
    return f'<mi class="{kind}" mathvariant="normal">{escape(name)}</mi>'


def _mo(text: str) -> str:
    return f"<mo>{text}</mo>"


def _mrow(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"


def _mathml(expression: Expression) -> tuple[str, int]:  # noqa: PLR0911 - one case a node
    """Return the elements, and how strongly their outermost operator binds."""
    match expression:
        case Number(value):
            return _number(value), Level.ATOM
        case ParameterName(name):
            return _mi(name, "parameter"), Level.ATOM
        case TermName(name):
            return _mi(name, "term"), Level.ATOM
        case FeatureCall():
            return _feature(expression), Level.ATOM
        case Unary(_, operand):
            return _mrow(_mo("&minus;"), _within(operand, Level.MINUS)), Level.MINUS
        case Binary():
            return _binary(expression), level_of(expression.operator)
        case FunctionCall():
            return _function(expression)
        case Conditional(condition, then, otherwise):
            return _cases(_plain(then), _plain(condition), _plain(otherwise)), Level.ATOM
        case Comparison() | Logic():
            return _condition(expression)


def _feature(call: FeatureCall) -> str:
    name = _mi(call.feature, "feature")
    indexed = f"<msub>{name}{_mi(call.side, 'side')}</msub>" if call.side else name
    if not call.integers:
        return indexed
    return _mrow(indexed, *_listed([f"<mn>{one}</mn>" for one in call.integers]))


def _listed(parts: list[str]) -> tuple[str, ...]:
    """Return arguments in brackets."""
    return (_mo("("), _mo(",").join(parts), _mo(")"))


def _condition(expression: Comparison | Logic) -> tuple[str, int]:
    match expression:
        case Comparison(operator, left, right):
            sides = (_within(one, Level.SUM) for one in (left, right))
            return _mrow(_mo(_SIGNS[operator]).join(sides)), Level.COMPARISON
        case Logic("not", (operand,)):
            return _mrow(_mo("&not;"), _within(operand, Level.NOT)), Level.NOT
        case Logic(word, operands):
            level = level_of(word)
            parts = (_within(one, level + 1) for one in operands)
            return _mrow(_mo(_OPERATORS[word]).join(parts)), level


def _plain(expression: Expression) -> str:
    return _mathml(expression)[0]


def _number(value: float) -> str:
    if math.isinf(value):
        return "<mi>&infin;</mi>"
    text = f"{value:.15g}"
    mantissa, exponential, power = text.partition("e")
    if not exponential:
        return f"<mn>{text}</mn>"
    exponent = int(power)
    raised = (
        f"<mn>{exponent}</mn>" if exponent > 0 else _mrow(_mo("&minus;"), f"<mn>{-exponent}</mn>")
    )
    return _mrow(f"<mn>{mantissa}</mn>", _mo("&middot;"), f"<msup><mn>10</mn>{raised}</msup>")


def _binary(expression: Binary) -> str:
    operator, left, right = expression.operator, expression.left, expression.right
    if operator == "/":
        return _fraction(_plain(left), _plain(right))
    if operator == "**":
        # What an exponent stands beside must not be a fraction's numerator alone.
        tall = isinstance(left, Binary | Conditional)
        base = _bracketed(_plain(left)) if tall else _within(left, Level.ATOM)
        return f"<msup>{_mrow(base)}{_mrow(_plain(right))}</msup>"
    level = level_of(operator)
    return _mrow(_within(left, level), _mo(_OPERATORS[operator]), _within(right, level + 1))


def _fraction(above: str, below: str) -> str:
    return f"<mfrac>{_mrow(above)}{_mrow(below)}</mfrac>"


def _function(expression: FunctionCall) -> tuple[str, int]:
    name, arguments = expression.function, expression.arguments
    if name == "sqrt":
        return f"<msqrt>{_plain(arguments[0])}</msqrt>", Level.ATOM
    if name in _AROUND:
        before, after = _AROUND[name]
        return _mrow(_mo(before), _plain(arguments[0]), _mo(after)), Level.ATOM
    if name == "mod":
        left, right = (_within(one, Level.MINUS) for one in arguments)
        return _mrow(left, _mo("mod"), right), Level.PRODUCT
    if name == "ratio":
        numerator, denominator, if_zero = map(_plain, arguments)
        other_than_0 = _mrow(denominator, _mo("&ne;"), "<mn>0</mn>")
        return _cases(_fraction(numerator, denominator), other_than_0, if_zero), Level.ATOM
    word = _mi(_NAMES.get(name, name), "function")
    return _mrow(word, *_listed([_plain(one) for one in arguments])), Level.ATOM


def _cases(then: str, condition: str, otherwise: str) -> str:
    rows = (
        _row(then, _mrow("<mtext>if&nbsp;</mtext>", condition)),
        _row(otherwise, "<mtext>otherwise</mtext>"),
    )
    # A style sheet draws the brace: few machines have a font with one that grows.
    return f'<mtable class="cases" displaystyle="true">{"".join(rows)}</mtable>'


def _within(expression: Expression, least: int) -> str:
    """Return the elements, in brackets if their operator binds less strongly than `least`."""
    elements, level = _mathml(expression)
    return elements if level >= least else _bracketed(elements)


def _bracketed(elements: str) -> str:
    return _mrow(_mo("("), elements, _mo(")"))
