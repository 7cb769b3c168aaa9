"""A batch is what a killed process loses: about a second of games, whatever they cost."""

from __future__ import annotations

import pytest

from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from tuner.matches.pairs import BATCH_PAIRS, batch_bounds, batch_pairs

LONG = 20_000


def batch(game: str, search: Search, pairs: int = LONG) -> int:
    return batch_pairs(find_game(game), pairs, (search, search))


@pytest.mark.parametrize(
    ("game", "search", "games_a_second"),
    [
        # Games a second of one core, as `tune bench` prints them, rounded down.
        ("isolation", make_search("alphabeta", depth=3), 150_000),
        ("isolation", make_search("alphabeta", depth=5), 37_000),
        ("isolation", make_search("perfect", nodes=20_000, otherwise=make_search("greedy")), 400),
        ("isolation-9x11", make_search("alphabeta", depth=4), 28_000),
        ("pentago", make_search("alphabeta", depth=2), 2_300),
        ("pentago", make_search("alphabeta", depth=3), 330),
        ("pentago", make_search("alphabeta", depth=4), 17),
    ],
    ids=str,
)
def test_a_batch_takes_no_more_than_a_second(
    game: str, search: Search, games_a_second: int
) -> None:
    assert 2 * batch(game, search) / games_a_second <= 1.0


@pytest.mark.parametrize("milliseconds", [1.0, 20.0, 100.0, 5_000.0])
def test_with_a_limit_in_time_it_takes_that_of_its_moves(milliseconds: float) -> None:
    pairs = batch("isolation", make_search("alphabeta", time_ms=milliseconds))
    # Two games of at most 49 moves.
    assert pairs == 1 or pairs * 2 * 49 * milliseconds <= 1_000


def test_one_slow_side_is_enough() -> None:
    quick, slow = make_search("greedy"), make_search("alphabeta", nodes=1_000_000)
    game = find_game("isolation")
    assert batch_pairs(game, LONG, (quick, slow)) == batch_pairs(game, LONG, (slow, quick)) == 2
    staged = make_search("staged", switch_ply=9, first=quick, then=slow)
    assert batch_pairs(game, LONG, (quick, staged)) == 2


def test_short_matches_are_cut_into_few_batches_and_long_ones_into_more() -> None:
    quick = make_search("alphabeta", depth=3)
    assert batch("isolation", quick, 100) == BATCH_PAIRS
    assert batch("isolation", quick, 800) == 200
    assert batch("isolation", quick, 4_000) == 1_000
    assert batch("isolation", quick, 1_000_000) == 1_024


def test_a_match_is_cut_without_a_gap() -> None:
    assert batch_bounds(300, 128) == [(0, 128), (128, 256), (256, 300)]
    assert batch_bounds(128, 128) == [(0, 128)]


@pytest.mark.parametrize(
    ("kept", "bounds"),
    [
        # It was stopped, and its threads had left a gap in the middle.
        ([(0, 128), (256, 300)], [(0, 128), (128, 256), (256, 300)]),
        # It was a match of 150 pairs.
        ([(0, 128), (128, 150)], [(0, 128), (128, 150), (150, 256), (256, 300)]),
        # Of 290 pairs in batches of 100, with a gap in the middle.
        ([(0, 100), (200, 290)], [(0, 100), (100, 128), (128, 200), (200, 290), (290, 300)]),
        # It was a longer one: what reaches beyond the end is not played again.
        ([(0, 200), (200, 400), (400, 500)], [(0, 200), (200, 400)]),
    ],
)
def test_what_is_kept_of_a_match_that_was_cut_otherwise_stays_as_it_is(
    kept: list[tuple[int, int]], bounds: list[tuple[int, int]]
) -> None:
    assert batch_bounds(300, 128, kept) == bounds
