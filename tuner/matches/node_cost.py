"""Measure what a visited position costs one agent beside what it costs another, side by side.

A single measurement of seconds tells more of the machine's load than of the agent. So all agents
are measured in turn, in many short laps on the same positions, and only ratios within a lap count:
what slows the machine down slows all of them down.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse, prepare_analysis
from engine.play.player import Player
from tuner.stats.interval import Interval
from tuner.stats.special import bdtr

__all__ = [
    "LEAST_ERROR",
    "game_positions",
    "median_interval",
    "node_cost_ratios",
    "seconds_of_measuring",
]

LEAST_ERROR = 0.07
"""No ratio of costs is said to be known better than this, however well the laps of a measurement
agree. The ratio itself changes with what else the processor does: 28 measurements of one pair of
agents on a shared machine had a standard deviation of 3.4%. They agreed within 1% as long as
nothing changed there, and moved by a twelfth when it did."""

_LAPS = 31
_LAP_SECONDS = 0.004
_LAP_TICKS = 20
_LONGEST_SAMPLE = 1024


def node_cost_ratios(
    game: Game[Any], players: Sequence[Player], states: States, seed: int
) -> tuple[Interval, ...]:
    """Return how many times as much a visited position costs the first player as each of them.

    The median over the laps with its 95% interval. The first ratio is exactly 1.

    Args:
        game: the rules.
        players: whose searches are measured as they are, limits included.
        states: positions that are not over, of all stages of the games that are meant.
        seed: of the order in which players take their turns, and of the positions of each lap.
    """
    stream = np.random.default_rng(seed)
    size = _positions_a_lap(game, players, states)
    costs = np.empty((_LAPS, len(players)))
    for lap in costs:
        chosen = states[stream.integers(0, len(states), size=size)]
        for index in stream.permutation(len(players)):
            lap[index] = _node_seconds(game, players[index], chosen)
    ratios = costs[:, :1] / costs
    exact = Interval(1.0, 1.0, 1.0)
    return (exact, *(_widened(median_interval(column)) for column in ratios.T[1:]))


def seconds_of_measuring(players: int) -> float:
    """Return how long `node_cost_ratios` takes where a move takes less than a lap."""
    return _LAPS * _LAP_SECONDS * players


def game_positions(
    game: Game[Any], pairings: Sequence[tuple[Player, Player]], openings: States, seed: int
) -> States:
    """Return all positions of games from these openings, one pairing after the other.

    Args:
        game: the rules.
        pairings: who plays; the first of the two moves first in every other opening.
        openings: where the games begin; they are dealt out among the pairings.
        seed: of ties.
    """
    stream = np.random.default_rng(seed)
    found = []
    for index, pairing in enumerate(pairings):
        states = openings[index :: len(pairings)]
        first = np.arange(len(states)) % 2
        while len(states):
            found.append(states)
            seeds = stream.integers(0, 2**64, size=len(states), dtype=np.uint64)
            moves = np.empty(len(states), dtype=np.int64)
            for side, player in enumerate(pairing):
                own = first == side
                moves[own] = analyse(game, player, states[own], seeds[own]).moves
            states, going = _played(game, states, moves)
            first = 1 - first[going]
    return np.concatenate(found)[:: max(1, sum(map(len, found)) // _LONGEST_SAMPLE)]


def median_interval(values: NDArray[np.float64], confidence: float = 0.95) -> Interval:
    """Return the median with an interval between two of the values, whatever their distribution.

    The k-th smallest and the k-th largest of n, with the largest k for which a binomial number of
    n fair coins is below k with a probability of at most (1 - confidence) / 2. Source: David &
    Nagaraja 2003, "Order Statistics", section 7.1.

    Args:
        values: shape (n,); fewer than 6 give the whole of their range.
        confidence: of the interval.
    """
    ordered = np.sort(values)
    count = len(ordered)
    rank = 0
    while rank < (count - 1) // 2 and bdtr(rank, count, 0.5) <= (1 - confidence) / 2:
        rank += 1
    low, high = ordered[max(rank - 1, 0)], ordered[count - 1 - max(rank - 1, 0)]
    return Interval(float(np.median(ordered)), float(low), float(high), confidence)


def _widened(ratio: Interval) -> Interval:
    low = min(ratio.low, ratio.estimate * (1 - LEAST_ERROR))
    high = max(ratio.high, ratio.estimate * (1 + LEAST_ERROR))
    return Interval(ratio.estimate, low, high)


def _positions_a_lap(game: Game[Any], players: Sequence[Player], states: States) -> int:
    """Return so many that the quickest player needs a lap's time, and some ticks of the clock."""
    needed = max(_LAP_SECONDS, _LAP_TICKS * time.get_clock_info("thread_time").resolution)
    spent = min(_seconds(game, player, states)[0] for player in players for _ in range(2))
    return max(1, math.ceil(len(states) * needed / max(spent, 1e-9)))


def _node_seconds(game: Game[Any], player: Player, states: States) -> float:
    spent, nodes = _seconds(game, player, states)
    return max(spent, 1e-9) / nodes


def _seconds(game: Game[Any], player: Player, states: States) -> tuple[float, int]:
    """Return the CPU time of this thread for a move in each position, and the positions visited."""
    seeds = np.arange(len(states), dtype=np.uint64)
    # What is checked before a search costs every agent the same, and is none of its nodes.
    search = prepare_analysis(game, player, states, seeds)
    start = time.thread_time()
    nodes = int(search(None).nodes.sum())
    return time.thread_time() - start, max(nodes, 1)


def _played(
    game: Game[Any], states: States, moves: NDArray[np.int64]
) -> tuple[States, NDArray[np.bool_]]:
    """Return the positions after the moves in which the games go on, and which ones those are."""
    after = [
        game.play(game.unpack(state), int(move)) for state, move in zip(states, moves, strict=True)
    ]
    going = np.array([game.winner(position) is None for position in after], dtype=np.bool_)
    left = [position for position, goes_on in zip(after, going, strict=True) if goes_on]
    return (game.pack(left) if left else states[:0]), going
