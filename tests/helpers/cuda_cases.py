"""What is played and evaluated twice, on the CPU and on CUDA."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.game import Game, States
from engine.games import find_game
from engine.play.batches import Games, Openings
from engine.play.driver import random_positions
from engine.play.search import Search
from engine.play.searches import make_search
from features.catalogue import find_features, load_features
from features.heuristic import Heuristic
from features.presets import find_preset, presets

__all__ = [
    "CAPABILITIES",
    "COMPILED",
    "OWN_FEATURES",
    "PRESETS",
    "REFUSED",
    "Match",
    "all_features",
    "all_matches",
    "as_lists",
    "assembler",
    "fault_openings",
    "first_opening",
    "late_openings",
    "missing_tools",
    "own_match",
]

PRESETS = tuple(preset for preset in presets() if preset.family == "isolation")

SEARCHES = (
    make_search("alphabeta", depth=3),
    make_search("alphabeta", depth=2),
    make_search("minimax", depth=2),
    make_search("alphabeta", depth=2, ties="ordered"),
    make_search("alphabeta", nodes=60),
    make_search(
        "staged", switch_ply=12, first=make_search("random"), then=make_search("alphabeta", depth=3)
    ),
)

FROM_THE_START = 2
"""So many matches begin after a few plies."""

OWN_FEATURES = """\
import numpy as np

from engine.isolation.squares import column, height, is_move, row, width
from features.feature import feature


@feature("isolation")
def whole(board, side):
    '''Moves, each by its ring and column, or half the row; less a bit, by the column.

    Its number in the word is 63 to 67, of which 64 to 67 are read as 0 to 3.
    '''
    count = 0
    for r in range(height(board)):
        for c in range(width(board)):
            ring = min(r, c, height(board) - 1 - r, width(board) - 1 - c)
            if is_move(board, side, r, c):
                count += 1 + (ring - 5) % 3 - (c - 4) // 2
    bit = np.uint64(10) >> np.uint64(63 + column(board, side)) & np.uint64(1)
    return max(count, row(board, side) // 2) - 3 * np.int64(bit)


@feature("isolation")
def fractions(board, side):
    '''What tenths leave of the row: 1.0 % 0.1 is 0.09999999999999995.'''
    return np.float64(row(board, side)) % 0.1
"""
"""Features of one's own."""

CAPABILITIES = ((8, 0), (9, 0))
"""Of the GPUs that programs are assembled for."""

COMPILED = {
    "isolation": (find_preset("improved"), find_preset("pressure")),
    "isolation-9x11": (find_preset("improved"), find_preset("pressure")),
    "pentago": (find_preset("straights:runs"),),
}
"""The formulas of the programs that are assembled, by game."""

REFUSED = (
    make_search("alphabeta", time_ms=5),
    make_search("perfect", nodes=100, otherwise=make_search("greedy")),
)


@dataclass(frozen=True)
class Match:
    """Games between two heuristics with their own defaults.

    Attributes:
        game: name of the game.
        heuristics: the two, in a tuple that all matches of the game share, and their numbers there.
        search: of both.
        openings: plies and seed of each opening; the first of the two is to move in the first one,
            the other in the second one.
    """

    game: str
    heuristics: tuple[Heuristic, ...]
    pair: tuple[int, int]
    search: Search
    openings: tuple[tuple[int, int], ...]

    def positions(self) -> Openings:
        """As the drivers of both take them."""
        game = find_game(self.game)
        seeds = np.array([seed for _, seed in self.openings], dtype=np.uint64)
        states = [_position(game, plies, seed) for plies, seed in self.openings]
        movers = np.arange(len(seeds), dtype=np.int64) % 2
        return Openings(np.concatenate(states), movers, seeds)


def matches() -> tuple[Match, ...]:
    """20 games on 7x7 in which every Isolation preset plays.

    The simulator is slow, so most of them begin in the middle of the game.
    """
    count = (len(PRESETS) + 1) // 2
    twice = 20 - count
    return tuple(
        Match(
            "isolation",
            PRESETS,
            (2 * number % len(PRESETS), (2 * number + 1) % len(PRESETS)),
            SEARCHES[number % len(SEARCHES)],
            _openings(4 if number < FROM_THE_START else 16, number)[: 2 if number < twice else 1],
        )
        for number in range(count)
    )


def _openings(plies: int, number: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (plies, number), (plies + 1, 100 + number)


def own_match(file: Path, name: str) -> Match:
    """Two games, by a feature of one's own of either side."""
    features = tuple(load_features(file).values())
    pair = tuple(
        Heuristic("own", "isolation", (), (), f"{name}({side})", extra_features=features)
        for side in ("own", "opp")
    )
    return Match(
        "isolation-5x5", pair, (0, 1), make_search("alphabeta", depth=2), ((8, 3), (8, 60))
    )


def all_matches() -> dict[str, tuple[Match, ...]]:
    """20 games of each game; those on larger boards begin near their end."""
    straights = (find_preset("straights:runs"), find_preset("straights:printed"))
    large = tuple(find_preset(one) for one in ("improved", "pressure", "liberty_center:euclid"))
    return {
        "isolation": matches(),
        "isolation-9x11": tuple(
            Match("isolation-9x11", large, (number % 3, number % 2), SEARCHES[number % 6], begun)
            for number, begun in enumerate(_begun(62))
        ),
        "pentago": tuple(
            Match("pentago", straights, (0, number % 2), SEARCHES[number % 3], begun)
            for number, begun in enumerate(_begun(29))
        ),
    }


def _begun(plies: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [_openings(plies, number) for number in range(10)]


def as_lists(games: Games) -> dict[str, list[Any]]:
    """Results, plies and nodes as plain data."""
    return {name: getattr(games, name).tolist() for name in ("results", "plies", "nodes")}


def all_features(family: str) -> Heuristic:
    """The sum of all features of ours; those without a value in large positions only in small."""
    terms = []
    for one in find_features(family).values():
        call = f"{one.name}({', '.join(['own'] * one.sided + ['3'] * one.arguments)})"
        terms.append(f"({call} if blank_squares() < 15 else 0)" if one.limit else call)
    return Heuristic("all", family, (), (), " + ".join(terms))


def late_openings(game: Game[Any]) -> Openings:
    """Two games, after half of the plies that the longest game has."""
    states = [_position(game, game.max_plies // 2, seed) for seed in (0, 50)]
    return Openings(np.concatenate(states), np.arange(2), np.arange(2, dtype=np.uint64))


def first_opening(game: Game[Any]) -> Openings:
    """A game from its first ply on."""
    start = game.pack([game.initial()])
    return Openings(start, np.arange(1), np.arange(1, dtype=np.uint64))


def fault_openings() -> Openings:
    """Where games begin in which a side is soon stuck."""
    seeds = np.arange(3, dtype=np.uint64)
    states, going = random_positions(find_game("isolation"), 20, np.arange(9, dtype=np.uint64))
    return Openings(states[going][:3], np.zeros(3, dtype=np.int64), seeds)


def _position(game: Game[Any], plies: int, seed: int) -> States:
    """Of the first game by this or a later seed that goes on after so many plies."""
    states, going = random_positions(game, plies, np.arange(seed, seed + 50, dtype=np.uint64))
    return states[going][:1]


def assembler() -> str | None:
    """The path of ptxas, None where it is not installed."""
    from cuda import pathfinder  # noqa: PLC0415 - comes with numba-cuda

    return pathfinder.find_nvidia_binary_utility("ptxas")


def missing_tools() -> list[str]:
    """What programs are compiled and assembled with, as far as it is not installed."""
    from cuda import pathfinder  # noqa: PLC0415 - comes with numba-cuda

    found = [] if assembler() else ["ptxas"]
    for name in ("nvrtc", "nvvm"):
        try:
            pathfinder.load_nvidia_dynamic_lib(name)
        except pathfinder.DynamicLibNotFoundError:
            found.append(name)
    return found
