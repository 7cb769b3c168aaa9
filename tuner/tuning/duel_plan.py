"""Say what the head to head of a study's verdict can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.config.sequential import SequentialVerdict
from tuner.config.study import Study
from tuner.stats.decision import detectable_difference
from tuner.stats.pentanomial import Pentanomial
from tuner.stats.sprt_course import BLOCK
from tuner.stats.sprt_plan import SprtPlan

__all__ = ["DuelPlan", "plan_duel"]


@dataclass(frozen=True)
class DuelPlan:
    """Hold what is known of the match of tuned against hand-set values before it is played.

    Attributes:
        pairs: of the match, or at most where a sequential test ends it.
        variance: of one pair's score.
        sequential: the test that ends it; None where all pairs are played.
    """

    pairs: int
    variance: float
    sequential: SequentialVerdict | None

    @property
    def shows(self) -> float:
        """Return the smallest distance of the score from a half that four of five matches of all
        pairs show.
        """
        return detectable_difference(self.pairs, self.variance)

    @property
    def lengths(self) -> tuple[tuple[float, int], ...]:
        """Return the pairs that the test takes on average, no more than there are.

        With the true Elo before each: the lower hypothesis, the middle, and the upper one. Empty
        where there is no test.
        """
        if self.sequential is None:
            return ()
        test = self.sequential.test
        plan = SprtPlan(test, self.variance, BLOCK)
        return tuple((elo, min(self.pairs, round(plan.expected_pairs(elo)))) for elo in test.truths)


def plan_duel(study: Study, scores: Sequence[NDArray[np.float64]]) -> DuelPlan:
    """Return the plan of a study's head to head.

    Args:
        study: before its games.
        scores: of a few pairs of the hand-set values against some others, a row for each of them.
            One more pair won and one lost keep the variance above 0.
    """
    widened = [Pentanomial.from_pair_scores(one).widened for one in scores]
    variance = float(np.mean([one.variance for one in widened]))
    return DuelPlan(study.duel_pairs, variance, study.sequential)
