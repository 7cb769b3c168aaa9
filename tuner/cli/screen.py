"""Lines as a terminal shows them: folded between words, what goes on stands further in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

__all__ = ["folded", "show_lines"]

_HANGING = 2
_NARROWEST = 20


def show_lines(console: Console, lines: Sequence[str], style: str = "") -> None:
    """Write lines that fit the console, all in one style."""
    for line in lines:
        for piece in folded(console, line):
            # A path that is longer than a line is left to the terminal, which copies it whole.
            console.print(Text(piece, style), soft_wrap=True)


def folded(console: Console, line: str) -> list[str]:
    """Return a line as several that fit the console, folded between words.

    Columns, which two and more spaces part, go under each other first.
    """
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
