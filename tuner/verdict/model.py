"""Define the verdict: whether the tuned agent is better than the hand-set one, and by how much."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.matches.likeness import Likeness
from tuner.matches.objective import Objective
from tuner.matches.pairs import Pairs
from tuner.solved.accuracy import SolvedVerdict
from tuner.stats.decision import BETTER
from tuner.stats.elo import elo_of_interval
from tuner.stats.interval import Interval, clustered_mean
from tuner.stats.pentanomial import Pentanomial, design_effect
from tuner.stats.sparse import guarded_difference
from tuner.stats.sprt import Decision, Sprt
from tuner.verdict.claim import SearchClaim
from tuner.verdict.findings import Condition, RangeEnd, SamePlay
from tuner.verdict.looks import Look

__all__ = [
    "SPRT",
    "AgainstBaselines",
    "Clock",
    "HeadToHead",
    "Limits",
    "Verdict",
    "against_baselines",
    "head_to_head",
]

SPRT = Sprt(0.0, 5.0)
"""Head to head: is the first agent 5 Elo better, or not better? Error rates of 5% each."""


@dataclass(frozen=True)
class AgainstBaselines:
    """Hold the objective of both agents on the same openings and seeds.

    Attributes:
        tuned: of the tuned agent.
        hand_set: of the hand-set agent.
        difference: tuned minus hand-set, paired by opening.
        pairs: against each baseline.
        by_baseline: name, score of the tuned and of the hand-set agent.
    """

    tuned: Interval
    hand_set: Interval
    difference: Interval
    pairs: int
    by_baseline: tuple[tuple[str, Interval, Interval], ...]


@dataclass(frozen=True)
class HeadToHead:
    """Hold a match of the tuned agent against the hand-set one, as the tuned one sees it.

    Attributes:
        score: share of the points, with an interval over openings.
        elo: the same as a logistic Elo difference.
        pairs: number of pairs.
        counts: how many pairs ended in each way.
        late: games that the tuned agent and the other one lost on time.
        likelihood: of the test's `elo1` against its `elo0`, as a log-likelihood ratio of as many
            independent pairs as these are worth, which share some openings; None where they share
            one opening only, and so say nothing of others.
        test: the sequential test.
        cap: pairs at most of a match that stopped where its test had decided; None for a match
            whose length was given.
    """

    score: Interval
    elo: Interval
    pairs: int
    counts: Pentanomial
    likelihood: float | None
    late: tuple[int, int] = (0, 0)
    test: Sprt = SPRT
    cap: int | None = None

    @property
    def decision(self) -> Decision | None:
        """Return what the sequential test says: "pass", "fail" or "continue"."""
        return None if self.likelihood is None else self.test.judge(self.likelihood)


@dataclass(frozen=True)
class Clock:
    """Hold what time limits did in the games of the tuned agent against the baselines.

    Attributes:
        games: how many there were.
        cut: moves that a limit cut short, of the tuned agent and of its opponents.
        late: games lost by exceeding the limit, of the tuned agent and of its opponents.
    """

    games: int
    cut: tuple[int, int]
    late: tuple[int, int]


@dataclass(frozen=True)
class Limits:
    """Hold which limit came first in games where a depth and a number of nodes limit some moves.

    Attributes:
        games: those of the tuned agent against the baselines.
        cut: moves that the nodes cut short, of the tuned agent and of its opponents; the others
            reached their depth or a proof.
    """

    games: int
    cut: tuple[int, int]


@dataclass(frozen=True)
class Verdict:
    """Hold everything that a study ends with.

    Attributes:
        study: its name.
        verdict: BETTER, NOT_BETTER or UNDECIDED.
        tuned: the tuned values, by name.
        hand_set: the hand-set values, by name.
        runner_up: the values that came next on the selection openings, of those that are neither
            tuned nor hand-set; the hand-set ones where there are none.
        origin: where the tuned values come from, in words.
        objective: of the study.
        openings: number of verdict openings that differ up to symmetry.
        against_baselines: both agents against the baselines.
        head_to_head: the two against each other.
        condition: how both agents search in it, in words, such as "at alphabeta depth 3".
        conditions: other depths and limits, and the study's own further conditions.
        search_claim: beside it, what the search claimed.
        games: of the whole study.
        seconds: that the study took, all its starts together.
        accuracy: both on solved positions; None where the game has no solved positions.
        clock: None if nobody has a time limit. Else the study is not reproducible.
        limits: None if no search has both a depth and a number of nodes.
        vectors: how many different ones the search tried.
        unneeded: trials that were left when there was no other vector to try.
        same: why all finalists are the same function as the hand-set values, which makes the
            verdict NOT_BETTER; None where they are not.
        likenesses: whom the tuned agent plays like.
        range_ends: tuned values at an end of their range.
        earlier_verdicts: how many there were of this study, before it was made larger or forked:
            each was a look at what decides.
        looks: these verdicts, as far as they are kept, the first one first.
    """

    study: str
    verdict: str
    tuned: dict[str, float]
    hand_set: dict[str, float]
    runner_up: dict[str, float]
    origin: str
    objective: Objective
    condition: str
    openings: int
    against_baselines: AgainstBaselines
    head_to_head: HeadToHead
    conditions: tuple[Condition, ...]
    search_claim: SearchClaim
    games: int
    seconds: float
    accuracy: SolvedVerdict | None = None
    clock: Clock | None = None
    limits: Limits | None = None
    vectors: int = 0
    unneeded: int = 0
    same: SamePlay | None = None
    likenesses: tuple[Likeness, ...] = ()
    range_ends: tuple[RangeEnd, ...] = ()
    earlier_verdicts: int = 0
    looks: tuple[Look, ...] = ()

    @property
    def exports_tuned(self) -> bool:
        """Return whether best.yaml has the tuned values: they must be shown better."""
        return self.verdict == BETTER

    @property
    def exported(self) -> str:
        """Return the name of the values in best.yaml: "tuned" or "hand_set"."""
        return "tuned" if self.exports_tuned else "hand_set"

    @property
    def found_nothing(self) -> bool:
        """Return whether the tuned values are the hand-set ones."""
        return self.tuned == self.hand_set

    @property
    def loses_to(self) -> tuple[tuple[str, Interval], ...]:
        """Return the baselines that surely have more than half of the points."""
        rows = self.against_baselines.by_baseline
        return tuple((name, tuned) for name, tuned, _ in rows if tuned.high < 0.5)


def against_baselines(
    names: tuple[str, ...], tuned: Evaluation, hand_set: Evaluation, level: float = 0.95
) -> AgainstBaselines:
    """Return the verdict against the baselines from evaluations on the same openings.

    Args:
        names: of the baselines.
        tuned: the tuned agent's.
        hand_set: the hand-set agent's.
        level: the confidence of the interval of their difference.
    """
    rows = tuple(
        (name, tuned.against(index), hand_set.against(index)) for index, name in enumerate(names)
    )
    difference = compare_evaluations(tuned, hand_set, level, guarded_difference)
    return AgainstBaselines(tuned.interval, hand_set.interval, difference, tuned.pairs, rows)


def head_to_head(pairs: Pairs, clusters: NDArray[np.int64]) -> HeadToHead:
    """Return the verdict head to head from the pairs of the match."""
    score = clustered_mean(pairs.scores, clusters)
    counts = Pentanomial.from_pair_scores(pairs.scores)
    likelihood = None
    if len(np.unique(clusters)) > 1:
        likelihood = SPRT.log_likelihood_ratio(counts) / design_effect(pairs.scores, clusters)
    own, other = pairs.late.sum(axis=(0, 1), dtype=np.int64)
    late = int(own), int(other)
    return HeadToHead(score, elo_of_interval(score), len(pairs), counts, likelihood, late)
