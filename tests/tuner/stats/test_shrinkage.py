"""The best of many trials is claimed without its luck: simulated searches whose truth is known."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from tuner.stats.interval import Interval, clustered_mean
from tuner.stats.shared_noise import SharedNoise
from tuner.stats.shrinkage import shrunken_best

TRIALS, OPENINGS, SEARCHES = 200, 400, 120

Numbers = NDArray[np.float64]


def all_equal(_random: np.random.Generator) -> Numbers:
    return np.full(TRIALS, 0.6)


def a_peak(random: np.random.Generator) -> Numbers:
    """Two parameters: a third of the trials anywhere, the others near the peak, as of a sampler."""
    anywhere = random.random((TRIALS, 2))
    near = np.clip(random.normal(0.6, 0.08, (TRIALS, 2)), 0, 1)
    points = np.where(random.random((TRIALS, 1)) < 0.3, anywhere, near)
    return 0.72 - 0.6 * ((points - 0.6) ** 2).sum(axis=1)


def many_parameters(random: np.random.Generator) -> Numbers:
    """Ten weights at random, each of which counts a little."""
    return 0.6 + 0.01 * random.normal(size=(TRIALS, 10)).sum(axis=1)


def a_plateau(random: np.random.Generator) -> Numbers:
    """Half of the trials are as good as it gets, the others are anything."""
    return np.where(random.random(TRIALS) < 0.5, 0.7, random.uniform(0.4, 0.7, TRIALS))


LANDSCAPES: dict[str, tuple[Callable[[np.random.Generator], Numbers], float]] = {
    "all equal": (all_equal, 2.0),
    "a peak": (a_peak, 2.0),
    "a plateau": (a_plateau, 2.0),
    "many parameters": (many_parameters, 0.5),
}
"""With the luck of the best trial in points, at least."""


def search(random: np.random.Generator, truths: Numbers) -> tuple[Numbers, SharedNoise]:
    """What trials have in each opening, shape (trials, openings).

    An opening is easy or hard for all, which is a quarter of its variance.
    """
    luck = random.normal(0, 0.12, OPENINGS) + random.normal(0, 0.2, (len(truths), OPENINGS))
    found = np.clip(truths[:, None] + luck, 0, 1)
    noise = SharedNoise(np.arange(OPENINGS))
    for row in found:
        noise.add(row)
    return found, noise


@pytest.mark.parametrize("landscape", LANDSCAPES)
def test_the_claim_is_nearly_unbiased_where_the_luckiest_trial_is_not(landscape: str) -> None:
    truths_of, least_luck = LANDSCAPES[landscape]
    random = np.random.default_rng(7)
    raw, claimed, covered = [], [], []
    for _ in range(SEARCHES):
        truths = truths_of(random)
        found, noise = search(random, truths)
        values = found.mean(axis=1)
        best = int(values.argmax())
        read = clustered_mean(found[best], np.arange(OPENINGS))
        claim = shrunken_best(values, read, noise.error)
        # Cut to 0 and 1 the values are a little less than the truths that they were made of.
        truth = float(np.clip(truths[best] + random.normal(0, 0.2332, 20_000), 0, 1).mean())
        raw.append(100 * (read.estimate - truth))
        claimed.append(100 * (claim.estimate - truth))
        covered.append(claim.low <= truth <= claim.high)
    assert np.mean(raw) > least_luck
    assert abs(np.mean(claimed)) < 0.5
    assert np.mean(covered) >= 0.9


def test_noise_beside_the_others_has_no_share_of_what_all_openings_do_to_all() -> None:
    random = np.random.default_rng(1)
    luck = random.normal(0, 0.12, OPENINGS)
    noise = SharedNoise(np.arange(OPENINGS))
    for _ in range(TRIALS):
        noise.add(0.5 + luck + random.normal(0, 0.2, OPENINGS))
    assert noise.error == pytest.approx(0.2 / np.sqrt(OPENINGS), rel=0.02)


def test_noise_is_that_of_paired_differences_over_the_root_of_two() -> None:
    """With two trials the analysis of variance is the paired comparison of the two."""
    random = np.random.default_rng(2)
    first, second = random.random((2, 60))
    clusters = np.repeat(np.arange(20), 3)
    noise = SharedNoise(clusters)
    noise.add(first)
    noise.add(second)
    means = (first - second).reshape(20, 3).mean(axis=1)
    expected = means.std(ddof=1) / np.sqrt(20)
    assert noise.error == pytest.approx(expected / np.sqrt(2))


READ = Interval(0.75, 0.72, 0.78)


def test_without_noise_the_best_is_what_it_reads() -> None:
    assert shrunken_best([0.5, 0.6, 0.75], READ, 0.0) == READ
    assert shrunken_best([0.75, 0.75, 0.75], READ, 0.01) == READ


def test_two_trials_say_nothing_of_how_much_trials_differ() -> None:
    assert shrunken_best([0.5, 0.75], READ, 0.05) == READ


def test_the_more_noise_the_more_of_the_lead_is_luck() -> None:
    values = np.r_[np.linspace(0.6, 0.7, 50), 0.75]
    claims = [shrunken_best(values, READ, noise).estimate for noise in (0.001, 0.01, 0.03, 0.1)]
    assert claims[0] == pytest.approx(0.75, abs=0.001)
    assert claims == sorted(claims, reverse=True)
    assert claims[-1] == pytest.approx(values.mean(), abs=0.01)


def test_a_claim_stays_on_the_scale() -> None:
    won = Interval(1.0, 0.97, 1.0, bound="at least")
    claim = shrunken_best([0.9, 0.95, 0.97, 1.0], won, 0.02)
    assert 0.9 < claim.low < claim.estimate < 1.0 == claim.high
    assert claim.bound == "two-sided"
    lost = Interval(0.0, 0.0, 0.03, bound="at most")
    assert shrunken_best([0.0, 0.0, 0.0], lost, 0.02) == lost


def test_far_outliers_have_a_likelihood() -> None:
    """A value a hundred standard errors from all others is believed."""
    values = np.r_[np.full(100, 0.2), 0.75]
    assert shrunken_best(values, READ, 0.001).estimate == pytest.approx(0.75, abs=1e-3)
