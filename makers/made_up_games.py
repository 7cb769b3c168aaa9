"""Play made-up games in place of an arena, so that the strength of each vector is known."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tuner.matches.agent import Agent
from tuner.matches.arena import Met
from tuner.matches.meeting import Meeting
from tuner.matches.pairs import Pairs

__all__ = ["MadeUpGames", "normal_noise"]


class MadeUpGames(ABC):
    """Play made-up games: one is won where a lead, noise included, is above 0."""

    @abstractmethod
    def elo(self, values: Sequence[float]) -> float:
        """Return the true Elo of a vector; the hand-set one has 0."""

    @abstractmethod
    def leads(self, meeting: Meeting) -> NDArray[np.float64]:
        """Return the candidate's lead in each game of all openings of a meeting, shape (n, 2)."""

    def prepare(self, agents: Sequence[Agent]) -> None:  # noqa: B027 - what an arena has
        """Do nothing: there is nothing to compile."""

    def meet_all(
        self, meetings: Sequence[Meeting], met: Met | None = None
    ) -> list[tuple[Pairs, ...]]:
        """Return the pairs of each meeting, as an arena does."""
        found: list[tuple[Pairs, ...]] = [(self._pairs(one),) for one in meetings]
        for number, pairs in enumerate(found):
            if met is not None:
                met(number, pairs)
        return found

    def _pairs(self, meeting: Meeting) -> Pairs:
        results = np.where(self.leads(meeting) > 0, 1, -1).astype(np.int8)[meeting.first :]
        plies = np.full(results.shape, 20, np.int16)
        return Pairs.untimed(results, plies, np.ones((*results.shape, 2), np.int64))


def normal_noise(seed: int, count: int) -> NDArray[np.float64]:
    """Return noise of both games of so many pairs, shape (count, 2), with variance 1."""
    return np.random.default_rng(seed).normal(size=(count, 2))
