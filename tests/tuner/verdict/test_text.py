"""Results in words: every number has its interval, and it is said whose view it is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from verdicts import HAND_MADE, verdict_with

from tuner.matches.objective import ACCURACY, SCORE, WORST, Objective
from tuner.stats.interval import Interval
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.text import elo_text, mean_text, points_text, score_text
from tuner.verdict.findings import Condition
from tuner.verdict.model import SPRT
from tuner.verdict.text import verdict_lines

LINES = """\
Verdict: better at alphabeta depth 3, +2.00 points (+1.65 to +2.35) against the baselines; \
not shown at equal time.
  The mean score against the baselines at alphabeta depth 3, on 19,876 openings that the search \
never saw, 20,000 pairs each (95% intervals):
    tuned     61.0% (60.6 to 61.4)
    hand-set  59.0% (58.5 to 59.5)
    tuned minus hand-set, paired: +2.00 points (+1.65 to +2.35)
    Random         tuned 100.0% (at least 99.9)   hand-set 95.0% (94.0 to 96.0)
    AB_improved    tuned 52.0% (51.0 to 53.0)   hand-set 51.0% (50.0 to 52.0)
  Tuned against hand-set, head to head, 20,000 pairs: the tuned agent scores \
55.0% (54.0 to 56.0), +35 Elo (+28 to +42).
  Is it at least 5 Elo better, or not better at all? A sequential test says: at least 5 Elo \
better (its log-likelihood ratio is +59.50; from +2.94 on it says the one, from -2.94 down the \
other).
  Not shown at equal time: tuned 50.0% (48.0 to 52.0), hand-set 49.0% (47.0 to 51.0); \
paired +1.00 points (-1.00 to +3.00).
    All search by nodes, the tuned agent 40 a move. Nodes being equal, its move takes \
2.30 times (2.20 to 2.40) as long as MM_improved and AB_improved (92 nodes). Measured once, on \
this machine. The intervals above are wide enough for both ends of these ranges; that of the \
difference also for hand-set slowest with the baselines fastest, and the other way round.
  Better head to head with greedy: the tuned agent scores 53.0% (51.0 to 55.0).
"""


def test_scores() -> None:
    assert score_text(Interval(0.61, 0.606, 0.614)) == "61.0% (60.6 to 61.4)"
    assert score_text(Interval(1, 0.97, 1, bound="at least")) == "100.0% (at least 97.0)"
    assert score_text(Interval(0, 0, 0.03, bound="at most")) == "0.0% (at most 3.0)"


def test_points_have_signs() -> None:
    assert points_text(Interval(0.0231, 0.019, 0.0272)) == "+2.31 points (+1.90 to +2.72)"
    assert points_text(Interval(-0.001, -0.02, 0.018)) == "-0.10 points (-2.00 to +1.80)"
    assert points_text(Interval(0.0, 0.0, 0.0)) == "+0.00 points (+0.00 to +0.00)"


def test_a_mean_has_its_interval_and_commas() -> None:
    assert mean_text(Interval(1234.56, 987.64, 1481.48), 1) == "1,234.6 (987.6 to 1,481.5)"
    assert mean_text(Interval(0.5, 0.25, 0.75), 2) == "0.50 (0.25 to 0.75)"


def test_elo() -> None:
    assert elo_text(Interval(34.86, 20.4, 50.2)) == "+35 Elo (+20 to +50)"
    assert elo_text(Interval(2400, 480.2, 2400, bound="at least")) == "at least +480 Elo"
    assert elo_text(Interval(-2400, -2400, -480.2, bound="at most")) == "at most -480 Elo"


def test_the_verdict_in_words() -> None:
    text = "\n".join(verdict_lines(HAND_MADE))
    assert text.startswith(LINES)


BOUNDS = "; from +2.94 on it says the one, from -2.94 down the other)"


@pytest.mark.parametrize(
    ("likelihood", "said"),
    [
        (2.07, f"not decided (its log-likelihood ratio is +2.07{BOUNDS}"),
        (-0.004, f"not decided (its log-likelihood ratio is +0.00{BOUNDS}"),
        (-2.9, f"not decided (its log-likelihood ratio is -2.90{BOUNDS}"),
        (3.0, f"at least 5 Elo better (its log-likelihood ratio is +3.00{BOUNDS}"),
        (-3.0, f"not better at all (its log-likelihood ratio is -3.00{BOUNDS}"),
    ],
)
def test_the_sequential_test_decides_by_the_ratio_that_is_printed(
    likelihood: float, said: str
) -> None:
    """Pairs that share openings are worth fewer than they are: their counts alone would pass."""
    counts = Pentanomial(ll=4_000, wl=10_000, ww=6_000)
    assert SPRT.decision(counts) == "pass"
    head = replace(HAND_MADE.head_to_head, counts=counts, likelihood=likelihood)
    lines = verdict_lines(verdict_with(head_to_head=head))
    (line,) = (line for line in lines if "A sequential test says" in line)
    assert line.endswith(f"A sequential test says: {said}.")


def test_a_condition_with_another_search_says_that_the_baselines_keep_theirs() -> None:
    score = Interval(0.52, 0.5, 0.54)
    gain = Interval(0.02, 0.01, 0.03)
    name = "with 6,200 nodes from openings of 2 plies"
    lines = verdict_lines(verdict_with(conditions=(Condition(name, score, score, gain, True),)))
    assert (
        f"  Better {name}, the baselines searching as always: tuned 52.0% (50.0 to 54.0), "
        "hand-set 52.0% (50.0 to 54.0); paired +2.00 points (+1.00 to +3.00)."
    ) in lines
    assert "as always" not in lines[0]
    assert "as always" not in "\n".join(verdict_lines(HAND_MADE))  # at equal time, head to head


def test_the_last_lines_give_the_values_and_which_of_them_are_exported() -> None:
    values = (
        "  Values: floor 0.75 (hand-set 0.3), distance_weight -0.123457 (hand-set 1); "
        "from the centre of the best tenth of the trials (their mean, not a trial)"
    )
    assert verdict_lines(HAND_MADE)[-2:] == [values, "  Exported: the tuned values."]
    kept = verdict_lines(verdict_with(verdict="not better"))
    assert kept[-2] == values
    assert kept[-1].startswith("  Exported: the hand-set values")


def test_the_claim_of_the_search_is_the_best_of_many_and_has_no_interval() -> None:
    claim = next(line for line in verdict_lines(HAND_MADE) if "in the search" in line)
    assert claim == (
        "  The best of 200 trials, number 17, read 63.5% in the search, which is the luckiest "
        "of them; on the verdict openings the very same values score 60.8% (60.4 to 61.2)."
    )


NUMBER = re.compile(r"(at (?:least|most) )?[-+]?\d+(?:\.\d+)?(?:%| points| Elo)( \([^)]*\))?")


@pytest.mark.parametrize("objective", [SCORE, WORST], ids=str)
def test_every_result_has_its_interval(objective: Objective) -> None:
    lines = verdict_lines(verdict_with(objective=objective))
    # What the search claims is a maximum, and an interval around it would not be honest.
    texts = [line.replace("95% intervals", "").replace("read 63.5%", "") for line in lines]
    # What a test asks is no result.
    texts = [text.replace("at least 5 Elo", "") for text in texts]
    found = [match for line in texts for match in NUMBER.finditer(line)]
    # The headline, two sums, a difference, two by each of two baselines, a score and Elo, the
    # conditions and the claim.
    assert len(found) == 1 + 3 + 4 + 2 + 4 + 1
    for match in found:
        one_sided, interval = match.groups()
        assert one_sided or re.search(r"\d to [-+]?\d|at least \d", interval or ""), match.group()


def test_the_worst_objective_is_named() -> None:
    headline, table, *_ = verdict_lines(verdict_with(objective=WORST))
    assert "against the worst of the baselines" in headline
    assert "The worst score over the baselines" in table


def test_every_line_with_a_score_says_whose_it_is() -> None:
    for line in verdict_lines(HAND_MADE):
        if "%" in line.replace("95% intervals", ""):
            assert re.search(r"\btuned\b|\bhand-set\b|best of \d+ trials", line), line


def test_a_search_that_found_nothing_claims_no_more_than_that() -> None:
    """The hand-set values against themselves show nothing of a difference."""
    same = verdict_with(verdict="not better", tuned=HAND_MADE.hand_set)
    assert verdict_lines(same)[0] == (
        "Verdict: not better - the search found nothing better than the hand-set values."
    )


def test_a_search_on_positions_says_that_games_decide() -> None:
    text = "\n".join(verdict_lines(verdict_with(objective=ACCURACY)))
    assert (
        "The search was on solved positions, and games decide the verdict: the best of 200 trials, "
        "number 17, kept the win in 63.5% of them, the luckiest share, and in 60.8% "
        "(60.4 to 61.2) of those that the search never saw."
    ) in text
