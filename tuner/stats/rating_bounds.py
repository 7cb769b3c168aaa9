"""Give bounds to agents that won, or lost, every point against those that are rated."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tuner.stats.elo import ELO_LIMIT, NORMALIZED_ELO_SCALE
from tuner.stats.game_rows import GameRows
from tuner.stats.interval import Bound, Interval, unanimous_share
from tuner.stats.special import expit

__all__ = ["with_bounds"]

_HALVINGS = 80
_ENDS: tuple[tuple[Bound, float], ...] = (("at least", 1.0), ("at most", 0.0))


def with_bounds(
    elos: Sequence[Interval | None], rows: GameRows, confidence: float
) -> list[Interval | None]:
    """Return ratings in which those without one have a bound, where games say something of them.

    Such an agent won (or lost) every point against those that are rated. The bound is the rating at
    which it would do so from all its openings with a probability of 1 - confidence, the others'
    ratings taken as they are (`unanimous_share`); its other end is the end of the scale.

    Args:
        elos: by the number of each agent in the rows.
        rows: all games.
        confidence: of the bounds.
    """
    placed = list(elos)
    while True:
        found = {
            agent: bound
            for agent, elo in enumerate(placed)
            if elo is None and (bound := _bound(rows.of_agent(agent), placed, confidence))
        }
        if not found:
            return placed
        for agent, bound in found.items():
            placed[agent] = bound


def _bound(mine: GameRows, placed: Sequence[Interval | None], confidence: float) -> Interval | None:
    """Return the bound of an agent from its games, as it sees them; None where they say nothing."""
    for bound, share in _ENDS:
        usable = np.array([one is not None and one.bound in ("two-sided", bound) for one in placed])
        games = mine.chosen(usable[mine.other])
        if not len(games.one) or np.any(games.points != share * games.games):
            continue
        known = np.array([_known_end(placed[other], bound) for other in games.other])
        most = unanimous_share(len(np.unique(games.clusters)), confidence)
        if bound == "at least":
            elo = _level(known, most)
            return Interval(elo + ELO_LIMIT, elo, elo + ELO_LIMIT, confidence, bound)
        elo = _level(known, 1 - most)
        return Interval(elo - ELO_LIMIT, elo - ELO_LIMIT, elo, confidence, bound)
    return None


def _known_end(elo: Interval | None, bound: Bound) -> float:
    """Return what is known of a rating: itself, or the end of it that is a statement."""
    if elo is None:
        return 0.0
    if elo.bound == "two-sided":
        return elo.estimate
    return elo.low if bound == "at least" else elo.high


def _level(opponents: NDArray[np.float64], score: float) -> float:
    """Return the rating whose mean expected score against opponents of these ratings is `score`."""
    low, high = float(opponents.min()) - ELO_LIMIT, float(opponents.max()) + ELO_LIMIT
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        logits = 2 / NORMALIZED_ELO_SCALE * (middle - opponents)
        if float(np.mean(expit(logits))) < score:
            low = middle
        else:
            high = middle
    return (low + high) / 2
