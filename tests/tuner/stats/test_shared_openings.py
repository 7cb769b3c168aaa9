"""How many pairs are worth as many independent ones, where the openings repeat: by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from mirrored_openings import mirrored_openings
from numpy.typing import NDArray

from tuner.sequential.expectation import Length, expect, expectation_text, more_text, pairs_to_go
from tuner.stats.elo import score_of_elo
from tuner.stats.interval import Interval
from tuner.stats.pentanomial import Pentanomial, design_effect
from tuner.stats.shared_openings import PairsNeeded, Sharing, chance_of_sharing
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import FirstLook, SprtCourse
from tuner.stats.text import needed_text
from tuner.verdict.model import HeadToHead

OPENINGS = 315
TILT = 0.25
"""By so much an opening helps one agent or the other, which side it plays whatsoever."""


def drawn_scores(
    clusters: NDArray[np.int64], elo: float, chance: np.random.Generator
) -> NDArray[np.float64]:
    """Scores of pairs without draws, each opening with a tilt of its own."""
    tilts = chance.choice([-TILT, TILT], OPENINGS)
    return np.asarray(chance.binomial(2, (score_of_elo(elo) + tilts)[clusters]) / 2)


def test_openings_that_never_repeat_change_nothing() -> None:
    sharing = Sharing.measured(1.0, np.arange(100))
    assert sharing.needed((10.0, 20.0, 40.0)) == PairsNeeded(10.0, 20.0, 40.0)
    assert sharing.more_needed(100, 50.0) == PairsNeeded(50, 50, 50)


def test_pairs_that_end_alike_are_worth_their_openings() -> None:
    """Ten openings of ten pairs, all of one opening alike: ten observations, and never more."""
    sharing = Sharing.measured(10.0, np.arange(100) // 10)
    assert sharing.most == chance_of_sharing(np.arange(100) // 10) == pytest.approx(9 / 99)
    # By hand: 100 pairs are worth 100 / (1 + 99 / 11) = 10, and all of them at most 11.
    assert sharing.missing(100, 9.9).likely == 0
    assert sharing.missing(100, 11.5).likely is None


def test_the_range_of_the_loss_holds_the_true_one() -> None:
    """Twice 200 draws of 2,000 pairs. The truth by definition: variance between, and within."""
    chance = np.random.default_rng(6)
    within = (0.25 - TILT**2) / 2
    held = 0
    for _ in range(200):
        clusters = mirrored_openings(OPENINGS, 2000, chance)
        scores = drawn_scores(clusters, 0, chance)
        true = TILT**2 / (TILT**2 + within) * chance_of_sharing(clusters)
        found = Sharing.measured(design_effect(scores, clusters), clusters)
        held += found.least <= true <= found.most
    assert held >= 190


@pytest.mark.parametrize(
    "shares",
    [(0.2, 0, 0.6, 0, 0.2), (0.08, 0.24, 0.36, 0.24, 0.08), (0.02, 0.01, 0.94, 0.01, 0.02)],
)
def test_the_range_of_a_length_holds_that_of_the_true_variance(shares: tuple[float, ...]) -> None:
    """Wald's mean length is in proportion to the variance: 64 pairs know both as well."""
    chance = np.random.default_rng(7)
    offsets = np.arange(5) / 4 - 0.5
    true = float(np.array(shares) @ offsets**2)
    reference = Pentanomial(*(round(100_000 * share) for share in shares))
    (length, *_) = expect(Sprt(0, 5), FirstLook(reference, 1.0), np.arange(100_000)).lengths
    assert reference.variance == pytest.approx(true)
    assert length.pairs.likely is not None
    ranges = [
        expect(Sprt(0, 5), FirstLook(Pentanomial(*row), 1.0), np.arange(20_000)).lengths[0].pairs
        for row in chance.multinomial(64, shares, size=400)
    ]
    held = [(one.least or 0) <= length.pairs.likely <= (one.most or 0) for one in ranges]
    # 95% less two standard errors of 400 draws.
    assert np.mean(held) >= 0.928


def test_the_announced_range_holds_the_mean_length_where_openings_repeat() -> None:
    """Whole matches of 315 openings: their mean length, and what each has said after 64 pairs."""
    chance, test = np.random.default_rng(8), Sprt(0, 50)
    said, lengths = list[Length](), []
    for _ in range(60):
        clusters = mirrored_openings(OPENINGS, 8000, chance)
        course = SprtCourse(test, clusters)
        for part in np.array_split(drawn_scores(clusters, 50, chance), 16):
            if course.add(part):
                break
        assert course.standing.first is not None
        said.append(expect(test, course.standing.first, clusters).lengths[-1])
        lengths.append(course.standing.counts.pairs)
    mean = np.mean(lengths)
    held = [(one.pairs.least or np.inf) <= mean <= (one.pairs.most or np.inf) for one in said]
    assert np.mean(held) >= 0.9


def test_an_undecided_match_of_few_openings_says_that_no_number_decides() -> None:
    """8,000 pairs of 315 openings, 0 against 5 Elo: as all of them repeat, nothing moves it."""
    chance, test = np.random.default_rng(9), Sprt(0, 5)
    clusters = mirrored_openings(OPENINGS, 8000, chance)
    course = SprtCourse(test, clusters)
    scores = drawn_scores(clusters, 2.5, chance)
    course.add(scores)
    assert course.standing.decision == "continue"
    duel = HeadToHead(
        score=Interval(0.5, 0.4, 0.6),
        elo=Interval(0.0, -70.0, 70.0),
        pairs=8000,
        counts=course.standing.counts,
        likelihood=course.standing.ratio,
        test=test,
    )
    more = pairs_to_go(duel, course.standing.effect, clusters)
    assert more == PairsNeeded(None, None, None)
    assert more_text(more).startswith(
        "If the difference is what it was here, no number of pairs from these openings decides"
    )
    # Twenty times as many, from the same openings: still nothing.
    longer = mirrored_openings(OPENINGS, 160_000, chance)
    many = SprtCourse(test, longer)
    many.add(drawn_scores(longer, 2.5, chance))
    assert many.standing.decision == "continue"


def test_what_is_said_of_a_number_of_pairs() -> None:
    assert needed_text(PairsNeeded(1234, 1234, 1234)) == "about 1,300 pairs"
    assert needed_text(PairsNeeded(900, 1234, 2500), "more ") == (
        "about 1,300 more pairs (900 to 2,500)"
    )
    far = "perhaps far more"
    assert needed_text(PairsNeeded(900, 1234, None)) == f"about 1,300 pairs (at least 900, {far})"
    assert needed_text(PairsNeeded(900, 900, None)) == f"about 900 pairs ({far})"
    assert needed_text(PairsNeeded(900, None, None)) == f"at least 900 pairs ({far})"
    assert needed_text(PairsNeeded(None, None, None)) == "no number of pairs from these openings"


def test_the_openings_are_named_beside_the_length() -> None:
    first = FirstLook(Pentanomial(ll=12, wl=40, ww=12), 1.0)
    text = expectation_text(expect(Sprt(0, 50), first, np.arange(6400) % 40), 6400, None)
    assert "at most 6,400 pairs, from 40 openings" in text
    assert "perhaps far more" in text
