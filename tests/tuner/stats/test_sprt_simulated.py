"""Thousands of sequential tests on drawn pairs: how often they err, and how long they are."""

import math

import numpy as np
import pytest
from mirrored_openings import mirrored_openings
from numpy.typing import NDArray
from scipy.optimize import brentq

from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Model, Sprt
from tuner.stats.sprt_course import SprtCourse
from tuner.stats.sprt_plan import SprtPlan

SCORES = np.arange(5) / 4
WITHOUT_DRAWS, WITH_DRAWS = (0.2, 0.0, 0.6, 0.0, 0.2), (0.08, 0.24, 0.36, 0.24, 0.08)
"""The shares of the five pair scores between equals."""

REPEATS = {"logistic": 1000, "normalized": 600}
BLOCK = 40
"""Pairs between two looks."""

FAR = 2.0
"""A ratio that is nearer to 0 than this by the closed form decides nothing by the exact one."""


def strength(shares: NDArray[np.float64], model: Model) -> float:
    """The Elo of a distribution of pair scores, by its definition."""
    mean = float(shares @ SCORES)
    if model == "logistic":
        return -400 * math.log10(1 / mean - 1)
    deviation = math.sqrt(2 * float(shares @ (SCORES - mean) ** 2))
    return 800 / math.log(10) * (mean - 0.5) / deviation


def pairs_of(elo: float, model: Model, equals: tuple[float, ...]) -> NDArray[np.float64]:
    """The shares of the pair scores of one side that is so much stronger."""

    def tilted(tilt: float) -> NDArray[np.float64]:
        shares = np.array(equals) * np.exp(tilt * SCORES)
        return shares / shares.sum()

    root = brentq(lambda tilt: strength(tilted(tilt), model) - elo, -9, 9)
    return tilted(float(root))


def closed_form(counts: NDArray[np.int64], test: Sprt) -> float:
    """The ratio of a normal sample, which the exact one of so many pairs hardly differs from."""
    pairs = int(counts.sum())
    mean = float(counts @ SCORES) / pairs
    variance = 2 * float(counts @ (SCORES - mean) ** 2) / pairs
    if test.model == "normalized":
        low, high = (elo * math.log(10) / 800 for elo in (test.elo0, test.elo1))
        mean, variance = (mean - 0.5) / math.sqrt(variance), 1.0
    else:
        low, high = (1 / (1 + 10 ** (-elo / 400)) for elo in (test.elo0, test.elo1))
    return 2 * pairs * (high - low) * (2 * mean - low - high) / (2 * variance)


def ended(test: Sprt, shares: NDArray[np.float64], stream: np.random.Generator) -> tuple[bool, int]:
    """Whether a test of drawn pairs passes, and after how many."""
    counts = np.zeros(5, np.int64)
    while True:
        counts += stream.multinomial(BLOCK, shares)
        if abs(closed_form(counts, test)) > FAR:
            decision = test.decision(Pentanomial(*counts))
            if decision != "continue":
                return decision == "pass", int(counts.sum())


@pytest.mark.parametrize("equals", [WITHOUT_DRAWS, WITH_DRAWS], ids=["no draws", "draws"])
@pytest.mark.parametrize("place", [0, 1, 2], ids=["elo0", "middle", "elo1"])
@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_errors_and_lengths_are_those_that_were_planned(
    model: Model, place: int, equals: tuple[float, ...]
) -> None:
    """At the hypotheses a test errs in at most 5%, and its mean length is the plan's within 10%."""
    stream = np.random.default_rng([2026, place, model == "logistic", equals == WITH_DRAWS])
    test, elo, repeats = Sprt(0, 20, model=model), 10.0 * place, REPEATS[model]
    shares = pairs_of(elo, model, equals)
    results = np.array([ended(test, shares, stream) for _ in range(repeats)])
    rate, length = results.mean(axis=0)
    limit = 0.05 + 2 * math.sqrt(0.05 * 0.95 / repeats)
    if elo != 10:
        assert (rate if elo == 0 else 1 - rate) <= limit
    variance = float(shares @ (SCORES - shares @ SCORES) ** 2)
    plan = SprtPlan(test, variance, BLOCK)
    assert not plan.coarse
    assert length == pytest.approx(plan.expected_pairs(elo), rel=0.1)
    error = math.sqrt(rate * (1 - rate) / repeats)
    assert rate == pytest.approx(plan.pass_probability(elo), abs=3 * error + 0.01)


@pytest.mark.parametrize("openings", [None, 315], ids=["own openings", "shared openings"])
@pytest.mark.parametrize("elo", [0, 50])
def test_the_matches_that_are_played_err_as_rarely(elo: float, openings: int | None) -> None:
    """Whole courses: a look after 64 pairs, then after each 16, up to the cap of the pairs.

    Shared openings are drawn unevenly, and each helps one agent or the other by a quarter of the
    points, so that its pairs tend to end alike. Undecided at the cap is no error.
    """
    stream = np.random.default_rng([14, int(elo), openings is None])
    test, repeats, wrong = Sprt(0, 50), 300, 0
    for _ in range(repeats):
        clusters, shares = drawn_course(openings, elo, stream)
        course = SprtCourse(test, clusters)
        course.add(stream.binomial(2, shares) / 2)
        wrong += course.standing.decision == ("pass" if elo == 0 else "fail")
    assert 0 < wrong / repeats <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / repeats)


def drawn_course(
    openings: int | None, elo: float, stream: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The opening of each of 3,000 pairs, and the chance to win each of its games."""
    score = 1 / (1 + 10 ** (-elo / 400))
    if openings is None:
        return np.arange(3000), np.full(3000, score)
    clusters = mirrored_openings(openings, 3000, stream)
    return clusters, (score + stream.choice([-0.25, 0.25], openings))[clusters]
