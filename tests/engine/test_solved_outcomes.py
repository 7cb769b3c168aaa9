"""Outcomes of the exact solver are those of exhaustive programs and of trying every game."""

from __future__ import annotations

import csv
import gzip
import json
from collections import Counter
from typing import Any

import pytest
from checkout import DATA
from golden import FILE
from plain_truth import PlainTruth
from truths import late_positions, placed, winner_of

from engine.games import find_game
from engine.isolation.position import Position
from engine.play.proof import Solver
from engine.play.proving import find_solver, prove

SMALL_BOARDS = {
    "3x3": 72,
    "3x4": 132,
    "4x4": 240,
    "4x5": 380,
    "5x4": 380,
    "4x6": 552,
    "5x5": 600,
    "5x6": 870,
}
"""All pairs of placements: squares * (squares - 1)."""


def openings() -> list[dict[str, str]]:
    with (DATA / "isolation7_solved_openings.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def check_opening(row: dict[str, str]) -> None:
    game, position = placed("7x7", (row["p1_row"], row["p1_col"]), (row["p2_row"], row["p2_col"]))
    assert winner_of(game, position) == int(row["winner"]), game.draw(position)


@pytest.mark.parametrize("number", range(0, 315, 8))
def test_openings_of_7x7(number: int) -> None:
    check_opening(openings()[number])


@pytest.mark.slow
def test_all_openings_of_7x7() -> None:
    rows = openings()
    assert sum(int(row["orbit_size"]) for row in rows) == 49 * 48
    for row in rows:
        check_opening(row)


def test_player_2_wins_7x7() -> None:
    game = find_game("isolation")
    proven = prove(game, game.initial())
    assert proven.outcome == "loss"
    assert proven.move in game.legal_moves(game.initial())
    # Without the images it takes several times as many.
    assert proven.nodes < 20_000_000


@pytest.mark.parametrize(("board", "pairs"), SMALL_BOARDS.items())
def test_all_placements_of_small_boards(board: str, pairs: int) -> None:
    with (DATA / "isolation_solved_placements.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if f"{row['height']}x{row['width']}" == board]
    assert len(rows) == pairs
    for row in rows:
        first, second = (row["p1_row"], row["p1_col"]), (row["p2_row"], row["p2_col"])
        game, position = placed(board, first, second)
        assert winner_of(game, position) == int(row["winner"]), game.draw(position)


@pytest.mark.parametrize("board", [*SMALL_BOARDS, "6x6", "8x8", "7x8", "4x16"])
def test_player_2_wins_these_empty_boards(board: str) -> None:
    """The small ones by the data; without a centre, by answering with the image of every move."""
    game = find_game(f"isolation-{board}")
    assert winner_of(game, game.initial()) == 2


def test_golden_positions_that_are_solved() -> None:
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    known = [row for row in rows if row["solved_winner"] is not None and row["height"] < 9]
    assert len(known) > 1_000
    for row in known:
        game = find_game(f"isolation-{row['height']}x{row['width']}")
        blocked = {r * game.width + c for r, c in row["blocked"]}
        blanks = sum(1 << square for square in range(game.max_plies) if square not in blocked)
        pieces = [
            None if row[key] is None else row[key][0] * game.width + row[key][1]
            for key in (("p1", "p2") if row["to_move"] == 1 else ("p2", "p1"))
        ]
        position = Position(game.height, game.width, blanks, *pieces)
        assert winner_of(game, position) == row["solved_winner"], row["id"]


def agree(game: Any, solver: Solver, truth: PlainTruth, position: Position) -> bool:
    """Whether outcome and winning move are right, or the game is over where rules say so."""
    if game.winner(position) is not None:
        return not truth.moves(position)
    proof = solver.prove(position, 10**9)
    if proof.outcome == "win":
        return truth.wins_by(position, proof.move)
    return proof.outcome == "loss" and not truth.mover_wins(position)


def disagreements(truth: PlainTruth, positions: list[Position]) -> list[str]:
    """The positions of which the solver says something else than trying every game does."""
    game = find_game(f"isolation-{truth.height}x{truth.width}")
    solver = find_solver(game)
    assert solver is not None
    return [
        game.draw(position) for position in positions if not agree(game, solver, truth, position)
    ]


@pytest.mark.parametrize(
    ("height", "width", "count"),
    [
        (3, 3, 666),
        (3, 4, 5_285),
        (4, 4, 124_201),
        pytest.param(4, 5, 1_865_585, marks=pytest.mark.slow),
    ],
)
def test_every_position_of_a_board(height: int, width: int, count: int) -> None:
    truth = PlainTruth(height, width)
    positions = truth.every_position()
    assert len(positions) == count
    assert disagreements(truth, positions) == []


@pytest.mark.parametrize(("height", "width"), [(5, 5), (6, 6)])
def test_random_positions_with_at_most_24_blanks(height: int, width: int) -> None:
    truth = PlainTruth(height, width)
    positions = truth.random_positions(2_500, most_blanks=24, share=125)
    assert len(set(positions)) == 2_500
    numbers = Counter(position.blanks.bit_count() for position in positions)
    assert all(numbers[blanks] >= 100 for blanks in range(6, min(24, height * width - 2) + 1))
    assert {truth.mover_wins(position) for position in positions} == {True, False}
    assert disagreements(truth, positions) == []


@pytest.mark.parametrize(
    ("height", "width", "blanks", "count"),
    [
        *((5, 5, 16, 200), (5, 5, 20, 200), (5, 5, 22, 50), (6, 6, 18, 200), (6, 6, 24, 200)),
        # The last bits of a word are squares here, and the rows are short, long and many.
        *((8, 8, 26, 100), (3, 21, 24, 50), (21, 3, 24, 50), (4, 16, 24, 50), (9, 7, 24, 100)),
    ],
)
def test_random_late_positions(height: int, width: int, blanks: int, count: int) -> None:
    positions = late_positions(height, width, blanks, count)
    assert len(positions) == count
    assert disagreements(PlainTruth(height, width), positions) == []
