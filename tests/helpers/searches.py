"""What tests of searches share: heuristics (each is compiled once), positions, and a search."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import plain_search
import pytest
from plain_search import Evaluation

from engine.games import find_game
from engine.play.batches import Analysis
from engine.play.driver import analyse
from engine.play.perft import count_lines
from engine.play.search import Search
from features.compiled import heuristic_player
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.presets import find_preset

__all__ = [
    "HEURISTICS",
    "LIMIT",
    "MOBILITY",
    "PRESSURE",
    "QUOTIENT",
    "Values",
    "cases",
    "evaluation",
    "found_by",
    "moves_of",
    "near",
    "random_position",
    "search",
]

Values = tuple[float, ...]


def _heuristic(name: str, names: str, formula: str) -> Heuristic:
    parameters = tuple(Parameter(one, 0.0, -10.0, 10.0) for one in names.split())
    return Heuristic(name, "isolation", parameters, (), formula)


MOBILITY = _heuristic("mobility", "a b c", "a * moves(own) - b * moves(opp) + c * distance()")
"""Not antisymmetric where a differs from b, or c is not 0."""

QUOTIENT = _heuristic("quotient", "a b", "a / moves(own) + b / moves(opp)")
"""Where own is stuck: infinite, not a number for a = 0; where the opponent is: the same with b."""

PRESSURE = find_preset("pressure")

HEURISTICS: dict[str, tuple[Heuristic, Values]] = {
    "difference": (MOBILITY, (1.0, 1.0, 0.0)),
    "weighted mobility": (MOBILITY, (0.4, 0.6, 0.0)),
    "distance": (MOBILITY, (0.0, 0.0, 1.0)),
    "constant": (MOBILITY, (0.0, 0.0, 0.0)),
    "pressure": (PRESSURE, PRESSURE.defaults),
}

LIMIT = plain_search.LIMIT
BOARDS = ("3x3", "3x5", "5x4", "5x7", "7x7", "8x8", "9x11")
DEEPEST = 5
LARGEST_TREE = 3_000
"""Positions that plain Python looks at for one value."""


def evaluation(heuristic: Heuristic, values: Values) -> Evaluation:
    """The heuristic in plain Python.

    No value of HEURISTICS lies between 0 and a thousand-millionth: what lies there is the rounding
    of 0.4 * 3 - 0.6 * 2.
    """

    def value(view: Any) -> float:
        number = interpret(heuristic, values, view)
        return 0.0 if abs(number) < 1e-9 else number

    return value


@cache
def cases() -> tuple[tuple[Any, Any, int], ...]:
    """(game, position, depth): every board, from the empty one to the end, no tree too large."""
    generator = random.Random(1)
    found: list[tuple[Any, Any, int]] = []
    for board in BOARDS:
        game = find_game(f"isolation-{board}")
        for plies in (0, 1, 2, 3, 5, 7, 9, 12, 16, 20, 24):
            position = random_position(game, plies, generator)
            if position is None:
                continue
            sizes = np.cumsum([line.count for line in count_lines(game, position, DEEPEST)])
            found += [
                (game, position, depth)
                for depth in range(1, DEEPEST + 1)
                if sizes[depth] <= LARGEST_TREE
            ]
    return tuple(found)


def random_position(game: Any, plies: int, generator: random.Random) -> Any:
    """A position in which somebody can move; None if a hundred games were all shorter."""
    for _ in range(100):
        position = game.initial()
        while position.ply < plies and game.winner(position) is None:
            position = game.play(position, generator.choice(game.legal_moves(position)))
        if position.ply == plies and game.winner(position) is None:
            return position
    return None


def search(
    game: Any,
    position: Any,
    heuristic: Heuristic,
    values: Values,
    how: Search,
    seeds: int = 1,
) -> Analysis:
    player = heuristic_player(game, heuristic, values, how)
    states = np.repeat(game.pack([position]), seeds, axis=0)
    return analyse(game, player, states, np.arange(seeds, dtype=np.uint64))


def found_by(analysis: Analysis) -> plain_search.Found:
    return plain_search.Found(
        int(analysis.moves[0]), float(analysis.values[0]), int(analysis.nodes[0])
    )


def near(found: plain_search.Found) -> plain_search.Found:
    """Compiled arithmetic may differ from Python's in the last bits, never in move or nodes."""
    return plain_search.Found(found.move, pytest.approx(found.value, abs=1e-9), found.nodes)


def moves_of(game: Any, analysis: Analysis) -> set[str]:
    return {game.format_move(move) for move in analysis.moves}
