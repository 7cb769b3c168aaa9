"""Say how long a sequential match will take, from its first pairs."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.stats.elo import elo_of_score, normalized_elo
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import BLOCK, FIRST_LOOK
from tuner.stats.sprt_plan import SprtPlan
from tuner.stats.text import duration_text
from tuner.verdict.model import HeadToHead

__all__ = ["PILOT", "Expectation", "Length", "expect", "expectation_text", "pairs_to_go"]

PILOT = FIRST_LOOK
"""The variance of a pair is that of so many first pairs, which count as all others do."""


@dataclass(frozen=True)
class Length:
    """Say how a sequential match would go if one difference were the true one.

    Attributes:
        elo: the true difference, in the test's model.
        pairs: until the test ends, on average.
        passes: the chance that the test passes.
    """

    elo: float
    pairs: float
    passes: float


@dataclass(frozen=True)
class Expectation:
    """Say how long a sequential match will take.

    Attributes:
        pair_variance: that is assumed, of one pair's score.
        pilot: it is that of so many first pairs.
        lengths: where elo0, the middle, and elo1 are the truth.
        coarse: whether the lengths are rough figures, since a block of pairs decides much.
    """

    pair_variance: float
    pilot: int
    lengths: tuple[Length, ...]
    coarse: bool


def expect(test: Sprt, pilot: Pentanomial) -> Expectation:
    """Return how long a test will take, by the variance of its first pairs."""
    plan = SprtPlan(test, _variance(pilot), BLOCK)
    truths = (test.elo0, (test.elo0 + test.elo1) / 2, test.elo1)
    lengths = (Length(elo, plan.expected_pairs(elo), plan.pass_probability(elo)) for elo in truths)
    return Expectation(plan.pair_variance, pilot.pairs, tuple(lengths), plan.coarse)


def expectation_text(expectation: Expectation, cap: int, seconds: float | None) -> str:
    """Return an expectation in one sentence.

    Args:
        expectation: of the match.
        cap: pairs that it may have.
        seconds: that a pair takes, all threads together; None where nobody knows.
    """
    lengths = ", ".join(
        f"about {one.pairs:,.0f} pairs{_time(one.pairs, seconds)} if the truth is {one.elo:g} Elo"
        for one in expectation.lengths
    )
    rough = "; these are rough figures, since few pairs decide" if expectation.coarse else ""
    return (
        f"expected length: {lengths}; at most {cap:,} pairs{_time(cap, seconds)}. The variance of "
        f"a pair is taken as {expectation.pair_variance:.3f}, from the first "
        f"{expectation.pilot:,} pairs{rough}"
    )


def pairs_to_go(duel: HeadToHead, effect: float) -> int | None:
    """Return how many more pairs an undecided test needs, on average, if the true difference is
    the one that was seen; None where it has decided, or says nothing.

    Args:
        duel: as far as it was played.
        effect: by what factor shared openings raise the variance of its score.
    """
    if duel.likelihood is None or duel.decision != "continue":
        return None
    plan = SprtPlan(duel.test, _variance(duel.counts), BLOCK, duel.likelihood)
    if duel.test.model == "normalized":
        elo = normalized_elo(_widened(duel.counts))
        seen = 0.0 if elo is None else elo.estimate
    else:
        seen = elo_of_score(duel.counts.score)
    return round(effect * plan.expected_pairs(seen))


def _variance(counts: Pentanomial) -> float:
    """Return the variance of a pair; one more pair won and one lost, so that it is never 0."""
    return _widened(counts).variance


def _widened(counts: Pentanomial) -> Pentanomial:
    return counts + Pentanomial(ll=1, ww=1)


def _time(pairs: float, seconds: float | None) -> str:
    return "" if seconds is None else f" ({duration_text(pairs * seconds)})"
