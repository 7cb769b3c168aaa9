"""Write results to standard output, notes and errors to standard error, each with what helps."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NoReturn, TextIO

from engine.errors import TuneError, printable

if TYPE_CHECKING:
    from rich.console import Console


__all__ = [
    "HINTS",
    "cause_of",
    "fail",
    "flush",
    "folded",
    "print_json",
    "print_lines",
    "print_next",
    "print_text",
    "say",
    "show_lines",
    "show_warning",
    "whole_paragraphs",
    "with_hint",
]

_HANGING = 2
_NARROWEST = 20

HINTS = {
    "ablate": "tune ablate RUN",
    "agent": "--player in a comparison or a tournament",
    "baselines": "--baselines",
    "cluster extra": "pip install distributed",
    "cuda extra": "in the checkout: pip install -c constraints.txt -e '.[cuda]'",
    "compare file": "tune compare {file} ...",
    "fork": "--fork",
    "formats": "tune list formats",
    "game": "--game",
    "gp extra": "pip install scikit-learn",
    "heuristics": "tune list heuristics",
    "mysql extra": "pip install 'pymysql[rsa]'",
    "play tournament": "tune tournament {file}",
    "no device": "without --device the CPU plays the same games",
    "optuna": "pip install 'optuna>=5,<6'",
    "out": "--out FOLDER",
    "parquet extra": "pip install pyarrow",
    "plies": "{plies}",
    "postgresql extra": "pip install 'psycopg[binary]'",
    "presets": "tune list presets",
    "report extra": "pip install jinja2 matplotlib plotly",
    "run": "tune run",
    "run file": "tune run {file}",
    "runs": "tune list runs",
    "runs folder": "--runs",
    "search": "tune explain",
    "same command": "to go on: {command}",
    "status": "tune status RUN",
    "studies": "tune list studies",
    "tournaments": "tune list tournaments",
}
"""The key is the hint of an error, the text stands in brackets behind it."""

_TAKE_PLIES = ("book", "compare", "league", "sprt")
"""These commands are told by an option how long openings are, all others by a file."""

_CURES = {
    errno.ENOSPC: "make room, and give the command again",
    errno.EDQUOT: "make room, and give the command again",
    errno.EFBIG: "allow larger files, and give the command again",
    errno.EISDIR: "move that folder away, and give the command again",
    errno.EMFILE: "allow more open files (ulimit -n), and give the command again",
    errno.EACCES: "choose another place, or make it one that you can write",
    errno.EROFS: "choose another place, or make it one that you can write",
}
"""What helps, by the number of an error of the operating system."""


def print_lines(lines: Sequence[str], style: str = "") -> None:
    """Write lines; a terminal gets them folded between words, and in a style.

    Input that they quote cannot give orders to it.
    """
    with _standard_output() as stream:
        _write(stream, lines, style)


def print_next(*words: str) -> None:
    """Write the command that comes next, ready for a shell: never folded, paths quoted."""
    print_text(f"Next: {shlex.join(words)}")


def print_text(text: str) -> None:
    """Write a text as it is, but for what a terminal would obey."""
    with _standard_output() as stream:
        _write_whole(stream, text.removesuffix("\n").split("\n"))


def print_json(content: Any) -> None:
    """Write one JSON value, indented."""
    print_text(json.dumps(content, indent=2, allow_nan=False))


def flush() -> None:
    """Make sure that all results were written."""
    with _standard_output() as stream:
        stream.flush()


@contextmanager
def _standard_output() -> Iterator[TextIO]:
    """Yield where results go; an error names it, but a reader that has seen enough is none."""
    try:
        yield sys.stdout
    except OSError as error:
        # Python tries again at its end, and would complain in its own words.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            raise OSError(error.errno, error.strerror, "standard output") from error


def say(text: str) -> None:
    """Write a line to standard error; where nobody reads it any more, the work goes on."""
    try:
        _write(sys.stderr, [text])
        sys.stderr.flush()
    except OSError:
        # Else each further line fails again, and Python complains at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stderr.fileno())


def show_warning(message: Warning | str, *_place: Any, **_more: Any) -> None:
    """Write a warning as a note; where in our code it arose is no news to the user."""
    say(f"note: {message}")


def fail(message: str, status_code: int) -> NoReturn:
    """Write an error on one line and end."""
    say(f"error: {message}")
    sys.exit(status_code)


def cause_of(error: OSError) -> str:
    """Return which file or device it was, what is wrong, and what helps."""
    cure = _CURES.get(error.errno or 0, "")
    cause = f"{error.filename or 'a file or device'}: {error.strerror or error}"
    return f"{cause}; {cure}" if cure else cause


def _write(stream: TextIO, lines: Sequence[str], style: str = "") -> None:
    if not stream.isatty():
        _write_whole(stream, lines)
        return
    # Late: most of what is written goes into pipes and files.
    from rich.console import Console

    show_lines(Console(file=stream), [printable(line) for line in lines], style)


def _write_whole(stream: TextIO, lines: Sequence[str]) -> None:
    stream.writelines(f"{printable(line)}\n" for line in lines)


def show_lines(console: Console, lines: Sequence[str], style: str = "") -> None:
    """Write lines that fit the console, all in one style."""
    from rich.text import Text

    for line in lines:
        for piece in folded(console, line):
            # A path that is longer than a line is left to the terminal, which copies it whole.
            console.print(Text(piece, style), soft_wrap=True)


def folded(console: Console, line: str) -> list[str]:
    """Return a line as several that fit the console, folded between words.

    Columns, which two and more spaces part, go under each other first; what goes on stands
    further in.
    """
    from rich.cells import cell_len

    if cell_len(line) <= console.width:
        return [line]
    body = line.lstrip(" ")
    indent = len(line) - len(body)
    first, *columns = re.split(r" {2,}", body.rstrip())
    if columns:
        rows = [" " * indent + first, *(" " * (indent + _HANGING) + column for column in columns)]
        return [piece for row in rows for piece in folded(console, row)]
    return wrap(
        first,
        max(console.width, _NARROWEST),
        initial_indent=" " * indent,
        subsequent_indent=" " * (indent + _HANGING),
        break_long_words=False,
        break_on_hyphens=False,
    )


def whole_paragraphs(text: str) -> str:
    """Return a text with each paragraph on one line: Typer keeps line ends in all but the first."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def with_hint(error: TuneError) -> str:
    """Return the line of an error, with the option or the command that helps in brackets."""
    if not error.hint:
        return str(error)
    # Only the errors of a file have hints that name it.
    file = shlex.quote(str(getattr(error, "file", "")))
    command = shlex.join(["tune", *sys.argv[1:]])
    plies = "--plies" if "".join(sys.argv[1:2]) in _TAKE_PLIES else "openings.plies in the file"
    hint = HINTS[error.hint].format(file=file, command=command, plies=plies)
    return f"{error} ({hint})"
