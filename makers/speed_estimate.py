"""Compute the speed of a search from the cost of its leaves, where it was not measured."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping

from engine.games import find_game
from features.costs import FeatureCost, RecordedCosts
from makers.node_rates import NodeRates, Rates

__all__ = ["ESTIMATED", "cost_share", "estimate_text", "estimated_ratio"]

ESTIMATED = "isolation-7x7"
"""On this board the cost of a leaf tells the speed of a search."""


def cost_share(costs: Mapping[str, FeatureCost], rates: Rates) -> float:
    """Return the share k, per nanosecond of cost c, with which 1 / (1 + k c) fits the ratios best.

    By least squares of (1 + k c) r - 1 over the features that were measured.
    """
    pairs = [
        (costs[name].nanoseconds, rate.ratio) for name, rate in rates.items() if rate is not None
    ]
    return sum(c * r * (1 - r) for c, r in pairs) / sum((c * r) ** 2 for c, r in pairs)


def estimated_ratio(cost: FeatureCost, share: float) -> float:
    """Return what a cost lets expect of the speed of a search."""
    return 1 / (1 + share * max(0.0, cost.nanoseconds))


def estimate_text(recorded: RecordedCosts, rates: NodeRates) -> str:
    """Return what "about" means beside measured speeds, and how far such ratios were off."""
    costs, known = recorded.costs[find_game(ESTIMATED).family], rates.features[ESTIMATED]
    share = cost_share(costs, known)
    misses = [
        abs(estimated_ratio(costs[name], share) / rate.ratio - 1)
        for name, rate in known.items()
        if rate is not None
    ]
    text = (
        f'"About" is an estimate for what was not measured on {ESTIMATED}, 1 / (1 + {share:.4f} c) '
        f"of the cost c: it is at most {math.ceil(100 * max(misses))}% off for the {len(misses)} "
        "features that were. Pentago's own search visits other positions with each feature, so "
        "nothing is estimated there."
    )
    return textwrap.fill(text, 100)
