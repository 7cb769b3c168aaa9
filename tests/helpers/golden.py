"""The golden Isolation positions: values that the reference games and the documents' code gave.

One row a position, with the values of every published heuristic from both players' views. The
rules and sample scores are those of udacity/AIND-Isolation at commit ef851c1, the heuristics the
documents' own code or, where none is printed, their text. Null stands for a value that the printed
code cannot compute.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from checkout import DATA

from engine.isolation.position import Position
from engine.isolation.view import Square, View

__all__ = [
    "CHANGED",
    "EXACT",
    "PLACE_VALUES",
    "PRESETS",
    "ROWS",
    "GoldenRow",
    "SeenRow",
    "position_seen",
    "rows",
    "seen",
]

FILE = DATA / "isolation7_positions.jsonl.gz"

ROWS = 1_980
"""Rows of the file; 55 of them are of 9x9, which takes two words of 64 squares."""

PRESETS = {
    "null": "null",
    "open": "open",
    "improved": "improved",
    "center": "center",
    "h1": "weighted_center:as_written",
    "h2": "weighted_space:as_written",
    "h3": "weighted_center_space:as_written",
    "h4": "weighted_center_path:as_written",
    "h5": "weighted_space_path:as_written",
    "h6": "weighted_center_space_path:as_written",
    "h1_intended": "weighted_center",
    "h2_intended": "weighted_space",
    "h3_intended": "weighted_center_space",
    "h4_intended": "weighted_center_path",
    "h5_intended": "weighted_space_path",
    "h6_intended": "weighted_center_space_path",
    "edge_guess": "edge",
    "mirror": "mirror",
    "pressure": "pressure",
    "pv1": "place_sum",
    "pv2": "place_difference",
    "pv2_w2": "place_difference",
    "pv2_w3": "place_difference",
    "pv3": "place_partition",
}
"""The preset that each key of the values stands for."""

CHANGED = {"pv2_w2": {"opp_weight": 2.0}, "pv2_w3": {"opp_weight": 3.0}}
"""Parameters of a key that are not the hand-set ones."""

EXACT = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
"""Keys whose values hold bit for bit: their rounding decides what the printed code does."""

PLACE_VALUES = frozenset({"pv1", "pv2", "pv2_w2", "pv2_w3", "pv3"})
"""Keys that ignore whether the game is over (and exist on 7x7 only); all others are then +-inf."""


@dataclass(frozen=True)
class GoldenRow:
    """A position.

    Attributes:
        identity: number of the row in the source.
        to_move: 1 or 2.
        over: whether the side to move is stuck.
        views: the position as player 1 and as player 2 see it.
        values: heuristic values from the views of player 1 and player 2, None where undefined.
    """

    identity: int
    to_move: int
    over: bool
    views: tuple[View, View]
    values: tuple[dict[str, float | None], dict[str, float | None]]


@dataclass(frozen=True)
class SeenRow:
    """A position as one player sees it, with the value of one heuristic."""

    identity: int
    player: int
    view: View
    value: float


@cache
def rows() -> tuple[GoldenRow, ...]:
    """All rows."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return tuple(_row(json.loads(line)) for line in lines)


def seen(key: str) -> tuple[SeenRow, ...]:
    """Every view where a key has a value; no finished games where the formula is not asked."""
    return tuple(
        SeenRow(row.identity, player, row.views[player - 1], value)
        for row in rows()
        if key in PLACE_VALUES or not row.over
        for player in (1, 2)
        if (value := row.values[player - 1][key]) is not None
    )


def position_seen(view: View) -> Position:
    """The position with the side that sees to move."""
    indices = [
        None if square is None else square[0] * view.width + square[1]
        for square in (view.own, view.opp)
    ]
    blanks = sum(1 << (row * view.width + column) for row, column in view.blanks)
    return Position(view.height, view.width, blanks, *indices)


def _row(row: dict[str, Any]) -> GoldenRow:
    height, width = row["height"], row["width"]
    board = {(r, c) for r in range(height) for c in range(width)}
    blanks = frozenset(board - {(r, c) for r, c in row["blocked"]})
    first = View(height, width, blanks, _square(row["p1"]), _square(row["p2"]))
    return GoldenRow(
        identity=row["id"],
        to_move=row["to_move"],
        over=row["terminal"],
        views=(first, first.swapped()),
        values=(_values(row["values1"]), _values(row["values2"])),
    )


def _square(pair: list[int] | None) -> Square | None:
    return None if pair is None else (pair[0], pair[1])


def _values(values: dict[str, float | str | None]) -> dict[str, float | None]:
    return {key: None if value is None else float(value) for key, value in values.items()}
