r"""Write a formula as mathematics, for a report: LaTeX without any package but amsmath."""

from __future__ import annotations

import math

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
)
from features.notation import Level, level_of

__all__ = ["expression_latex", "heuristic_latex"]

_COMPARISONS = {"<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "==": "=", "!=": r"\ne"}
_LOGIC = {"and": r"\land", "or": r"\lor"}
_AROUND = {
    "abs": (r"\left|", r"\right|"),
    "sqrt": (r"\sqrt{", "}"),
    "floor": (r"\left\lfloor ", r"\right\rfloor"),
}
_NAMES = {
    "min": r"\min",
    "max": r"\max",
    "exp": r"\exp",
    "log": r"\ln",
    "tanh": r"\tanh",
}


def heuristic_latex(heuristic: Heuristic, name: str) -> str:
    """Return the formula of a heuristic and its `where` terms, an equation a line.

    Parameters are in italics, features upright with their side as an index.

    Args:
        heuristic: whose formula it is.
        name: what the formula is called.
    """
    rows = [
        *((rf"\mathit{{{_word(term)}}}", tree) for term, tree in heuristic.terms),
        (rf"\mathrm{{{_word(name)}}}", heuristic.tree),
    ]
    lines = [rf"{name} &= {expression_latex(tree)}" for name, tree in rows]
    return "\n".join([r"\begin{align*}", " \\\\\n".join(lines), r"\end{align*}"]) + "\n"


def expression_latex(expression: Expression) -> str:
    """Return an expression as mathematics, with no needless brackets."""
    return _latex(expression)[0]


def _word(name: str) -> str:
    return name.replace("_", r"\_")


def _latex(expression: Expression) -> tuple[str, int]:  # noqa: PLR0911 - one case a node
    """Return the text, and how strongly its outermost operator binds."""
    match expression:
        case Number(value):
            return _number(value), Level.ATOM
        case ParameterName(name) | TermName(name):
            return rf"\mathit{{{_word(name)}}}", Level.ATOM
        case FeatureCall(feature, side, integers):
            index = rf"_{{\mathrm{{{side}}}}}" if side else ""
            given = f"({', '.join(map(str, integers))})" if integers else ""
            return rf"\mathrm{{{_word(feature)}}}{index}{given}", Level.ATOM
        case Unary(_, operand):
            return f"-{_within(operand, Level.MINUS)}", Level.MINUS
        case Binary():
            return _binary(expression), level_of(expression.operator)
        case FunctionCall():
            return _function(expression)
        case Conditional(condition, then, otherwise):
            return _cases(_plain(then), _plain(condition), _plain(otherwise)), Level.ATOM
        case Comparison() | Logic():
            return _condition(expression)


def _condition(expression: Comparison | Logic) -> tuple[str, int]:
    match expression:
        case Comparison(operator, left, right):
            sign = _COMPARISONS[operator]
            return (
                f"{_within(left, Level.SUM)} {sign} {_within(right, Level.SUM)}",
                Level.COMPARISON,
            )
        case Logic("not", (operand,)):
            return rf"\lnot {_within(operand, Level.NOT)}", Level.NOT
        case Logic(word, operands):
            level = level_of(word)
            return f" {_LOGIC[word]} ".join(_within(one, level + 1) for one in operands), level


def _plain(expression: Expression) -> str:
    return _latex(expression)[0]


def _number(value: float) -> str:
    if math.isinf(value):
        return r"\infty"
    text = f"{value:.15g}"
    mantissa, exponential, power = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}" if exponential else text


def _binary(expression: Binary) -> str:
    operator, left, right = expression.operator, expression.left, expression.right
    if operator == "/":
        return rf"\frac{{{_plain(left)}}}{{{_plain(right)}}}"
    if operator == "**":
        return f"{{{_within(left, Level.ATOM)}}}^{{{_plain(right)}}}"
    level = level_of(operator)
    sign = r"\cdot" if operator == "*" else operator
    return f"{_within(left, level)} {sign} {_within(right, level + 1)}"


def _function(expression: FunctionCall) -> tuple[str, int]:
    name, arguments = expression.function, expression.arguments
    if name in _AROUND:
        before, after = _AROUND[name]
        return f"{before}{_plain(arguments[0])}{after}", Level.ATOM
    if name == "mod":
        left, right = (_within(one, Level.MINUS) for one in arguments)
        return rf"{left} \bmod {right}", Level.PRODUCT
    if name == "ratio":
        numerator, denominator, if_zero = map(_plain, arguments)
        quotient = rf"\frac{{{numerator}}}{{{denominator}}}"
        return _cases(quotient, rf"{denominator} \ne 0", if_zero), Level.ATOM
    word = _NAMES.get(name, rf"\operatorname{{{name}}}")
    return rf"{word}\left({', '.join(map(_plain, arguments))}\right)", Level.ATOM


def _cases(then: str, condition: str, otherwise: str) -> str:
    return (
        rf"\begin{{cases}} {then} & \text{{if }} {condition} \\ "
        rf"{otherwise} & \text{{otherwise}} \end{{cases}}"
    )


def _within(expression: Expression, least: int) -> str:
    """Return the text, in brackets if its operator binds less strongly than `least`."""
    text, level = _latex(expression)
    return text if level >= least else rf"\left({text}\right)"
