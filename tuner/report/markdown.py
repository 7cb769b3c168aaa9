"""Write Markdown in which names and texts of users are shown as they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from engine.errors import printable

__all__ = ["bullets", "code_block", "image", "numbered", "plain", "table"]

_LINE_BEGIN = re.compile(r"^\s*\d*(?=[-+.)](?!\S)|[-=]+\s*$)")
"""Behind this stands what makes of a line an item of a list, a rule, or a heading of the line above
it. A number with a sign is none of these."""

_BARE_URL = re.compile(r"\b((https?|ftp)(?=://)|www(?=\.))", re.IGNORECASE)
"""Many readers make a link of what begins like this, though nobody asked for one."""

_BACKSLASH = r"\g<0>\\"


def plain(text: str) -> str:
    """Return a text so that neither Markdown nor HTML reads anything in it."""
    # In a line of Markdown these may begin something; elsewhere the backslash shows, too.
    text = re.sub(r"([\\`*_\[\]|~$#])", r"\\\1", escape(printable(text), quote=False))
    return _BARE_URL.sub(_BACKSLASH, _LINE_BEGIN.sub(_BACKSLASH, text))


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, its cells plain."""
    lines = [map(plain, header), [":---"] * len(header), *(map(plain, row) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def bullets(texts: Iterable[str]) -> str:
    """Return a list, each text plain."""
    return "\n".join(f"- {plain(text)}" for text in texts)


def numbered(texts: Iterable[str]) -> str:
    """Return a numbered list, each text plain."""
    return "\n".join(f"{number}. {plain(text)}" for number, text in enumerate(texts, 1))


def code_block(text: str, language: str = "") -> str:
    """Return a text as it is, in a fence longer than any within it."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def image(path: str, title: str, caption: str) -> str:
    """Return a picture with its caption below; the title stands where it cannot be seen."""
    return f"![{plain(title)}]({path})\n\n*{plain(caption)}*"
