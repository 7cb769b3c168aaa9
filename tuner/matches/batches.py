"""How many pairs are played as one: about a second's work at the most, for that is what is lost.

Only estimates decide, never a clock: a run that goes on must cut its matches as it did before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from engine.game import Game
from engine.games import find_game
from engine.play.driver import random_positions
from engine.play.search import Search

__all__ = ["BATCH_PAIRS", "batch_pairs"]

BATCH_PAIRS = 128
"""Pairs in one batch of a short match of quick agents."""

_LARGEST_BATCH = 1024
_BATCHES = 4
"""A long match has at least so many batches: to note one takes as long as some games."""

_BATCH_NODES = 100e6
"""About a second of a cheap formula, some seconds of the dearest."""

_BATCH_MS = 1000.0
_EFFORT = 0.75
"""Alpha-beta visits about b^(0.75 d) of the b^d positions at d plies; from b^0.5 to b."""


def batch_pairs(game: Game[Any], pairs: int, searches: Sequence[Search]) -> int:
    """Return how many pairs are in each batch of a match; the last batch may have fewer.

    Args:
        game: the rules.
        pairs: of the match.
        searches: of both agents.
    """
    most = min(max(BATCH_PAIRS, pairs // _BATCHES), _LARGEST_BATCH)
    # A pair is two games of at most so many moves; each side makes half of them.
    moves = game.max_plies
    nodes = moves * sum(_nodes_a_move(game, search) for search in searches)
    milliseconds = moves * sum(_milliseconds_a_move(search) for search in searches)
    limits = [most, _BATCH_NODES / nodes]
    if milliseconds > 0:
        limits.append(_BATCH_MS / milliseconds)
    return max(1, int(min(limits)))


def _nodes_a_move(game: Game[Any], search: Search) -> float:
    """Return a rough estimate of the positions that are visited, the dearest stage counted."""
    estimates = [1.0]
    for (stage, _), proof in zip(search.stages(), search.proof_budgets(), strict=True):
        if stage.time_ms is None:
            depth = stage.depths()[1]
            visited = stage.nodes or _branching(game.name) ** (_EFFORT * depth)
            estimates.append(proof + visited)
    return max(estimates)


def _milliseconds_a_move(search: Search) -> float:
    """Return what limits in time allow, the longest stage counted."""
    return max(stage.time_ms or 0.0 for stage, _ in search.stages())


@cache
def _branching(name: str) -> float:
    """Return the mean number of moves after a third of a game's plies, in some random positions."""
    game = find_game(name)
    seeds = np.arange(64, dtype=np.uint64)
    states, going = random_positions(game, game.max_plies // 3, seeds)
    counts = [len(game.legal_moves(game.unpack(state))) for state in states[going]]
    return float(np.mean(counts)) if counts else 1.0
