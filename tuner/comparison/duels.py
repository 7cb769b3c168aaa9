"""Make duels and ratings of the pairs that agents played against each other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tuner.comparison.correction import correct_all
from tuner.comparison.model import Duel
from tuner.matches.agent import Agent
from tuner.matches.pairs import Pairs
from tuner.stats.game_rows import GameRows
from tuner.stats.ratings import Ratings, rate_agents
from tuner.verdict.model import head_to_head

__all__ = ["Met", "duels_of", "ratings_of"]

Met = tuple[str, str, Pairs]
"""The names of two agents, and the pairs of games that they played, as the first one sees them."""


def duels_of(met: Sequence[Met], clusters: NDArray[np.int64]) -> tuple[Duel, ...]:
    """Return each match with its result, corrected for their number where there are several.

    Args:
        met: matches from the same openings.
        clusters: shape (pairs,): equal numbers mark pairs that share an opening.
    """
    corrections = correct_all([pairs for _, _, pairs in met], clusters)
    return tuple(
        Duel(first, second, head_to_head(pairs, clusters), correction)
        for (first, second, pairs), correction in zip(met, corrections, strict=True)
    )


def ratings_of(
    agents: Sequence[Agent], met: Sequence[Met], clusters: NDArray[np.int64], anchor: str
) -> Ratings | None:
    """Return the ratings of more than two agents that met; two have an Elo difference already.

    Args:
        agents: all of them.
        met: matches from the same openings.
        clusters: shape (pairs,): equal numbers mark pairs that share an opening.
        anchor: name of the agent that gets 0, or "".
    """
    if len(agents) < 3 or not met:
        return None
    names = [agent.name for agent in agents]
    rows = [
        GameRows.of_pairs(
            names.index(first), names.index(second), (pairs.results + 1) / 2, clusters
        )
        for first, second, pairs in met
    ]
    return rate_agents(names, rows, anchor)
