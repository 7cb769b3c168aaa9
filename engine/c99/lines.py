"""Write lines of C, and fold the long ones."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["WIDTH", "Lines", "comment", "wrapped"]

WIDTH = 96
"""Characters of a line."""

_BREAKS = (" || ", " && ", " ? ", " : ", " | ", " ^ ", " & ", " + ", " - ", ", ")


@dataclass
class Lines:
    """Collect the lines of a function.

    Attributes:
        head: what is declared first.
        body: the statements.
        level: how deep the next statement is indented.
    """

    head: list[str] = field(default_factory=list)
    body: list[str] = field(default_factory=list)
    level: int = 1

    def line(self, text: str) -> None:
        """Add a statement."""
        self.body.append("    " * self.level + text)


def comment(paragraphs: Sequence[str]) -> str:
    """Return paragraphs of plain text as one comment; what would end it is written apart."""
    lines: list[str] = []
    for paragraph in paragraphs:
        plain = paragraph.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")
        indent = " " * (len(plain) - len(plain.lstrip()))
        lines += _wrapped(plain, indent) or [""]
    if len(lines) == 1:
        return f"/* {lines[0]} */\n"
    (first, *others), begin = lines, " * "
    rest = "".join(f"{begin}{line}".rstrip() + "\n" for line in others)
    return f"/* {first}\n{rest} */\n"


def wrapped(line: str, following: str = "") -> str:
    """Return a line, folded where it is too long, outside of parentheses if it can be.

    Args:
        line: with its indentation.
        following: what later lines begin with; by default eight spaces more than the first one.
    """
    begin = following or " " * (len(line) - len(line.lstrip()) + 8)
    lines = []
    while len(line) > WIDTH:
        place = _place(line)
        if place == 0:
            break
        lines.append(line[:place].rstrip())
        line = begin + line[place:].lstrip()
    return "\n".join([*lines, line])


def _place(line: str) -> int:
    """Return where a line is folded, 0 if nowhere."""
    best, fewest, open_ = 0, len(line), 0
    least = len(line) - len(line.lstrip()) + 8
    for index, character in enumerate(line[:WIDTH]):
        open_ += (character in "([{") - (character in ")]}")
        # A comma stays on its line, an operator goes to the next one.
        sign = next((one for one in _BREAKS if line.startswith(one, index)), "")
        place = index + len(sign.rstrip()) * (sign == ", ")
        if sign and place > least and open_ <= fewest:
            best, fewest = place, open_
    return best


def _wrapped(text: str, indent: str) -> list[str]:
    """Return lines that are not too long; paths and names in them stay whole, to be copied."""
    return textwrap.wrap(
        text,
        WIDTH - 6,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
