"""The turns that the Pentago search lists, against the rules: no position twice, none left out."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from entry_points import entry_to
from pentago_golden import GAME
from pentago_searches import BOARDS, random_states, states_of_every_stage

from engine.entries import ADDRESS
from engine.intrinsics import store_number
from engine.kernels.evaluation import win_in
from engine.pentago.bits import Memory, load_state
from engine.pentago.search.turns import OPEN, TURN_SLOTS, completions, open_turns
from engine.play.compiler import compile_routines

PLY = 3


def opened(board: Memory, position: Memory, turns: Memory, best: Memory) -> np.int64:
    """The number of turns of a position; the best value of a child that is over is stored."""
    number, value = open_turns(board, load_state(position, np.int64(0)), np.int64(3), turns)
    store_number(best, np.int64(0), value)
    return number


def completed(board: Memory, position: Memory) -> np.int64:
    """The squares on which own completes a line."""
    return np.int64(completions(board, load_state(position, np.int64(0))[0]))


@cache
def compiled() -> Any:
    routines = {
        opened: entry_to(opened, ADDRESS, ADDRESS, ADDRESS, ADDRESS),
        completed: entry_to(completed, ADDRESS, ADDRESS),
    }
    return compile_routines(GAME, "turns", routines)[0]


def listed(state: Any) -> tuple[int, float, list[bytes]]:
    """(number of turns, best value of a child that is over, the children that go on)."""
    board, best = GAME.memory(()), np.zeros(1)
    state = np.ascontiguousarray(state)
    turns = np.zeros((8, TURN_SLOTS), dtype=np.uint64)
    arrays = (board, state, turns, best)
    number = compiled().opened_routine(*(array.ctypes.data for array in arrays))
    children = []
    for own, opp, squares in turns[:number, [0, 1, OPEN]].tolist():
        stones = [1 << square for square in range(36) if squares >> square & 1]
        children += [np.array([opp, own | stone], dtype=np.uint64).tobytes() for stone in stones]
    return number, float(best[0]), children


def judged(position: Any) -> tuple[float, set[bytes]]:
    """The same by the rules: the best value of a child that is over, the children that go on."""
    best, going = -np.inf, set()
    for move in GAME.legal_moves(position):
        child = GAME.play(position, move)
        winner = GAME.winner(child)
        if winner is None:
            going.add(GAME.pack([child])[0, :2].tobytes())
        elif winner == 0:
            best = max(best, 0.0)
        else:
            sign = 1 if winner == GAME.player_to_move(position) else -1
            best = max(best, sign * win_in(PLY + 1))
    return best, going


def test_the_children_are_those_of_the_rules() -> None:
    merged = 0
    for state in states_of_every_stage(4):
        position = GAME.unpack(state)
        number, best, children = listed(state)
        expected_best, expected = judged(position)
        assert best == expected_best, GAME.draw(position)
        if best < win_in(PLY + 1):
            assert set(children) == expected, GAME.draw(position)
            merged += 8 - number
            # A stone can make a quadrant symmetric; only such positions come twice.
            assert len(children) <= len(expected) + 8, GAME.draw(position)
    assert merged > 20


def test_on_the_empty_board_every_turn_is_one() -> None:
    number, best, children = listed(GAME.pack([GAME.initial()])[0])
    assert (number, best) == (1, -np.inf)
    assert len(children) == len(set(children)) == 36


def test_quadrants_that_half_a_turn_leaves_alike_turn_one_way() -> None:
    state = GAME.pack([BOARDS["quadrants that look the same after half a turn"]])[0]
    number, _, children = listed(state)
    assert number == 4
    assert len(children) == 4 * 28


@pytest.mark.parametrize("plies", [8, 12, 16, 24, 30])
def test_squares_that_complete_a_line(plies: int) -> None:
    board = GAME.memory(())
    for state in random_states(plies, 60):
        position = GAME.unpack(state)
        winning = {move - 288 for move in GAME.legal_moves(position) if move >= 288}
        completing = compiled().completed_routine(board.ctypes.data, state.ctypes.data)
        squares = completing & ~int(state[0] | state[1])
        assert {square for square in range(36) if squares >> square & 1} == winning
