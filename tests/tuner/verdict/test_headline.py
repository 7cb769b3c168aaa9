"""The first lines of a verdict: "better" does not stand where another condition says otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from verdicts import HAND_MADE, verdict_with

from tuner.matches.likeness import Likeness
from tuner.stats.interval import Interval
from tuner.verdict.findings import Condition, RangeEnd
from tuner.verdict.headline import headline, remarks
from tuner.verdict.json import verdict_json
from tuner.verdict.model import AgainstBaselines, Verdict


def condition(name: str, low: float, high: float) -> Condition:
    middle = (low + high) / 2
    score = Interval(0.5 + middle, 0.5 + low, 0.5 + high)
    return Condition(name, score, None, Interval(middle, low, high), True)


BETTER, WORSE = condition("at depth 5", 0.01, 0.03), condition("with 9 nodes", -0.05, -0.01)
NO_BETTER, OPEN = condition("at dusk", -0.002, 0.004), condition("in the rain", -0.1, 0.1)


def versus(low: float, high: float, tuned: tuple[Interval, ...] = ()) -> AgainstBaselines:
    middle = (low + high) / 2
    one = Interval(0.5, 0.4, 0.6)
    rows = tuple((f"opponent {number}", score, one) for number, score in enumerate(tuned))
    return AgainstBaselines(one, one, Interval(middle, low, high), 20_000, rows)


def found(**changes: Any) -> Verdict:
    return verdict_with(**{"conditions": (), **changes})


def test_better_under_all_conditions_is_said_without_any_but() -> None:
    assert headline(found(conditions=(BETTER,))) == (
        "Verdict: better at alphabeta depth 3, +2.00 points (+1.65 to +2.35) against the baselines."
    )


def test_better_names_every_condition_that_says_otherwise() -> None:
    conditions = (OPEN, BETTER, WORSE, NO_BETTER, condition("at noon", -0.2, 0.1))
    assert headline(found(conditions=conditions)).endswith(
        "against the baselines; worse with 9 nodes; no better at dusk; not shown in the rain and "
        "at noon."
    )


def test_better_names_the_baselines_that_still_win() -> None:
    scores = (Interval(0.7, 0.6, 0.8), Interval(0.28, 0.2, 0.3), Interval(0.48, 0.45, 0.51))
    verdict = found(against_baselines=versus(0.01, 0.03, scores))
    assert headline(verdict).endswith("; still loses to opponent 1.")
    assert remarks(verdict) == ["  The tuned agent loses to opponent 1 28.0% (20.0 to 30.0)."]


@pytest.mark.parametrize(
    ("verdict", "ends", "meaning"),
    [
        ("better", (0.001, 0.003), ", less than half a point in a hundred"),
        ("not better", (-0.002, 0.004), ": no difference worth having, which is half a point in"),
        ("not better", (-0.03, -0.01), ": the tuned values are worse"),
        ("undecided", (-0.03, 0.02), ": these games do not show which values are better"),
    ],
)
def test_the_headline_says_what_the_difference_means(
    verdict: str, ends: tuple[float, float], meaning: str
) -> None:
    text = headline(found(verdict=verdict, against_baselines=versus(*ends)))
    assert text.startswith(f"Verdict: {verdict} at alphabeta depth 3, ")
    assert f"against the baselines{meaning}" in text


def test_a_verdict_that_is_not_better_names_where_it_would_be() -> None:
    text = headline(found(verdict="undecided", conditions=(OPEN, BETTER, WORSE)))
    assert text.endswith("; better at depth 5.")


def test_of_many_that_it_plays_like_three_are_named() -> None:
    same = [Likeness(name, Interval(0.99, 0.98, 0.995), 363) for name in ("a", "b", "c", "d", "e")]
    (line,) = remarks(found(likenesses=tuple(same)))
    assert line.startswith(
        "  It plays like a, b and c (and like 2 more): its move is also best for a in "
    )
    assert line.count("99.0% (98.0 to 99.5)") == 3


def test_likeness_and_ends_of_ranges_are_said() -> None:
    verdict = found(
        likenesses=(
            Likeness("edge", Interval(0.99, 0.98, 0.995), 363),
            Likeness("improved", Interval(0.97, 0.95, 0.98), 363),
        ),
        range_ends=(RangeEnd("floor", 0.979292, 0.0, 1.0),),
    )
    assert remarks(verdict) == [
        "  It plays like edge and improved: its move is also best for edge in 99.0% (98.0 to "
        "99.5) and for improved in 97.0% (95.0 to 98.0) of 363 positions.",
        "  floor is at the end of its range: 0.9793, and the range is 0 to 1. A wider one may hold "
        "better values.",
    ]


def test_hand_set_values_have_no_remarks() -> None:
    nothing = found(
        verdict="not better",
        tuned=HAND_MADE.hand_set,
        range_ends=(RangeEnd("floor", 1.0, 0.0, 1.0),),
    )
    assert remarks(nothing) == []
    assert headline(nothing) == (
        "Verdict: not better - the search found nothing better than the hand-set values."
    )


@pytest.mark.parametrize(("openings", "few"), [(73, True), (99, True), (100, False)])
def test_a_verdict_of_few_openings_says_first_what_it_may_not_have_seen(
    openings: int, few: bool
) -> None:
    """However many pairs share these openings: here 20,000 do."""
    verdict = found(openings=openings)
    said = [line for line in remarks(verdict) if "large losses" in line]
    assert said == (remarks(verdict)[:1] if few else [])
    assert verdict_json(verdict)["few_openings"] is few
    if few:
        assert said[0].startswith(f"  {openings} different openings may hold none of the large ")
        assert headline(verdict).endswith(
            f"against the baselines; seen on only {openings} openings."
        )
    else:
        assert "seen on" not in headline(verdict)


def test_the_hand_set_values_themselves_need_no_openings() -> None:
    assert remarks(found(openings=20, tuned=HAND_MADE.hand_set)) == []
