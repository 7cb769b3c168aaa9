"""What the charts of a run hold, compared with the numbers that they are made of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from search_tables import FIVE, many, trial
from verdicts import HAND_MADE, verdict_with

from tuner.figures.chart import IntervalChart
from tuner.figures.looks import CHANCE, HAND_SET, SEARCH_BEST, TUNED
from tuner.figures.search_charts import history_chart, importance_chart
from tuner.figures.table import SearchTable
from tuner.figures.verdict_charts import (
    accuracy_chart,
    baselines_chart,
    claims_chart,
    conditions_chart,
)
from tuner.matches.objective import ACCURACY, WORST
from tuner.solved.accuracy import Accuracy, Contest, SolvedVerdict, StageAccuracy
from tuner.stats.interval import Interval
from tuner.stats.mcnemar import PairedCounts


def shown(chart: IntervalChart | None) -> dict[str, list[tuple[str, float, float, float]]]:
    """The marks of each row: what it is, value, low and high."""
    assert chart is not None
    return {
        row.label: [(mark.look.label, mark.value, mark.low, mark.high) for mark in row.marks]
        for row in chart.rows
    }


def test_the_best_so_far_is_the_greatest_value_of_those_before() -> None:
    chart = history_chart(FIVE)
    assert chart is not None
    assert chart.numbers == (0, 1, 2, 3, 4)
    assert [mark.value for mark in chart.marks] == [50.0, 62.0, 55.0, 62.0, 70.0]
    assert chart.best == (50.0, 62.0, 62.0, 62.0, 70.0)


def test_a_trial_that_was_stopped_is_not_the_best_so_far() -> None:
    """Trial 1 had 62% in its few pairs; 3 repeats it."""
    stopped = [replace(one, stopped=one.repeats == 1) for one in FIVE.trials]
    chart = history_chart(replace(FIVE, trials=tuple(stopped)))
    assert chart is not None
    assert chart.best == (50.0, 50.0, 55.0, 55.0, 70.0)


def test_the_noise_band_is_the_interval_of_the_hand_set_trial() -> None:
    chart = history_chart(FIVE)
    assert chart is not None
    band = chart.hand_set
    assert (band.look, band.value, band.low, band.high) == (HAND_SET, 50.0, 46.0, 56.0)


def test_the_history_ends_with_what_the_verdict_says_of_the_best_trial() -> None:
    chart = history_chart(FIVE, HAND_MADE)
    assert chart is not None
    assert [(mark.look, mark.value, mark.low, mark.high) for mark in chart.ends] == [
        (SEARCH_BEST, 60.81, 60.4, 61.22),
        (TUNED, 61.0, 60.6, 61.4),
        (HAND_SET, 59.0, 58.52, 59.48),
    ]
    # 63.52 - 59.12 = 4.40 in the search, 60.81 - 59 = 1.81 in the verdict, at most 2.44.
    assert chart.caption.endswith(
        "from games that the search never saw: in the search the best trial is +4.40 points (+1.56 "
        "to +7.24) ahead of the hand-set values, there +1.81 points (+1.18 to +2.44); so the "
        "search promised more than the values have."
    )
    unfinished = history_chart(FIVE)
    assert unfinished is not None
    assert unfinished.ends == ()
    assert "verdict" not in unfinished.caption


def test_a_trial_that_did_not_fall_is_not_called_lucky() -> None:
    stays = Interval(0.55, 0.53, 0.57)
    claim = replace(HAND_MADE.search_claim, value=stays, verdict=stays)
    chart = history_chart(FIVE, verdict_with(search_claim=claim))
    assert chart is not None
    assert chart.caption.endswith("; it is not shown that the search promised too much.")


@pytest.mark.parametrize(
    "changes",
    [{"objective": ACCURACY}, {"objective": WORST}],
    ids=["no solved positions", "the worst baseline may be another one"],
)
def test_where_leads_are_not_comparable_nothing_is_said_of_them(changes: dict) -> None:
    chart = history_chart(FIVE, verdict_with(**changes))
    assert chart is not None
    assert chart.caption.endswith("that the search never saw.")


def test_a_search_on_positions_ends_on_positions() -> None:
    # SOLVED has the hand-set agent at 72.5% (67.5 to 76.5): 60.81 is 11.69 less.
    chart = history_chart(FIVE, verdict_with(objective=ACCURACY, accuracy=SOLVED))
    assert chart is not None
    assert "from solved positions that the search never saw" in chart.caption
    assert "there -11.69 points" in chart.caption


@pytest.mark.parametrize(
    "table",
    [replace(FIVE, trials=FIVE.trials[:1]), many(30, constant=True)],
    ids=["one trial", "constant"],
)
def test_a_search_without_two_values_has_no_history_and_no_importances(table: SearchTable) -> None:
    assert history_chart(table) is None
    assert importance_chart(table) is None


def test_claims_stand_in_the_order_search_selection_verdict() -> None:
    assert shown(claims_chart(HAND_MADE)) == {
        "Search: the best of 200 trials": [
            ("best of the search", 63.52, 61.51, 65.53),
            ("hand-set", 59.12, 57.11, 61.13),
        ],
        "The same values, on the verdict openings": [("best of the search", 60.81, 60.4, 61.22)],
        "Selection: the best of the finalists": [("tuned", 61.23, 60.3, 62.16)],
        "Verdict": [("tuned", 61.0, 60.6, 61.4), ("hand-set", 59.0, 58.52, 59.48)],
    }


def test_one_trial_claims_nothing() -> None:
    claim = replace(HAND_MADE.search_claim, trials=1)
    assert claims_chart(verdict_with(search_claim=claim)) is None


def test_a_search_on_solved_positions_says_that_its_figures_are_kept_wins() -> None:
    chart = claims_chart(verdict_with(objective=ACCURACY))
    assert chart is not None
    assert [row.label for row in chart.rows] == [
        "Search, wins kept: the best of 200 trials",
        "The same values, wins kept, on positions that it never saw",
        "Selection: the best of the finalists",
        "Verdict",
    ]
    assert chart.axis == "wins kept, or score (%)"


def test_each_baseline_has_a_row() -> None:
    assert shown(baselines_chart(HAND_MADE)) == {
        "Random": [("tuned", 100.0, 99.9, 100.0), ("hand-set", 95.0, 94.0, 96.0)],
        "AB_improved": [("tuned", 52.0, 51.0, 53.0), ("hand-set", 51.0, 50.0, 52.0)],
    }
    assert "at alphabeta depth 3" in baselines_chart(HAND_MADE).caption


def test_where_nothing_was_found_there_is_one_agent() -> None:
    nothing = verdict_with(tuned=HAND_MADE.hand_set)
    assert [one[0][0] for one in shown(baselines_chart(nothing)).values()] == ["hand-set"] * 2
    assert conditions_chart(nothing) is None


def test_conditions_begin_with_the_study_s_own() -> None:
    chart = conditions_chart(HAND_MADE)
    assert shown(chart) == {
        "at alphabeta depth 3 (the study's own)": [("tuned", 2.0, 1.65, 2.35)],
        "at equal time (as measured here)": [("tuned", 1.0, -1.0, 3.0)],
        "head to head with greedy": [("tuned", 3.0, 1.0, 5.0)],
    }
    assert chart is not None
    assert chart.from_zero
    assert conditions_chart(verdict_with(conditions=())) is None


def stage(name: str, kept: int) -> StageAccuracy:
    share = kept / 200
    return StageAccuracy(name, 200, kept, Interval(share, share - 0.05, share + 0.04), 0.625)


SOLVED = SolvedVerdict(
    Accuracy("tuned", "a", (stage("opening", 180), stage("late", 160)), stage("all", 170)),
    Accuracy("hand-set", "b", (stage("opening", 150), stage("late", 140)), stage("all", 145)),
    Contest("tuned", "hand-set", PairedCounts(1, 2, 3, 4), Interval(0.1, 0.05, 0.15), 0.01),
)


def test_each_stage_has_both_agents_and_chance() -> None:
    chart = accuracy_chart(verdict_with(accuracy=SOLVED))
    assert shown(chart) == {
        "opening, 200 positions": [
            ("tuned", 90.0, 85.0, 94.0),
            ("hand-set", 75.0, 70.0, 79.0),
            ("random move", 62.5, 62.5, 62.5),
        ],
        "late, 200 positions": [
            ("tuned", 80.0, 75.0, 84.0),
            ("hand-set", 70.0, 65.0, 74.0),
            ("random move", 62.5, 62.5, 62.5),
        ],
        "all stages, 200 positions": [
            ("tuned", 85.0, 80.0, 89.0),
            ("hand-set", 72.5, 67.5, 76.5),
            ("random move", 62.5, 62.5, 62.5),
        ],
    }
    assert chart is not None
    assert CHANCE in chart.looks
    assert accuracy_chart(HAND_MADE) is None


def test_the_parameter_that_alone_decides_is_the_most_important() -> None:
    chart = importance_chart(many(60, parameters=3))
    assert chart is not None
    first, *others = chart.rows
    assert first.label == "weight_0"
    assert first.marks[0].value > 80
    assert sum(row.marks[0].value for row in chart.rows) == pytest.approx(100, abs=0.01)
    for row in (first, *others):
        assert row.marks[0].low <= row.marks[0].value <= row.marks[0].high
    assert "60 trials" in chart.caption


def test_importances_need_two_parameters_and_twenty_trials() -> None:
    assert importance_chart(many(60, parameters=1)) is None
    assert importance_chart(many(19)) is None
    assert importance_chart(many(20)) is not None


def test_trials_that_repeat_others_do_not_count_for_importances() -> None:
    table = many(19)
    repeated = trial(19, table.trials[4].vector, 0.4, repeats=4)
    assert importance_chart(replace(table, trials=(*table.trials, repeated))) is None
