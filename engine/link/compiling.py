"""Tell what takes long, compiling or trying a user's own features, and what cannot be compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError

__all__ = [
    "CompileError",
    "say_compiling",
    "say_what_takes_long",
    "tell_of_compiling",
    "tell_what_takes_long",
]

_LISTENERS: list[Callable[[], None]] = []
_WAITING: list[Callable[[str], None]] = []


class CompileError(EngineError):
    """A kernel is refused by the compiler.

    Attributes:
        kernel: its name in the joined text, "" where it is not known.
        statement: the statement in which it is, as the joined text has it; "" likewise.
        cause: what the compiler says.
    """

    def __init__(self, kernel: str, statement: str, cause: str, path: Path) -> None:
        name = f"kernel '{kernel}'" if kernel else "a kernel"
        place = f" at '{statement}'" if statement else ""
        super().__init__(f"{name} cannot be compiled{place}: {cause}; its text is in {path}")
        self.kernel = kernel
        self.statement = statement
        self.cause = cause


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
