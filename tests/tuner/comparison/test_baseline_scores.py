"""What agents score against baselines is one family of comparisons, corrected together."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import ttest_1samp, ttest_rel

from tuner.comparison.baseline_scores import (
    BaselineScores,
    baseline_scores,
    family_note,
    score_lines,
)
from tuner.matches.evaluation import Evaluation
from tuner.matches.objective import SCORE

PAIRS = 60


def evaluation(scores: NDArray[np.float64]) -> Evaluation:
    """The games of an agent, its scores of shape (baselines, pairs)."""
    count, pairs = scores.shape
    return Evaluation(scores, np.full(count, 1 / count), np.arange(pairs), SCORE, (0, 0), 0.0)


def scores_of(tables: NDArray[np.float64]) -> tuple[BaselineScores, ...]:
    """The scores of agents, from pair scores of shape (agents, baselines, pairs)."""
    agents, opponents, pairs = tables.shape
    return baseline_scores(
        [f"agent {at}" for at in range(agents)],
        [f"baseline {at}" for at in range(opponents)],
        [evaluation(one) for one in tables],
        np.arange(pairs),
    )


def p_values_of(found: tuple[BaselineScores, ...]) -> list[tuple[float, float]]:
    """The p-value and the corrected one of each comparison, the differences last."""
    cells = [test for one in found for test in one.tests]
    differences = [one.to_first for one in found if one.to_first is not None]
    return [(one.p_value, one.adjusted) for one in (*cells, *differences)]


def drawn(seed: int, shape: tuple[int, ...]) -> NDArray[np.float64]:
    return np.random.default_rng(seed).choice([0.0, 0.5, 1.0], shape, p=[0.25, 0.5, 0.25])


def test_of_many_pairs_the_p_values_are_those_of_t_tests() -> None:
    tables = drawn(1, (2, 2, 4000))
    tables[1, 0, :100] = 1.0
    found = p_values_of(scores_of(tables))
    one, other = tables.mean(axis=1)
    expected = [ttest_1samp(row, 0.5).pvalue for agent in tables for row in agent]
    expected.append(ttest_rel(other, one).pvalue)
    assert [p for p, _ in found] == pytest.approx(expected, rel=0.03)


def test_all_are_corrected_together() -> None:
    """Holm by hand: the smallest of 5 times 5, the next times 4 ..., never less than one before."""
    found = p_values_of(scores_of(drawn(2, (2, 2, PAIRS))))
    assert len(found) == 5
    least = 0.0
    for rank, (p_value, adjusted) in enumerate(sorted(found)):
        least = max(least, min(1.0, (5 - rank) * p_value))
        assert adjusted == pytest.approx(least)


def test_of_100_tables_of_equals_about_5_show_anything() -> None:
    """Each comparison for itself would do so in one of five; two standard errors are 0.04."""
    corrected = alone = 0
    for seed in range(120):
        found = p_values_of(scores_of(drawn(seed, (2, 2, PAIRS))))
        corrected += min(adjusted for _, adjusted in found) <= 0.05
        alone += min(p for p, _ in found) <= 0.05
    assert corrected / 120 <= 0.09
    assert alone / 120 > 0.1


def test_a_table_says_what_is_not_shown_and_what_was_corrected() -> None:
    tables = drawn(3, (3, 2, PAIRS))
    tables[:, 0] = 1.0
    found = scores_of(tables)
    lines = list(score_lines(found))
    won = [line for line in lines if "baseline 0" in line]
    assert len(won) == 3
    assert all("no difference shown" not in line for line in won)
    assert any("baseline 1" in line and "no difference shown" in line for line in lines)
    assert "the 6 matches against baselines" in family_note(found)
    assert "the 2 differences to agent 0" in family_note(found)
    assert "for all 8 of them" in family_note(found)


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_games_that_all_ended_alike_have_p_values(value: float) -> None:
    found = p_values_of(scores_of(np.full((2, 1, 2), value)))
    json.dumps(found, allow_nan=False)
    # Two pairs won of two: the sign test has 0.5. Both agents score the same.
    assert found[0][0] == pytest.approx(1.0 if value == 0.5 else 0.5)
    assert found[-1] == (1.0, 1.0)
