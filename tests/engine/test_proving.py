"""The exact solver as others call it: moves, budgets, theorems, what it refuses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from interrupts import interrupted_after
from plain_truth import PlainTruth
from truths import late_positions, placed, winner_of

from engine.errors import EngineError
from engine.games import find_game
from engine.play.proving import NoSolverError, find_solver, prove

OnBoard = Callable[[str], tuple[Any, Any]]


@pytest.mark.parametrize("board", ["3x4", "4x5", "5x5", "6x6"])
def test_the_move_keeps_the_win_or_resists_longest(board: str) -> None:
    height, width = map(int, board.split("x"))
    game, truth = find_game(f"isolation-{board}"), PlainTruth(height, width)
    outcomes = set()
    for position in late_positions(height, width, min(10, height * width - 2), 200):
        proven = prove(game, position)
        outcomes.add(proven.outcome)
        assert proven.move is not None
        child = game.play(position, proven.move)
        assert truth.mover_wins(child) == (proven.outcome == "loss"), game.draw(position)
        if proven.outcome == "loss":
            plies = truth.plies_to_end(position)
            assert proven.plies == plies == 1 + truth.plies_to_end(child), game.draw(position)
        else:
            assert proven.plies is None
    assert outcomes == {"win", "loss"}


@pytest.mark.parametrize("nodes", [*range(1, 12), 20, 100, 1_000, 4_000, 4_001, 20_000, 160_000])
@pytest.mark.parametrize(("height", "width"), [(6, 6), (3, 21)], ids=["6x6", "walks on 3x21"])
def test_a_budget_that_is_too_small_is_unknown_and_never_wrong(
    height: int, width: int, nodes: int
) -> None:
    game, truth = find_game(f"isolation-{height}x{width}"), PlainTruth(height, width)
    answers = []
    for position in late_positions(height, width, 24, 50):
        proven = prove(game, position, nodes)
        assert proven.nodes <= nodes
        answers.append(proven.outcome)
        if proven.outcome == "unknown":
            assert (proven.move, proven.plies) == (None, None)
        else:
            assert (proven.outcome == "win") == truth.mover_wins(position)
    if nodes <= 2:
        assert answers.count("unknown") >= 5
    if nodes >= 4_000:
        assert "unknown" not in answers


@pytest.mark.parametrize("nodes", [4_000, 4_001, 154_000, 154_001, 300_000])
def test_a_budget_that_ends_is_used_up(nodes: int) -> None:
    """7x7 from the empty board takes 18 million; budgets around the first attempts'."""
    game = find_game("isolation")
    proven = prove(game, game.initial(), nodes)
    assert (proven.outcome, proven.nodes) == ("unknown", nodes)


@pytest.mark.parametrize(
    ("drawing", "to_move", "winner"),
    [
        # 1 walks c4 and b2 and is stuck then; 2 has c2 only.
        ("1xxxx xx.xx xxxxx x..xx xxxx2", 1, 1),
        # 2 walks c2 and b4: as far as 1, but it has to begin.
        ("1xxxx x..xx xxxxx x..xx xxxx2", 2, 1),
    ],
)
def test_separate_regions_are_walked(
    on_board: OnBoard, drawing: str, to_move: int, winner: int
) -> None:
    """The squares that one side can come to are out of reach of the other: the longer walk wins."""
    game, position = on_board(drawing)
    assert game.player_to_move(position) == to_move
    assert winner_of(game, position) == winner


MIRRORED = """
    1.x..
    .....
    .....
    ..x.2
"""


def test_half_a_turn_that_changes_sides_is_lost(on_board: OnBoard) -> None:
    game, position = on_board(MIRRORED)
    assert PlainTruth(4, 5).mover_wins(position) is False
    proven = prove(game, position)
    assert (proven.outcome, proven.nodes) == ("loss", 0)


def test_a_blank_centre_breaks_the_symmetry() -> None:
    """Half a turn changes the sides, and yet the side to move wins, since the centre is free."""
    game, truth = find_game("isolation-5x5"), PlainTruth(5, 5)
    centre = 12
    wins = 0
    for first in range(centre):
        position = game.play(game.play(game.initial(), first), 24 - first)
        assert (prove(game, position).outcome == "win") == truth.mover_wins(position)
        wins += truth.mover_wins(position)
    assert wins > 0


def test_a_finished_game_is_lost_for_the_side_to_move(on_board: OnBoard) -> None:
    game, position = on_board("""
        1xx
        xxx
        xx2
    """)
    proven = prove(game, position)
    assert (proven.outcome, proven.move, proven.plies) == ("loss", None, 0)


@pytest.mark.parametrize("name", ["isolation-9x11", "isolation-5x13"])
def test_a_game_without_a_solver(name: str) -> None:
    game = find_game(name)
    assert find_solver(game) is None
    message = f"^an exact solver is not available for {game.name}; "
    with pytest.raises(NoSolverError, match=message):
        prove(game, game.initial())


@pytest.mark.parametrize("nodes", [0, -1, 1 << 63])
def test_a_budget_out_of_range(nodes: int) -> None:
    game = find_game("isolation")
    with pytest.raises(EngineError, match=f"^{nodes} nodes are no budget of a proof; give 1 to "):
        prove(game, game.initial(), nodes)


def test_a_long_proof_can_be_interrupted() -> None:
    """8x8 after two placements that are no images of each other takes more than a minute."""
    game, position = placed("8x8", ("0", "0"), ("3", "4"))
    assert prove(game, position, 1_000).outcome == "unknown"
    began = time.monotonic()
    with interrupted_after(0.3), pytest.raises(KeyboardInterrupt):
        prove(game, position, 10**12)
    assert time.monotonic() - began < 10.0
