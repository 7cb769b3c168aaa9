"""Turn the text of a formula into Python's syntax tree; refuse what is none, limit its size."""

from __future__ import annotations

import ast
import re
import warnings

from features.errors import FormulaError

__all__ = [
    "COMPARISONS",
    "CURES",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_PARTS",
    "NOT_ALLOWED",
    "OPERATORS",
    "OPERATOR_CURES",
    "column_of",
    "read_syntax",
]

MAX_LENGTH = 4_000
"""Characters of a formula or a term."""

MAX_DEPTH = 90
"""Levels of nesting, terms written out; Python reads at most 100 levels of indentation."""

MAX_PARTS = 500
"""Numbers, names, calls and operations of a heuristic: 100 of them take about 2 seconds to compile;
the largest of the presets has 60."""

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}
"""The operators of formulas, but for %, which is a function."""

OPERATOR_CURES: dict[type[ast.operator], str] = {
    ast.BitXor: "for powers write **; ",
    ast.FloorDiv: "for a quotient without its fraction write floor(a / b); ",
}
"""What to write in place of operators that people try."""

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}
"""The comparisons of formulas."""

NOT_ALLOWED = (
    "this is not part of formulas; they have numbers, names, calls, + - * / % **, comparisons, "
    "and, or, not, and a if c else b"
)
"""What to say of all other syntax."""

CURES: dict[type[ast.expr], str] = {
    ast.Attribute: "a dot after a name is not allowed; write plain names, sqrt(x) not math.sqrt(x)",
    ast.Subscript: "square brackets are not allowed; a term of `where` can hold a part",
    ast.List: "lists are not allowed; write the numbers as arguments, max(a, b)",
    ast.Tuple: "a comma outside a call is not allowed; numbers take a decimal point, 0.5",
    ast.Set: "braces are not allowed; group with ( )",
    ast.Dict: "braces are not allowed; group with ( )",
    ast.Lambda: "lambda is not allowed; name a part in `where`",
    ast.NamedExpr: "':=' is not allowed; name a part in `where`",
    ast.JoinedStr: "text in quotes is not allowed; write names without quotes",
    ast.Starred: "'*' before an argument is not allowed; write the arguments one by one",
}
"""What to write in place of syntax that people try."""

_OUTSIDE = re.compile(r"[^ -~]|[#\\]")


def read_syntax(text: str, where: str) -> tuple[ast.expr, int]:
    """Return Python's syntax tree of one expression, not yet checked against the language.

    Args:
        text: the formula; line breaks and tabs count as blanks.
        where: the key of this text, for errors.

    Returns:
        The tree and the number of blanks in front: `offset + col_offset` is an index of the text.

    Raises:
        FormulaError: if the text is empty, too long, too deep or no expression.
    """
    if not isinstance(text, str):
        raise FormulaError(f"a formula is text, not {type(text).__name__}; put quotes", where)
    if len(text) > MAX_LENGTH:
        raise FormulaError(
            f"{len(text)} characters are too many (at most {MAX_LENGTH}); use `where` terms", where
        )
    flat = re.sub(r"[\t\r\n]", " ", text)
    outside = _OUTSIDE.search(flat)
    if outside:
        raise FormulaError(_outside(outside[0]), where, outside.start() + 1, text)
    stripped = flat.strip()
    if not stripped:
        raise FormulaError("the formula is empty; write a number, a feature or a sum", where)
    offset = len(flat) - len(flat.lstrip())
    syntax = _parse(flat, where)
    _check_depth(syntax, where, text)
    return syntax, offset


def _outside(character: str) -> str:
    if character == "#":
        return "comments are not allowed; write them in the summary"
    return f"character {character!a} is not allowed; use plain ASCII, '-' for minus"


def _parse(flat: str, where: str) -> ast.expr:
    text = flat.strip()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # "1if x else 2" is a warning in Python, an error here
            return ast.parse(text, mode="eval").body
    except SyntaxError as error:
        message, column = _misread(error, text)
        column += len(flat) - len(flat.lstrip())
        raise FormulaError(message, where, column, flat) from None
    except (RecursionError, MemoryError, ValueError, Warning):
        raise FormulaError("cannot be read: nested too deep; use `where` terms", where) from None


def _misread(error: SyntaxError, text: str) -> tuple[str, int]:
    """Return what is wrong with a text that Python cannot read, and the character of it."""
    reason = error.msg.split(".")[0]
    if reason.startswith("expected 'else'"):
        return f"cannot be read ({reason}); write a if c else b", (error.end_offset or 1)
    if not error.offset:
        return "cannot be read (it ends too early); write what is missing", len(text) + 1
    column = min(error.offset, len(text))
    return f"cannot be read ({reason}); check brackets and operators here", column


def _check_depth(syntax: ast.expr, where: str, text: str) -> None:
    pending: list[tuple[ast.AST, int]] = [(syntax, 1)]
    while pending:
        node, level = pending.pop()
        if level > MAX_DEPTH and isinstance(node, ast.expr):
            raise FormulaError(
                f"nested deeper than {MAX_DEPTH} levels; move parts to `where` terms",
                where,
                len(text) - len(text.lstrip()) + node.col_offset + 1,
                text,
            )
        # "a and b and c" runs b inside a and c inside b: each operand is a level of its own.
        # (Child 0 of the node is the word itself.)
        nested = isinstance(node, ast.BoolOp)
        for index, child in enumerate(ast.iter_child_nodes(node)):
            pending.append((child, level + (index if nested else 1)))


def column_of(node: ast.expr, text: str, offset: int) -> int:
    """Return the character where a part begins, from 1; of an operation where its operator stands.

    Args:
        node: the part.
        text: the whole formula.
        offset: the number of blanks in front of it.
    """
    column = offset + node.col_offset
    if isinstance(node, ast.BinOp):
        column = offset + (node.left.end_col_offset or 0)
        between = text[column : offset + node.right.col_offset]
        column += len(between) - len(between.lstrip(" )\t\n"))
    if isinstance(node, ast.Tuple) and node.elts:
        column = text.index(",", offset + (node.elts[0].end_col_offset or 0))
    return column + 1
