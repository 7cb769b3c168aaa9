"""Draw positions from games of mixed strength: some players see far, some nothing, some slip.

Positions of random play alone would be such as nobody gets into, positions of one strong player
such as suit that player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.driver import analyse
from engine.play.lookahead import AlphaBeta, Greedy
from engine.play.player import Player
from engine.play.searches import RandomMoves
from features.compiled import heuristic_player
from features.presets import find_preset
from tuner.matches.openings import set_seed

__all__ = [
    "GAMES",
    "MIXED_PRESETS",
    "MIXED_SEARCHES",
    "SLIPS",
    "MixedPlayers",
    "mixed_players",
    "mixed_positions",
]

MIXED_PRESETS = {
    "isolation": ("open", "improved", "weighted_space", "pressure", "place_difference"),
}
"""These heuristics play, by the family of the game."""

MIXED_SEARCHES = (
    Greedy(),
    *(AlphaBeta(depth=depth) for depth in (2, 3, 4, 5)),
)
"""Each heuristic plays with each of these, and beside them there is random play."""

SLIPS = (0.0, 0.1, 0.3)
"""Each side of a game draws one of these shares of random moves among its own."""

GAMES = 512
"""A block has so many games."""


@dataclass(frozen=True, eq=False)
class MixedPlayers:
    """Hold the compiled players.

    Attributes:
        game: the rules.
        players: random play first, then every heuristic with every search.
    """

    game: Game[Any]
    players: tuple[Player, ...]


def mixed_players(game: Game[Any]) -> MixedPlayers:
    """Return the players of a game whose family has `MIXED_PRESETS`."""
    presets = [find_preset(name) for name in MIXED_PRESETS[game.family]]
    chance = heuristic_player(game, presets[0], presets[0].defaults, RandomMoves())
    others = [
        heuristic_player(game, preset, preset.defaults, search)
        for preset in presets
        for search in MIXED_SEARCHES
    ]
    return MixedPlayers(game, (chance, *others))


def mixed_positions(
    mixed: MixedPlayers, plies: range, name: str, seed: int
) -> list[tuple[int, Any]]:
    """Play the games of a block and take one position of each, in the order of the games.

    Each side of a game draws a player and a share of slips. The position is one of those that the
    game reached in `plies` and went on from, each of them equally likely; a game that had none
    gives none.

    Args:
        mixed: who plays.
        plies: since the start, ascending by 1.
        name: of the block; blocks of other names are other games.
        seed: of all blocks.

    Returns:
        Plies since the start, and position.
    """
    stream = np.random.default_rng(set_seed(seed, "mixed play", name))
    sides = stream.integers(0, len(mixed.players), size=(GAMES, 2))
    slips = np.array(SLIPS)[stream.integers(0, len(SLIPS), size=(GAMES, 2))]
    lots = stream.random(GAMES)
    positions = [mixed.game.initial()] * GAMES
    going = np.arange(GAMES)
    reached: list[list[tuple[int, Any]]] = [[] for _ in range(GAMES)]
    for ply in range(plies.stop):
        if ply in plies:
            for index in going:
                reached[index].append((ply, positions[index]))
        seeds = stream.integers(0, 2**64, size=GAMES, dtype=np.uint64)
        slipped = stream.random(GAMES) < slips[:, ply % 2]
        movers = np.where(slipped, 0, sides[:, ply % 2])
        positions = _moved(mixed, positions, going, movers, seeds)
        going = np.array(
            [index for index in going if mixed.game.winner(positions[index]) is None],
            dtype=np.int64,
        )
    return [seen[int(lot * len(seen))] for seen, lot in zip(reached, lots, strict=True) if seen]


def _moved(
    mixed: MixedPlayers,
    positions: Sequence[Any],
    going: NDArray[np.int64],
    movers: NDArray[np.int64],
    seeds: NDArray[np.uint64],
) -> list[Any]:
    """Return the positions after one more ply of the games that are `going`."""
    game, result = mixed.game, list(positions)
    for number, player in enumerate(mixed.players):
        theirs = going[movers[going] == number]
        if len(theirs) == 0:
            continue
        states = game.pack([positions[index] for index in theirs])
        moves = analyse(game, player, states, seeds[theirs]).moves
        for index, move in zip(theirs, moves, strict=True):
            result[index] = game.play(positions[index], int(move))
    return result
