"""Whether search or evaluation mattered more: what each run shows of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports import NOTHING, SAME, report_with, unfinished_report
from verdicts import HAND_MADE, verdict_with

from tuner.config.conditions import StudyCondition
from tuner.report.depth import depth_or_accuracy, effort_lines
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


SEARCH = (
    "So for these two changes the search mattered more than the accuracy of the evaluation; "
    "smaller or larger ones may say otherwise."
)
EVALUATION = (
    "So for these two changes the accuracy of the evaluation mattered more than the search; "
    "smaller or larger ones may say otherwise."
)
UNKNOWN = "So it is not shown whether search or accuracy of the evaluation mattered more."


@pytest.mark.parametrize(
    ("hand_set", "conclusion"),
    [
        # The evaluation is worth 2 points (1.65 to 2.35); hand-set has 59% at the study's depth,
        # and the two half widths of 0.48 and 1 make one of 1.11.
        (0.80, SEARCH),
        (0.38, SEARCH),
        (0.61, UNKNOWN),
        (0.57, UNKNOWN),
        (
            0.59,
            "It is not shown that this change of the search moves the score at all, so this run "
            "does not say whether search or accuracy of the evaluation matters more.",
        ),
    ],
)
def test_the_change_that_moves_the_score_more_mattered_more_gain_or_loss(
    base: RunReport, hand_set: float, conclusion: str
) -> None:
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


@pytest.mark.parametrize(("low", "high"), [(0.15, 0.25), (-0.25, -0.15)])
def test_a_large_gain_or_loss_of_the_numbers_is_the_evaluation(
    base: RunReport, low: float, high: float
) -> None:
    versus = replace(HAND_MADE.against_baselines, difference=Interval((low + high) / 2, low, high))
    # The search loses 4 points, 5.11 at most.
    verdict = replace(deeper(0.55), against_baselines=versus)
    assert depth_or_accuracy(report_with(base, verdict))[2].endswith(EVALUATION)


def test_numbers_that_may_change_nothing_answer_nothing(base: RunReport) -> None:
    # As a reviewer found it: search -21 points, evaluation +2.00 (-3.45 to +7.45).
    versus = replace(HAND_MADE.against_baselines, difference=Interval(0.02, -0.0345, 0.0745))
    verdict = replace(deeper(0.38), verdict="undecided", against_baselines=versus)
    assert depth_or_accuracy(report_with(base, verdict))[2].endswith(
        "It is not shown that the change of the numbers moves the score at all, so this run does "
        "not say whether search or accuracy of the evaluation matters more."
    )


def test_other_openings_are_another_question(base: RunReport) -> None:
    report = report_with(base, deeper(0.8))
    study = report.study
    other = StudyCondition("at alphabeta depth 5", study.search, study.opening_plies + 2, 100)
    report = replace(report, study=replace(study, conditions=(other,)))
    assert depth_or_accuracy(report)[2].endswith(
        "The openings differ, too, so this run does not show what the search alone is worth."
    )


GAIN = Interval(0.02, 0.01, 0.03)
LOSS = Interval(-0.02, -0.03, -0.01)
OPEN = Interval(-0.0033, -0.0598, 0.0531)


@pytest.mark.parametrize(
    ("verdict", "own", "timed", "says"),
    [
        ("better", GAIN, GAIN, "the gain remains where all have the same time."),
        ("better", GAIN, OPEN, "it is not shown that the gain remains where all have the same"),
        ("better", GAIN, LOSS, "where all have the same time, the hand-set values are better."),
        (
            "undecided",
            OPEN,
            GAIN,
            "where all have the same time the tuned values are better, which they are not shown to "
            "be at alphabeta depth 3.",
        ),
        (
            "undecided",
            OPEN,
            OPEN,
            "no gain is shown where all have the same time, and none at alphabeta depth 3 either.",
        ),
    ],
)
def test_equal_time_says_what_is_left_of_a_gain_that_there_was(
    base: RunReport, verdict: str, own: Interval, timed: Interval, says: str
) -> None:
    score = Interval(0.5, 0.48, 0.52)
    # A baseline may be called hand-set, too.
    ratios = {"tuned": Interval(1.0, 1.0, 1.0), "hand-set": Interval(1.25, 1.2, 1.3)}
    shares = tuple(TimeShare(name, ratio, 50) for name, ratio in ratios.items())
    shares += (TimeShare("hand-set", Interval(9.0, 8.0, 10.0), 10),)
    condition = Condition("at equal time", score, score, timed, False, shares)
    versus = replace(HAND_MADE.against_baselines, difference=own)
    ended = verdict_with(verdict=verdict, against_baselines=versus, conditions=(condition,))
    sentences = depth_or_accuracy(report_with(base, ended))
    assert says in sentences[1]
    assert "measured once, on the machine of this run" in sentences[1]
    assert "takes 1.25 (1.20 to 1.30) times as long" in sentences[1]
    assert "9.00" not in sentences[1]
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
