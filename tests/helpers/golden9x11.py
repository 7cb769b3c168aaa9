"""The golden 9x11 positions: what the course's game and the report's formula gave.

One row a position; the game is class `Isolation` of udacity/artificial-intelligence at commit
ce2698d, Projects/3. For every action the costs of the report on liberties by each reading of its
formula are given, in the order of `isolation9x11_readings.json`.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from checkout import DATA

from engine.isolation.position import Position
from engine.isolation.view import Square

__all__ = ["PENALTY", "READINGS", "ROWS", "Action", "CourseRow", "rows"]


ROWS = 800

_FOUND = json.loads((DATA / "isolation9x11_readings.json").read_text(encoding="utf-8"))

READINGS: tuple[str, ...] = tuple(_FOUND["order_of_costs"])
"""How the report's formula can be read; the file says what each of them is."""

PENALTY = float(_FOUND["M"])
"""The large constant M of the costs."""


@dataclass(frozen=True)
class Action:
    """A legal action of the side to move.

    Attributes:
        move: the square that it goes to.
        liberties: of own and of the opponent after it.
        costs: by reading; None where the reading gives none.
    """

    move: int
    liberties: tuple[int, int]
    costs: dict[str, float | None]


@dataclass(frozen=True)
class CourseRow:
    """A position.

    Attributes:
        identity: number of the row in the source.
        position: as ours.
        ply: plies since the start.
        to_move: 1 or 2.
        board_bits: the course's integer of open squares.
        locations: the course's indices of both players.
        targets: legal moves of player 1 and 2, ascending; None for all open squares.
        either_stuck: whether one of the players has no move: the course's games end then.
        mover_stuck: whether the side to move has none: ours end then.
        winner: by the true rules, where one is stuck.
        liberties: of the side to move and of the other.
        actions: of the side to move.
        stage: "empty", "one_placed", "opening", "middle", "late", "terminal", and "ref_bug", where
            the course's program overlooks a liberty at its bit 0.
    """

    identity: int
    position: Position
    ply: int
    to_move: int
    board_bits: int
    locations: tuple[int | None, int | None]
    targets: tuple[tuple[int, ...] | None, tuple[int, ...] | None]
    either_stuck: bool
    mover_stuck: bool
    winner: int | None
    liberties: tuple[int, int]
    actions: tuple[Action, ...]
    stage: str


@cache
def rows() -> tuple[CourseRow, ...]:
    """All rows."""
    with gzip.open(DATA / "isolation9x11_positions.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(_row(json.loads(line)) for line in lines)


def _row(row: dict[str, Any]) -> CourseRow:
    blocked = sum(1 << _square(pair) for pair in row["blocked"])
    pieces = [None if row[key] is None else _square(row[key]) for key in ("p1", "p2")]
    mover, waiter = pieces if row["to_move"] == 1 else pieces[::-1]
    first, second = row["locs_bits"]
    return CourseRow(
        identity=row["id"],
        position=Position(9, 11, (1 << 99) - 1 - blocked, mover, waiter),
        ply=row["ply_count"],
        to_move=row["to_move"],
        board_bits=int(row["board_bits"]),
        locations=(first, second),
        targets=(_targets(row["legal1"]), _targets(row["legal2"])),
        either_stuck=row["terminal_either_stuck"],
        mover_stuck=row["to_move_stuck"],
        winner=row["winner_rules"],
        liberties=(row["own_lib_before"], row["opp_lib_before"]),
        actions=tuple(map(_action, row["actions"])),
        stage=row["stage"],
    )


def _action(action: dict[str, Any]) -> Action:
    costs = (None if cost is None else float(cost) for cost in action["costs"])
    return Action(
        _square(action["to"]),
        (action["own_lib"], action["opp_lib"]),
        dict(zip(READINGS, costs, strict=True)),
    )


def _targets(given: list[Square] | str) -> tuple[int, ...] | None:
    return None if given == "all_open" else tuple(map(_square, given))


def _square(pair: Any) -> int:
    row, column = pair
    return int(row * 11 + column)
