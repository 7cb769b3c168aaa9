"""Tell that machine code is being compiled, which takes seconds the first time."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["say_compiling", "tell_of_compiling"]

_LISTENERS: list[Callable[[], None]] = []


def tell_of_compiling(listener: Callable[[], None]) -> None:
    """Call the listener once, when code that is not in the cache begins to be compiled.

    It takes the place of an earlier one that was not called.
    """
    _LISTENERS[:] = [listener]


def say_compiling() -> None:
    """Tell the listener, if there is one that was not told before."""
    while _LISTENERS:
        _LISTENERS.pop()()
