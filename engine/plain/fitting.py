"""Make a value fit the kind that is asked for: casts of kernels, arguments, variables."""

from __future__ import annotations

import ast

from engine.link.source import LinkError
from engine.plain.arithmetic import as_number, called, cleaned, compare
from engine.plain.board import PlainBoard
from engine.plain.values import (
    BOOLEAN,
    INTEGER,
    NUMBER,
    SQUARE,
    SQUARES,
    WHOLE,
    WHOLES,
    WORD,
    WORD_MASK,
    Kind,
    Value,
)

__all__ = ["ANYTHING", "Fitting"]

ANYTHING = "anything"
"""The kind of an argument that is taken as it is."""


class Fitting:
    """Change values of one kind into another for a board."""

    def __init__(self, board: PlainBoard) -> None:
        self._board = board

    def fitted(  # noqa: PLR0911 - one case a kind
        self, value: Value, kind: Kind
    ) -> Value:
        """Return the value as one of this kind.

        Raises:
            LinkError: if there is no way from one to the other.
        """
        if kind in (value.kind, ANYTHING):
            return cleaned(value)
        if isinstance(kind, tuple):
            return self._tuple(value, kind)
        if kind == NUMBER and value.kind in (*WHOLES, WORD):
            return as_number(self.plain(value))
        if kind in (WHOLE, INTEGER) and value.kind in (*WHOLES, WORD):
            return self.integer(value).as_kind(kind)
        if kind == BOOLEAN:
            return self.truth(value)
        if kind == SQUARE and value.kind in (INTEGER, WORD):
            return Value(self._entry("TEXT_SQUARE", value), SQUARE)
        if kind == SQUARES and value.kind in (WORD, INTEGER) and value.constant is not None:
            return Value.of(self._set(int(value.constant)), SQUARES)
        if kind == SQUARES and value.kind == WORD:
            return Value(called("text_set", cleaned(value).node), SQUARES)
        if kind == WORD and value.kind in (*WHOLES, SQUARES):
            return self.word(value)
        raise LinkError(
            f"plain Python has a {value.kind} where a {kind} is needed; sets of squares and "
            "squares have another numbering there than in the kernels"
        )

    def plain(self, value: Value) -> Value:
        """Return a square as the number that kernels give it; anything else as it is."""
        if value.kind == SQUARE:
            return Value(self._entry("KERNEL_SQUARE", value), INTEGER)
        return cleaned(value)

    def truth(self, value: Value) -> Value:
        """Write `bool(x)`."""
        if value.kind == BOOLEAN:
            return value
        if value.constant is not None:
            return Value.of(bool(value.constant), BOOLEAN)
        return compare([ast.NotEq()], [value, Value.of(0, INTEGER)])

    def integer(self, value: Value) -> Value:
        """Write `np.int64(x)`."""
        if value.kind == NUMBER:
            return Value(called("to_whole", value.node), INTEGER)
        value = self.word(value) if value.kind == SQUARES else self.plain(value)
        if value.constant is not None:
            number = int(value.constant)
            return Value.of(number - (1 << 64) if number >> 63 == 1 else number, INTEGER)
        if value.kind == BOOLEAN:
            return Value(called("int", value.node), INTEGER)
        if value.kind == WORD and not _is_small(value.node):
            return Value(called("signed", value.node), INTEGER)
        return value.as_kind(INTEGER)

    def word(self, value: Value) -> Value:
        """Return a value as a word with the kernels' bits."""
        if value.kind == WORD:
            return value
        if value.kind == SQUARES:
            return Value(called("kernel_set", cleaned(value).node), WORD)
        value = self.integer(value)
        if value.constant is not None:
            return Value.of(int(value.constant) & WORD_MASK, WORD)
        return Value(value.node, WORD, clean=False)

    def number(self, value: Value) -> Value:
        """Write `np.float64(x)`: whole numbers stay integers."""
        if value.kind == NUMBER:
            return value
        if value.kind == BOOLEAN:
            return self.integer(value).as_kind(WHOLE)
        if value.constant is not None:
            return Value.of(float(value.constant), NUMBER)
        return self.plain(value).as_kind(WHOLE)

    def _tuple(self, value: Value, kind: tuple[Kind, ...]) -> Value:
        if not isinstance(value.node, ast.Tuple) or not isinstance(value.kind, tuple):
            raise LinkError(f"plain Python has a {value.kind} where a {kind} is needed")
        items = [
            self.fitted(Value(node, of), wanted).node
            for node, of, wanted in zip(value.node.elts, value.kind, kind, strict=True)
        ]
        return Value(ast.Tuple(items, ast.Load()), kind)

    def _entry(self, table: str, value: Value) -> ast.expr:
        return ast.Subscript(ast.Name(table, ast.Load()), cleaned(value).node, ast.Load())

    def _set(self, word: int) -> int:
        """Return a kernel's constant set of squares in the numbering of the text."""
        squares = sum(
            1 << square for square, bit in enumerate(self._board.kernel_squares) if word >> bit & 1
        )
        return self._board.numbering.set_of(squares)


def _is_small(node: ast.expr) -> bool:
    """Return whether a word is a count or a few bits, which a signed integer holds as well."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd)
        and any(
            isinstance(side, ast.Constant) and int(side.value) < 1 << 63  # type: ignore[arg-type]
            for side in (node.left, node.right)
        )
    )
