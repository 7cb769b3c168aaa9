"""Paired intervals of a verdict hold where few openings differ, all of them to one side."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from scipy.stats import binom

from tuner.stats.interval import Interval, paired_difference
from tuner.stats.sparse import bounded_difference, guarded_difference

STEP = 0.5


@cache
def of_counts(pairs: int, won: int, lost: int = 0, confidence: float = 0.95) -> Interval:
    """The interval where so many openings win or lose a step, and all others are alike."""
    left, right = np.full(pairs, 0.5), np.full(pairs, 0.5)
    left[:won], right[won : won + lost] = 0.5 + STEP, 0.5 + STEP
    return guarded_difference(left, right, np.arange(pairs), confidence)


def covers(interval: Interval, truth: float) -> bool:
    return interval.low <= truth <= interval.high


def chance_of_holding(pairs: int, share: float, confidence: float) -> float:
    """How often the interval holds the truth, exactly: which numbers differ is binomial."""
    won = np.arange(int(binom.ppf(1 - 1e-9, pairs, share)) + 1)
    held = [covers(of_counts(pairs, int(one), 0, confidence), share * STEP) for one in won]
    return float(binom.pmf(won, pairs, share) @ held)


@pytest.mark.parametrize("confidence", [0.95, 0.975])
@pytest.mark.parametrize(
    ("pairs", "differing"),
    [
        *((20, differing) for differing in (1, 2, 4, 8)),
        *((200, differing) for differing in (1, 2, 4, 8, 12, 20, 25, 32, 50, 80)),
        *((2000, differing) for differing in (1, 2, 4, 8, 12, 20, 25, 30, 40, 60, 100)),
    ],
)
def test_it_holds_where_all_differences_are_to_one_side(
    pairs: int, differing: int, confidence: float
) -> None:
    """Of 95% intervals by t alone 89% hold at 8 differing openings of 200."""
    least = {0.95: 0.93, 0.975: 0.96}[confidence]
    assert chance_of_holding(pairs, differing / pairs, confidence) >= least


@pytest.mark.parametrize("pairs", [20, 200, 2000])
@pytest.mark.parametrize("differing", [2, 4, 8, 20, 60])
@pytest.mark.parametrize("to_one_side", [0.9, 0.8, 0.5])
def test_it_holds_where_nearly_all_are(pairs: int, differing: int, to_one_side: float) -> None:
    if 2 * differing > pairs:
        pytest.skip("that is not few of them")
    stream = np.random.default_rng(pairs + differing)
    share = differing / pairs
    chances = [share * to_one_side, share * (1 - to_one_side), 1 - share]
    counts = stream.multinomial(pairs, chances, size=2000)
    truth = (chances[0] - chances[1]) * STEP
    held = [covers(of_counts(pairs, int(won), int(lost)), truth) for won, lost, _ in counts]
    # The standard error of 2,000 of them is half a point.
    assert np.mean(held) >= 0.93


def test_openings_that_pairs_share_are_counted_once() -> None:
    """20 pairs that differ, of two openings only: as little as the pairs of two openings say."""
    openings = np.arange(400) // 10
    left = np.where(openings < 2, 1.0, 0.5)
    right = np.full(400, 0.5)
    alone = guarded_difference(left, right, np.arange(400))
    shared = guarded_difference(left, right, openings)
    assert shared == bounded_difference(left, right, openings)
    assert shared.margin > 2 * alone.margin


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (15, 15), (60, 40), (30, 0), (120, 0)])
def test_all_other_intervals_are_those_of_t(won: int, lost: int) -> None:
    """Nothing differs, as many to either side, enough to one, or more than half of all."""
    left, right = np.full(200, 0.5), np.full(200, 0.5)
    left[:won], right[won : won + lost] = 1.0, 1.0
    expected = paired_difference(left, right, np.arange(200))
    assert of_counts(200, won, lost) == expected


def test_five_openings_that_differ_by_chance_name_no_winner() -> None:
    """Of equals that differ in five openings all five lean to one side in 6 of 100 tables."""
    left, right = np.full(400, 0.5), np.full(400, 0.5)
    left[:5] = 1.0
    assert paired_difference(left, right, np.arange(400)).low > 0
    assert of_counts(400, 5).low < 0
