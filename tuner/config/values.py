"""Check each kind of value in a configuration, with a message for one that does not fit."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field
from pydantic_core import PydanticCustomError

from tuner.config.errors import show
from tuner.config.limits import LONGEST_LABEL
from tuner.config.scalars import ScalarError, explain_comma, resolve_scalar
from tuner.samplers.database_address import AddressError, DatabaseAddress, read_address

__all__ = [
    "Count",
    "FileName",
    "Label",
    "Number",
    "Plies",
    "Positive",
    "TableRow",
    "Term",
    "Whole",
    "choice",
    "problem",
    "read_storage",
    "suggest",
]

_FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?", re.IGNORECASE)


def problem(cause: str, cure: str) -> PydanticCustomError:
    """Return an error that a validator raises; the key and the line are added from its place."""
    # Braces would be read as fields of the template, so the texts travel beside it.
    return PydanticCustomError("problem", "{cause}; {cure}", {"cause": cause, "cure": cure})


_SYNONYMS = {
    **dict.fromkeys(("min", "minimum", "lower", "from"), "low"),
    **dict.fromkeys(("max", "maximum", "upper", "to"), "high"),
    **dict.fromkeys(("value", "initial", "start"), "default"),
    **dict.fromkeys(("opponent", "opponents"), "baselines"),
    **dict.fromkeys(("ply", "random_plies"), "plies"),
}
"""Words that people write for keys."""


def suggest(name: str, known: Sequence[str]) -> str:
    """Return the cure for a name that does not exist: the closest one and all that exist."""
    if _SYNONYMS.get(name) in known:
        return f"write '{_SYNONYMS[name]}'"
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean '{close[0]}'? " if close else ""
    return f"{hint}known: {', '.join(known)}"


def _number(value: Any) -> Any:
    if isinstance(value, str):
        comma = explain_comma(value.strip())
        raise problem(*(comma or (f"{show(value)} is a text, not a number", _cure_of_text(value))))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise problem(f"{show(value)} is not a number", "give a number")
    try:
        number = float(value)
    except OverflowError:
        # A file has no whole number of that length, but Python has.
        number = math.inf
    if not math.isfinite(number):
        raise problem(f"{show(value)} is not a finite number", "give a finite number")
    return number


def _cure_of_text(text: str) -> str:
    try:
        value = resolve_scalar(text.strip())
    except ScalarError as error:
        # Its cure may be to put the text in quotes.
        finite = "finite number" in error.cause
        return error.cure if finite else "write one number, such as 90 or 1.5"
    number = isinstance(value, int | float) and not isinstance(value, bool)
    return f"remove the quotes: {text.strip()}" if number else "give a number"


def _whole(value: Any) -> Any:
    number = _number(value)
    if not number.is_integer():
        raise problem(f"{show(value)} is not a whole number", "give a whole number")
    return int(value)


def _plies(value: int) -> int:
    if value < 1:
        raise problem(f"{value} plies leave one opening, the empty board", "give 2 to 6, as usual")
    return value


def _term(value: Any) -> Any:
    if isinstance(value, str):
        return value.strip()
    # A formula may be a number, and then it is written without quotes.
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return repr(value) if is_number else value


def _label(value: str) -> str:
    if not value.strip() or not value.isprintable() or len(value) > LONGEST_LABEL:
        cure = f"use 1 to {LONGEST_LABEL} visible characters in one line"
        raise problem(f"{show(value)} cannot be a name", cure)
    return value


def _row(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return [float(number) for number in value.split()]
    except ValueError:
        raise problem(
            f"{show(value)} is no row of numbers", "write numbers, blanks between them"
        ) from None


def _file_name(value: str) -> str:
    if _DEVICE.fullmatch(value):
        cause = f"{show(value)} cannot be the name of a folder: Windows keeps it for a device"
        raise problem(cause, "take another name")
    if not _FILE_NAME.fullmatch(value) or value.endswith("."):
        cure = "use up to 64 letters, digits, '-', '_' and '.', a letter or digit first"
        raise problem(f"{show(value)} cannot be the name of a folder", cure)
    return value


def read_storage(value: Any) -> DatabaseAddress | None:
    """Return the database that a study is mirrored to, None for the run folder alone."""
    if value == "sqlite":
        return None
    # The value is never shown: a URL may hold a password.
    if not isinstance(value, str):
        raise problem("this is not a text", "write sqlite, or the URL of a database")
    try:
        return read_address(value)
    except AddressError as error:
        raise problem(error.cause, error.cure) from None


def choice(kind: str, known: Sequence[str], later: Sequence[str] = ()) -> BeforeValidator:
    """Return a validator that accepts the texts of a list, and names them for anything else.

    Args:
        kind: what is chosen, for the message.
        known: the texts that are accepted.
        later: texts that the documentation names, but that do not work yet.
    """

    def check(value: Any) -> Any:
        if not isinstance(value, str):
            raise problem(f"{show(value)} is no name of a {kind}", suggest("", known))
        if value in later:
            raise problem(f"{kind} '{value}' is not available yet", f"use {_either(known)}")
        if value not in known:
            raise problem(f"unknown {kind} {show(value)}", suggest(value, known))
        return value

    return BeforeValidator(check)


def _either(names: Sequence[str]) -> str:
    *head, last = names
    return f"{', '.join(head)} or {last}" if head else last


Number = Annotated[float, BeforeValidator(_number)]
"""A finite number; a whole one is fine, a text or true is not."""

Positive = Annotated[float, Field(gt=0.0), BeforeValidator(_number)]
"""A finite number above 0."""

Whole = Annotated[int, BeforeValidator(_whole)]
"""A whole number; 100.0 and 1e2 are the whole number 100."""

Plies = Annotated[int, AfterValidator(_plies), BeforeValidator(_whole)]
"""How many random plies games begin with."""

Count = Annotated[int, Field(ge=1, le=10_000_000), BeforeValidator(_whole)]
"""How many of something: 1 to ten million."""

Term = Annotated[str, BeforeValidator(_term)]
"""A formula, or a number that stands for one."""

TableRow = Annotated[list[Number], BeforeValidator(_row)]
"""The numbers of one row of a board, as a list or as a text with blanks between them."""

Label = Annotated[str, AfterValidator(_label)]
"""The name of something in a table."""

FileName = Annotated[str, AfterValidator(_file_name)]
"""A name that is safe as the name of a folder on every system."""
