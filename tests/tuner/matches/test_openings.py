"""Openings: sets that share nothing, none of them decided, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_studies import small_study

from engine.errors import TuneError
from engine.game import Game
from engine.games import find_game
from tuner.matches.openings import (
    MIN_OPENINGS,
    SETS,
    OpeningError,
    OpeningSet,
    draw_openings,
    set_seed,
)
from tuner.matches.progress import Silent
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_run import EQUAL_TIME

DECIDED = 3
"""Plies within which no opening may be decided."""

BOARDS = ["isolation-7x7", "isolation-5x6"]


def orbit(game: Game[Any], position: Any) -> frozenset[str]:
    """A position with all its mirror images and rotations, as texts."""
    return frozenset(game.format_position(image) for image in game.images(position))


def orbits(game: Game[Any], openings: OpeningSet) -> list[frozenset[str]]:
    return [orbit(game, position) for position in positions(game, openings)]


def positions(game: Game[Any], openings: OpeningSet) -> list[Any]:
    return [game.unpack(state) for state in openings.states]


def draw(game: Game[Any], plies: int, name: str, pairs: int = 200, seed: int = 1) -> OpeningSet:
    return draw_openings(game, plies, name, pairs, seed)


def loses(game: Game[Any], position: Any, plies: int) -> bool:
    """Whether the side to move is stuck within so many plies, however it plays: plain Python."""
    moves = game.legal_moves(position)
    if not moves:
        return True
    return plies > 0 and all(wins(game, game.play(position, move), plies - 1) for move in moves)


def wins(game: Game[Any], position: Any, plies: int) -> bool:
    """Whether the side to move can stick the other one within so many plies."""
    return plies > 0 and any(
        loses(game, game.play(position, move), plies - 1) for move in game.legal_moves(position)
    )


@pytest.mark.parametrize("plies", [2, 4, 6])
@pytest.mark.parametrize("board", BOARDS)
def test_no_two_sets_share_an_opening_not_even_a_mirror_image(board: str, plies: int) -> None:
    game = find_game(board)
    found = {name: set(orbits(game, draw(game, plies, name))) for name in SETS}
    union: set[frozenset[str]] = set().union(*found.values())
    assert len(union) == sum(map(len, found.values()))
    assert min(map(len, found.values())) >= MIN_OPENINGS


@pytest.mark.parametrize("plies", [2, 4, 6])
@pytest.mark.parametrize("board", BOARDS)
def test_clusters_mark_the_pairs_whose_openings_are_equal_up_to_symmetry(
    board: str, plies: int
) -> None:
    game = find_game(board)
    openings = draw(game, plies, "search")
    numbers: dict[frozenset[str], set[int]] = {}
    for images, cluster in zip(orbits(game, openings), openings.clusters, strict=True):
        numbers.setdefault(images, set()).add(int(cluster))
    assert all(len(clusters) == 1 for clusters in numbers.values())
    assert len(numbers) == openings.distinct == len(set(openings.clusters))


def test_few_openings_are_drawn_again_and_again() -> None:
    openings = draw(find_game("isolation-7x7"), 2, "search", pairs=1000)
    assert len(openings) == 1000
    # 49 * 48 placements are 315 different ones up to symmetry, two eighths belong to the search.
    assert MIN_OPENINGS <= openings.distinct < 315 / 2


@pytest.mark.parametrize("plies", [2, 4, 6])
@pytest.mark.parametrize("board", BOARDS)
def test_openings_have_their_length_and_are_not_over(board: str, plies: int) -> None:
    game = find_game(board)
    for state in draw(game, plies, "selection").states:
        position = game.unpack(state)
        assert position.ply == plies
        assert game.winner(position) is None


def test_openings_that_a_short_search_decides_are_left_out() -> None:
    game = find_game("isolation-5x5")
    kept = [game.unpack(state) for state in draw(game, 6, "search", pairs=60).states]
    assert not any(
        wins(game, position, DECIDED) or loses(game, position, DECIDED) for position in kept
    )


def test_all_other_openings_are_kept() -> None:
    """On 5x5 after two placements the sets hold all that the plain search does not decide."""
    game = find_game("isolation-5x5")
    sets = ["selection", "verdict"]
    found = {images for name in sets for images in orbits(game, draw(game, 2, name, 1500))}
    undecided = set()
    for first in game.legal_moves(game.initial()):
        placed = game.play(game.initial(), first)
        for second in game.legal_moves(placed):
            position = game.play(placed, second)
            if not wins(game, position, DECIDED) and not loses(game, position, DECIDED):
                undecided.add(orbit(game, position))
    assert found < undecided
    # These two sets are a half of all; the hash deals 85 cards, give or take.
    assert len(undecided) / 2 - 15 < len(found) < len(undecided) / 2 + 15


def test_the_same_seed_gives_the_same_openings_and_another_seed_others() -> None:
    game = find_game("isolation-7x7")
    one, again, other = (draw(game, 4, "search", seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(one.states, again.states)
    assert np.array_equal(one.clusters, again.clusters)
    assert one.seed == again.seed != other.seed
    shared = set(orbits(game, one)) & set(orbits(game, other))
    assert len(shared) < len(one) / 2


def test_the_arrays_cannot_be_changed() -> None:
    openings = draw(find_game("isolation-5x5"), 4, "search")
    for array in (openings.states, openings.clusters):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("plies", [0, 1])
def test_too_few_openings_are_an_error_that_names_the_cure(plies: int) -> None:
    with pytest.raises(
        OpeningError,
        match=r"^openings of . plies leave only .*; "
        r"try another number of plies",
    ):
        draw(find_game("isolation-7x7"), plies, "search")


def test_openings_longer_than_the_games_are_an_error() -> None:
    with pytest.raises(TuneError, match="leave only 0 different ones for the search, which"):
        draw(find_game("isolation-3x3"), 8, "search")


def test_set_seeds_are_64_bit_numbers_that_differ_by_seed_and_purpose() -> None:
    seeds = [set_seed(seed, *names) for seed in (1, 2) for names in (("a",), ("b",), ("a", "b"))]
    assert len(set(seeds)) == len(seeds)
    assert all(0 <= seed < 2**64 for seed in seeds)
    assert max(seeds) > 2**56


def test_the_verdict_shares_no_game_opening_or_seed_with_search_and_selection(
    tmp_path: Path,
) -> None:
    """What is quoted at the end comes from games that nothing was chosen by."""
    study = small_study(tmp_path)
    run_study(study, tmp_path, 1, Silent())
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)

    def seen(name: str) -> tuple[set[frozenset[str]], set[int]]:
        rows = pairs[pairs["openings"] == name]
        texts: Iterable[str] = rows["opening"].unique()
        openings = {orbit(study.game, study.game.parse_position(text)) for text in texts}
        return openings, set(rows["seed_0"]) | set(rows["seed_1"])

    # Comparisons have a set of their own, which no study plays. What is played at equal time
    # has openings of the other conditions; it chooses nothing either.
    studied = set(SETS) - {"compare"}
    assert set(pairs["openings"]) == studied | set(EQUAL_TIME)
    assert seen("conditions")[0] <= seen("equal time")[0]
    sets = {name: seen(name) for name in studied - {"conditions"} | {EQUAL_TIME[0]}}
    for name, (openings, seeds) in sets.items():
        assert len(openings) >= MIN_OPENINGS
        for other in sets.keys() - {name}:
            assert openings.isdisjoint(sets[other][0])
            assert seeds.isdisjoint(sets[other][1])
