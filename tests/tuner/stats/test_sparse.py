"""Differences of which few openings differ: published limits, and how often the interval misses."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from mirrored_openings import mirrored_openings

from tuner.ablation.model import LESS, worth
from tuner.stats.interval import Interval, paired_difference
from tuner.stats.sparse import FEW, bounded_difference


@cache
def lost_and_won(
    pairs: int, lost: int, won: int = 0, step: float = 0.5, confidence: float = 0.95
) -> Interval:
    """The interval where so many openings lose or win a step, and all others are alike."""
    changed = np.full(pairs, 0.5)
    whole = changed.copy()
    changed[:lost], whole[:lost] = 0.0, step
    changed[lost : lost + won], whole[lost : lost + won] = step, 0.0
    return bounded_difference(changed, whole, np.arange(pairs), confidence)


@pytest.mark.parametrize(
    ("lost", "limit"), [(0, 3.689), (1, 5.572), (2, 7.225), (3, 8.767), (5, 11.668), (10, 18.390)]
)
def test_whole_points_alone_have_the_published_exact_limits(lost: int, limit: float) -> None:
    """95% limits of Poisson counts. Source: Garwood 1936, Biometrika 28, 437-442, table."""
    pairs = 1_000_000
    assert -pairs * lost_and_won(pairs, lost, step=1.0).low == pytest.approx(limit, abs=0.001)


@pytest.mark.parametrize("pairs", [20, 400, 10_000])
def test_one_lost_pair_says_no_more_than_none(pairs: int) -> None:
    none, one = (lost_and_won(pairs, lost, confidence=0.99) for lost in (0, 1))
    assert one.low < none.low


def test_both_sides_are_mirror_images() -> None:
    one, other = lost_and_won(500, 3, 7), lost_and_won(500, 7, 3)
    assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


@pytest.mark.parametrize(
    ("pairs", "lost", "rows"),
    [
        (400, 0.0102, 5),
        (400, 0.0102, 10),
        (600, 0.0102, 10),
        (1000, 0.0102, 10),
        (400, 0.0125, 10),
        (10_000, 0.0005, 10),
        (10_000, 0.0008, 10),
    ],
)
def test_rare_losses_of_half_a_point_are_bounded_as_often_as_it_says(
    pairs: int, lost: float, rows: int
) -> None:
    """Student's t misses in some row of 22 to 52 of 100 such ablations. 0.01 is two errors."""
    stream = np.random.default_rng(3)
    confidence = 1 - 0.05 / rows
    missed = wrong = 0
    for counts in stream.binomial(pairs, lost, (2000, rows)):
        found = [lost_and_won(pairs, int(count), confidence=confidence) for count in counts]
        missed += any(not one.low <= -lost / 2 <= one.high for one in found)
        wrong += lost / 2 > 0.005 and any(worth(one) == LESS for one in found)
    assert missed / 2000 <= 0.06
    assert wrong / 2000 <= 0.06


@pytest.mark.parametrize("differing", [4, 30, 300])
def test_wins_and_losses_of_any_size_are_bounded_as_often_as_it_says(differing: int) -> None:
    stream = np.random.default_rng(differing)
    pairs, steps = 2000, np.array([-1.0, -0.5, 0.5, 0.0])
    chances = np.array([0.2, 0.5, 0.3, 0.0]) * differing / pairs
    chances[-1] = 1 - chances.sum()
    found = []
    for _ in range(1000):
        values = stream.choice(steps, pairs, p=chances)
        parts = np.maximum(values, 0), np.maximum(-values, 0)
        found.append(bounded_difference(*parts, np.arange(pairs)))
    truth = float(steps @ chances)
    # Two standard errors of 1,000 intervals are 0.014; whole numbers make short ones err less.
    assert np.mean([not one.low <= truth <= one.high for one in found]) <= 0.064


@pytest.mark.parametrize("share", [0.01, 0.05])
def test_openings_that_pairs_share_differ_as_a_whole(share: float) -> None:
    """Drawn from 150 openings, of which those with more mirror images come more often."""
    stream = np.random.default_rng(5)
    missed = taken_alone = 0
    for _ in range(1000):
        openings = mirrored_openings(150, 600, stream)
        lost = (stream.random(150) < share)[openings] & (stream.random(600) < 0.8)
        truth = -0.8 * share / 2
        for clusters in (openings, np.arange(600)):
            found = bounded_difference(np.where(lost, 0.0, 0.5), np.full(600, 0.5), clusters)
            if not found.low <= truth <= found.high:
                missed += clusters is openings
                taken_alone += clusters is not openings
    assert missed / 1000 <= 0.064
    assert missed < taken_alone


def test_where_many_differ_it_is_the_paired_interval() -> None:
    stream = np.random.default_rng(1)
    left, right = stream.choice([0.0, 0.5, 1.0], (2, 3 * FEW))
    clusters = np.arange(3 * FEW)
    assert bounded_difference(left, right, clusters) == paired_difference(left, right, clusters)
    few = slice(FEW // 2)
    there = bounded_difference(left[few], right[few], clusters[few])
    # Both hold; counts taken as Poisson are a little wider.
    assert 1 < there.margin / paired_difference(left[few], right[few], clusters[few]).margin < 1.2
