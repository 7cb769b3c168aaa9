"""Plans of studies, calculated by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import MINIMAL, load

from tuner.tuning.plan import plan_lines, plan_study

FOUR_TO_ONE = """\
tune: {floor: {low: 0.1, high: 0.9, log: true}}
budget: {trials: 3, pairs: 5, finalists: 2, final_pairs: 7, verdict_pairs: 22}
"""


def test_games_are_two_a_pair_against_each_baseline(tmp_path: Path) -> None:
    plan = plan_study(load(tmp_path, MINIMAL + FOUR_TO_ONE))
    # Seven opponents; the hand-set vector is a finalist beside the two others; the verdict plays
    # tuned, hand-set and the best trial against all, and tuned against hand-set.
    assert plan.search_games == 2 * 3 * 5 * 7
    assert plan.selection_games == 2 * 3 * 7 * 7
    assert plan.verdict_games == 2 * 22 * 22


def test_the_plan_of_the_main_configuration(tmp_path: Path) -> None:
    budget = "budget: {trials: 200, pairs: 200, finalists: 10, final_pairs: 4000, "
    plan = plan_study(load(tmp_path, MINIMAL + budget + "verdict_pairs: 20000}\n"))
    assert (plan.search_games, plan.selection_games, plan.verdict_games) == (
        *(560_000, 616_000, 880_000),
    )
    # (1.95996 + 0.84162) * sqrt(2 * 0.095 / 7 / 20000)
    assert plan.detectable == pytest.approx(0.0032638, rel=1e-4)


def test_the_worst_of_seven_is_as_noisy_as_one(tmp_path: Path) -> None:
    budget = "budget: {verdict_pairs: 20000}\nobjective: worst\n"
    # (1.95996 + 0.84162) * sqrt(2 * 0.095 / 20000)
    assert plan_study(load(tmp_path, MINIMAL + budget)).detectable == pytest.approx(
        0.0086351, rel=1e-4
    )


def test_the_plan_agrees_with_what_was_measured(tmp_path: Path) -> None:
    """A verdict of 20,000 pairs on these seven had an interval of +-0.222 points: 1.96 errors."""
    plan = plan_study(load(tmp_path, MINIMAL + "budget: {verdict_pairs: 20000}\n"))
    assert plan.detectable == pytest.approx(0.00222 / 1.96 * 2.80, rel=0.15)


def test_parameters_that_stay_are_named(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + FOUR_TO_ONE)
    assert plan_study(study).fixed == ("distance_weight",)


def test_the_lines(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + FOUR_TO_ONE)
    assert plan_lines(study, plan_study(study), 210 + 294 + 968 + 603) == [
        "small: tune 'pressure' for isolation-7x7, alphabeta depth 3",
        "  formula: w * ratio(moves(own), moves(opp), inf) + (1 - w) * distance_weight"
        " * distance()",
        "    where w = max(progress(), floor)",
        "  tuned:",
        "    floor: 0.1 to 0.9, hand-set 0.3, logarithmic",
        "  against:",
        "    Random: random",
        "    MM_null: null, minimax depth 3",
        "    MM_open: open, minimax depth 3",
        "    MM_improved: improved, minimax depth 3",
        "    AB_null: null, alphabeta depth 5",
        "    AB_open: open, alphabeta depth 5",
        "    AB_improved: improved, alphabeta depth 5",
        "  openings: 4 random plies; sampler cmaes; seed 1; objective score",
        "  games, at most: 210 in the search, 294 in the selection, 968 in the verdict, "
        "603 more under its further conditions",
        "    values that a stage has met before play none again",
        # (1.95996 + 0.84162) * sqrt(2 * 0.095 / 7 / 22) = 0.0984
        "  if the tuned values are really 9.8 points better, about four of five such studies "
        "call them better",
        "  not tuned, hand-set values stay: distance_weight",
    ]


def test_why_games_may_not_be_needed(tmp_path: Path) -> None:
    study = load(tmp_path, MINIMAL + FOUR_TO_ONE + "pruner: paired\nselection: race\n")
    lines = plan_lines(study, plan_study(study), 210 + 294 + 968 + 603)
    place = lines.index(
        "  games, at most: 210 in the search, 294 in the selection, 968 in the verdict, "
        "603 more under its further conditions"
    )
    assert lines[place + 1 : place + 4] == [
        "    values that a stage has met before play none again",
        "    a trial stops when it is shown to be worse than the best so far",
        "    a finalist stops when it is shown to lead by less than half a point",
    ]
