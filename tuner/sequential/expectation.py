"""Say how long a sequential match will take, from its first pairs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.stats.elo import elo_of_score, normalized_elo
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.shared_openings import PairsNeeded, Sharing, chance_of_sharing
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import BLOCK, FIRST_LOOK, FirstLook
from tuner.stats.sprt_plan import SprtPlan
from tuner.stats.text import duration_text, needed_text
from tuner.verdict.model import HeadToHead

__all__ = [
    "PILOT",
    "Expectation",
    "Length",
    "expect",
    "expectation_text",
    "more_text",
    "pairs_to_go",
]

PILOT = FIRST_LOOK
"""The variance of a pair is that of so many first pairs, which count as all others do."""

_SPREAD = 1.96
"""Deviations of the logarithm of the variance to both sides."""

_LEAST_VARIANCE, _MOST_VARIANCE = 0.0001, 0.25


@dataclass(frozen=True)
class Length:
    """Say how a sequential match would go if one difference were the true one.

    Attributes:
        elo: the true difference, in the test's model.
        pairs: until the test ends, on average.
        passes: the chance that the test passes.
    """

    elo: float
    pairs: PairsNeeded
    passes: float


@dataclass(frozen=True)
class Expectation:
    """Say how long a sequential match will take.

    Attributes:
        pair_variance: that is assumed, of one pair's score.
        pilot: it is that of so many first pairs.
        lengths: where elo0, the middle, and elo1 are the truth.
        coarse: whether the lengths are rough figures, since a block of pairs decides much.
        openings: number of openings of all pairs that there can be, different up to symmetry.
    """

    pair_variance: float
    pilot: int
    lengths: tuple[Length, ...]
    coarse: bool
    openings: int


def expect(test: Sprt, first: FirstLook, clusters: NDArray[np.int64]) -> Expectation:
    """Return how long a test will take, by its first pairs.

    These tell the variance of a pair within a range, and hardly how much alike pairs of one opening
    end; both are in the range of each length, which holds a mean length.

    Args:
        test: decides.
        first: what was seen at the first look.
        clusters: shape (pairs,), of all pairs that there can be: equal numbers mark pairs that
            share an opening.
    """
    begun = clusters[: first.counts.pairs]
    sharing = Sharing.measured(first.effect, begun, chance_of_sharing(clusters))
    short, plan, long = (SprtPlan(test, one, BLOCK) for one in _variances(first.counts))

    def length(elo: float) -> Length:
        pairs = (short.expected_pairs(elo), plan.expected_pairs(elo), long.expected_pairs(elo))
        return Length(elo, sharing.needed(pairs), plan.pass_probability(elo))

    return Expectation(
        plan.pair_variance,
        first.counts.pairs,
        tuple(map(length, test.truths)),
        plan.coarse,
        len(np.unique(clusters)),
    )


def expectation_text(expectation: Expectation, cap: int, seconds: float | None) -> str:
    """Return an expectation in one sentence.

    Args:
        expectation: of the match.
        cap: pairs that it may have.
        seconds: that a pair takes, all threads together; None where nobody knows.
    """
    lengths = ", ".join(
        f"{needed_text(one.pairs)}{_likely_time(one.pairs, seconds)} "
        f"if the truth is {one.elo:g} Elo"
        for one in expectation.lengths
    )
    rough = "; these are rough figures, since few pairs decide" if expectation.coarse else ""
    return (
        f"expected length: {lengths}; at most {cap:,} pairs{_time(cap, seconds)}, from "
        f"{expectation.openings:,} openings. How much the score of a pair varies is known from "
        f"the first {expectation.pilot:,} pairs only (their variance is "
        f"{expectation.pair_variance:.3f}), so that each mean length has a range{rough}"
    )


def pairs_to_go(duel: HeadToHead, effect: float, clusters: NDArray[np.int64]) -> PairsNeeded | None:
    """Return how many more pairs an undecided test needs, on average, if the true difference is
    the one that was seen; None where it has decided, or says nothing.

    Args:
        duel: as far as it was played.
        effect: by what factor shared openings raise the variance of its score.
        clusters: shape (pairs,), of the pairs that were played.
    """
    if duel.likelihood is None or duel.decision != "continue":
        return None
    widened = duel.counts.widened
    plan = SprtPlan(duel.test, widened.variance, BLOCK, duel.likelihood)
    if duel.test.model == "normalized":
        elo = normalized_elo(widened)
        seen = 0.0 if elo is None else elo.estimate
    else:
        seen = elo_of_score(duel.counts.score)
    sharing = Sharing.measured(effect, clusters)
    return sharing.more_needed(duel.pairs, plan.expected_pairs(seen))


def more_text(more: PairsNeeded) -> str:
    """Return what an undecided match lacks, in a sentence."""
    if more.least is None:
        return (
            "If the difference is what it was here, no number of pairs from these openings decides:"
            " the openings repeat too often. Begin with longer ones."
        )
    return (
        f"If the difference is what it was here, {needed_text(more, 'more ')} decide, on average."
    )


def _variances(counts: Pentanomial) -> tuple[float, float, float]:
    """Return the variance of a pair between the ends of its 95% interval.

    The lower end is that of the pairs themselves; the others have one more pair won and one lost,
    so that they are never 0.
    """
    wide = counts.widened
    least = max(_LEAST_VARIANCE, counts.variance / _factor(counts))
    most = min(_MOST_VARIANCE, wide.variance * _factor(wide))
    return min(least, wide.variance), wide.variance, most


def _factor(counts: Pentanomial) -> float:
    """Return by what factor a variance is sure to 95%, on the scale of its logarithm.

    Its error is sqrt((m4 - v^2) / n) / v, m4 the fourth moment of the scores around their mean.
    """
    variance = counts.variance
    if variance == 0:
        return 1.0
    offsets = np.arange(5) / 4 - counts.score
    fourth = float(np.array(counts.counts) @ offsets**4) / counts.pairs
    error = math.sqrt(max(0.0, fourth - variance**2) / counts.pairs) / variance
    return math.exp(_SPREAD * error)


def _likely_time(needed: PairsNeeded, seconds: float | None) -> str:
    pairs = needed.least if needed.likely is None else needed.likely
    return "" if pairs is None else _time(pairs, seconds)


def _time(pairs: float, seconds: float | None) -> str:
    return "" if seconds is None else f" ({duration_text(pairs * seconds)})"
