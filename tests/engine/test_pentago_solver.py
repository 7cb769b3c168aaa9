"""The exact solver of Pentago as others call it: drawn boards, budgets, memory, few stones."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import plain_pentago as plain
import pytest
from interrupts import interrupted_after
from pentago_golden import GAME, drawn

from engine.kernels.interface import DRAWN, GOING
from engine.kernels.proof import HEADER_SLOTS, NODE_LIMIT, NODES, POSITION_MASK
from engine.pentago import solver as module
from engine.pentago.position import Position
from engine.pentago.solver.memory import slots_needed
from engine.play.proof import Proof
from engine.play.proving import DEFAULT_NODES, find_solver, prove

SOLVER = module.find_solver(GAME)


def boards_behind(empty: int) -> int:
    """Ways to put stones on some of the empty squares: those taken, and the first side's."""
    return sum(comb(empty, added) * comb(added, added // 2) for added in range(1, empty + 1))


def text_of(position: Position) -> str:
    return GAME.format_position(position)


FOUR_IN_A_ROW = """
    BBBB..
    WWW...
    ......
    ......
    ......
    W.....
"""

# A turn of the upper right quadrant clockwise takes d4 to d6 and d5 to e6.
FOUR_AFTER_A_TURN = """
    BBB...
    WW.B..
    .....W
    ......
    ......
    W.....
"""

# White fills the last square, and black has five unless a turn gives it to both.
BOTH_HAVE_FIVE = """
    WBWWBW
    BBBWBW
    WWWWBB
    BBBBWW
    WBWBBB
    WBW.BW
"""

NOBODY_HAS_FIVE = """
    BBWWBB
    WWBBWW
    BBWWBB
    WWBBWW
    BBWWBB
    WWBBW.
"""

# No move wins at once, and yet black has won with its next stone but one, whatever white does.
IN_THREE_PLIES = """
    WBWBBW
    BWWWWB
    BBWWWW
    .B.WBB
    WBWWB.
    BBWB.B
"""

FORCED_DRAW = """
    BWBBBB
    WB.WWB
    BWW.BB
    B.BWW.
    WWBBBW
    WWWBWW
"""

FORCED_LOSS = """
    BWBWBB
    BBB.WB
    WBWW.W
    .BWWWB
    WW.WWW
    BBWBBB
"""


def test_a_win_by_placement_is_the_square_alone() -> None:
    proven = prove(GAME, drawn(FOUR_IN_A_ROW))
    assert (proven.outcome, proven.nodes) == ("win", 1)
    assert proven.move is not None
    assert GAME.format_move(proven.move) == "e6"


def test_a_win_by_turning() -> None:
    position = drawn(FOUR_AFTER_A_TURN)
    proven = prove(GAME, position)
    assert (proven.outcome, proven.nodes) == ("win", 1)
    assert proven.move is not None
    assert GAME.format_move(proven.move).endswith("-tr-cw")
    assert GAME.winner(GAME.play(position, proven.move)) == 1


@pytest.mark.parametrize(
    ("drawing", "fives"), [(BOTH_HAVE_FIVE, "BW"), (NOBODY_HAS_FIVE, "")], ids=["both", "nobody"]
)
def test_draws_by_the_last_stone(drawing: str, fives: str) -> None:
    position = drawn(drawing)
    proven = prove(GAME, position)
    assert proven.outcome == "draw"
    assert proven.move is not None
    board = text_of(GAME.play(position, proven.move))
    assert [colour for colour in "BW" if plain.has_five(board, colour)] == list(fives)
    if fives:
        # Every other turn loses.
        others = [one for one in plain.boards_after(text_of(position)) if plain.result(one) != 0]
        assert others
        assert all(plain.result(one) == 1 for one in others)


@pytest.mark.parametrize(
    ("drawing", "outcome", "after"),
    [
        (IN_THREE_PLIES, "win", "loss"),
        (FORCED_DRAW, "draw", "draw"),
        (FORCED_LOSS, "loss", "win"),
    ],
    ids=["win", "draw", "loss"],
)
def test_the_move_is_solved_in_turn(drawing: str, outcome: str, after: str) -> None:
    position = drawn(drawing)
    proven = prove(GAME, position)
    assert proven.outcome == outcome
    assert {"win": 1, "draw": 0, "loss": -1}[outcome] == plain.value(text_of(position))
    assert proven.move is not None
    assert prove(GAME, GAME.play(position, proven.move)).outcome == after


def test_a_finished_game_can_be_drawn() -> None:
    position = drawn("BWBWBB BWBBWW WBWWBB WWBBWW BBWWBB WWBBWW")
    proven = prove(GAME, position)
    assert (proven.outcome, proven.move, proven.plies) == ("draw", None, 0)


def test_the_budget_of_a_draw_is_two_questions() -> None:
    """Whether a win can be had, then whether a draw can; nothing is begun that cannot be ended."""
    position = drawn(FORCED_DRAW)
    needed = 1 + 2 * boards_behind(4)
    assert SOLVER.prove(position, needed).outcome == "draw"
    assert SOLVER.prove(position, needed).nodes == needed
    reason = f"a proof from 32 stones takes up to {needed} nodes"
    assert SOLVER.prove(position, needed - 1) == Proof("unknown", None, 1 + needed // 2, reason)
    assert SOLVER.prove(position, needed // 2) == Proof("unknown", None, 1, reason)


def test_the_budget_of_a_win_is_one_question() -> None:
    position = drawn(IN_THREE_PLIES)
    needed = 1 + boards_behind(4)
    assert SOLVER.prove(position, needed).outcome == "win"
    assert SOLVER.prove(position, needed - 1).outcome == "unknown"


def test_the_default_budget_is_enough_from_the_fewest_stones_on() -> None:
    empty = 36 - module.FEWEST_STONES
    assert 1 + 2 * boards_behind(empty) < DEFAULT_NODES < 1 + 2 * boards_behind(empty + 1)


@pytest.mark.parametrize("drawing", [NOBODY_HAS_FIVE, FORCED_DRAW], ids=["1 empty", "4 empty"])
def test_nothing_is_written_outside_the_memory(drawing: str) -> None:
    state = GAME.pack([drawn(drawing)])
    needed = int(slots_needed(np.int64(drawing.count("."))))
    for missing in (0, 1):
        positions = (needed - HEADER_SLOTS + 1) // 2 - missing
        used = HEADER_SLOTS + 2 * positions
        notes = np.full(used + 1_000, 7, dtype=np.int64)
        notes[[NODES, NODE_LIMIT, POSITION_MASK]] = 0, 10_000, positions - 1
        outcome = SOLVER.routine(SOLVER.board.ctypes.data, notes.ctypes.data, state.ctypes.data)
        assert outcome == (GOING if missing else DRAWN)
        assert (notes[used:] == 7).all()
        if missing:
            assert (notes[HEADER_SLOTS:] == 7).all()


SIXTEEN_STONES = "..B.../WWBBB./.W.B../.BB.W./W.W.../.BW.W."
"""The golden data have it as won for black."""


def test_with_few_stones_a_plain_search_is_tried() -> None:
    position = GAME.parse_position(SIXTEEN_STONES)
    assert SOLVER.prove(position, DEFAULT_NODES) == Proof(
        "unknown", None, 1, "Pentago is solved from 19 stones on"
    )
    proven = prove(GAME, position)
    assert (proven.outcome, proven.plies, proven.reason) == ("win", None, "")
    assert proven.move is not None
    after = prove(GAME, GAME.play(position, proven.move))
    assert (after.outcome, after.plies) == ("loss", 2)


def test_the_empty_board_stays_unknown() -> None:
    proven = prove(GAME, GAME.initial(), 5_000)
    assert (proven.outcome, proven.move) == ("unknown", None)
    assert proven.reason == "Pentago is solved from 19 stones on"
    # The plain search may exceed its limit by the children of one position.
    assert 1_000 < proven.nodes < 5_000 + 288


def test_a_long_proof_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With 19 stones it takes seconds; the steps tell that it did not go on to the end."""
    kept: list[Any] = []
    fresh = module._fresh_notes

    def keep(limit: int, stones: int) -> Any:
        kept.append(fresh(limit, stones))
        return kept[-1]

    monkeypatch.setattr(module, "_fresh_notes", keep)
    position = GAME.parse_position(".B.W.B/WWBWBW/WB.W.B/.W..B./BW.B../.B....")
    with interrupted_after(0.2), pytest.raises(KeyboardInterrupt):
        SOLVER.prove(position, 10**9)
    assert kept[0][NODES] < boards_behind(17)


def test_there_is_a_solver_of_pentago() -> None:
    assert find_solver(GAME) is SOLVER
