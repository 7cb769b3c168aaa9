"""Thousands of sequential tests on drawn pairs: how often they err, and how long they are."""

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.optimize import brentq

from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Model, Sprt
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


def test_the_best_of_many_equals_reads_too_high() -> None:
    """Published figures: the best of so many equal candidates, each with so many games, in Elo.

    A game is won or lost by chance alone, so that its score has a variance of 1/4.
    """
    stream = np.random.default_rng(1)
    figures = {(100, 32): 163, (1000, 32): 219, (100, 100): 89, (200, 64): 123, (100, 400): 44}
    for (candidates, games), elo in figures.items():
        best = stream.binomial(games, 0.5, size=(2000, candidates)).max(axis=1) / games
        read = np.mean(-400 * np.log10(1 / np.minimum(best, 1 - 1e-6) - 1))
        assert read == pytest.approx(elo, abs=3)
