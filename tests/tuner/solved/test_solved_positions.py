"""The package's solved positions are true, all different, and in halves that share nothing."""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from plain_truth import PlainTruth

import tuner
from engine.games import find_game
from engine.play.proving import prove
from tuner.matches.openings import SETS, draw_openings
from tuner.solved.file import SolvedError, SolvedFile
from tuner.solved.positions import (
    SPLITS,
    STAGES,
    choices_of,
    find_solved,
    has_solved,
    solved_games,
    solved_path,
    stages_of,
)

GAME = find_game("isolation")


@cache
def solved() -> SolvedFile:
    return find_solved(GAME)


def chosen(*, most_blanks: int, least_blanks: int = 0, every: int = 1) -> list[int]:
    """Numbers of positions with so many blank squares."""
    blanks = GAME.max_plies - solved().plies.astype(int)
    return list(np.flatnonzero((blanks <= most_blanks) & (blanks >= least_blanks))[::every])


def moves_in(word: Any) -> list[int]:
    return [move for move in range(64) if int(word) >> move & 1]


def keeping_moves(truth: PlainTruth, position: Any) -> list[int]:
    """By trying every game: the winning moves, or all moves of a lost position."""
    moves = GAME.legal_moves(position)
    winning = [move for move in moves if not truth.mover_wins(GAME.play(position, move))]
    return winning or list(moves)


def check(truth: PlainTruth, number: int) -> None:
    position = GAME.unpack(solved().states[number])
    assert moves_in(solved().keep[number]) == keeping_moves(truth, position), GAME.draw(position)
    assert bool(solved().won[number]) == truth.mover_wins(position), GAME.draw(position)


def test_the_set_is_large_and_small() -> None:
    found = solved()
    choice = found.won & (found.keep != found.moves)
    stages = stages_of(GAME, found.plies)
    for stage in range(len(STAGES)):
        assert np.count_nonzero(choice & (stages == stage)) >= 5_000
        assert np.count_nonzero(~found.won & (stages == stage)) == 1_000
    assert solved_path(GAME).stat().st_size < 3_000_000 / 4
    assert found.header["game"] == GAME.name


def test_no_position_is_an_image_of_another() -> None:
    keys = GAME.canonical(solved().states)
    assert len(np.unique(keys, axis=0)) == len(solved())


def test_moves_and_plies_are_those_of_the_positions() -> None:
    for number in range(0, len(solved()), 20):
        position = GAME.unpack(solved().states[number])
        assert moves_in(solved().moves[number]) == list(GAME.legal_moves(position))
        assert GAME.winner(position) is None
        assert solved().plies[number] == position.ply


def test_all_late_positions_by_trying_every_game() -> None:
    for number in chosen(most_blanks=14):
        check(PlainTruth(7, 7), number)


def test_middle_positions_by_trying_every_game() -> None:
    numbers = chosen(most_blanks=24, least_blanks=15, every=20)
    assert len(numbers) > 50
    for number in numbers:
        check(PlainTruth(7, 7), number)


def test_earlier_positions_by_the_solver() -> None:
    """It proves the whole position at once, while the set was made move by move."""
    numbers = chosen(most_blanks=40, least_blanks=25, every=30)
    assert len(numbers) > 300
    for number in numbers:
        proven = prove(GAME, GAME.unpack(solved().states[number]))
        assert proven.outcome == ("win" if solved().won[number] else "loss")
        assert proven.move in moves_in(solved().keep[number])


def test_answers_to_the_first_placement_by_an_exhaustive_program() -> None:
    """A CSV has who wins after both placements, once for all images."""
    file = ROOT / "tests" / "data" / "isolation7_solved_openings.csv"
    winners: dict[tuple[int, int], int] = {}
    with file.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            squares = [
                int(row[f"p{player}_row"]) * 7 + int(row[f"p{player}_col"]) for player in "12"
            ]
            after = GAME.play(GAME.play(GAME.initial(), squares[0]), squares[1])
            for image in GAME.images(after):
                winners[image.square_of(1), image.square_of(2)] = int(row["winner"])
    assert len(winners) == 49 * 48
    numbers = np.flatnonzero(solved().plies == 1)
    assert len(numbers) == 10
    for number in numbers:
        position = GAME.unpack(solved().states[number])
        winning = [
            move for move in GAME.legal_moves(position) if winners[position.square_of(1), move] == 2
        ]
        assert moves_in(solved().keep[number]) == winning


def test_both_halves_have_the_choices_of_all_stages_and_share_none() -> None:
    halves = [choices_of(solved(), split, 1) for split in SPLITS]
    for half in halves:
        assert min(np.bincount(half.stages, minlength=3)) > 2_300
        assert np.all((half.chance > 0) & (half.chance < 1))
    keys = [GAME.canonical(half.states) for half in halves]
    together = np.unique(np.concatenate(keys), axis=0)
    assert len(together) == len(keys[0]) + len(keys[1])


def test_images_of_a_position_are_in_the_same_half() -> None:
    found = solved()
    turned = GAME.pack([GAME.images(GAME.unpack(state))[3] for state in found.states[:300]])
    rows = {name: array[:300].copy() for name, array in found.arrays().items()}
    original, images = (
        SolvedFile(found.header, **rows),
        SolvedFile(found.header, **{**rows, "states": turned}),
    )
    for split in SPLITS:
        one, other = choices_of(original, split, 1), choices_of(images, split, 1)
        assert np.array_equal(one.keep, other.keep)
        assert np.array_equal(one.seeds, other.seeds)


def test_no_position_of_the_search_half_is_an_opening_of_a_verdict() -> None:
    """They are told apart by the same hash."""
    assert not set(SPLITS["search"]) & set(SETS["verdict"])
    openings = draw_openings(GAME, 8, "verdict", 2_000, 1)
    verdict = SolvedFile(
        solved().header,
        openings.states.copy(),
        np.ones(2_000, dtype=np.uint8),
        np.ones(2_000, dtype=np.bool_),
        np.full(2_000, 3, dtype=np.uint64),
        np.full(2_000, 1, dtype=np.uint64),
    )
    assert len(choices_of(verdict, "search", 1)) == 0
    assert len(choices_of(verdict, "verdict", 1)) == 2_000


@pytest.mark.parametrize(("blanks", "stage"), [(48, 0), (37, 0), (36, 1), (15, 1), (14, 2), (1, 2)])
def test_stages_by_blank_squares(blanks: int, stage: int) -> None:
    """More than 75% of 49 squares are 37, and the late stage has fewer than 15."""
    assert stages_of(GAME, np.array([49 - blanks], dtype=np.uint8)).tolist() == [stage]


def test_games_without_solved_positions_are_told_which_have_some() -> None:
    assert solved_games() == ("isolation-7x7",)
    assert has_solved(GAME)
    for name in ("isolation-5x5", "pentago"):
        game = find_game(name)
        assert not has_solved(game)
        with pytest.raises(SolvedError) as error:
            find_solved(game)
        assert str(error.value) == (
            f"there are no solved positions of {game.name}; there are some of isolation-7x7"
        )


def test_the_file_belongs_to_the_package() -> None:
    """An installed wheel has what the package data name."""
    folder = Path(tuner.__path__[0])
    with (ROOT / "pyproject.toml").open("rb") as file:
        patterns = tomllib.load(file)["tool"]["setuptools"]["package-data"]["tuner"]
    assert solved_path(GAME) in [path for pattern in patterns for path in folder.glob(pattern)]
