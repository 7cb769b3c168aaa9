"""The parts of a value: taken apart by hand, and adding up to the value."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from engine.games import find_game
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.presets import presets
from features.shares import value_shares
from tuner.matches.sample import sample_positions, view_of

Board = Callable[[str], tuple[Any, Any]]

# 1 on a7 can go to c6 only: b5 is visited. 2 on d4 has seven moves: c6 e6 f5 b3 f3 c2 e2.
# Five squares are visited, those of the players among them, of 49.
CORNER = """
1......
.......
.x.....
...2...
.......
.......
......x
"""

W = (Parameter("w", 0.5, 0.0, 1.0),)

CASES = {
    "a difference": ("moves(own) - moves(opp)", (), {"moves(own)": 1, "-moves(opp)": -7}),
    "a weight in front": (
        "w * (moves(own) - moves(opp))",
        (),
        {"w * moves(own)": 0.5, "-(w * moves(opp))": -3.5},
    ),
    "a weight behind": (
        "(moves(own) - moves(opp)) / 2",
        (),
        {"moves(own) / 2": 0.5, "-(moves(opp) / 2)": -3.5},
    ),
    "a term": (
        "w * lead + 3",
        (("lead", "moves(own) - moves(opp)"),),
        {"w * moves(own)": 0.5, "-(w * moves(opp))": -3.5, "3": 3},
    ),
    "two minus": ("-(3 - moves(opp))", (), {"-3": -3, "moves(opp)": 7}),
    "the branch that is taken": (
        "9 if moves(own) > 1 else moves(own) - moves(opp)",
        (),
        {"moves(own)": 1, "-moves(opp)": -7},
    ),
    "a blended weight stays whole": (
        "blend(1, 3, blank_squares() / 49) * moves(opp)",
        (),
        {"(1 + (3 - 1) * (blank_squares() / 49)) * moves(opp)": (1 + 2 * 45 / 49) * 7},
    ),
    "no sum": ("max(moves(own), moves(opp))", (), {"max(moves(own), moves(opp))": 7}),
    "a product of sums": (
        "(moves(own) - moves(opp)) * (moves(own) + 1)",
        (),
        {"(moves(own) - moves(opp)) * (moves(own) + 1)": -12},
    ),
    "a division by 0": (
        "(moves(own) - moves(opp)) / 0",
        (),
        {"(moves(own) - moves(opp)) / 0": -math.inf},
    ),
    "an infinite weight": (
        "inf * (moves(own) - moves(opp))",
        (),
        {"inf * (moves(own) - moves(opp))": -math.inf},
    ),
    "a divisor that is 0 here": (
        "3 + (moves(own) - moves(opp)) / max(moves(own) - 1, 0)",
        (),
        {"3": 3, "(moves(own) - moves(opp)) / max(moves(own) - 1, 0)": -math.inf},
    ),
    "a weight that is too large for the parts": (
        "1e+308 * (moves(opp) - 6 * moves(own))",
        (),
        {"1e+308 * (moves(opp) - 6 * moves(own))": 1e308},
    ),
    "the same twice": ("moves(own) + moves(own)", (), {"moves(own)": 2}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_parts_of_a_value(case: str, on_board: Board) -> None:
    formula, where, shares = CASES[case]
    game, position = on_board(CORNER)
    heuristic = Heuristic("h", "isolation", W if "w *" in formula else (), where, formula)
    values = heuristic.defaults
    assert value_shares(heuristic, values, game.view(position, 1)) == pytest.approx(shares)


@pytest.mark.parametrize("family", ["isolation", "pentago"])
def test_the_parts_add_up_to_the_value(family: str) -> None:
    game = find_game(family)
    states = sample_positions(game, 60)
    for heuristic in (one for one in presets() if one.family == family):
        for index in range(0, len(states), 17):
            view = view_of(game, states, index)
            shares = value_shares(heuristic, heuristic.defaults, view)
            value = interpret(heuristic, heuristic.defaults, view)
            assert sum(shares.values()) == pytest.approx(value, rel=1e-9)
