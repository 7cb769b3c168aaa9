"""The text of a formula's kernel, and what its names stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

__all__ = ["FormulaSource"]


@dataclass(frozen=True)
class FormulaSource:
    """The source of a formula's kernel.

    Attributes:
        text: one function `formula(board, parameters, own, opp) -> float64` in the kernel subset.
            `board` is the address of the board's memory, `parameters` of the float64 values, `own`
            the state, `opp` the same state seen by the other side.
        bindings: the kernels behind the free names of the text; beside them it uses `np` and
            `load_number` of the engine's intrinsics.
    """

    text: str
    bindings: Mapping[str, Callable[..., Any]]
