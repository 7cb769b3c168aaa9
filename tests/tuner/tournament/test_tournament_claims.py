"""What games say of a claim: paired where they share openings, head to head in a round robin."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_tournaments import (
    CLAIM,
    GAUNTLET,
    Played,
    cell,
    ends,
    ledger_of,
    match,
    play,
    scores,
    standing,
)

from tuner.stats.independent import independent_difference, independent_mean
from tuner.stats.interval import Interval, clustered_mean, paired_difference
from tuner.tournament.config import Claim
from tuner.tournament.results import ClaimResult, Results
from tuner.tournament.text import claim_lines


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("tournaments"))


def difference_of(results: Results) -> Interval:
    (found,) = results.claims
    assert (found.claim.better, found.claim.than) == ("deep", "shallow")
    return found.difference


def test_a_claim_of_a_gauntlet_is_a_paired_difference(played: Played) -> None:
    folder, results = played("gauntlet")
    pairs = ledger_of(folder, results.tournament)
    deep, shallow = (
        np.mean([scores(match(pairs, name, other)) for other in ("chance", "greedy")], axis=0)
        for name in ("deep", "shallow")
    )
    clusters = match(pairs, "deep", "chance")["cluster"].to_numpy()
    expected = paired_difference(deep, shallow, clusters)
    assert ends(difference_of(results)) == pytest.approx(ends(expected))


def test_a_claim_of_a_fair_gauntlet_is_of_games_that_share_nothing(played: Played) -> None:
    _, results = played("fair gauntlet")
    expected = independent_difference(
        standing(results, "deep").score, standing(results, "shallow").score
    )
    assert ends(difference_of(results)) == pytest.approx(ends(expected))


@pytest.mark.parametrize("form", ["round robin", "fair round robin"])
def test_a_claim_of_a_round_robin_is_their_own_match(played: Played, form: str) -> None:
    _, results = played(form)
    score = cell(results, "deep", "shallow").score
    assert ends(difference_of(results)) == pytest.approx(
        (2 * score.estimate - 1, 2 * score.low - 1, 2 * score.high - 1)
    )


def test_an_opponent_may_have_the_name_of_a_candidate_and_counts(tmp_path: Path) -> None:
    """As in the published tables, where the improved agent is on both sides."""
    named = GAUNTLET.replace("name: greedy", "name: shallow")
    results = play(tmp_path, named + CLAIM)
    deep, shallow = standing(results, "deep"), standing(results, "shallow")
    assert [found.opponent for found in deep.cells] == ["chance", "shallow"]
    assert difference_of(results).estimate == pytest.approx(
        deep.score.estimate - shallow.score.estimate
    )


@pytest.mark.parametrize(
    ("difference", "verdict"),
    [
        (Interval(0.1, 0.01, 0.2), "these games agree"),
        (Interval(0.1, 0.0, 0.2), "these games do not show it"),
        (Interval(-0.1, -0.2, -0.01), "these games say the opposite"),
        (Interval(-0.1, -0.2, 0.0), "these games do not show it"),
        (Interval(0.0, -0.1, 0.1), "these games do not show it"),
    ],
)
def test_what_becomes_of_a_claim(played: Played, difference: Interval, verdict: str) -> None:
    _, results = played("gauntlet")
    claim = results.tournament.claims[0]
    assert ClaimResult(claim, difference).verdict == verdict
    told = claim_lines(replace(results, claims=(ClaimResult(claim, difference),)))
    assert told[0] == "Claims:"
    start = f"  depth helps: {verdict}; deep minus shallow over all opponents is "
    assert told[1].startswith(start)
    assert len(told) == 2


def test_several_claims_come_with_what_chance_makes_of_them(played: Played) -> None:
    _, results = played("round robin")
    (first,) = results.claims
    others = [Claim("more", "deep", "chance"), Claim("most", "shallow", "chance")]
    claims = (first, *(replace(first, claim=claim) for claim in others))
    lines = claim_lines(replace(results, claims=claims))
    assert "deep minus shallow head to head is" in lines[1]
    assert lines[-1] == (
        "  Note: of 3 claims about equals about 0.15 would be confirmed or contradicted by chance."
    )


def test_identical_agents_score_the_same_from_every_opening(tmp_path: Path) -> None:
    alike = GAUNTLET.replace("depth: 3", "depth: 1")
    results = play(tmp_path, alike + CLAIM)
    (claim,) = results.claims
    assert claim.verdict == "the two score the same from every opening"
    # So many openings alike do not prove that all are: at most 1 - 0.05 ** (1 / n) differ.
    most = 1 - 0.05 ** (1 / results.openings)
    assert ends(claim.difference) == pytest.approx((0.0, -most, most))


def test_means_of_independent_scores_by_hand() -> None:
    # Margins of 3 and 4 points: sqrt(9 + 16) / 2 = 2.5; upwards 6 and 8: 5.
    found = independent_mean([Interval(0.2, 0.17, 0.26), Interval(0.6, 0.56, 0.68)])
    assert ends(found) == pytest.approx((0.4, 0.375, 0.45))
    # The lower end of a difference: down on the left (3), up on the right (8).
    apart = independent_difference(Interval(0.2, 0.17, 0.26), Interval(0.6, 0.56, 0.68))
    margins = np.hypot(0.03, 0.08), np.hypot(0.06, 0.04)
    assert ends(apart) == pytest.approx((-0.4, -0.4 - margins[0], -0.4 + margins[1]))
    one = Interval(1.0, 0.9, 1.0, bound="at least")
    assert independent_mean([one]) is one
    assert independent_mean([one, one]).high == 1.0


def test_means_of_independent_scores_cover_the_truth() -> None:
    random = np.random.default_rng(5)
    rates = np.array([0.1, 0.5, 0.9])
    pairs = np.arange(60)
    covered = 0
    for _ in range(400):
        drawn = random.binomial(2, rates[:, None], (3, 60)) / 2
        found = independent_mean([clustered_mean(row, pairs) for row in drawn])
        covered += found.low <= 0.5 <= found.high
    # 95%, and three standard errors of 400 tries are 3.3%.
    assert 0.917 <= covered / 400 <= 0.983
