"""Let the finalists race: who is shown to lead the leader by less than half a point plays no more.

This is successive elimination (Even-Dar, Mannor & Mansour 2006, J. Machine Learning Research 7,
1079-1105) with differences that are paired by opening in place of bounds of single values, and with
their tolerance: a lead that a verdict does not call worthwhile is not worth its games. Finalists
that play alike, but for a few pairs, stay: only all their games show that they are one function.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuner.matches.evaluation import Evaluation
from tuner.samplers.space import Vector
from tuner.stats.decision import WORTHWHILE
from tuner.stats.sequential import look_confidence
from tuner.tuning.racers import Racers, shown_worse
from tuner.tuning.study_run import StudyRun

__all__ = ["RACE_ERROR", "race", "race_rounds"]

RACE_ERROR = 0.05
"""Chance that the finalist who is really the best leaves the race by comparison with one that is
worse by `WORTHWHILE` or more, whatever the others are. That takes an error at one of the looks at
one of the others, so that this is shared out among all looks and all others."""

_FIRST_ROUND = 64
"""The first round has at least so many pairs where there are as many."""


def race_rounds(pairs: int) -> tuple[int, ...]:
    """Return after how many pairs each round ends: each has twice those of the one before it."""
    rounds = [pairs]
    while rounds[0] // 2 >= _FIRST_ROUND:
        rounds.insert(0, rounds[0] // 2)
    return tuple(rounds)


def race(study_run: StudyRun, vectors: Sequence[Vector]) -> tuple[list[Evaluation], list[int]]:
    """Return the selection games of each finalist, and the indices of who was left at the end.

    It ends when one is left, or when the openings are used up.

    Args:
        study_run: of the study.
        vectors: of the finalists.
    """
    racers = Racers(study_run, "selection", vectors)
    rounds = race_rounds(study_run.study.budget.final_pairs)
    left = list(range(len(vectors)))
    # Nobody leaves after the last round: the best of them is the leader.
    looks, others = max(1, len(rounds) - 1), max(1, len(vectors) - 1)
    confidence = look_confidence(RACE_ERROR, looks, others)
    found: dict[int, Evaluation] = {}
    for pairs in rounds:
        racers.play(left, pairs)
        found.update((index, racers.evaluation(index)) for index in left)
        if pairs == rounds[-1]:
            break
        leader = max(left, key=lambda index: (found[index].value, -index))
        leaving = [
            index
            for index in left
            if index != leader and shown_worse(found[index], found[leader], confidence, WORTHWHILE)
        ]
        left = [index for index in left if index not in leaving]
        for index in leaving:
            racers.stop(index)
        study_run.progress.fact(f"{len(left)} of {len(vectors)} finalists are left")
        if len(left) == 1:
            racers.stop(leader)
            break
    return [found[index] for index in range(len(vectors))], left
