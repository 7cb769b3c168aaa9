"""The verdict: when it is which, and what verdict.json holds."""

from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats
from verdicts import HAND_MADE, verdict_with

from tuner.matches.evaluation import evaluate_pairs
from tuner.matches.objective import SCORE
from tuner.matches.pairs import Pairs
from tuner.stats.decision import BETTER, NOT_BETTER, UNDECIDED, judge
from tuner.stats.interval import Interval
from tuner.stats.pentanomial import Pentanomial
from tuner.verdict.json import verdict_json
from tuner.verdict.model import against_baselines, head_to_head


@pytest.mark.parametrize(
    ("low", "estimate", "high", "verdict"),
    [
        (0.001, 0.02, 0.039, BETTER),
        (1e-12, 0.001, 0.002, BETTER),  # a small difference that is sure is one
        (0.0, 0.01, 0.02, UNDECIDED),  # 0 itself is not excluded
        (-0.01, 0.01, 0.03, UNDECIDED),
        (-0.03, -0.01, 0.01, UNDECIDED),
        (-0.1, 0.0, 0.005, UNDECIDED),  # half a point in a hundred is worth while
        (-0.1, 0.0, 0.005 - 1e-12, NOT_BETTER),
        (-0.002, 0.001, 0.004, NOT_BETTER),  # whatever is still possible is not worth while
        (-0.04, -0.03, -0.02, NOT_BETTER),
        (0.0, 0.0, 0.0, NOT_BETTER),  # the same games
    ],
)
def test_the_verdict_follows_from_the_interval(
    low: float, estimate: float, high: float, verdict: str
) -> None:
    assert judge(Interval(estimate, low, high)) == verdict


def pairs_of(results: list[tuple[int, int]]) -> Pairs:
    count = len(results)
    return Pairs.untimed(
        np.array(results, np.int8), np.full((count, 2), 9, np.int16), np.ones((count, 2, 2), int)
    )


WON, EVEN, LOST = (1, 1), (1, -1), (-1, -1)
CLUSTERS = np.arange(4)


def test_against_baselines_pairs_both_agents_by_opening() -> None:
    tuned, hand_set = (
        evaluate_pairs([pairs_of(one), pairs_of(other)], (1, 1), CLUSTERS, SCORE)
        for one, other in [
            ([WON, WON, EVEN, EVEN], [WON, EVEN, EVEN, EVEN]),
            ([WON, EVEN, EVEN, LOST], [EVEN, EVEN, EVEN, EVEN]),
        ]
    )
    versus = against_baselines(("a", "b"), tuned, hand_set)
    # By opening: tuned 1, 3/4, 1/2, 1/2; hand-set 3/4, 1/2, 1/2, 1/4.
    assert versus.tuned.estimate == 0.6875
    assert versus.hand_set.estimate == 0.5
    assert versus.difference.estimate == 0.1875
    differences = [0.25, 0.25, 0, 0.25]
    margin = stats.t.ppf(0.975, 3) * stats.sem(differences)
    assert versus.difference.low == pytest.approx(0.1875 - margin)
    assert versus.difference.high == pytest.approx(0.1875 + margin)
    assert versus.pairs == 4
    table = [(name, one.estimate, other.estimate) for name, one, other in versus.by_baseline]
    assert table == [("a", 0.75, 0.5), ("b", 0.625, 0.5)]


def test_head_to_head_gives_score_and_elo_of_the_first_agent() -> None:
    # 20 pairs lost, 50 even, 30 won: a score of .55, published as 34.86 Elo.
    match = pairs_of(20 * [LOST] + 50 * [EVEN] + 30 * [WON])
    result = head_to_head(match, np.arange(100))
    assert result.pairs == 100
    assert result.score.estimate == pytest.approx(0.55)
    assert result.elo.estimate == pytest.approx(34.8601, abs=1e-4)
    # Student's quantile in place of the normal one: a little wider than 48.47 to each side.
    assert result.elo.margin == pytest.approx(48.4702, rel=0.02)
    assert result.elo.margin > 48.4702


def test_head_to_head_tests_five_elo_against_none() -> None:
    match = pairs_of(20 * [LOST] + 50 * [EVEN] + 30 * [WON])
    result = head_to_head(match, np.arange(100))
    assert result.counts == Pentanomial(ll=20, wl=50, ww=30)
    assert result.likelihood is not None
    # The published ratios of these counts are .494 for 10 Elo against 0 and .824 for 20, so that
    # for 5 is positive and smaller.
    assert 0.0 < result.likelihood < 0.494045
    assert result.decision == "continue"


def test_pairs_that_share_openings_count_as_often_as_they_are_independent() -> None:
    """The same pair twice from each opening: what it says is what it says once."""
    results = 200 * [LOST] + 500 * [EVEN] + 400 * [WON]
    once = head_to_head(pairs_of(results), np.arange(1100))
    twice = head_to_head(pairs_of(results + results), np.tile(np.arange(1100), 2))
    assert once.likelihood is not None
    assert once.likelihood > 2.9444  # ln(.95 / .05): the test passes, and with twice that, too
    assert twice.likelihood == pytest.approx(once.likelihood, rel=1e-4)


def test_a_few_shared_openings_change_the_sequential_test_a_little() -> None:
    """One opening of 1,000 is met twice, with opposite ends: the test goes on as it was."""
    match = pairs_of(200 * [LOST] + 500 * [EVEN] + 300 * [WON])
    apart = np.arange(1000)
    shared = np.where(apart == 999, 0, apart)
    alone, together = (head_to_head(match, clusters).likelihood for clusters in (apart, shared))
    assert together == pytest.approx(alone, rel=0.01)


def test_the_sequential_test_needs_more_than_one_opening() -> None:
    match = pairs_of(20 * [LOST] + 50 * [EVEN] + 30 * [WON])
    result = head_to_head(match, np.zeros(100, dtype=np.int64))
    assert result.likelihood is None
    assert result.decision is None


def test_head_to_head_without_a_loss_has_finite_elo() -> None:
    result = head_to_head(pairs_of(50 * [WON]), np.arange(50))
    assert result.score.bound == result.elo.bound == "at least"
    # .05^(1/50) = .9418 is 483.7 Elo.
    assert result.elo.low == pytest.approx(483.7, abs=0.1)


PROMISED = {
    "": ["verdict", "exported", "tuned", "hand_set", "games", "seconds"],
    "against_baselines": ["tuned", "hand_set", "difference", "low", "high", "pairs"],
    "head_to_head": ["score", "low", "high", "elo", "elo_low", "elo_high", "pairs"],
    "search_claim": ["trial", "trials", "value", "hand_set", "selection"],
}


@pytest.mark.parametrize("section", PROMISED)
def test_verdict_json_has_the_promised_keys(section: str) -> None:
    content = verdict_json(HAND_MADE)
    part = content[section] if section else content
    assert set(PROMISED[section]) <= set(part)


def test_verdict_json_has_the_numbers_of_the_verdict() -> None:
    content = json.loads(json.dumps(verdict_json(HAND_MADE), allow_nan=False))
    assert content["verdict"] == "better"
    assert content["exported"] == "tuned"
    assert content["tuned"] == {"floor": 0.75, "distance_weight": -0.123456789}
    assert content["hand_set"] == {"floor": 0.3, "distance_weight": 1.0}
    versus = content["against_baselines"]
    numbers = [versus[key] for key in ("tuned", "hand_set", "difference", "low", "high", "pairs")]
    assert numbers == [0.61, 0.59, 0.02, 0.0165, 0.0235, 20_000]
    assert versus["by_baseline"][1] == {
        "name": "AB_improved",
        "tuned": {"score": 0.52, "low": 0.51, "high": 0.53},
        "hand_set": {"score": 0.51, "low": 0.5, "high": 0.52},
    }
    assert content["head_to_head"] == {
        "score": 0.55,
        "low": 0.54,
        "high": 0.56,
        "elo": 34.86,
        "elo_low": 27.85,
        "elo_high": 41.9,
        "bound": "two-sided",
        "pairs": 20_000,
        "late_own": 0,
        "late_opponent": 0,
        "pentanomial": [4_000, 0, 10_000, 0, 6_000],
        "sprt": {
            "elo0": 0.0,
            "elo1": 5.0,
            "lower": pytest.approx(-2.944438979),
            "upper": pytest.approx(2.944438979),
            "log_likelihood_ratio": 59.5,
            "decision": "pass",
            "cap": None,
        },
    }
    assert [condition["reproducible"] for condition in content["conditions"]] == [False, True]
    assert [condition["verdict"] for condition in content["conditions"]] == ["undecided", "better"]
    assert content["conditions"][1]["hand_set"] is None
    assert content["conditions"][0]["shares"][2] == {
        "name": "AB_improved",
        "times": 2.3,
        "low": 2.2,
        "high": 2.4,
        "nodes": 92,
    }
    assert content["condition"] == "at alphabeta depth 3"
    assert content["holds"] == {
        "everywhere": False,
        "better": ["head to head with greedy"],
        "worse": [],
        "no_better": [],
        "not_shown": ["at equal time"],
        "loses_to": [],
    }
    claim = content["search_claim"]
    assert (claim["value"], claim["low"], claim["high"]) == (0.6352, 0.6151, 0.6553)
    assert claim["verdict"] == {"score": 0.6081, "low": 0.604, "high": 0.6122}
    assert (content["games"], content["seconds"]) == (123_456, 78.9)


def test_verdict_json_is_made_of_plain_values() -> None:
    """A verdict without conditions is JSON, too."""
    text = json.dumps(verdict_json(verdict_with(conditions=())), allow_nan=False)
    assert json.loads(text)["conditions"] == []
