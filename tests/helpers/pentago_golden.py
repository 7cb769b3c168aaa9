"""The golden Pentago data: positions with their rules and straights, and solved positions.

The positions come from a rules program of their own that was checked against OpenSpiel and against
girving/pentago; the report on straights was read in five ways. Solved positions are those of
girving/pentago (its slices and unit tests) and of an exhaustive search.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from checkout import DATA
from numpy.typing import NDArray

from engine.game import States
from engine.games import find_game
from engine.pentago.position import Position
from engine.pentago.view import View
from features.calls import feature_calls, kernel_values
from features.catalogue import find_features
from features.language.expression import FeatureCall

__all__ = [
    "CALLS",
    "COMPONENTS",
    "FIGURES",
    "GAME",
    "READINGS",
    "ROWS",
    "GoldenRow",
    "Solved",
    "compiled",
    "drawn",
    "figures",
    "rows",
    "solved",
    "states_of",
    "view_of",
]


GAME = find_game("pentago")

ROWS = 1_600
FIGURES = 5

COMPONENTS = {
    "horizontal": (FeatureCall("horizontal_stones", "own"),),
    "vertical": (FeatureCall("vertical_stones", "own"),),
    "diagonal": (FeatureCall("diagonal_stones", "own"),),
    "four": (
        FeatureCall("horizontal_fours", "own"),
        FeatureCall("vertical_fours", "own"),
        FeatureCall("diagonal_fours", "own"),
    ),
    "five": (FeatureCall("fives", "own"),),
    "h_pairs": (FeatureCall("row_pair_points", "own"),),
    "d_len4": (FeatureCall("long_diagonal_stones", "own", (4,)),),
    "d_len5": (FeatureCall("long_diagonal_stones", "own", (5,)),),
    "four_line": (
        FeatureCall("horizontal_line_fours", "own"),
        FeatureCall("vertical_line_fours", "own"),
        FeatureCall("diagonal_line_fours", "own"),
    ),
    "h4_pairs": (FeatureCall("row_pair_fours", "own"),),
    "four_window": (
        FeatureCall("horizontal_four_windows", "own"),
        FeatureCall("vertical_four_windows", "own"),
        FeatureCall("diagonal_four_windows", "own"),
    ),
    "five_line": (FeatureCall("line_fives", "own"),),
}
"""The features that give each key of a colour, one for each of its numbers."""

READINGS = ("runs", "runs_d4", "runs_d5", "line_totals", "printed")
"""The variants of straights."""

INTEGERS = {
    "long_diagonal_stones": (2, 4, 5, 6, 7),
    "lines_with": (-1, 0, 4, 5, 6),
    "open_lines": (-1, 0, 4, 5, 6),
    "rotated_open_lines": (-1, 0, 4, 5, 6),
    "straight_open_lines": (0, 4, 6),
    "middle_open_lines": (0, 5),
    "long_diagonal_open_lines": (0, 5),
    "short_diagonal_open_lines": (-1, 0, 5),
}
"""Integers that conformance does not try, some of them out of range."""

USUAL = tuple(call for one in find_features("pentago").values() for call in feature_calls(one))
"""What conformance tries: compiled in the same pieces, so both use the same machine code."""

FURTHER = tuple(
    FeatureCall(name, "own", (one,)) for name, several in INTEGERS.items() for one in several
)

CALLS = (*USUAL, *FURTHER)
"""All calls that tests ask for."""

FIVE = {"INF-1": 999_999.0, "1-INF": -999_999.0}
"""The document does not say how large INFINITY is: 1,000,000 here."""


@dataclass(frozen=True)
class GoldenRow:
    """A position.

    Attributes:
        identity: number of the row in the source.
        text: the position in our notation.
        facts: what the rules say of it, by the keys of the source.
        views: the position as black and as white see it.
        components: the numbers of black and of white, by the keys of `COMPONENTS`.
        totals: the value of straights for black and for white, by reading.
    """

    identity: int
    text: str
    facts: dict[str, Any]
    views: tuple[View, View]
    components: tuple[dict[str, tuple[float, ...]], dict[str, tuple[float, ...]]]
    totals: tuple[dict[str, float], dict[str, float]]

    @property
    def position(self) -> Position:
        """As our rules read it."""
        position: Position = GAME.parse_position(self.text)
        return position


@dataclass(frozen=True)
class Solved:
    """A position with its value by perfect play: 1, 0, -1 for the side to move."""

    text: str
    stones: int
    black_to_move: bool
    value: int
    status: str


def drawn(drawing: str) -> Position:
    """A drawn board: rows of . B W, one a line."""
    position: Position = GAME.parse_position("/".join(drawing.split()))
    return position


def view_of(rows: list[str], own: str) -> View:
    """The squares of the two colours, read off a drawing."""
    squares = {
        colour: frozenset((r, c) for r in range(6) for c in range(6) if rows[r][c] == colour)
        for colour in "BW"
    }
    return View(squares[own], squares["W" if own == "B" else "B"])


def states_of(views: Sequence[View]) -> States:
    """The packed states of views: any two sets of stones, also such as no game has."""
    return np.array([_state(view) for view in views], dtype=np.uint64)


def compiled(views: Sequence[View]) -> dict[FeatureCall, NDArray[np.float64]]:
    """The kernels' values of every call in `CALLS`, for views."""
    states = states_of(views)
    values = [row for calls in (USUAL, FURTHER) for row in kernel_values((), GAME, calls, states)]
    return dict(zip(CALLS, values, strict=True))


@cache
def rows() -> tuple[GoldenRow, ...]:
    """All golden positions."""
    with gzip.open(DATA / "pentago_positions.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(_row(json.loads(line)) for line in lines)


@cache
def figures() -> tuple[dict[str, Any], ...]:
    """Boards that agree with the document's figure: black 107, white 3."""
    text = (DATA / "pentago_figure_example.jsonl").read_text(encoding="utf-8")
    return tuple(json.loads(line) for line in text.splitlines())


@cache
def solved() -> tuple[Solved, ...]:
    """All solved positions."""
    with gzip.open(DATA / "pentago_solved.csv.gz", "rt", encoding="utf-8", newline="") as file:
        return tuple(
            Solved(
                text=row["board"],
                stones=int(row["stones"]),
                black_to_move=row["to_move"] == "black",
                value=int(row["value_for_side_to_move"]),
                status=row["status"],
            )
            for row in csv.DictReader(file)
        )


def _row(row: dict[str, Any]) -> GoldenRow:
    board = row["board"]
    taken = {"id", "board", "black", "white", "total_black", "total_white"}
    return GoldenRow(
        identity=row["id"],
        text="/".join(board),
        facts={key: value for key, value in row.items() if key not in taken},
        views=(view_of(board, "B"), view_of(board, "W")),
        components=(_components(row["black"]), _components(row["white"])),
        totals=(_totals(row["total_black"]), _totals(row["total_white"])),
    )


def _state(view: View) -> list[int]:
    # A state is packed as the side to move sees it, and black moves when both have as many.
    sides = [sum(1 << 6 * row + column for row, column in side) for side in (view.own, view.opp)]
    return [int(GAME.pack([Position(side, side)])[0, 0]) for side in sides] + [0, 0]


def _components(found: dict[str, Any]) -> dict[str, tuple[float, ...]]:
    return {
        key: tuple(map(float, value)) if isinstance(value, list) else (float(value),)
        for key, value in found.items()
    }


def _totals(found: dict[str, float | str]) -> dict[str, float]:
    return {
        key: FIVE[value] if isinstance(value, str) else float(value) for key, value in found.items()
    }
