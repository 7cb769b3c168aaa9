"""The error of a configuration file: where it stands, what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.errors import TuneError, printable

__all__ = ["ConfigError", "dotted", "show"]

_LONGEST = 60
_PASSWORD = re.compile(r"(?<=://)\S*(?=@)")


class ConfigError(TuneError):
    """A configuration file cannot be used.

    `str()` is one line, `configs/x.yaml:12: budget.trials: <cause>; <cure>`. Parts that are not
    known are left out of it.

    Args:
        file: the file as the user named it.
        line: 1-based, None where the file as a whole is meant.
        key: dotted path such as `tune.floor.low` or `baselines[1].search.depth`; "" for none.
        cause: what is wrong.
        cure: what to do.
        hint: as of every `TuneError`.

    Attributes:
        others: the next errors of the same file.
        more: how many there are beside this one, as the end of the line says.
    """

    def __init__(
        self,
        file: str,
        line: int | None,
        key: str,
        cause: str,
        cure: str,
        *,
        hint: str = "",
    ) -> None:
        self.file = file
        self.line = line
        self.key = key
        self.cause = _one_line(cause)
        self.cure = _one_line(cure)
        self.others: tuple[ConfigError, ...] = ()
        self.more = 0
        super().__init__(file, line, key, cause, cure, hint=hint)

    @classmethod
    def first_of(cls, errors: Sequence[ConfigError], count: int) -> ConfigError:
        """Return the first of `count` errors, with the others that are known attached to it."""
        first = cls(*errors[0].args, hint=errors[0].hint)
        first.others = tuple(errors[1:])
        first.more = count - 1
        return first

    def __str__(self) -> str:
        file = printable(self.file)
        place = file if self.line is None else f"{file}:{self.line}"
        parts = [place, _one_line(self.key), f"{self.cause}; {self.cure}"]
        mistakes = "mistake" if self.more == 1 else "mistakes"
        where = "" if self.line is None else " in this file"
        more = f" (and {self.more:,} more {mistakes}{where})" if self.more else ""
        return ": ".join(part for part in parts if part) + more


def dotted(path: Sequence[str | int]) -> str:
    """Return the path of a key as text: `("baselines", 1, "name")` is `baselines[1].name`."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def show(value: object) -> str:
    """Return a value of the file for a message: short, and without the password of a URL."""
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        return str(value)
    text = _without_password(value)
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}...'"


def _one_line(text: str) -> str:
    return printable(_without_password(text))


def _without_password(text: str) -> str:
    return _PASSWORD.sub("...", text)
