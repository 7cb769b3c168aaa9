"""Say what a search makes as large as it can, in one class for each objective of a study.

A further objective is a class here, with an entry of `OBJECTIVES`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from engine.errors import UnknownNameError

__all__ = [
    "ACCURACY",
    "NO_WARM_START",
    "OBJECTIVES",
    "SCORE",
    "WARM_STARTS",
    "WORST",
    "Objective",
    "find_objective",
]


@dataclass(frozen=True)
class Objective(ABC):
    """Give the stages of a study and its texts what they need of its objective.

    Attributes:
        name: what files call it.
        on_positions: whether the search looks at solved positions; selection and verdict play
            games whatever it is.
        is_mean: whether the figure of games is one and the same mean over pairs for all agents.
        scores: what its figure is, as the beginning of a phrase that ends with the baselines.
        opponent: whom a lead is against.
    """

    name: ClassVar[str]
    on_positions: ClassVar[bool] = False
    is_mean: ClassVar[bool] = True
    scores: ClassVar[str]
    opponent: ClassVar[str]

    @abstractmethod
    def of_openings(
        self, scores: NDArray[np.float64], weights: NDArray[np.float64], worst: int
    ) -> NDArray[np.float64]:
        """Return the figure of each opening, shape (pairs,); their mean is that of the games.

        Args:
            scores: of pairs, shape (baselines, pairs).
            weights: of the baselines, sum 1.
            worst: the baseline that is the worst one.
        """

    @abstractmethod
    def of_means(self, means: Sequence[float], weights: NDArray[np.float64], worst: int) -> float:
        """Return the figure of mean scores by baseline; arguments as for `of_openings`."""

    @abstractmethod
    def counted(self, baselines: int) -> int:
        """Return over how many of the baselines the figure is a mean."""

    def search_games(self, vectors: int, pairs: int, baselines: int) -> int:
        """Return how many games a search of so many vectors plays at most."""
        return 2 * vectors * pairs * baselines

    def claim(self, *, trials: int, trial: int, value: str, shrunken: str, verdict: str) -> str:
        """Return what a search claims of its best trial: the best of many has no honest interval.

        Args:
            trials: it is the best of so many.
            trial: its number.
            value: what it had in the search.
            shrunken: what is left of that without its luck, "" where that is not known.
            verdict: what the same values have where the search never looked.
        """
        luck = f"shrunken for luck that is {shrunken}; " if shrunken else ""
        return (
            f"  The best of {trials:,} trials, number {trial}, read {value} in the search, "
            f"which is the luckiest of them; {luck}on the verdict openings the "
            f"very same values score {verdict}."
        )

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class _MeanScore(Objective):
    """Take the mean score over the baselines, by their weights."""

    name: ClassVar[str] = "score"
    scores: ClassVar[str] = "mean score against"
    opponent: ClassVar[str] = "the baselines"

    def of_openings(
        self, scores: NDArray[np.float64], weights: NDArray[np.float64], _worst: int
    ) -> NDArray[np.float64]:
        """Return the mean of each opening."""
        # Not a matrix product: its last digit depends on the processor.
        return np.asarray((weights[:, None] * scores).sum(axis=0))

    def of_means(self, means: Sequence[float], weights: NDArray[np.float64], _worst: int) -> float:
        """Return the mean, the same on every processor."""
        total = math.fsum(weight * mean for weight, mean in zip(weights, means, strict=True))
        return total / math.fsum(weights)

    def counted(self, baselines: int) -> int:
        """Return all of them."""
        return baselines


@dataclass(frozen=True)
class _WorstScore(Objective):
    """Take the score against the baseline that is hardest to beat."""

    name: ClassVar[str] = "worst"
    is_mean: ClassVar[bool] = False
    scores: ClassVar[str] = "worst score over"
    opponent: ClassVar[str] = "the worst of the baselines"

    def of_openings(
        self, scores: NDArray[np.float64], _weights: NDArray[np.float64], worst: int
    ) -> NDArray[np.float64]:
        """Return the scores against the worst baseline."""
        return np.asarray(scores[worst])

    def of_means(self, means: Sequence[float], _weights: NDArray[np.float64], worst: int) -> float:
        """Return the mean against the worst baseline."""
        return means[worst]

    def counted(self, _baselines: int) -> int:
        """Return 1."""
        return 1


@dataclass(frozen=True)
class _Accuracy(_MeanScore):
    """Take the share of solved positions whose win is kept; games are judged by the mean score."""

    name: ClassVar[str] = "accuracy"
    on_positions: ClassVar[bool] = True

    def search_games(self, _vectors: int, _pairs: int, _baselines: int) -> int:
        """Return 0: the search plays no games."""
        return 0

    def claim(self, *, trials: int, trial: int, value: str, shrunken: str, verdict: str) -> str:
        """Return what it claims of positions that it saw, and of those that it never saw."""
        luck = f"shrunken for luck {shrunken}, " if shrunken else ""
        return (
            "  The search was on solved positions, and games decide the verdict: the best of "
            f"{trials:,} trials, number {trial}, kept the win in {value} of them, "
            f"the luckiest share, {luck}and in {verdict} of those that the search never saw."
        )


SCORE: Objective = _MeanScore()
"""The mean score by weight."""

WORST: Objective = _WorstScore()
"""The score against the worst baseline."""

ACCURACY: Objective = _Accuracy()
"""In the search the share of kept wins, in games the mean score."""

OBJECTIVES = (SCORE, WORST, ACCURACY)
"""Every objective that there is."""

NO_WARM_START = "none"

WARM_STARTS: dict[str, Objective | None] = {
    NO_WARM_START: None,
    **{one.name: one for one in OBJECTIVES if one.on_positions},
}
"""The objective of what comes before a search by games, by its name in a study file."""


def find_objective(name: str) -> Objective:
    """Return the objective of this name.

    Raises:
        UnknownNameError: if there is none.
    """
    for one in OBJECTIVES:
        if one.name == name:
            return one
    raise UnknownNameError("objective", name, [one.name for one in OBJECTIVES])
