"""Pairs become scores, scores become an objective with an interval."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

from tuner.matches.evaluation import Evaluation, compare_evaluations, evaluate_pairs
from tuner.matches.objective import SCORE, WORST, Objective
from tuner.matches.pairs import Pairs

# Results of four pairs against each of two baselines, as the candidate sees them.
EASY = [(1, 1), (1, -1), (1, 1), (1, -1)]  # 1, 1/2, 1, 1/2
HARD = [(-1, -1), (1, -1), (0, -1), (-1, -1)]  # 0, 1/2, 1/4, 0
CLUSTERS = np.arange(4)


def pairs_of(results: list[tuple[int, int]], plies: int = 20, nodes: int = 100) -> Pairs:
    count = len(results)
    visited = np.tile(np.array([nodes, 10 * nodes], dtype=np.int64), (count, 2, 1))
    return Pairs.untimed(np.array(results, np.int8), np.full((count, 2), plies, np.int16), visited)


def evaluation(
    objective: Objective = SCORE, weights: tuple[float, float] = (1.0, 3.0)
) -> Evaluation:
    return evaluate_pairs([pairs_of(EASY), pairs_of(HARD, 24, 7)], weights, CLUSTERS, objective)


def half_width(values: list[float]) -> float:
    """Student's 95% interval of independent values, with SciPy."""
    return float(stats.t.ppf(0.975, len(values) - 1) * stats.sem(values))


def score_ends(values: list[float]) -> list[float]:
    """Where the truth is t standard errors from the mean, the error being that at the truth."""
    mean = np.mean(values)
    weight = half_width(values) ** 2 / (mean * (1 - mean))
    return sorted(np.roots([1 + weight, -(2 * mean + weight), mean**2]))


def test_scores_are_kept_by_baseline_and_opening() -> None:
    assert evaluation().scores.tolist() == [[1, 0.5, 1, 0.5], [0, 0.5, 0.25, 0]]
    assert evaluation().pairs == 4


def test_the_objective_is_the_mean_by_weight() -> None:
    # A quarter of the first row and three quarters of the second.
    values = [0.25, 0.5, 0.4375, 0.125]
    assert evaluation().weights.tolist() == [0.25, 0.75]
    assert evaluation().values.tolist() == values
    assert evaluation().value == 0.328125
    interval = evaluation().interval
    assert interval.estimate == 0.328125
    assert [interval.low, interval.high] == pytest.approx(score_ends(values))


def test_weights_are_relative() -> None:
    assert evaluation(weights=(10.0, 30.0)).value == evaluation().value


def test_the_worst_objective_is_the_score_against_the_worst_baseline() -> None:
    assert evaluation(WORST).values.tolist() == [0, 0.5, 0.25, 0]
    assert evaluation(WORST).value == 0.1875


def test_the_score_against_one_baseline() -> None:
    against = [evaluation().against(index) for index in (0, 1)]
    assert [interval.estimate for interval in against] == [0.75, 0.1875]
    for interval, values in zip(against, ([1, 0.5, 1, 0.5], [0, 0.5, 0.25, 0]), strict=True):
        assert [interval.low, interval.high] == pytest.approx(score_ends(values))
        # Scores stay within 0 and 1, so do their intervals.
        assert 0 < interval.low < interval.high < 1


def test_nodes_and_plies_of_all_games() -> None:
    # 2 games in each of 4 pairs: 8 * (100 + 7) positions, ten times as many by the opponents.
    assert evaluation().nodes == (856, 8560)
    assert evaluation().plies == 22.0


def test_pairs_that_share_an_opening_count_as_one() -> None:
    """Twice the same pairs in the same clusters say no more than once."""
    twice = evaluate_pairs(
        [pairs_of(EASY + EASY), pairs_of(HARD + HARD)], (1, 3), np.tile(CLUSTERS, 2), SCORE
    )
    assert twice.interval.margin == pytest.approx(evaluation().interval.margin)
    apart = evaluate_pairs(
        [pairs_of(EASY + EASY), pairs_of(HARD + HARD)], (1, 3), np.arange(8), SCORE
    )
    assert apart.interval.margin < evaluation().interval.margin


def test_a_difference_is_paired_by_opening() -> None:
    """Both lose and win in the same openings: what they share cancels."""
    better = [(1, 1), (1, 1), (1, 1), (1, -1)]
    left = evaluate_pairs([pairs_of(better)], (1,), CLUSTERS, SCORE)
    right = evaluate_pairs([pairs_of(EASY)], (1,), CLUSTERS, SCORE)
    difference = compare_evaluations(left, right)
    assert difference.estimate == 0.125
    assert difference.margin == pytest.approx(half_width([0, 0.5, 0, 0]))
    assert difference.margin < math.hypot(half_width([1, 1, 1, 0.5]), half_width([1, 0.5, 1, 0.5]))
    back = compare_evaluations(right, left)
    assert (back.estimate, back.low, back.high) == (-0.125, -difference.high, -difference.low)


def test_an_agent_does_not_differ_from_itself() -> None:
    difference = compare_evaluations(evaluation(), evaluation())
    assert difference.estimate == 0
    # Of four openings: 1 - 0.05 ** (1 / 4) = 0.527 of all others may differ.
    assert (difference.low, difference.high) == pytest.approx((-0.5271, 0.5271), abs=1e-4)


@pytest.mark.parametrize("weights", [(0.1, 0.3, 0.2), (0.1, 1, 0.3), (1, 1, 1), (0.1, 0.2, 0.9)])
def test_a_perfect_score_is_perfect_although_weights_are_rounded(
    weights: tuple[float, float, float],
) -> None:
    """Shares of .1, .3 and .2 add up to less than 1 by two ulps; no game lost is one-sided."""
    won, lost = (
        evaluate_pairs([pairs_of([(result, result)] * 4)] * 3, weights, CLUSTERS, SCORE)
        for result in (1, -1)
    )
    assert won.interval.estimate == won.interval.high == 1.0
    assert won.interval.bound == "at least"
    # 95% sure that not all of four would be won if less than .05^(1/4) were.
    assert won.interval.low == pytest.approx(0.05**0.25)
    assert (lost.interval.estimate, lost.interval.bound) == (0.0, "at most")
    assert compare_evaluations(won, lost).bound == "at least"


def test_the_worst_baseline_is_chosen_on_other_games() -> None:
    """Of baselines that are all alike the one with the least mean is so by chance.

    Quoted on the games that it was chosen by, a score of one half against each of seven reads
    lower than one half; quoted for a baseline that was fixed before, it does not.
    """
    generator = np.random.default_rng(1)
    chosen, fixed = [], []
    for _ in range(200):
        results = generator.choice([-1, 1], size=(7, 50, 2))
        parts = [pairs_of([(int(a), int(b)) for a, b in rows]) for rows in results]
        found = evaluate_pairs(parts, [1.0] * 7, np.arange(50), WORST)
        chosen.append(found.value)
        fixed.append(replace(found, worst=3).value)
    assert np.mean(chosen) < 0.46
    assert np.mean(fixed) == pytest.approx(0.5, abs=0.01)


def test_the_objective_does_not_depend_on_how_a_processor_sums() -> None:
    """Thirds cannot be written exactly; the value is the rounded exact mean all the same."""
    generator = np.random.default_rng(2)
    results = generator.choice([-1, 0, 1], size=(3, 1000, 2))
    parts = [pairs_of([(int(a), int(b)) for a, b in rows]) for rows in results]
    found = evaluate_pairs(parts, [1.0, 1.0, 1.0], np.arange(1000), SCORE)
    exact = Fraction(int(results.sum()), 4 * 3000) + Fraction(1, 2)
    assert found.value == pytest.approx(float(exact), abs=2.3e-16)
