"""Write tables as the text of tuples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.plain.board import PlainBoard
from engine.plain.values import INTEGER
from engine.table import MaskTable, Table

__all__ = ["mask_rows", "number_rows", "square_tables", "table_text"]

_WIDTH = 96


def mask_rows(name: str, entries: Sequence[int], a_row: int) -> str:
    """Return a tuple of sets as text, so many entries a line where they fit."""
    return _rows(name, [f"{entry:#x}" if entry else "0" for entry in entries], a_row)


def number_rows(name: str, entries: Sequence[float], a_row: int) -> str:
    """Return a tuple of numbers as text, so many entries a line where they fit."""
    return _rows(name, [_number(entry) for entry in entries], a_row)


def table_text(name: str, table: Table, board: PlainBoard, by_square: bool) -> str:
    """Return the text of a table, by the numbers of the text or by those of the kernels."""
    numbering = board.numbering
    entries: list[Any] = list(table.build(board.height, board.width))
    if isinstance(table, MaskTable):
        entries = [numbering.set_of(entry) for entry in entries]
    if by_square or board.square_kind == INTEGER:
        entries = numbering.by_bit(entries, 0)
    else:
        ordered = [0] * (max(board.kernel_squares) + 1)
        for square, entry in zip(board.kernel_squares, entries, strict=False):
            ordered[square] = entry
        entries = ordered
    if board.unplaced is not None:
        entries.append(0)
    rows = mask_rows if isinstance(table, MaskTable) else number_rows
    return rows(name, entries, board.width)


def square_tables(board: PlainBoard) -> dict[str, str]:
    """Return the tables that lead from a square of the text to that of the kernels, and back."""
    if board.square_kind == INTEGER:
        return {}
    to_kernel = board.numbering.by_bit(board.kernel_squares, 0)
    to_text = [0] * (max(board.kernel_squares) + 1)
    for bit, square in zip(board.numbering.bits, board.kernel_squares, strict=True):
        to_text[square] = bit
    if board.unplaced is not None:
        to_kernel.append(board.unplaced)
    return {
        "KERNEL_SQUARE": "# What the kernels call each bit.\n"
        + f"KERNEL_SQUARE = {tuple(to_kernel)}\n",
        "TEXT_SQUARE": "# The bit of each square of the kernels.\n"
        + f"TEXT_SQUARE = {tuple(to_text)}\n",
        "kernel_set": _SET.format(
            name="kernel_set", says="in the kernels' numbering", table="KERNEL"
        ),
        "text_set": _SET.format(
            name="text_set", says="in the numbering of this text", table="TEXT"
        ),
    }


_SET = '''def {name}(squares):
    """Return a set of squares {says}."""
    squares &= (1 << len({table}_SQUARE)) - 1
    found = 0
    while squares:
        found |= 1 << {table}_SQUARE[(squares & -squares).bit_length() - 1]
        squares &= squares - 1
    return found
'''


def _number(entry: float) -> str:
    text = repr(float(entry))
    return f'float("{text}")' if text.strip("-") in ("inf", "nan") else text


def _rows(name: str, entries: Sequence[str], a_row: int) -> str:
    # Tables that are not by square end with many zeros.
    last = max((place for place, entry in enumerate(entries) if entry != "0"), default=-1) + 1
    zeros = len(entries) - last
    kept, rest = (entries[:last], f" + (0,) * {zeros}") if zeros > a_row else (entries, "")
    lines: list[str] = []
    for start in range(0, len(kept), a_row):
        line = "   "
        for entry in kept[start : start + a_row]:
            if len(line) + len(entry) + 2 > _WIDTH:
                lines.append(line)
                line = "   "
            line += f" {entry},"
        lines.append(line)
    return "\n".join([f"{name} = (", *lines, f"){rest}"]) + "\n"
