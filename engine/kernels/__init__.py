"""Define kernels: plain functions in the Numba subset that `engine.link.linker` joins and compiles.

A kernel has no recursion, closures, arrays or global state, so that the same text can be
compiled for another target. Memory is addressed in slots of eight bytes (see
`engine.intrinsics`); a kernel of a search is joined with the kernels of a game (see
`engine.kernels.interface`) and a formula.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["inlined"]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def inlined(kernel: Kernel) -> Kernel:
    """Mark a kernel that shall become a part of all that call it; the compiler would hesitate."""
    kernel.inlined = True  # type: ignore[attr-defined]
    return kernel
