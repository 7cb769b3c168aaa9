"""Play pairs of games between two agents: a pair has one opening, and the sides swap.

A batch of pairs is played as one. It is about a second's work at the most, for that is what is
lost when a run is stopped. Only estimates decide how many pairs it has, never a clock: a run that
goes on must cut its matches as it did before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.games import find_game
from engine.play.batches import GAME_RECORD, Games, Openings
from engine.play.driver import play_games, random_positions
from engine.play.player import Player
from engine.play.search import Search
from tuner.matches.openings import OpeningSet, set_seed

__all__ = [
    "BATCH_PAIRS",
    "LARGEST_BATCH",
    "Pairs",
    "batch_bounds",
    "batch_pairs",
    "both_sides",
    "game_seeds",
    "join_pairs",
    "play_both_sides",
    "play_pairs",
]


@dataclass(frozen=True, eq=False)
class Pairs(Games):
    """`Pairs` are finished pairs of games, as the first of the two agents sees them.

    In the first game of a pair the first agent is to move in the opening, in the second game the
    other one.

    Attributes:
        records: of type `GAME_RECORD`, shape (n, 2).
    """

    @classmethod
    def untimed(
        cls, results: NDArray[np.int8], plies: NDArray[np.int16], nodes: NDArray[np.int64]
    ) -> Pairs:
        """Return pairs in which nobody had a time limit, from arrays by pair, game and agent."""
        records = np.zeros(results.shape, GAME_RECORD)
        records["result"], records["plies"], records["nodes"] = results, plies, nodes
        return cls(records)

    def delayed(self, cut: NDArray[np.int64], late: NDArray[np.int8]) -> Pairs:
        """Return the same games with what a time limit did to each agent in them."""
        records = self.records.copy()
        records["cut"], records["late"] = cut, late
        return Pairs(records)

    def seen_by_other(self) -> Pairs:
        """Return the same games as the second agent sees them, its own first game first."""
        records = self.records[:, ::-1].copy()
        records["result"] = -records["result"]
        for name in ("nodes", "cut", "late"):
            records[name] = records[name][..., ::-1].copy()
        return Pairs(records)

    @property
    def scores(self) -> NDArray[np.float64]:
        """Return the pair scores 0, 1/4, 1/2, 3/4 or 1, shape (n,)."""
        return np.asarray(self.results.sum(axis=1, dtype=np.float64) / 4.0 + 0.5)


def game_seeds(openings: OpeningSet, opponent: str, first: int, last: int) -> NDArray[np.uint64]:
    """Return the seeds of the games of pairs `first` to `last`, shape (2 * (last - first),).

    The same for every candidate (common random numbers); they differ by set, opponent and pair.
    """
    start = np.uint64(set_seed(openings.seed, opponent))
    numbers = np.arange(2 * first, 2 * last, dtype=np.uint64)
    return start + numbers * np.uint64(0xD1342543DE82EF95)


def play_pairs(
    game: Game[Any],
    players: tuple[Player, Player],
    openings: OpeningSet,
    opponent: str,
    bounds: tuple[int, int],
) -> Pairs:
    """Play the pairs from `bounds[0]` up to, not including, `bounds[1]`.

    Args:
        game: the rules.
        players: the candidate and its opponent.
        openings: where the pairs begin.
        opponent: names the stream of seeds; candidates that face the same opponent share it.
        bounds: which pairs.

    Raises:
        EvaluationError: if a formula gave no number.
    """
    first, last = bounds
    seeds = game_seeds(openings, opponent, first, last)
    return Pairs(play_both_sides(game, players, openings.states[first:last], seeds))


def play_both_sides(
    game: Game[Any], players: tuple[Player, Player], states: States, seeds: NDArray[np.uint64]
) -> NDArray[np.void]:
    """Play two games from each opening, and return records of type `GAME_RECORD`, shape (n, 2).

    In the first game of a pair the first player is to move in the opening, in the second game the
    other one.

    Args:
        game: the rules.
        players: both.
        states: where the pairs begin, shape (n, STATE_SLOTS).
        seeds: of the games, shape (2 * n,).

    Raises:
        EvaluationError: if a formula gave no number.
    """
    return play_games(game, players, both_sides(states, seeds)).records.reshape(len(states), 2)


def both_sides(states: States, seeds: NDArray[np.uint64]) -> Openings:
    """Return two openings for each state: first the first player is to move, then the other one."""
    movers = np.tile(np.array([0, 1], dtype=np.int64), len(states))
    return Openings(np.repeat(states, 2, axis=0), movers, seeds)


def join_pairs(parts: Sequence[Pairs]) -> Pairs:
    """Return the pairs of several batches, in their order."""
    return Pairs(np.concatenate([part.records for part in parts]))


BATCH_PAIRS = 128
"""Pairs in one batch of a short match of quick agents."""

LARGEST_BATCH = 1024
"""Pairs in one batch of any match, at most."""

_BATCHES = 4
"""A long match has at least so many batches: to note one takes as long as some games."""

_BATCH_NODES = 100e6
"""About a second of a cheap formula, some seconds of the dearest."""

_BATCH_MS = 1000.0


def batch_pairs(game: Game[Any], pairs: int, searches: Sequence[Search]) -> int:
    """Return how many pairs are in each batch of a match; the last batch may have fewer.

    Args:
        game: the rules.
        pairs: of the match.
        searches: of both agents.
    """
    most = min(max(BATCH_PAIRS, pairs // _BATCHES), LARGEST_BATCH)
    # A pair is two games of at most so many moves; each side makes half of them.
    moves = game.max_plies
    nodes = moves * sum(search.nodes_a_move(_branching(game.name)) for search in searches)
    milliseconds = moves * sum(search.milliseconds_a_move() for search in searches)
    limits = [most, _BATCH_NODES / nodes]
    if milliseconds > 0:
        limits.append(_BATCH_MS / milliseconds)
    return max(1, int(min(limits)))


def batch_bounds(
    pairs: int, most: int, kept: Sequence[tuple[int, int]] = ()
) -> list[tuple[int, int]]:
    """Return the first pair of each batch of a match and the one behind its last, without a gap.

    The last batch may go beyond the match, where the match was longer once.

    Args:
        pairs: of the match.
        most: in a batch, by `batch_pairs`.
        kept: bounds of batches that were played, in their order. A match that was shorter once was
            cut in another way; they stay as they are, and only what is between them is cut anew.
            So does one that a longer match has left across the end of this one.
    """
    bounds: list[tuple[int, int]] = []
    at = 0
    for first, stop in (*(one for one in kept if one[0] < pairs), (pairs, pairs)):
        while at < first:
            # Where a match begins of which nothing is kept, a batch would begin, too.
            end = min(first, at - at % most + most)
            bounds.append((at, end))
            at = end
        if at == first < stop:
            bounds.append((first, stop))
            at = stop
    return bounds


@cache
def _branching(name: str) -> float:
    """Return the mean number of moves after a third of a game's plies, in some random positions."""
    game = find_game(name)
    seeds = np.arange(64, dtype=np.uint64)
    states, going = random_positions(game, game.max_plies // 3, seeds)
    counts = [len(game.legal_moves(game.unpack(state))) for state in states[going]]
    return float(np.mean(counts)) if counts else 1.0
