"""What pairs that share openings are worth."""

from __future__ import annotations

import numpy as np
import pytest

from tuner.stats.pentanomial import design_effect


def test_pairs_of_different_openings_are_independent() -> None:
    values = np.array([0.0, 0.5, 1.0, 0.5, 1.0])
    assert design_effect(values, np.array([7, 3, 9, 1, 4])) == 1.0


@pytest.mark.parametrize("copies", [2, 3, 10])
def test_copies_of_a_pair_are_worth_one(copies: int) -> None:
    values, clusters = np.array([0.0, 0.5, 1.0]), np.arange(3)
    effect = design_effect(np.tile(values, copies), np.tile(clusters, copies))
    assert effect == pytest.approx(copies)


def test_an_effect_worked_out_by_hand() -> None:
    # Residuals -3/8, 1/8 | 1/8, 1/8: their sums -1/4 and 1/4, squared 1/8; their squares 3/16.
    # Less than 1 is luck of few openings and is not believed.
    assert design_effect(np.array([0.25, 0.75, 0.75, 0.75]), np.array([0, 0, 1, 1])) == 1.0
    # Residuals -1/2, -1/2 | 1/2, 1/2: sums -1 and 1, squared 2; their squares 1.
    assert design_effect(np.array([0.0, 0.0, 1.0, 1.0]), np.array([0, 0, 1, 1])) == 2.0


def test_the_effect_of_equal_correlation_is_the_textbook_formula() -> None:
    """1 + (m - 1) rho for m values a cluster with a correlation of rho."""
    random = np.random.default_rng(1)
    size, clusters, rho = 5, 20_000, 0.2
    common = np.repeat(random.normal(size=clusters), size)
    values = np.sqrt(rho) * common + np.sqrt(1 - rho) * random.normal(size=size * clusters)
    effect = design_effect(values, np.repeat(np.arange(clusters), size))
    assert effect == pytest.approx(1 + (size - 1) * rho, rel=0.03)


def test_equal_values_are_worth_one_for_each_opening() -> None:
    assert design_effect(np.ones(50), np.arange(50) // 5) == 5.0
