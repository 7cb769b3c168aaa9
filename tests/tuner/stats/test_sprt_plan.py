"""The length of a sequential test, and its chance to pass, before it begins."""

import math

import pytest

from tuner.stats.interval import StatisticsError
from tuner.stats.sprt import Model, Sprt
from tuner.stats.sprt_plan import SprtPlan

# Pair variance .10, logistic, .05/.05: bounds, truth, chance to pass, pairs, pairs simulated.
PLANS = [
    (0, 20, 0, 0.050, 641, 650),
    (0, 20, 10, 0.5006, 1049, 1093),
    (0, 20, 20, 0.950, 641, 655),
    (0, 50, 50, 0.950, 104, 108),
]


@pytest.mark.parametrize(("elo0", "elo1", "truth", "chance", "pairs", "simulated"), PLANS)
def test_planning_gives_the_reference_values(
    elo0: float, elo1: float, truth: float, chance: float, pairs: float, simulated: float
) -> None:
    plan = SprtPlan(Sprt(elo0, elo1), 0.1)
    assert plan.pass_probability(truth) == pytest.approx(chance, abs=5e-5)
    assert plan.expected_pairs(truth) == pytest.approx(pairs, abs=0.5)
    # Simulated tests overshoot their bounds, so they take a little longer.
    assert 1 < simulated / plan.expected_pairs(truth) < 1.05


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_rates_are_the_chances_at_the_hypotheses(model: Model) -> None:
    plan = SprtPlan(Sprt(-5, 15, alpha=0.02, beta=0.1, model=model), 0.1)
    assert plan.pass_probability(-5) == pytest.approx(0.02)
    assert plan.pass_probability(15) == pytest.approx(0.9)


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_planning_is_smooth_in_the_middle(model: Model) -> None:
    # Midway the formulas are 0 / 0; with unequal error rates the chance is -lower / width there.
    plan = SprtPlan(Sprt(-10, 10, alpha=0.05, beta=0.10, model=model), 0.1)
    middle = 2.251291799 / (2.251291799 + 2.890371758)
    for near in (-1e-4, -1e-7, 0.0, 1e-7, 1e-4):
        assert plan.pass_probability(near) == pytest.approx(middle, abs=1e-4)
        assert plan.expected_pairs(near) == pytest.approx(plan.expected_pairs(1e-2), rel=1e-2)


def test_planning_far_from_the_hypotheses_does_not_overflow() -> None:
    plan = SprtPlan(Sprt(0, 0.01), 0.1)
    assert plan.pass_probability(2000) == pytest.approx(1.0)
    assert plan.pass_probability(-2000) == 0.0
    assert 0 < plan.expected_pairs(2000) < plan.expected_pairs(-10) < math.inf


def test_normalized_plans_do_not_depend_on_the_variance() -> None:
    # At the middle of [0, 10]: games = -lower upper (C / 10)^2, pairs half of that.
    test = Sprt(0, 10, model="normalized")
    expected = 2.944438979**2 * (347.43558552260146 / 10) ** 2 / 2
    for variance in (0.1, 0.02):
        assert SprtPlan(test, variance).expected_pairs(5) == pytest.approx(expected)


def test_a_test_that_stands_half_way_up_has_three_quarters_of_its_length_left() -> None:
    # At the middle the mean length from a ratio x is (x - lower) (upper - x) over the information.
    test = Sprt(0, 20)
    half = test.upper / 2
    whole, rest = SprtPlan(test, 0.1), SprtPlan(test, 0.1, ratio=half)
    middle = 10.0
    assert rest.expected_pairs(middle) == pytest.approx(
        0.75 * whole.expected_pairs(middle), rel=0.01
    )
    assert rest.pass_probability(middle) == pytest.approx(0.75, abs=0.001)


def test_no_plan_is_shorter_than_a_block() -> None:
    plan = SprtPlan(Sprt(0, 400), 0.25, block=64)
    assert plan.expected_pairs(400) == 64
    assert plan.coarse
    assert not SprtPlan(Sprt(0, 5), 0.1, block=64).coarse


def test_plans_refuse_impossible_numbers() -> None:
    for variance in (0.0, -0.1, 0.3, math.nan):
        with pytest.raises(StatisticsError, match="pair variance"):
            SprtPlan(Sprt(0, 10), variance)
    with pytest.raises(StatisticsError, match="block of -1 pairs"):
        SprtPlan(Sprt(0, 10), 0.1, block=-1)
    with pytest.raises(StatisticsError, match="has ended"):
        SprtPlan(Sprt(0, 10), 0.1, ratio=3.0)
    for test in (Sprt(0, 10), Sprt(0, 10, model="normalized")):
        with pytest.raises(StatisticsError, match="not finite"):
            SprtPlan(test, 0.1).pass_probability(math.nan)
