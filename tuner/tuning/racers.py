"""Let vectors play the same openings part by part, so that some of them can stop before the end."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.matches.pairs import Pairs, join_pairs
from tuner.samplers.space import Vector
from tuner.tuning.study_run import Evaluated, StudyRun

__all__ = ["Racers", "shown_worse"]

_FEWEST_DIFFERENT = 10
"""Where fewer pairs than this end differently, an interval of their difference is too short."""


class Racers:
    """Keep what some vectors have played against the baselines, from the first opening on.

    Args:
        study_run: of the study.
        openings: name of the set.
        vectors: of the tuned parameters.
    """

    def __init__(self, study_run: StudyRun, openings: str, vectors: Sequence[Vector]) -> None:
        self._study_run, self._name = study_run, openings
        self._agents = [study_run.agent(one) for one in vectors]
        self._parts: list[list[tuple[Pairs, ...]]] = [[] for _ in vectors]

    def play(self, who: Sequence[int], pairs: int, evaluated: Evaluated | None = None) -> None:
        """Let some of them play on until each has so many pairs, all at once.

        Args:
            who: indices of vectors that have equally many pairs, fewer than these.
            pairs: from the first opening on.
            evaluated: told of each index and all its games as soon as they and those of all before
                it are played.
        """

        def met(place: int, part: tuple[Pairs, ...]) -> None:
            self._parts[who[place]].append(part)
            if evaluated is not None:
                evaluated(who[place], self.evaluation(who[place]))

        openings = self._study_run.openings[self._name].first(pairs)
        meetings = [
            self._study_run.meeting_on(self._agents[one], openings, self._pairs(one)) for one in who
        ]
        self._study_run.arena.meet_all(meetings, met)

    def _pairs(self, index: int) -> int:
        return sum(len(part[0]) for part in self._parts[index])

    def stop(self, index: int) -> None:
        """Let a vector end before it has played the whole set."""
        left = len(self._study_run.openings[self._name]) - self._pairs(index)
        self._study_run.progress.fewer(2 * left * len(self._study_run.study.baselines))

    def evaluation(self, index: int) -> Evaluation:
        """Return all games of a vector that has played some."""
        by_opponent = zip(*self._parts[index], strict=True)
        pairs = [join_pairs(parts) for parts in by_opponent]
        return self._study_run.evaluation(pairs, self._name)


def shown_worse(
    one: Evaluation, leader: Evaluation, confidence: float, tolerance: float = 0.0
) -> bool:
    """Return whether the openings that both have played show one to be no better than the leader.

    Args:
        one: all its games.
        leader: all its games.
        confidence: of the two-sided interval of the paired difference, whose upper end decides
            (`tuner.stats.sequential`).
        tolerance: a lead of less than this is none.
    """
    both = min(one.pairs, leader.pairs)
    different = np.count_nonzero(one.values[:both] != leader.values[:both])
    if different < _FEWEST_DIFFERENT:
        return False
    return compare_evaluations(one, leader, confidence).high < tolerance
