"""Say where an error of a configuration file stands, what is wrong and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ruamel.yaml.error import MarkedYAMLError

from engine.errors import TuneError, printable, shortened

__all__ = ["ConfigError", "dotted", "explain_syntax", "show"]

_BESIDE = 2
_LONGEST = 60
_BITS = 400
"""Of a whole number that is written out; Python refuses to write very long ones."""
_PASSWORD = re.compile(r"(?<=://).*(?=@)|(?<=password=)[^&\s]*", re.IGNORECASE)


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
        others: the next errors of the same file. Up to two of the same mapping on the same line are
            told, too.
        more: how many there are beside this one; the end of the line says how many are not told.
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
        beside = [one for one in self.others if self._holds(one)][:_BESIDE]
        also = [f". Also {_one_line(one.key)}: {one.cause}; {one.cure}" for one in beside]
        left = self.more - len(beside)
        mistakes = "mistake" if left == 1 else "mistakes"
        where = "" if self.line is None else " in this file"
        more = f" (and {left:,} more {mistakes}{where})" if left else ""
        lines = [": ".join(part for part in parts if part), *also]
        return "".join(map(shortened, lines)) + more

    def _holds(self, other: ConfigError) -> bool:
        """Return whether another error is of the same mapping, and on the same line."""
        mapping = self.key.rpartition(".")[0]
        near = self.line is not None and self.line == other.line
        return near and mapping != "" and mapping == other.key.rpartition(".")[0]


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
        long = isinstance(value, int) and value.bit_length() > _BITS
        return "a number of hundreds of digits" if long else str(value)
    text = _without_password(value)
    return f"'{text}'" if len(text) <= _LONGEST else f"'{text[:_LONGEST]}...'"


def _one_line(text: str) -> str:
    return printable(_without_password(text))


def _without_password(text: str) -> str:
    return _PASSWORD.sub("...", text)


_QUOTES = "check the indentation, and put a text that holds ': ' in quotes"
_WHOLE = "remove it, or put the whole value in quotes"

_MEANINGS = (
    ("mapping values are not allowed", False, "a ':' where no key can stand", _QUOTES),
    ("could not find expected ':'", True, "a line without ':'", "write it as 'key: value'"),
    ("unexpected end of stream", True, "a quote is never closed", "close the quote"),
    ("document separator", True, "a quote is never closed", "close the quote"),
    ("expected ',' or ']'", True, "a '[' is never closed", "close the list with ']'"),
    ("expected ',' or '}'", True, "a '{' is never closed", "close it with '}'"),
    ("character '\\t'", False, "a tab between the words", "use spaces"),
    ("cannot start any token", False, "a text begins with a special character", "put it in quotes"),
    ("but found '<block", False, "the indentation does not fit", "align the keys of a mapping"),
    ("but found '-'", False, "the indentation does not fit", "indent the list below its key"),
    ("expected <block end>", False, "a text after the end of the value", _WHOLE),
    ("expected alphabetic or numeric", False, "a text begins with '*' or '&'", "put it in quotes"),
    ("unknown escape", False, "an escape that YAML does not know", "write \\\\ for a backslash"),
)
"""Part of the parser's problem; whether its context names the line to look at; cause; cure."""


def explain_syntax(error: MarkedYAMLError) -> tuple[int, str, str]:
    """Return the 1-based line, the cause and the cure of a syntax error."""
    problem = str(error.problem or "")
    here = error.problem_mark or error.context_mark
    for part, at_context, cause, cure in _MEANINGS:
        if part in problem:
            mark = error.context_mark if at_context and error.context_mark else here
            return (mark.line + 1 if mark else 1), f"not valid YAML: {cause}", cure
    return (here.line + 1 if here else 1), f"not valid YAML: {problem}", "correct the line"
