"""Files with features of one's own: one that is right, and what can be wrong with one."""

from __future__ import annotations

from pathlib import Path

__all__ = ["ROW", "changed", "row_file"]

ROW = '''\
import numpy as np

from engine.intrinsics import load_number
from engine.isolation.bits import number_at, own_square
from engine.table import NumberTable
from features.feature import feature

ROWS = NumberTable("rows", lambda height, width: [float(s // width) for s in range(height * width)])


def rank_twin(view):
    return 0.0 if view.own is None else float(view.own[0])


@feature("isolation", twin=rank_twin)
def rank(board, state):
    """Row of the own piece; 0 before its placement."""
    return np.float64(number_at(board, ROWS, own_square(state)))
'''
"""A feature that is right."""

_TWIN = "return 0.0 if view.own is None else float(view.own[0])"
_KERNEL = "return np.float64(number_at(board, ROWS, own_square(state)))"


def changed(*, twin: str | None = _TWIN, kernel: str = _KERNEL, more: str = "") -> str:
    """The text of ROW with another last line of twin or kernel, and with more code at its end.

    Each may have several lines; those of functions are indented here. Without a twin the kernel
    runs in plain Python, too.
    """
    text = ROW if twin is not None else ROW.replace(", twin=rank_twin", "")
    for old, new in ((_TWIN, twin or _TWIN), (_KERNEL, kernel)):
        assert old in text
        text = text.replace(old, new.replace("\n", "\n    "))
    return text + more


def row_file(folder: Path, text: str = ROW) -> Path:
    """The file `row.py` in a folder."""
    path = folder / "row.py"
    path.write_text(text, encoding="utf-8")
    return path
