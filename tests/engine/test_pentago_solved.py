"""Late Pentago positions are decided by plain search as they were by exhaustive programs."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from pentago_golden import GAME, Solved, solved

from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.pentago.position import SQUARES
from engine.play.compiler import NOTHING, compile_chooser
from engine.play.driver import analyse
from engine.play.player import Player, make_player
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

FEWEST_STONES = 29
"""From here on a search to the end takes less than a second for all rows together."""

NAMES = ("nothing", "straights")

LATE = [row for row in solved() if row.stones >= FEWEST_STONES and row.status == "ongoing"]


def solver(evaluation: str) -> Player:
    """A player that searches to the end of the game, where no evaluation is asked."""
    search = make_search("alphabeta", depth=SQUARES - FEWEST_STONES)
    if evaluation == "nothing":
        return make_player(GAME, compile_chooser(GAME, NOTHING), (), search)
    preset = find_preset(evaluation)
    return heuristic_player(GAME, preset, preset.defaults, search)


def values_of(rows: list[Solved], evaluation: str) -> list[int]:
    states = GAME.pack([GAME.parse_position(row.text) for row in rows])
    seeds = np.arange(len(rows), dtype=np.uint64)
    values = analyse(GAME, solver(evaluation), states, seeds).values
    return [0 if abs(value) <= EVALUATION_LIMIT else int(np.sign(value)) for value in values]


def test_solved_positions_are_complete() -> None:
    assert len(solved()) == 1_329
    assert Counter(row.status for row in solved()) == {
        "ongoing": 1_311,
        "draw": 8,
        "black": 5,
        "white": 5,
    }
    assert Counter(row.value for row in LATE) == {1: 109, 0: 76, -1: 14}


@pytest.mark.parametrize("evaluation", NAMES)
def test_late_positions_have_their_value(evaluation: str) -> None:
    assert values_of(LATE, evaluation) == [row.value for row in LATE]


def test_positions_are_read_with_the_side_to_move() -> None:
    for row in solved():
        position = GAME.parse_position(row.text)
        assert position.ply == row.stones
        assert GAME.player_to_move(position) == (1 if row.black_to_move else 2), row.text


def test_finished_positions_have_their_winner() -> None:
    for row in solved():
        winner = GAME.winner(GAME.parse_position(row.text))
        assert winner == {"ongoing": None, "black": 1, "white": 2, "draw": 0}[row.status], row.text
        if winner is not None:
            mover = 1 if row.black_to_move else 2
            assert row.value == (0 if winner == 0 else 1 if winner == mover else -1)
