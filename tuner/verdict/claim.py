"""Hold what a search claims of its best trial."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.stats.interval import Interval

__all__ = ["SearchClaim"]


@dataclass(frozen=True)
class SearchClaim:
    """The search alone would have claimed this, which is too good as the best of many.

    Attributes:
        trial: number of the best trial.
        trials: how many it is the best of, each vector counted once.
        value: its value in the search; the interval is that of any one trial, and a maximum is
            often beyond it.
        verdict: the value of the very same vector on the verdict openings, or for a search on
            solved positions on those that the search never saw.
        hand_set: the hand-set value in the search.
        selection: value of the tuned vector on the selection openings, the best of the finalists.
        shrunken: the value without the luck that made it the best; None where that is not known.
    """

    trial: int
    trials: int
    value: Interval
    verdict: Interval
    hand_set: Interval
    selection: Interval
    shrunken: Interval | None = None

    @property
    def claimed(self) -> Interval:
        """Return what the search claims: the shrunken value, the raw one of a file without it."""
        return self.value if self.shrunken is None else self.shrunken

    @property
    def shrinkage(self) -> float | None:
        """Return how much of what the best trial read is taken for luck, from 0 to 1."""
        return None if self.shrunken is None else self.value.estimate - self.shrunken.estimate
