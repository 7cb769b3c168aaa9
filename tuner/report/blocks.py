"""Define what a page is made of: sections of paragraphs, tables, figures, formulas and texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

__all__ = [
    "Block",
    "Bullets",
    "Cell",
    "Chart",
    "Code",
    "Column",
    "Fragment",
    "Lead",
    "RangeBar",
    "Section",
    "Table",
    "charts_of",
    "named_columns",
]


@dataclass(frozen=True)
class Column:
    """Hold the head of a column.

    Attributes:
        title: what its cells are.
        group: what it shares with the columns beside it that have the same group; "" for none.
        numeric: whether its cells are numbers, which stand on the right.
    """

    title: str
    group: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class RangeBar:
    """Show where values lie in a range, from 0 at its low end to 1 at its high one.

    Attributes:
        hand_set: place of the hand-set value.
        tuned: place of the tuned value; None where there is none.
    """

    hand_set: float
    tuned: float | None


Cell = str | RangeBar


@dataclass(frozen=True)
class Table:
    """Hold a table; the first cell of a row says what the row is of.

    Attributes:
        caption: what is to be read in it.
        columns: their heads.
        rows: of as many cells as there are columns.
        total: the last row sums up the others.
    """

    kind: ClassVar[str] = "table"

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    total: bool = False

    @property
    def groups(self) -> list[tuple[str, int]]:
        """Return the groups of the columns in their order, each with its number of columns."""
        found: list[tuple[str, int]] = []
        for column in self.columns:
            if found and column.group and found[-1][0] == column.group:
                found[-1] = (column.group, found[-1][1] + 1)
            else:
                found.append((column.group, 1))
        return found

    @property
    def grouped(self) -> bool:
        """Return whether any column is in a group."""
        return any(column.group for column in self.columns)


@dataclass(frozen=True)
class Chart:
    """Hold a figure of plotly.

    Attributes:
        caption: what is to be seen, in words: its text alternative.
        figure: of plotly.
    """

    kind: ClassVar[str] = "chart"

    caption: str
    figure: Any


@dataclass(frozen=True)
class Code:
    """Hold a text that is shown as it is.

    Attributes:
        title: what it is, which shows it on demand; "" where it is always shown.
        text: all of it.
    """

    kind: ClassVar[str] = "code"

    title: str
    text: str


@dataclass(frozen=True)
class Fragment:
    """Hold HTML that was made and escaped elsewhere: a formula, or replays of games.

    Attributes:
        html: it goes into the page as it is.
        name: a class of CSS for what is around it.
    """

    kind: ClassVar[str] = "fragment"

    html: str
    name: str


@dataclass(frozen=True)
class Lead:
    """Hold the sentence that a reader must not miss."""

    kind: ClassVar[str] = "lead"

    text: str


@dataclass(frozen=True)
class Bullets:
    """Hold a list of sentences."""

    kind: ClassVar[str] = "bullets"

    items: tuple[str, ...]


Block = str | Lead | Bullets | Table | Chart | Code | Fragment
"""A text is a paragraph."""


@dataclass(frozen=True)
class Section:
    """Hold a section of a page.

    Attributes:
        name: its anchor.
        title: its heading.
        blocks: what it shows, in order.
    """

    name: str
    title: str
    blocks: tuple[Block, ...]


def charts_of(*figures: Any) -> list[Block]:
    """Return the blocks of figures of plotly; where there is nothing to show a figure is None."""
    shown = (figure for figure in figures if figure is not None)
    return [Chart(str(figure.layout.meta["caption"]), figure) for figure in shown]


def named_columns(*titles: str, words: int = 1) -> tuple[Column, ...]:
    """Return columns of these titles, the first ones of words, all others of numbers."""
    return tuple(Column(title, numeric=index >= words) for index, title in enumerate(titles))
