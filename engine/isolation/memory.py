"""The memory of a board as the kernels read it: a header, the knight's moves, further tables."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

import numpy as np
from numpy.typing import NDArray

from engine.isolation.geometry import knight_masks
from engine.isolation.packing import bits_of
from engine.table import MaskTable, Table

__all__ = ["board_memory", "first_slot", "table_slots"]

_WORD = (1 << 64) - 1


def first_slot(squares: int) -> int:
    """Return the slot behind the header and the knight's moves."""
    layout = bits_of(squares)
    return int(layout.HEADER + layout.STRIDE * layout.MASK_SLOTS)


def table_slots(table: Table, squares: int) -> int:
    """Return the number of entries: one for each square and one for UNPLACED."""
    layout = bits_of(squares)
    return int(layout.STRIDE * (layout.MASK_SLOTS if isinstance(table, MaskTable) else 1))


def board_memory(height: int, width: int, tables: Sequence[Table]) -> NDArray[np.uint64]:
    """Return the memory of a board with these tables behind its own, read-only, shape (slots,)."""
    layout = bits_of(height * width)
    # An unplaced piece goes to any square.
    missing = [0] * (layout.STRIDE - 1 - height * width)
    targets = [*knight_masks(height, width), *missing, (1 << height * width) - 1]
    parts = [_header(height, width, layout), _masks(targets, layout)]
    for table in tables:
        if isinstance(table, MaskTable):
            parts.append(_masks(table.build(height, width), layout))
        else:
            numbers = np.zeros(layout.STRIDE, dtype=np.float64)
            numbers[: height * width] = table.build(height, width)
            parts.append(numbers.view(np.uint64))
    memory = np.concatenate(parts)
    memory.flags.writeable = False
    return memory


def _header(height: int, width: int, layout: ModuleType) -> NDArray[np.uint64]:
    header = np.zeros(layout.HEADER, dtype=np.uint64)
    header[layout.SQUARE_COUNT_SLOT] = height * width
    header[layout.WIDTH_SLOT] = width
    columns = {
        layout.NOT_FIRST_SLOT: range(1, width),
        layout.NOT_FIRST_TWO_SLOT: range(2, width),
        layout.NOT_LAST_SLOT: range(width - 1),
        layout.NOT_LAST_TWO_SLOT: range(width - 2),
    }
    for slot, kept in columns.items():
        mask = sum(1 << row * width + column for row in range(height) for column in kept)
        header[slot : slot + layout.MASK_SLOTS] = _words(mask, layout)
    return header


def _masks(masks: Sequence[int], layout: ModuleType) -> NDArray[np.uint64]:
    slots = np.zeros((layout.STRIDE, layout.MASK_SLOTS), dtype=np.uint64)
    for entry, mask in enumerate(masks):
        slots[entry] = _words(mask, layout)
    return slots.reshape(-1)


def _words(mask: int, layout: ModuleType) -> list[int]:
    return [mask >> 64 * word & _WORD for word in range(layout.MASK_SLOTS)]
