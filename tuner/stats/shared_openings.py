"""Say how many pairs are worth as many independent ones, where pairs share openings."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["PairsNeeded", "Sharing", "chance_of_sharing", "rounded_pairs"]

_SPREAD = 1.96
"""Deviations of the likeness to both sides."""


@dataclass(frozen=True)
class PairsNeeded:
    """Hold a number of pairs that is known within a range.

    Attributes:
        least: if pairs of one opening are as little alike as those played allow; None if even then
            no number from these openings is enough.
        likely: if they are as much alike as those played; None likewise.
        most: if they are as much alike as those played allow; None likewise.
    """

    least: float | None
    likely: float | None
    most: float | None


@dataclass(frozen=True)
class Sharing:
    """Hold by how much pairs are worth less, the more of them come from the same openings.

    N pairs are worth N / (1 + loss (N - 1)) independent ones: with more of them the openings
    repeat, and all of them together are never worth more than 1 / loss. The loss is the likeness
    of two pairs of one opening (the intraclass correlation of their scores) by the chance that two
    pairs share one. Source: Kish 1965, "Survey Sampling", section 8.2, with the mean size of a
    cluster as a pair sees it.

    Attributes:
        least: loss, if pairs of one opening are as little alike as those played allow.
        likely: if they are as much alike as those played.
        most: if they are as much alike as those played allow.
    """

    least: float
    likely: float
    most: float

    @classmethod
    def measured(
        cls, effect: float, clusters: NDArray[np.int64], chance: float | None = None
    ) -> Sharing:
        """Return what some pairs tell: their likeness within 1.96 deviations, from 0 to 1.

        Its variance is about 1 / K + 2 likeness^2 chance, K the number of two pairs that share an
        opening: the first of what is seen of each opening, the second of how many there are.

        Args:
            effect: the design effect of the pairs, at least 1.
            clusters: shape (n,): pairs with the same number share an opening.
            chance: that two pairs share an opening; None for that of these pairs.
        """
        if chance is None:
            chance = chance_of_sharing(clusters)
        _, members = np.unique(clusters, return_counts=True)
        shared = int(members @ (members - 1)) / 2
        if shared == 0:
            return cls(0.0, 0.0, chance)
        likeness = min(1.0, (effect - 1) * len(clusters) / (2 * shared))
        spread = _SPREAD * math.sqrt(1 / shared + 2 * likeness**2 * chance)
        least, most = max(0.0, likeness - spread), min(1.0, likeness + spread)
        return cls(chance * least, chance * likeness, chance * most)

    def needed(self, independent: tuple[float, float, float]) -> PairsNeeded:
        """Return how many pairs are worth a number of independent ones.

        Args:
            independent: its least, its likely and its largest value.
        """
        least, likely, most = independent
        return PairsNeeded(
            _needed(least, self.least), _needed(likely, self.likely), _needed(most, self.most)
        )

    def more_needed(self, pairs: int, independent: float) -> PairsNeeded:
        """Return how many more pairs are worth so many independent ones more than there are."""
        losses = (self.least, self.likely, self.most)
        return PairsNeeded(*(_missing(pairs, _worth(pairs, x) + independent, x) for x in losses))

    def grown(self, pairs: int, times: float) -> PairsNeeded:
        """Return how many pairs in all are worth so many times as much as some are."""
        losses = (self.least, self.likely, self.most)
        return PairsNeeded(*(_needed(times * _worth(pairs, x), x) for x in losses))

    def missing(self, pairs: int, independent: float) -> PairsNeeded:
        """Return how many more pairs are worth so many independent ones in all, at least 0."""
        return PairsNeeded(
            *(_missing(pairs, independent, x) for x in (self.least, self.likely, self.most))
        )


def chance_of_sharing(clusters: NDArray[np.int64]) -> float:
    """Return how often two pairs that are drawn from some share an opening.

    Args:
        clusters: shape (n,): pairs with the same number share an opening.
    """
    _, members = np.unique(clusters, return_counts=True)
    return float(members @ (members - 1)) / max(1, len(clusters) * (len(clusters) - 1))


def rounded_pairs(pairs: float) -> int:
    """Return a number of pairs with two digits that count, rounded up."""
    whole = math.ceil(pairs)
    step = int(10 ** max(0, len(str(whole)) - 2))
    return -(-whole // step) * step


def _worth(pairs: int, loss: float) -> float:
    return pairs / (1 + loss * (pairs - 1))


def _needed(independent: float, loss: float) -> float | None:
    """Return the pairs that `_worth` makes so many independent ones of; None if there are none."""
    if independent * loss >= 1:
        return None
    return independent * (1 - loss) / (1 - independent * loss)


def _missing(pairs: int, independent: float, loss: float) -> int | None:
    needed = _needed(independent, loss)
    return None if needed is None else max(0, math.ceil(needed) - pairs)
