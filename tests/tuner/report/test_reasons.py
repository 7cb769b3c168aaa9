"""Reasons of a recommendation: those that the numbers support, and no others."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports import NOTHING, SAME, WORSE
from verdicts import HAND_MADE, verdict_with

from tuner.matches.objective import ACCURACY
from tuner.report.reasons import how_to_know, reasons, reasons_title
from tuner.solved.accuracy import Accuracy, Contest, SolvedVerdict, StageAccuracy
from tuner.stats.interval import Interval
from tuner.stats.mcnemar import PairedCounts
from tuner.verdict.model import Clock, Verdict

EVEN = replace(HAND_MADE.head_to_head, score=Interval(0.505, 0.495, 0.515))
LOST = replace(HAND_MADE.head_to_head, score=Interval(0.45, 0.44, 0.46))


def undecided(low: float = -0.01, **changes: object) -> Verdict:
    difference = Interval(0.005, low, 0.02)
    versus = replace(HAND_MADE.against_baselines, difference=difference)
    return verdict_with(verdict="undecided", against_baselines=versus, **changes)


def solved(difference: Interval, p_value: float) -> SolvedVerdict:
    tuned, hand_set = (
        StageAccuracy(
            "all", 200, round(200 * share), Interval(share, share - 0.1, share + 0.1), 0.5
        )
        for share in (0.8, 0.7)
    )
    return SolvedVerdict(
        Accuracy("tuned", "a", (tuned,), tuned),
        Accuracy("hand-set", "b", (hand_set,), hand_set),
        Contest("tuned", "hand-set", PairedCounts(120, 40, 20, 20), difference, p_value),
    )


def test_better_values_have_the_score_the_match_and_other_conditions_for_them() -> None:
    assert reasons(HAND_MADE) == [
        "The tuned values score more against the baselines: 61.0% (60.6 to 61.4), hand-set 59.0% "
        "(58.5 to 59.5), which is +2.00 points (+1.65 to +2.35) opening by opening.",
        "They win the match against the hand-set values: they score 55.0% (54.0 to 56.0), +35 Elo "
        "(+28 to +42), in 20,000 pairs of games.",
        "They are better under other conditions, too: head to head with greedy +3.00 points "
        "(+1.00 to +5.00).",
    ]


def test_a_gain_at_equal_time_is_one_of_this_machine() -> None:
    timed = replace(HAND_MADE.conditions[0], difference=Interval(0.26, 0.2, 0.32))
    assert reasons(verdict_with(conditions=(timed,)))[2] == (
        "They are better under other conditions, too: at equal time +26.00 points (+20.00 to "
        "+32.00) as measured once, on this machine."
    )


def test_a_match_that_shows_nothing_is_no_reason() -> None:
    found = reasons(verdict_with(head_to_head=EVEN, conditions=()))
    assert [one.split()[0] for one in found] == ["The", "Against"]
    assert found[1] == (
        "Against 1 of the 2 baselines their whole interval lies above that of the hand-set values: "
        "Random."
    )


def test_where_one_reason_holds_there_is_one_and_it_says_so() -> None:
    versus = HAND_MADE.against_baselines
    alone = replace(versus, by_baseline=versus.by_baseline[1:])
    found = reasons(verdict_with(head_to_head=EVEN, conditions=(), against_baselines=alone))
    assert len(found) == 1
    assert reasons_title(1) == "The data of this run supports one reason only:"
    assert reasons_title(2) == "The data of this run supports two reasons only:"
    assert reasons_title(3) == "Three reasons:"


def test_solved_positions_are_a_reason_where_both_test_and_interval_say_so() -> None:
    sure = solved(Interval(0.1, 0.05, 0.15), 0.0001)
    found = reasons(verdict_with(head_to_head=EVEN, conditions=(), accuracy=sure))
    assert found[1] == (
        "They keep more won positions won, where the truth is known: 80.0% (70.0 to 90.0) of 200 "
        "solved positions, hand-set 70.0% (60.0 to 80.0)."
    )
    unsure = solved(Interval(0.1, 0.05, 0.15), 0.01)
    found = reasons(verdict_with(head_to_head=EVEN, conditions=(), accuracy=unsure))
    assert not any("truth" in one for one in found)


def test_an_open_verdict_keeps_the_hand_set_values_and_says_what_would_decide_it() -> None:
    verdict = undecided(head_to_head=EVEN)
    assert reasons(verdict) == [
        "The gain of the tuned values may be none at all: +0.50 points (-1.00 to +2.00) against "
        "the baselines, an interval that holds 0.",
        # 63.52 and 59.12 in the search, each 2.01 more or less; 60.81 and 59 on other openings,
        # 0.41 and 0.48 more or less.
        "What the search promised did not last: in it the best of 200 trials was +4.40 points "
        "(+1.56 to +7.24) ahead of the hand-set values, and on openings that it never saw the same "
        "values are +1.81 points (+1.18 to +2.44) ahead, all scores taken as independent.",
        "The match against the hand-set values does not show a gain either: the tuned ones score "
        "50.5% (49.5 to 51.5), an interval that holds 50%.",
    ]
    assert how_to_know(verdict) == [
        "More games may decide it: an interval half as wide takes about four times as many as the "
        "20,000 pairs against each baseline (budget.verdict_pairs)."
    ]
    assert how_to_know(HAND_MADE) == how_to_know(WORSE) == []


def lower(score: Interval) -> Interval:
    return Interval(score.estimate - 0.06, score.low - 0.06, score.high - 0.06)


def test_openings_that_are_harder_for_everybody_are_no_luck() -> None:
    # All score 6 points less on the verdict openings, so the lead stays at 4.4 points.
    claim = HAND_MADE.search_claim
    versus = replace(HAND_MADE.against_baselines, hand_set=lower(claim.hand_set))
    verdict = undecided(search_claim=replace(claim, verdict=lower(claim.value)))
    verdict = replace(
        verdict, against_baselines=replace(verdict.against_baselines, hand_set=versus.hand_set)
    )
    assert not any("did not last" in one for one in reasons(verdict))


def test_what_was_kept_on_positions_is_compared_with_what_hand_set_keeps_there() -> None:
    # 72 of 100 against 59.1 in the search; 71 against 70 on positions that it never saw.
    claim = replace(
        HAND_MADE.search_claim,
        value=Interval(0.72, 0.7, 0.74),
        verdict=Interval(0.71, 0.69, 0.73),
    )
    verdict = undecided(
        objective=ACCURACY, search_claim=claim, accuracy=solved(Interval(0.01, 0, 0.02), 0.3)
    )
    (found,) = (one for one in reasons(verdict) if "did not last" in one)
    assert "on positions that it never saw the same values are +1.00 points" in found


def test_worse_values_are_called_worse() -> None:
    found = reasons(replace(WORSE, head_to_head=LOST))
    assert found[0] == (
        "The tuned values are worse: -2.00 points (-3.00 to -1.00) against the baselines."
    )
    assert (
        found[2]
        == "The tuned values lose the match against the hand-set ones: 45.0% (44.0 to 46.0)."
    )


def test_a_small_gain_is_called_small() -> None:
    versus = replace(HAND_MADE.against_baselines, difference=Interval(0.001, -0.002, 0.004))
    first = reasons(verdict_with(verdict="not better", against_baselines=versus))[0]
    assert first == (
        "What the tuned values gain is at most half a point in a hundred: +0.10 points (-0.20 to "
        "+0.40) against the baselines."
    )


def test_the_same_play_is_the_one_reason() -> None:
    assert reasons(SAME) == [
        "Tuned and hand-set values play alike: 1,234 games of each on the selection openings end "
        "in the same way."
    ]


def test_where_nothing_was_found_the_selection_says_so() -> None:
    assert reasons(NOTHING)[0] == (
        "On the selection openings no finalist was better than the hand-set values, with 61.2% "
        "(60.3 to 62.2)."
    )


@pytest.mark.parametrize("late", [(600, 0), (0, 600)])
def test_games_lost_on_time_are_a_reason_to_trust_nothing(late: tuple[int, int]) -> None:
    verdict = verdict_with(clock=Clock(games=10_000, cut=(0, 0), late=late))
    assert reasons(verdict) == [
        "The games are no measure of strength: one side lost 600 of 10,000 games on time, more "
        "than 5%."
    ]
