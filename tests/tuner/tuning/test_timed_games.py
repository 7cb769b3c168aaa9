"""When enough games are timed: simulated laps, of which it is known what they really take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from scipy import stats

from tuner.tuning.timed_games import (
    NOTHING_KNOWN,
    GameTime,
    KnownSeconds,
    TimedMatch,
    next_match,
    scatter,
)

PLAYERS: Any = ("one", "other")
TIMES = 100


def time_games(
    stream: np.random.Generator, games: Sequence[float], deviation: float, known: KnownSeconds
) -> list[GameTime]:
    """Games that take a second each, timed by pairs whose seconds are normal."""

    def lap() -> float:
        return max(0.01, 2.0 + 2.0 * deviation * stream.standard_normal())

    timed = [TimedMatch(PLAYERS, laps=[lap()]) for _ in games]
    while (place := next_match(timed, games, known)) is not None:
        timed[place].laps.append(lap())
    return [one.game(scatter(timed)) for one in timed]


def sum_of(times: Sequence[GameTime], games: Sequence[float]) -> KnownSeconds:
    return KnownSeconds(
        sum(one.seconds * count for one, count in zip(times, games, strict=True)),
        math.hypot(*(one.error * count for one, count in zip(times, games, strict=True))),
    )


@pytest.mark.parametrize("deviation", [0.1, 0.3])
def test_all_games_together_are_known_to_five_percent(deviation: float) -> None:
    """Games of 18 matches, and these with as many games of nine others, which are timed later.

    The documents say that it is so in 83% of cases at least; two standard deviations of 100 cases
    are 8%.
    """
    first, later, right = [50.0] * 18, [100.0] * 9, [0, 0]
    for seed in range(TIMES):
        stream = np.random.default_rng(seed)
        known = sum_of(time_games(stream, first, deviation, NOTHING_KNOWN), first)
        found = sum_of(time_games(stream, later, deviation, known), later)
        both = known.seconds + found.seconds
        right[0] += abs(known.seconds / sum(first) - 1) <= 0.05
        right[1] += abs(both / (2 * sum(first)) - 1) <= 0.05
    assert min(right) >= 0.75 * TIMES


def test_the_error_of_a_game_is_that_of_its_mean() -> None:
    """Four matches of nine pairs, against the standard errors of their laps."""
    laps = 3.0 + 0.2 * np.random.default_rng(1).standard_normal((4, 9))
    timed = [TimedMatch(PLAYERS, laps=[float(lap) for lap in row]) for row in laps]
    found = np.array([one.game(scatter(timed)).error for one in timed])
    expected = math.sqrt(np.mean(stats.sem(laps / 2, axis=1) ** 2))
    assert found == pytest.approx(expected, rel=0.1)
    assert [one.game(scatter(timed)).seconds for one in timed] == pytest.approx(laps.mean(1) / 2)


def test_what_is_known_of_other_games_errs_too() -> None:
    """Two standard errors may be 5% of 100 + 33 seconds, which are 6.65; the 33 alone have 3.98:
    12 laps of 0.8 and 1.2 seconds a game, whose mean errs by 0.0603. With 4.8 it is 6.23 in all,
    with 5.8 it is 7.03.
    """
    timed = [TimedMatch(PLAYERS, laps=[1.6, 2.4] * 6)]
    assert next_match(timed, [33.0], KnownSeconds(100.0, 2.4)) is None
    assert next_match(timed, [33.0], KnownSeconds(100.0, 2.9)) == 0


def test_what_is_known_badly_keeps_nobody_from_an_end() -> None:
    """Where the seconds for the first games were over too soon."""
    bad = KnownSeconds(100.0, 40.0)
    timed = [TimedMatch(PLAYERS, laps=[2.0, 2.1, 1.9] * 4) for _ in range(2)]
    assert next_match(timed, [10.0, 10.0], bad) is None
    assert next_match([TimedMatch(PLAYERS, laps=[2.0])], [10.0], bad) == 0


def test_of_two_matches_the_one_with_more_seconds_has_the_next_lap() -> None:
    timed = [TimedMatch(PLAYERS, laps=[2.0]), TimedMatch(PLAYERS, laps=[6.0])]
    assert next_match(timed, [100.0, 100.0], NOTHING_KNOWN) == 1
    assert next_match(timed, [400.0, 100.0], NOTHING_KNOWN) == 0
    # Three laps in four of the one that takes three times as long.
    timed[1].laps.extend([6.0, 6.0])
    assert next_match(timed, [101.0, 100.0], NOTHING_KNOWN) == 0
    assert next_match(timed, [99.0, 100.0], NOTHING_KNOWN) == 1
