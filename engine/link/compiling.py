"""Tell what takes long, compiling or trying a user's own features, and what cannot be compiled."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import EngineError
from engine.link.folder import is_lasting

__all__ = [
    "CompileError",
    "say_compiling",
    "say_what_takes_long",
    "tell_of_compiling",
    "tell_what_takes_long",
]

_LISTENERS: list[Callable[[str], None]] = []
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


def tell_of_compiling(listener: Callable[[str], None]) -> None:
    """Call the listener once, with one line, when code that is not kept begins to be compiled.

    It takes the place of an earlier one that was not called.
    """
    _LISTENERS[:] = [listener]


def say_compiling(what: str, seconds: float = 10.0) -> None:
    """Tell the listener, if there is one that was not told before.

    Args:
        what: is compiled, such as "the search of isolation".
        seconds: that it takes.
    """
    while _LISTENERS:
        # What takes a second on one machine takes several on another.
        rounded = max(5, 5 * round(seconds / 5))
        often = "once" if is_lasting() else "at every start"
        _LISTENERS.pop()(f"compiling {what}: about {rounded} s, {often}")


def tell_what_takes_long(listener: Callable[[str], None]) -> None:
    """Call the listener once, with one line, when something takes more than some seconds.

    It takes the place of an earlier one that was not called.
    """
    _WAITING[:] = [listener]


def say_what_takes_long(text: str) -> None:
    """Tell the listener, if there is one that was not told before."""
    while _WAITING:
        _WAITING.pop()(text)
