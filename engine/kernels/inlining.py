"""The mark of kernels that the compiler shall inline."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["inlined"]

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def inlined(kernel: Kernel) -> Kernel:
    """Mark a kernel that shall become a part of all that call it; the compiler would hesitate."""
    kernel.inlined = True  # type: ignore[attr-defined]
    return kernel
