"""Entry points of kernels that tests alone compile."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from engine.entries import EntryPoint


def entry_to(kernel: Callable[..., Any], *kinds: str) -> EntryPoint:
    """The entry point of a kernel by its own name, from the types of its arguments."""
    names = inspect.signature(kernel).parameters
    return EntryPoint(kernel.__name__, dict(zip(names, kinds, strict=True)))
