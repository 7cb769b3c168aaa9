"""What tests of the Pentago search share: formulas, positions of every stage, and both searches."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
from numpy.typing import NDArray
from pentago_golden import GAME, drawn
from plain_search import Evaluation

from engine.game import States
from engine.kernels.settings import FIRST_DEPTH
from engine.link.joining import PlainSearch
from engine.pentago.position import Position
from engine.play.batches import Analysis
from engine.play.driver import analyse, random_positions
from engine.play.player import Player, make_player
from engine.play.search import Search
from features.compiled import compile_heuristic, heuristic_player
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.presets import find_preset

__all__ = [
    "BOARDS",
    "HEURISTICS",
    "MIXED",
    "Values",
    "evaluation",
    "found",
    "plainly_found",
    "random_states",
    "states_of_every_stage",
]

Values = tuple[float, ...]

MIXED = Heuristic(
    "mixed",
    "pentago",
    tuple(Parameter(name, 0.0, -10.0, 10.0) for name in "abcd"),
    (),
    "a * horizontal_stones(own) - b * horizontal_stones(opp) + c * diagonal_stones(opp) "
    "+ d / vertical_stones(own)",
)
"""Infinite where d is not 0 and own has no pair in a column; no number there for d = 0."""

TWO_SIDED = Heuristic(
    "two_sided",
    "pentago",
    MIXED.parameters,
    (),
    "a * horizontal_stones(own) - b * horizontal_stones(opp) + c * diagonal_stones(opp) "
    "+ (d if vertical_stones(own) > vertical_stones(opp) else fives(own) - fives(opp))",
)
"""A number everywhere."""

STRAIGHTS = find_preset("straights")
PRINTED = find_preset("straights", "printed")

HEURISTICS: dict[str, tuple[Heuristic, Values]] = {
    "straights": (STRAIGHTS, STRAIGHTS.defaults),
    "straights as printed": (PRINTED, PRINTED.defaults),
    "difference": (TWO_SIDED, (1.0, 1.0, 0.0, 0.0)),
    "own weighs more": (TWO_SIDED, (0.7, 0.4, -0.3, 0.1)),
    "constant": (TWO_SIDED, (0.0, 0.0, 0.0, 0.0)),
    "often infinite": (MIXED, (0.5, 1.0, 0.0, -1.0)),
}

BOARDS = {
    "black places and wins": drawn("""
        BBBB..
        WWW...
        ......
        ......
        ......
        W.....
    """),
    "black turns and wins": drawn("""
        BBB...
        WW.B..
        .....W
        ......
        ......
        W.....
    """),
    "a turn gives both five": drawn("""
        BBB...
        WWWBW.
        ....W.
        ......
        ......
        B.....
    """),
    "white saves itself by a five of both": drawn("""
        ..B..B
        WWB.WB
        .WB.W.
        ..BB..
        ..W...
        ....W.
    """),
    "white saves itself so on a fuller board": drawn("""
        W...WW
        B..WBB
        .WW.B.
        .B.BW.
        WBB...
        BW.BW.
    """),
    "white threatens on two sides": drawn("""
        .WWWW.
        ......
        B.B...
        ......
        ....B.
        ...B..
    """),
    "white threatens on one side": drawn("""
        .WWWWB
        ......
        B.B...
        ......
        ....B.
        ......
    """),
    "white threatens by a turn": drawn("""
        B.B...
        WWW.W.
        ....W.
        ......
        ..B...
        B.B...
    """),
    "a square left": drawn("""
        BBWWBB
        WWBBWW
        BBWWBB
        WWBBWW
        BBWWBB
        WWBBW.
    """),
    "every quadrant looks the same after a turn": drawn("""
        ......
        .B..W.
        ......
        ......
        .W..B.
        ......
    """),
    "quadrants that look the same after half a turn": drawn("""
        B....W
        ......
        ..BW..
        W....B
        ......
        ..WB..
    """),
}


def evaluation(name: str) -> Evaluation:
    """A heuristic in plain Python."""
    heuristic, values = HEURISTICS[name]
    return lambda view: interpret(heuristic, values, view)


def found(name: str, how: Search, states: States, first_depth: int | None = None) -> Analysis:
    """What the game's own search finds, deepening from a depth other than the search's own."""
    player = heuristic_player(GAME, *HEURISTICS[name], how)
    return analyse(GAME, _from(player, first_depth), states, _seeds(states))


def plainly_found(
    name: str, how: Search, states: States, first_depth: int | None = None
) -> Analysis:
    """What the search that serves every game finds."""
    heuristic, values = HEURISTICS[name]
    player = make_player(GAME, compile_heuristic(PlainSearch(GAME), heuristic), values, how)
    return analyse(GAME, _from(player, first_depth), states, _seeds(states))


def _from(player: Player, first_depth: int | None) -> Player:
    if first_depth is None:
        return player
    settings = player.settings.copy()
    settings[:, FIRST_DEPTH] = first_depth
    return replace(player, settings=settings)


def _seeds(states: States) -> NDArray[np.uint64]:
    return np.arange(len(states), dtype=np.uint64)


def random_states(plies: int, count: int) -> States:
    """Random positions that go on."""
    states, going = random_positions(GAME, plies, np.arange(count, dtype=np.uint64))
    return states[going]


@cache
def states_of_every_stage(per_ply: int, first_ply: int = 0) -> States:
    """The drawn boards, and random positions from a ply to the last."""
    boards: list[Position] = [board for board in BOARDS.values() if board.ply >= first_ply]
    parts = [random_states(plies, per_ply) for plies in range(first_ply, 36)]
    return np.concatenate([GAME.pack(boards), *parts])
