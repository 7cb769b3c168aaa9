"""Define the errors that the library raises, each of which the command line turns into one line."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import Any

__all__ = [
    "EngineError",
    "EvaluationError",
    "IllegalError",
    "NotationError",
    "TuneError",
    "UnknownNameError",
    "printable",
    "shortened",
]

_WORD = re.compile(r"\S{1001,}")
_LONGEST = 5_000
_KEPT = 100
"""Paths have up to some hundred characters, and lists of what there is some thousand."""


def printable(text: str) -> str:
    """Return the text with what a terminal would not show, or would obey, written as an escape."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str) -> str:
    """Return a message with the middle left out of whatever it quotes at length.

    Its end stays: what to do stands there.
    """
    if len(text) <= _LONGEST // 5:
        return text
    text = _WORD.sub(lambda word: f"{word[0][:_KEPT]}...{word[0][-_KEPT:]}", text)
    if len(text) <= _LONGEST:
        return text
    return f"{text[: _LONGEST // 2]} ... {text[-_LONGEST // 2 :]}"


class TuneError(Exception):
    """Every error of this project is one of these, with a message of one line that says what to do.

    `str()` gives it as one printable line of some thousand characters at most, whatever it quotes.

    Attributes:
        hint: what would help, as a key such as "game" or "runs folder"; "" for nothing. Whoever
            shows the error says how it is done there: the command line names its option.
    """

    def __init__(self, *parts: object, hint: str = "") -> None:
        super().__init__(*parts)
        self.hint = hint

    def __str__(self) -> str:
        return printable(shortened(super().__str__()))

    def __reduce__(self) -> tuple[Any, ...]:
        """Let it come back from another process: what it was made of is not its message."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type[TuneError], args: tuple[object, ...], held: Mapping[str, Any]
) -> TuneError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(held)
    return error


class EngineError(TuneError):
    """The engine cannot do what a game, search or match was asked for."""


class NotationError(EngineError):
    """A text cannot be read as a position or a move."""


class IllegalError(EngineError):
    """A position or move can be read, but the rules do not allow it."""


class EvaluationError(EngineError):
    """A formula gave no number in a search.

    Attributes:
        position: where it happened first, in the game's notation.
        player: 1 or 2, the player who searched and whose view was evaluated.
        count: how often it happened.
    """

    def __init__(self, position: str, player: int, count: int) -> None:
        super().__init__(
            f"the formula is not a number (0/0, inf - inf, a feature beyond its limit) in {count} "
            f"positions, first in {position} as player {player} sees it; guard it, for example "
            "with ratio(a, b, if_zero)"
        )
        self.position = position
        self.player = player
        self.count = count


class UnknownNameError(TuneError):
    """A name is unknown.

    Args:
        kind: what was looked for, for example "game".
        name: the name that was given.
        known: the names that exist.

    Attributes:
        close: the known name that was probably meant, "" if there is none.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        close = difflib.get_close_matches(name, names, n=1)
        self.close = close[0] if close else ""
        hint = f"; did you mean {self.close!r}?" if close else ";"
        super().__init__(f"unknown {kind} {name!r}{hint} known: {', '.join(names)}")
        self.kind = kind
        self.name = name
