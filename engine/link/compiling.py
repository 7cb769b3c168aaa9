"""Tell what takes long, compiling or trying a user's own features, and what cannot be compiled."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.errors import EngineError
from engine.link.folder import is_lasting

__all__ = [
    "CompileError",
    "compiling",
    "is_compiling",
    "say_compiling",
    "say_what_takes_long",
    "tell_of_compiling",
    "tell_what_takes_long",
]

_LISTENERS: list[Callable[[str], None]] = []
_WAITING: list[Callable[[str], None]] = []
_COMPILING: list[int] = []
"""The threads in which a compiler runs, each as often as it was begun there."""

_SLOWEST = 5
"""A busy machine takes so many times as long as an idle one, or less."""


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


@contextlib.contextmanager
def compiling() -> Iterator[None]:
    """Let others know meanwhile that a compiler runs in this thread, which may heed no signal."""
    thread = threading.get_ident()
    _COMPILING.append(thread)
    try:
        yield
    finally:
        _COMPILING.remove(thread)


def is_compiling(thread: int | None) -> bool:
    """Return whether a compiler runs in the thread of this identifier, which may be None."""
    return thread in _COMPILING


def tell_of_compiling(listener: Callable[[str], None]) -> None:
    """Call the listener once, with one line, when code that is not kept begins to be compiled.

    It takes the place of an earlier one that was not called.
    """
    _LISTENERS[:] = [listener]


def say_compiling(what: str, seconds: float = 10.0) -> None:
    """Tell the listener, if there is one that was not told before.

    Args:
        what: is compiled, such as "the search of isolation".
        seconds: that it takes on an idle machine.
    """
    while _LISTENERS:
        low = max(5, 5 * round(seconds / 5))
        often = "once" if is_lasting() else "at every start"
        _LISTENERS.pop()(f"compiling {what}: {low} to {_SLOWEST * low} s, {often}")


def tell_what_takes_long(listener: Callable[[str], None]) -> None:
    """Call the listener once, with one line, when something takes more than some seconds.

    It takes the place of an earlier one that was not called.
    """
    _WAITING[:] = [listener]


def say_what_takes_long(text: str) -> None:
    """Tell the listener, if there is one that was not told before."""
    while _WAITING:
        _WAITING.pop()(text)
