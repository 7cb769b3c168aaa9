"""Draw where games begin: random openings in sets that share nothing, and agents' own first plies.

Agents' own first plies are the fair openings of the 9x11 course: each game is played again from
its first two plies with the agents exchanged, so that whoever chose the better start has to face
it, too.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import Game, States
from engine.play.driver import analyse, decided, random_positions
from engine.play.player import Player

__all__ = [
    "ALL_OPENINGS",
    "DECIDED_PLIES",
    "FAIR_PLIES",
    "SETS",
    "OpeningError",
    "OpeningSet",
    "draw_fair_openings",
    "draw_openings",
    "hash_states",
    "set_seed",
]

SETS = {
    "search": (0, 1),
    "selection": (2, 3),
    "verdict": (4, 5),
    "conditions": (6,),
    "compare": (7,),
}
"""The eighths of all openings that belong to each set; "conditions" serves the verdict under other
depths and limits, "compare" the comparisons of agents, whatever was tuned before."""

ALL_OPENINGS = "tournament"
"""The set of all openings: a tournament of published agents has nothing to hide from."""

_EIGHTHS = {**SETS, ALL_OPENINGS: tuple(range(8))}

_USES = {
    "conditions": "the verdict at equal time and with other searches",
    "compare": "comparing agents",
    ALL_OPENINGS: "a tournament",
}
"""What a set serves; a set that is not here is called as the stage that it serves."""

DECIDED_PLIES = 3
"""Openings in which a search of so many plies proves the winner are left out."""

MIN_OPENINGS = 16
"""Fewer different openings give no usable interval."""

_BLOCK = 1024
_BLOCKS_AT_ONCE = 8
_PATIENCE = 35
_MOST_BLOCKS = 4096
"""Where hardly any game is that long, a minute of drawing is enough."""


class OpeningError(TuneError):
    """The openings of a study are too few."""


@dataclass(frozen=True, eq=False)
class OpeningSet:
    """Hold openings for pairs of games; the arrays are read-only.

    Attributes:
        name: a key of `SETS`.
        states: shape (pairs, STATE_SLOTS), each seen by its side to move.
        clusters: int64, shape (pairs,): equal numbers mark pairs that share an opening up to
            symmetry.
        seed: of the games; see `set_seed`.
    """

    name: str
    states: States
    clusters: NDArray[np.int64]
    seed: int

    def __len__(self) -> int:
        return len(self.clusters)

    def named(self, name: str) -> OpeningSet:
        """Return the same openings and seeds as a set with another name."""
        return replace(self, name=name)

    def first(self, pairs: int) -> OpeningSet:
        """Return the first ones, as a draw of so many would be."""
        return replace(self, states=self.states[:pairs], clusters=self.clusters[:pairs])

    @property
    def distinct(self) -> int:
        """Return the number of openings that differ even up to symmetry."""
        # `np.unique` imports masked arrays, which takes longer.
        return len(set(self.clusters.tolist()))


def set_seed(seed: int, *names: str) -> int:
    """Return a 64-bit seed for a purpose; differs for every seed and sequence of names."""
    text = "/".join([str(seed), *names])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def draw_openings(game: Game[Any], plies: int, name: str, pairs: int, seed: int) -> OpeningSet:
    """Draw openings of uniformly random plies, independently of each other.

    A position belongs to one set only: which one is decided by a hash of its canonical image, so
    that no two sets share an opening, nor the mirror image of one, whatever their seeds. Finished
    games and openings that a short search proves to be won are left out. All others are drawn as
    often as random plies lead to them, with replacement: then every opening has the same
    distribution, however many are drawn, and a short draw is the beginning of a longer one. Pairs
    whose openings are equal up to symmetry share a cluster; their games have seeds of their own.

    Args:
        game: the rules.
        plies: length of the openings.
        name: a key of `SETS`, or `ALL_OPENINGS`.
        pairs: number of openings to draw.
        seed: of the study.

    Raises:
        OpeningError: if fewer than `MIN_OPENINGS` different ones are found.
    """
    numbers: dict[bytes, int] = {}
    clusters: list[int] = []
    drawn: list[States] = []
    needed, idle = min(pairs, MIN_OPENINGS), 0
    for states, keys in islice(_blocks(game, plies, name, pairs, seed), _MOST_BLOCKS):
        before = len(numbers)
        drawn.append(states)
        clusters += [numbers.setdefault(key, len(numbers)) for key in keys]
        # Where there are enough different ones, nothing new is no reason to stop.
        idle = idle + 1 if len(numbers) == before < needed else 0
        if (len(clusters) >= pairs and len(numbers) >= needed) or idle == _PATIENCE:
            break
    if len(numbers) < needed:
        raise OpeningError(
            f"openings of {plies} plies leave only {len(numbers)} different ones for "
            f"{_USES.get(name, f'the {name}')}, which needs {MIN_OPENINGS} of its own; "
            "try another number of plies",
            hint="plies",
        )
    # Hardly any game that long goes on: what was found is used again, and shares clusters.
    again = np.arange(pairs) % len(clusters)
    found = OpeningSet(
        name,
        np.concatenate(drawn)[again],
        np.array(clusters, dtype=np.int64)[again],
        set_seed(seed, "games", name),
    )
    for array in (found.states, found.clusters):
        array.flags.writeable = False
    return found


def _blocks(
    game: Game[Any], plies: int, name: str, pairs: int, seed: int
) -> Iterator[tuple[States, list[bytes]]]:
    """Yield the usable openings among the random ones of each block, with the keys of their orbits.

    Several blocks are made at once, about as many as will be wanted: that takes half of the time.
    """
    stream = np.random.default_rng(set_seed(seed, "openings", name))
    share = len(_EIGHTHS[name]) / 8
    missing = pairs
    while True:
        count = min(max(1, math.ceil(missing / (share * _BLOCK))), _BLOCKS_AT_ONCE)
        seeds = stream.integers(0, 2**64, size=count * _BLOCK, dtype=np.uint64)
        usable, states, keys = _candidates(game, plies, name, seeds)
        missing -= len(usable)
        ends = np.searchsorted(usable, np.arange(count + 1) * _BLOCK)
        for first, last in pairwise(ends.tolist()):
            yield states[first:last], keys[first:last]


def _candidates(
    game: Game[Any], plies: int, name: str, seeds: NDArray[np.uint64]
) -> tuple[NDArray[np.intp], States, list[bytes]]:
    """Return which random openings are usable ones of this set, and the keys of their orbits."""
    states, going = random_positions(game, plies, seeds)
    chosen = np.flatnonzero(going)
    keys = game.canonical(states[chosen])
    belongs = np.isin(hash_states(keys) % np.uint64(8), _EIGHTHS[name])
    chosen, keys = chosen[belongs], keys[belongs]
    open_ended = ~decided(game, states[chosen], DECIDED_PLIES)
    chosen, keys = chosen[open_ended], keys[open_ended]
    return chosen, states[chosen], [key.tobytes() for key in keys]


def hash_states(keys: States) -> NDArray[np.uint64]:
    """Return a 64-bit hash of each row, shape (n,): the steps of splitmix64, word by word."""
    word = np.zeros(len(keys), dtype=np.uint64)
    for column in range(keys.shape[1]):
        word = (word ^ keys[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        word ^= word >> np.uint64(31)
    return word


FAIR_PLIES = 2


def draw_fair_openings(
    game: Game[Any], players: tuple[Player, Player], name: str, pairs: int, seed: int
) -> OpeningSet:
    """Let the two players play the first two plies of each pair, beginning in turn.

    Two pairs share a cluster where their openings are equal up to symmetry; agents without random
    ties may have one opening only, and then their games say nothing of others.

    Args:
        game: the rules.
        players: the first one begins the even pairs, the second one the odd pairs.
        name: of the set; the seeds depend on it.
        pairs: number of openings.
        seed: of the tournament.
    """
    stream = np.random.default_rng(set_seed(seed, "fair", name))
    states = np.repeat(game.pack([game.initial()]), pairs, axis=0)
    begins = np.arange(pairs) % 2
    for ply in range(FAIR_PLIES):
        seeds = stream.integers(0, 2**64, size=pairs, dtype=np.uint64)
        mover = (begins + ply) % 2
        for side, player in enumerate(players):
            chosen = mover == side
            states[chosen] = _play(game, player, states[chosen], seeds[chosen])
    keys = game.canonical(states)
    _, found = np.unique(keys, axis=0, return_inverse=True)
    clusters = found.reshape(-1).astype(np.int64)
    for array in (states, clusters):
        array.flags.writeable = False
    return OpeningSet(name, states, clusters, set_seed(seed, "games", name))


def _play(game: Game[Any], player: Player, states: States, seeds: NDArray[np.uint64]) -> States:
    """Return the states after the player's move in each."""
    moves = analyse(game, player, states, seeds).moves
    positions = [
        game.play(game.unpack(state), int(move)) for state, move in zip(states, moves, strict=True)
    ]
    return game.pack(positions)
