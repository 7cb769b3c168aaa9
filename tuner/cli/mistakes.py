"""Say what is wrong with the words of a command, on one line."""

from __future__ import annotations

import re
import sys
from typing import NoReturn

import typer

from tuner.cli.output import fail

__all__ = ["fail_at_words"]

_NEAR = re.compile(r" \(Possible options: (.*)\)$")
"""How an unknown option's error ends, where some options are nearly called so."""

_NEAR_COMMAND = re.compile(r"\. Did you mean (.*)\?$")
"""The same of an unknown command."""

_PLAIN = {
    "Input should be a valid number, unable to parse string as a number": "it is no number",
    "Input should be a valid integer, unable to parse string as an integer": "it is no whole "
    "number, such as 100",
    "Input should be a valid integer, got a number with a fractional part": "it is no whole "
    "number, such as 100",
    "Input should be greater than or equal to": "it must be at least",
    "Input should be less than or equal to": "it must be at most",
}
"""What the library says of a number, and the same in plain words."""


def fail_at_words(error: typer.TyperException) -> NoReturn:
    """Say what is wrong with the words of a command, and end with status 2."""
    text = " ".join(error.format_message().split()).rstrip(".")
    if not text:
        # There were none, and the help was shown.
        sys.exit(2)
    context = getattr(error, "ctx", None)
    command = "tune" if context is None else context.command_path
    for said, plain in _PLAIN.items():
        text = text.replace(said, plain)
    text = _NEAR_COMMAND.sub(_did_you_mean, _NEAR.sub(_did_you_mean, text))
    fail(f"{text}; see '{command} --help'", 2)


def _did_you_mean(near: re.Match[str]) -> str:
    names = [name for name in near[1].split(", ") if name != "--help"]
    return f" (did you mean {' or '.join(names)}?)" if names else ""
