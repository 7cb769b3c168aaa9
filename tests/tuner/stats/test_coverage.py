"""Intervals that are called 95% cover the truth in 93 to 97% of simulated matches.

Each case is 2,000 matches of which the truth is known. The error of such a simulation is half a
point (one standard error), so an interval that truly covers 95% passes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from mirrored_openings import mirrored_openings
from numpy.typing import NDArray

from tuner.stats.interval import Interval, clustered_mean, paired_difference

MATCHES = 2000

Numbers = NDArray[np.float64]
Clusters = NDArray[np.int64]

CHANCES: dict[str, tuple[float, ...]] = {
    "equal": (0.25, 0, 0.5, 0, 0.25),
    "stronger": (0.1, 0, 0.4, 0, 0.5),
    "mostly draws": (0.01, 0.1, 0.75, 0.12, 0.02),
    "stronger, with draws": (0.02, 0.08, 0.15, 0.2, 0.55),
}
"""Chances of the pair scores 0, 1/4, 1/2, 3/4 and 1."""

CASES = [
    *((kind, pairs) for kind in CHANCES for pairs in (20, 200)),
    ("stronger", 2000),
    ("stronger, with draws", 2000),
]

PAIR_SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


def covered(intervals: list[Interval], truth: float) -> float:
    return float(np.mean([one.low <= truth <= one.high for one in intervals]))


def honest(share: float) -> bool:
    return 0.93 <= share <= 0.97


def matches_of(chances: tuple[float, ...], pairs: int, seed: int) -> tuple[Numbers, float]:
    """Scores of 2,000 matches, shape (matches, pairs), and the true score."""
    random = np.random.default_rng(seed)
    scores = random.choice(PAIR_SCORES, size=(MATCHES, pairs), p=chances)
    return scores, float(PAIR_SCORES @ chances)


@pytest.mark.parametrize(("kind", "pairs"), CASES)
def test_scores_of_pairs_with_an_opening_each(kind: str, pairs: int) -> None:
    scores, truth = matches_of(CHANCES[kind], pairs, seed=pairs)
    found = [clustered_mean(row, np.arange(pairs)) for row in scores]
    assert honest(covered(found, truth))


@pytest.mark.parametrize(("lost", "pairs"), [(0.1, 50), (0.05, 100), (0.1, 200), (0.2, 200)])
def test_scores_near_1_are_covered_no_less(lost: float, pairs: int) -> None:
    """A symmetric interval covers 87 to 93% of these: hardly any match has a loss too many."""
    scores, truth = matches_of((0, 0, lost, 0, 1 - lost), pairs, seed=3)
    found = [clustered_mean(row, np.arange(pairs)) for row in scores]
    # Few losses are whole numbers: some intervals cover more than they say.
    assert 0.93 <= covered(found, truth) <= 0.985


@pytest.mark.parametrize("pairs", [5, 20, 200])
def test_nothing_but_wins_bounds_the_score_as_often_as_it_says(pairs: int) -> None:
    """With a true share of lost pairs that is just bounded, 5% of the matches are all wins."""
    lost = 1 - 0.05 ** (1 / pairs) + 1e-6
    scores, truth = matches_of((lost, 0, 0, 0, 1 - lost), pairs, seed=4)
    won = [row for row in scores if row.min() == 1]
    missed = sum(truth < clustered_mean(row, np.arange(pairs)).low for row in won)
    # Two standard errors of 2,000 matches are a point.
    assert 0.04 <= missed / MATCHES <= 0.06


def four_pairs_an_opening(_random: np.random.Generator, pairs: int) -> Clusters:
    return np.arange(pairs) // 4


def drawn_openings(random: np.random.Generator, pairs: int) -> Clusters:
    """As few plies give them: one for four pairs."""
    return mirrored_openings(max(20, pairs // 4), pairs, random)


def one_opening_in_a_third(random: np.random.Generator, pairs: int) -> Clusters:
    """One opening has a tenth of the pairs, half of the others two or more."""
    count = pairs // 3
    rest = random.integers(1, count, pairs - count - pairs // 10)
    return np.concatenate([np.arange(count), np.zeros(pairs // 10, dtype=np.int64), rest])


KINDS_OF_CLUSTERS: dict[str, Callable[[np.random.Generator, int], Clusters]] = {
    "four pairs an opening": four_pairs_an_opening,
    "drawn openings": drawn_openings,
    "one opening is favoured": one_opening_in_a_third,
}

SHARED = [
    ("drawn openings", 20, 2),
    ("drawn openings", 20, 4),
    ("four pairs an opening", 80, 2),
    ("drawn openings", 200, 2),
    ("drawn openings", 200, 4),
    ("one opening is favoured", 200, 2),
    ("drawn openings", 2000, 2),
]
"""Kind, pairs, and how many fair halves of a point a pair has: 2 without draws, 4 with them."""


@pytest.mark.parametrize(("kind", "pairs", "games"), SHARED)
def test_scores_of_pairs_that_share_openings(kind: str, pairs: int, games: int) -> None:
    """Some openings suit the candidate (85%), others do not (35%): the true score is 60%."""
    random = np.random.default_rng(pairs + games)
    found, naive = [], []
    for _ in range(MATCHES):
        openings = KINDS_OF_CLUSTERS[kind](random, pairs)
        suits = random.choice([0.35, 0.85], openings.max() + 1)[openings]
        scores = random.binomial(games, suits) / games
        found.append(clustered_mean(scores, openings))
        # The same pairs, as if each had an opening of its own.
        naive.append(clustered_mean(scores, np.arange(pairs)))
    assert honest(covered(found, 0.6))
    assert covered(naive, 0.6) < covered(found, 0.6)


@pytest.mark.parametrize(("alike", "pairs"), [(0.5, 20), (0.5, 200), (0.8, 200), (0.8, 2000)])
def test_differences_of_agents_that_play_partly_alike(alike: float, pairs: int) -> None:
    """In a share of the pairs both play the same games; else one scores 60%, the other 50%."""
    random = np.random.default_rng(pairs)
    common, left, right = (
        random.choice(PAIR_SCORES, size=(MATCHES, pairs), p=chances)
        for chances in ((0.2, 0, 0.5, 0, 0.3), (0.15, 0, 0.5, 0, 0.35), (0.25, 0, 0.5, 0, 0.25))
    )
    same = random.random((MATCHES, pairs)) < alike
    rows = zip(np.where(same, common, left), np.where(same, common, right), strict=True)
    found = [paired_difference(one, other, np.arange(pairs)) for one, other in rows]
    assert honest(covered(found, (1 - alike) * 0.1))


@pytest.mark.parametrize("pairs", [20, 200])
def test_differences_over_shared_openings(pairs: int) -> None:
    """What suits one agent need not suit the other one: openings differ in the difference, too."""
    random = np.random.default_rng(pairs)
    found = []
    for _ in range(MATCHES):
        openings = drawn_openings(random, pairs)
        one, other = random.choice([0.3, 0.8], (2, openings.max() + 1))
        left, right = random.binomial(2, one[openings]), random.binomial(2, other[openings])
        found.append(paired_difference(left / 2, right / 2, openings))
    assert honest(covered(found, 0.0))
