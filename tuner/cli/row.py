"""Hold one row of a list, and write rows for people and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Row", "row_json", "row_lines"]


@dataclass(frozen=True)
class Row:
    """Hold one thing of a list.

    Attributes:
        name: how it is written.
        summary: what it is, in one line.
        family: of the games that it belongs to, "" if it belongs to all.
        fields: more about it, as JSON.
        lines: the same for people.
        note: a figure behind the name, for people.
    """

    name: str
    summary: str
    family: str = ""
    fields: dict[str, Any] = field(default_factory=dict)
    lines: tuple[str, ...] = ()
    note: str = ""

    def holds(self, word: str) -> bool:
        """Return whether a word stands in the row, in capital letters or not."""
        texts = (self.name, self.summary, *self.lines)
        return any(word.lower() in text.lower() for text in texts)


def row_json(row: Row) -> dict[str, Any]:
    """Return a row as JSON."""
    return {"name": row.name, "summary": row.summary, **row.fields}


def row_lines(rows: Sequence[Row]) -> list[str]:
    """Return the rows for people, what is more to say of each below it."""
    width = max((len(row.name) for row in rows if not row.lines), default=0)
    room = max((len(row.note) + 2 for row in rows if row.note), default=0)
    return [
        line
        for row in rows
        for line in (
            f"{row.name:<{width}}{row.note:>{room}}  {row.summary}".rstrip(),
            *(f"    {more}" for more in row.lines),
        )
    ]
