"""Tell what takes long: machine code is compiled, or a user's own features are tried."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["say_compiling", "say_what_takes_long", "tell_of_compiling", "tell_what_takes_long"]

_LISTENERS: list[Callable[[], None]] = []
_WAITING: list[Callable[[str], None]] = []


def tell_of_compiling(listener: Callable[[], None]) -> None:
    """Call the listener once, when code that is not in the cache begins to be compiled.

    It takes the place of an earlier one that was not called.
    """
    _LISTENERS[:] = [listener]


def say_compiling() -> None:
    """Tell the listener, if there is one that was not told before."""
    while _LISTENERS:
        _LISTENERS.pop()()


def tell_what_takes_long(listener: Callable[[str], None]) -> None:
    """Call the listener once, with one line, when something takes more than some seconds.

    It takes the place of an earlier one that was not called.
    """
    _WAITING[:] = [listener]


def say_what_takes_long(text: str) -> None:
    """Tell the listener, if there is one that was not told before."""
    while _WAITING:
        _WAITING.pop()(text)
