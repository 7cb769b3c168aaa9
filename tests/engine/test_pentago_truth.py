"""Outcomes of late Pentago positions are those of exhaustive programs and of trying every game."""

from __future__ import annotations

import random
from collections import Counter

import plain_pentago as plain
import pytest
from pentago_golden import GAME, Solved, solved

from engine.play.proving import DEFAULT_NODES, Truth, find_solver, prove

WORDS = {1: "win", 0: "draw", -1: "loss"}

LATE_BUDGET = 40_000
"""Enough for every position with 26 stones and more: some milliseconds."""


def rows_from(first: int, last: int = 36) -> list[Solved]:
    """The golden rows with so many stones."""
    return [row for row in solved() if first <= row.stones <= last]


def proven(board: str, nodes: int = LATE_BUDGET) -> str:
    """What the solver says of a game that goes on."""
    solver = find_solver(GAME)
    assert solver is not None
    proof = solver.prove(GAME.parse_position(board), nodes)
    assert proof.nodes <= nodes
    assert (proof.move is not None) == (proof.outcome in {"win", "draw"})
    return proof.outcome


def wrong(rows: list[Solved], nodes: int) -> list[str]:
    """The rows that are not decided as they should be; finished games are left out."""
    going = [row for row in rows if row.status == "ongoing"]
    return [row.text for row in going if proven(row.text, nodes) != WORDS[row.value]]


def test_every_golden_position_from_26_stones_on_is_decided() -> None:
    """All of them, where 95 of 100 from 28 stones on were asked for."""
    rows = rows_from(26)
    assert len(rows) == 458
    assert wrong(rows, LATE_BUDGET) == []


@pytest.mark.parametrize(
    ("first", "last", "count"), [(22, 25, 62), pytest.param(20, 21, 30, marks=pytest.mark.slow)]
)
def test_golden_positions_of_the_middle_are_decided(first: int, last: int, count: int) -> None:
    """From 19 stones on the default budget is enough; from 20 on that takes less than 2 s each."""
    rows = rows_from(first, last)
    assert len(rows) == count
    assert wrong(rows, DEFAULT_NODES) == []


@pytest.mark.parametrize("nodes", [1, 2, 100, 1_000, 10_000])
def test_a_budget_that_is_too_small_is_never_wrong(nodes: int) -> None:
    """Also where a plain search takes what the solver leaves, as with few stones."""
    answers: Counter[str] = Counter()
    for row in solved()[::2]:
        found = prove(GAME, GAME.parse_position(row.text), nodes).outcome
        answers[found] += 1
        assert found in {"unknown", WORDS[row.value]}, row.text
    assert answers["unknown"] > 100
    assert answers["win"] > 100


def boards(empty: int, count: int) -> list[str]:
    """Boards with stones anywhere, on half of which no move wins at once."""
    generator = random.Random(empty)
    makers = (plain.random_board, plain.quiet_board)
    return [makers[number % 2](empty, generator) for number in range(count)]


@pytest.mark.parametrize(
    ("empty", "count"), [(1, 200), (2, 200), (3, 150), (4, 60), (5, 16), (6, 4)]
)
def test_random_positions(empty: int, count: int) -> None:
    found: Counter[str] = Counter()
    for board in boards(empty, count):
        outcome = proven(board)
        assert outcome == WORDS[plain.value(board)], board
        found[outcome] += 1
    assert len(found) >= (3 if 2 <= empty <= 5 else 2)


def after(board: str, proven: Truth) -> str:
    """The board after the proven's move, which must be one that the rules have."""
    assert proven.move is not None
    played: str = GAME.format_position(GAME.play(GAME.parse_position(board), proven.move))
    assert played in set(plain.boards_after(board))
    return played


@pytest.mark.parametrize(("empty", "count"), [(1, 100), (2, 100), (3, 100), (4, 50), (5, 10)])
def test_the_move_keeps_the_win_or_the_draw(empty: int, count: int) -> None:
    for board in boards(empty, count):
        proven = prove(GAME, GAME.parse_position(board))
        assert plain.value(after(board, proven)) == -plain.value(board), board


def plies_until_lost(board: str) -> int:
    """How long the side to move of a lost position can hold out, the other one hurrying."""
    if plain.result(board) is not None:
        return 0
    return 1 + max(plies_until_won(one) for one in plain.boards_after(board))


def plies_until_won(board: str) -> int:
    """How soon the side to move of a won position can have won."""
    if plain.result(board) is not None:
        return 0
    return 1 + min(plies_until_lost(one) for one in plain.boards_after(board) if loses(one))


def loses(board: str) -> bool:
    return plain.value(board) == -1


def test_a_loss_is_resisted_longest() -> None:
    lost = [board for board in boards(4, 60) if plain.value(board) == -1]
    assert len(lost) > 5
    for board in lost:
        proven = prove(GAME, GAME.parse_position(board))
        played = after(board, proven)
        assert proven.plies == plies_until_lost(board) == 1 + plies_until_won(played), board


def test_images_have_the_same_outcome() -> None:
    outcomes = set()
    for board in boards(7, 40):
        images = [GAME.format_position(one) for one in GAME.images(GAME.parse_position(board))]
        assert len(set(images)) == 8
        found = {proven(image) for image in images}
        assert len(found) == 1, board
        outcomes |= found
    assert outcomes == {"win", "draw", "loss"}
