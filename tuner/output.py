"""What the command line writes: results to standard output, notes and errors to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, TextIO

from engine.errors import printable

__all__ = ["fail", "flush", "print_json", "print_lines", "print_text", "show_warning"]


def print_lines(lines: Sequence[str]) -> None:
    """Write lines; nothing for none. Input that they quote cannot give orders to a terminal."""
    with _standard_output() as stream:
        stream.writelines(f"{printable(line)}\n" for line in lines)


def print_text(text: str) -> None:
    """Write a text as it is, but for what a terminal would obey."""
    print_lines(text.removesuffix("\n").split("\n"))


def print_json(content: Any) -> None:
    """Write one JSON value, indented."""
    print_text(json.dumps(content, indent=2, allow_nan=False))


def flush() -> None:
    """Make sure that all results were written."""
    with _standard_output() as stream:
        stream.flush()


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """Where results go; an error names it, but a reader that has seen enough is none."""
    try:
        yield sys.stdout
    except OSError as error:
        # Python tries again at its end, and would complain in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "standard output") from error


def show_warning(message: Warning | str, *_place: Any, **_more: Any) -> None:
    """Write a warning as a note; where in our code it arose is no news to the user."""
    sys.stderr.write(f"note: {printable(str(message))}\n")


def fail(message: str, status_code: int) -> NoReturn:
    """Write an error on one line and end."""
    sys.stderr.write(f"error: {printable(message)}\n")
    sys.exit(status_code)
