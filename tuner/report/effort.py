"""Measure how much an agent looks at for a move, and how far ahead it sees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.deepening import AlphaBetaNodes, Deepening
from engine.play.driver import analyse
from features.compiled import heuristic_player
from tuner.matches.agent import Agent
from tuner.matches.pairs import Pairs
from tuner.matches.sample import positions_with_a_choice
from tuner.report.model import DepthReached, WinLoss
from tuner.stats.interval import Interval, clustered_mean, wilson

__all__ = ["depth_reached", "nodes_a_move", "win_loss"]

_POSITIONS = 200
_FEWEST = 50
_NODES = 2_000_000
"""So many nodes at most are searched for one agent, unless these are fewer than `_FEWEST` moves."""


def win_loss(pairs: Pairs) -> WinLoss:
    """Return how the games of pairs ended, as the first agent sees them."""
    results = pairs.results
    won, drawn, lost = (int((results == result).sum()) for result in (1, 0, -1))
    return WinLoss(won, drawn, lost)


def nodes_a_move(
    matches: Sequence[Pairs], side: int, plies: int, clusters: NDArray[np.int64]
) -> Interval | None:
    """Return how many positions an agent visits in a move, the mean over pairs of games.

    Args:
        matches: its games, all from the same openings.
        side: 0 where it is the first of the two agents, 1 where it is the second.
        plies: of the openings, which nobody has searched.
        clusters: which pairs share an opening, one number for each pair of the longest match.

    Returns:
        None where it made no move, or looks at nothing.
    """
    shares, groups = [], []
    for pairs in matches:
        played = pairs.plies.astype(np.int64) - plies
        # Who is to move in the opening makes the odd move; that is the first agent in game 0.
        moves = (played + (np.array([1, 0]) ^ side)) // 2
        total = moves.sum(axis=1)
        nodes = pairs.nodes[:, :, side].sum(axis=1)
        some = total > 0
        shares.append(nodes[some] / total[some])
        groups.append(clusters[: len(pairs)][some])
    values = np.concatenate(shares) if shares else np.zeros(0)
    if not values.any():
        return None
    return clustered_mean(values, np.concatenate(groups), (0.0, float(values.max())))


def depth_reached(game: Game[Any], agent: Agent, nodes: float) -> DepthReached | None:
    """Return how far an agent looks ahead in sampled positions within so many nodes.

    Args:
        game: the rules.
        agent: that has a limit in nodes or in time.
        nodes: that it visits in a move; its own limit in nodes comes first.

    Returns:
        None where its search has a fixed depth, or is made of several.
    """
    search = agent.search
    if not isinstance(search, Deepening):
        return None
    limit = search.nodes if isinstance(search, AlphaBetaNodes) else max(1, round(nodes))
    count = int(min(_POSITIONS, max(_FEWEST, _NODES / limit)))
    states, seeds = positions_with_a_choice(game, count)
    depths, to_end = _last_depths(game, agent, limit, states, seeds)
    found = clustered_mean(depths, np.arange(len(depths)), (0.0, float(search.depth)))
    return DepthReached(found, wilson(int(to_end.sum()), len(to_end)), len(depths), limit)


def _last_depths(
    game: Game[Any], agent: Agent, limit: int, states: Any, seeds: NDArray[np.uint64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the last finished depth in each position, and whether the search saw the outcome.

    A search to depth d that visits fewer positions than its limit has finished it; where one more
    ply costs nothing, there was nothing left to see.
    """
    depths = np.zeros(len(states), dtype=np.int64)
    to_end = np.zeros(len(states), dtype=bool)
    visited = np.zeros(len(states), dtype=np.int64)
    going = np.arange(len(states))
    assert isinstance(agent.search, Deepening)
    for depth in range(1, min(agent.search.depth, game.max_plies) + 1):
        search = AlphaBetaNodes(nodes=limit, depth=depth)
        player = heuristic_player(game, agent.heuristic, agent.values, search)
        nodes = analyse(game, player, states[going], seeds[going]).nodes
        finished = nodes < limit
        ended = finished & (nodes == visited[going])
        to_end[going[ended]] = True
        depths[going[finished & ~ended]] = depth
        visited[going] = nodes
        going = going[finished & ~ended]
        if not len(going):
            break
    return depths, to_end
