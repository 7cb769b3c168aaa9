"""Whether search or evaluation mattered more: what each run shows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports import NOTHING, SAME, report_with, unfinished_report
from verdicts import HAND_MADE, verdict_with

from tuner.config.conditions import StudyCondition
from tuner.report.depth import depth_or_accuracy, effort_lines, gain_of_search
from tuner.report.model import AgentEffort, DepthReached, RunReport
from tuner.stats.interval import Interval
from tuner.verdict.findings import Condition, TimeShare
from tuner.verdict.model import Verdict


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> RunReport:
    return unfinished_report(tmp_path_factory.mktemp("base"))


def deeper(hand_set: float) -> Verdict:
    """The baselines as always, and both agents at depth 5; each end is a hundredth away."""
    there = Interval(hand_set, hand_set - 0.01, hand_set + 0.01)
    other = Condition("at alphabeta depth 5", there, there, Interval(0.0, -0.01, 0.01), True)
    return verdict_with(conditions=(other,))


def test_two_independent_scores_add_their_variances() -> None:
    gain = gain_of_search(Interval(0.5, 0.47, 0.53), Interval(0.6, 0.56, 0.64))
    # Half widths of 3 and 4 make one of 5.
    assert (gain.estimate, gain.low, gain.high) == pytest.approx((0.1, 0.05, 0.15))


@pytest.mark.parametrize(
    ("hand_set", "conclusion"),
    [
        # The evaluation is worth 2 points (1.65 to 2.35); hand-set has 59% at the study's depth.
        (0.80, "So the search mattered more than the accuracy of the evaluation."),
        (0.59, "So the accuracy of the evaluation mattered more than the search."),
        (
            0.61,
            "So it is not shown whether search or accuracy of the evaluation mattered more.",
        ),
    ],
)
def test_the_larger_gain_mattered_more(base: RunReport, hand_set: float, conclusion: str) -> None:
    sentences = depth_or_accuracy(report_with(base, deeper(hand_set)))
    assert sentences[0] == (
        "At alphabeta depth 3 the tuned numbers change the score by +2.00 points (+1.65 to +2.35). "
        "Both agents search alike, so that is what the evaluation is worth."
    )
    assert sentences[1] == (
        "The run did not measure equal time, so it does not show what speed is worth."
    )
    assert f"score {100 * hand_set:.1f}%" in sentences[2]
    assert sentences[2].endswith(conclusion)


def test_other_openings_are_another_question(base: RunReport) -> None:
    report = report_with(base, deeper(0.8))
    study = report.study
    other = StudyCondition("at alphabeta depth 5", study.search, study.opening_plies + 2, 100)
    report = replace(report, study=replace(study, conditions=(other,)))
    assert depth_or_accuracy(report)[2].endswith(
        "The openings differ, too, so this run does not show what the search alone is worth."
    )


@pytest.mark.parametrize(
    ("low", "estimate", "high", "says"),
    [
        (0.01, 0.02, 0.03, "the gain remains where all have the same time"),
        (-0.01, 0.02, 0.05, "it is not shown that a gain remains where all have the same time"),
        (-0.03, -0.02, -0.01, "where all have the same time, the hand-set values are better"),
    ],
)
def test_equal_time_says_what_speed_is_worth(
    base: RunReport, low: float, estimate: float, high: float, says: str
) -> None:
    score = Interval(0.5, 0.48, 0.52)
    shares = (TimeShare("hand-set", Interval(1.25, 1.2, 1.3), 50),)
    timed = Condition("at equal time", score, score, Interval(estimate, low, high), False, shares)
    sentences = depth_or_accuracy(report_with(base, verdict_with(conditions=(timed,))))
    assert says in sentences[1]
    assert "takes 1.25 (1.20 to 1.30) times as long" in sentences[1]
    assert sentences[2] == (
        "No other depth was played against the baselines, so this run does not show whether depth "
        "or accuracy of the evaluation matters more."
    )


def test_numbers_of_the_search_are_no_evaluation(base: RunReport) -> None:
    report = report_with(base, deeper(0.8))
    first = replace(report.parameters[0], name="search.depth")
    sentences = depth_or_accuracy(replace(report, parameters=(first, *report.parameters[1:])))
    assert "search.depth belongs to the search" in sentences[0]
    assert sentences[2].endswith(
        "What is tuned is not the evaluation alone, so the two cannot be compared."
    )


@pytest.mark.parametrize("verdict", [SAME, NOTHING])
def test_one_agent_shows_nothing_of_it(base: RunReport, verdict: Verdict) -> None:
    (sentence,) = depth_or_accuracy(report_with(base, verdict))
    assert sentence.startswith("Tuned and hand-set are one agent here")


def test_before_the_verdict_it_is_not_known(base: RunReport) -> None:
    assert depth_or_accuracy(base) == ["There is no verdict yet, so this is not known."]


def test_the_depth_that_an_agent_reached_is_told_with_its_interval(base: RunReport) -> None:
    reached = DepthReached(Interval(5.25, 5.1, 5.4), Interval(0.3, 0.25, 0.35), 300, 900)
    effort = AgentEffort("tuned", "alphabeta 900 nodes", 80, Interval(850, 840, 860), reached)
    report = replace(report_with(base, HAND_MADE), efforts=(effort,), baselines=())
    assert effort_lines(report) == [
        "tuned (alphabeta 900 nodes) visits 850.0 (840.0 to 860.0) positions a move in 80 games; "
        "with 900 nodes a move its last finished depth is 5.25 (5.10 to 5.40) on average, and it "
        "sees to the end of the game in 30.0% (25.0 to 35.0) of 300 sampled positions."
    ]
