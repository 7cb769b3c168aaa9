"""Say what is measured for each game: evaluation, depths, numbers of positions and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from benchmarks.plain_isolation import plain_isolation, weighted_mobility
from benchmarks.plain_pentago import plain_pentago, straights
from benchmarks.plain_search import Evaluation, PlainBoard
from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import find_game
from engine.link.joining import PlainSearch
from engine.play.batches import Openings
from engine.play.driver import random_positions
from engine.play.lookahead import AlphaBeta
from engine.play.player import Player, make_player
from features.compiled import compile_heuristic, heuristic_player
from features.heuristic import Heuristic
from features.presets import find_preset

__all__ = ["BENCHED", "Case", "Counts", "find_cases"]

MOBILITY = Heuristic("mobility", "isolation", (), (), "0.4 * moves(own) - 0.6 * moves(opp)")

GAMES_TARGET = {1: 0.7, 2: 0.95, 3: 0.95, 4: 0.95, 5: 0.95}
"""What a move costs beside its search counts for most at depth 1."""

ISOLATION_PLIES = 2
PENTAGO_PLIES = 4


@dataclass(frozen=True)
class Counts:
    """Say how much there is; a lap is a piece of it.

    Attributes:
        positions: that the engine and the C program search.
        plain_positions: that the plain board searches.
        games: of the engine and the C program, by depth.
        plain_games: of the plain board, by depth; where a game would take it seconds there is none.
        searched_plainly: games of the engine with plain alpha-beta, by depth; empty where the game
            has no search of its own.
    """

    positions: int
    plain_positions: int
    games: Mapping[int, int]
    plain_games: Mapping[int, int]
    searched_plainly: Mapping[int, int] = field(default_factory=dict)

    def shortened(self, divisor: int) -> Counts:
        """Return a fraction of it all, but never nothing."""
        return Counts(
            max(1, self.positions // divisor),
            max(1, self.plain_positions // divisor),
            {depth: max(4, games // divisor) for depth, games in self.games.items()},
            {depth: max(1, games // divisor) for depth, games in self.plain_games.items()},
            {depth: max(2, games // divisor) for depth, games in self.searched_plainly.items()},
        )


@dataclass(frozen=True)
class Case:
    """Describe a game as it is measured.

    Attributes:
        name: of the game, as it is found.
        heuristic: the evaluation of everybody.
        preset: what is compiled to measure compile times.
        program: the C program.
        target: of the nodes a second, against the C program.
        games_target: of the games a second, against the C program, by depth; empty where that
            plays none.
        search_target: of the games of the game's own search against plain alpha-beta, by depth.
        machine_depth: the depth of games that several C programs play at once, which says what the
            machine gives; None where the C program plays none.
        plies: random plies before a position is searched.
        opening_plies: random plies before a game.
        depth: of the searches.
        plain_depth: of the plain board's searches.
        plain: makes a plain board of a position.
        evaluation: of plain boards.
        counts: how much there is.
    """

    name: str
    heuristic: Heuristic
    preset: str
    program: str
    target: float
    games_target: Mapping[int, float]
    search_target: Mapping[int, float]
    machine_depth: int | None
    plies: int
    opening_plies: int
    depth: int
    plain_depth: int
    plain: Callable[[Any], PlainBoard]
    evaluation: Evaluation
    counts: Counts

    @cached_property
    def game(self) -> Game[Any]:
        """Return the rules."""
        return find_game(self.name)

    @property
    def weights(self) -> tuple[float, ...]:
        """Return the numbers that the C program is given."""
        return self.heuristic.defaults

    def player(self, depth: int, ties: str = "random") -> Player:
        """Return the search that serves every game, node for node that of C.

        A game's own search visits fewer nodes, so it is compared by games.
        """
        search = AlphaBeta(depth=depth, ties=ties)
        chooser = compile_heuristic(PlainSearch(self.game), self.heuristic)
        return make_player(self.game, chooser, self.heuristic.defaults, search)

    def own_player(self, depth: int, ties: str = "random") -> Player:
        """Return the same with the game's own search, where it has one."""
        search = AlphaBeta(depth=depth, ties=ties)
        return heuristic_player(self.game, self.heuristic, self.heuristic.defaults, search)

    def searched(self) -> Openings:
        """Return where searches begin: seeded, none of them over."""
        return self._begun(self.plies, self.counts.positions)

    def openings(self, games: int) -> Openings:
        """Return where games begin: seeded, none of them over; the sides take turns."""
        return self._begun(self.opening_plies, games)

    def _begun(self, plies: int, count: int) -> Openings:
        seeds = np.arange(count, dtype=np.uint64)
        states, going = random_positions(self.game, plies, seeds)
        states, seeds = states[going], seeds[going]
        return Openings(states, np.arange(len(seeds), dtype=np.int64) % 2, seeds)

    def shortened(self, divisor: int) -> Case:
        """Return the same with a fraction of the work."""
        return replace(self, counts=self.counts.shortened(divisor))


BENCHED = ("isolation", "isolation-9x11", "pentago")
"""These games are measured."""


def _isolation(name: str, target: float, depths: tuple[int, int], counts: Counts) -> Case:
    depth, plain_depth = depths
    return Case(
        name=name,
        heuristic=MOBILITY,
        preset="improved",
        program="isolation7" if name == "isolation" else "isolation9x11",
        target=target,
        games_target=GAMES_TARGET,
        search_target={},
        machine_depth=3,
        plies=8,
        opening_plies=ISOLATION_PLIES,
        depth=depth,
        plain_depth=plain_depth,
        plain=plain_isolation,
        evaluation=weighted_mobility,
        counts=counts,
    )


def _pentago(counts: Counts) -> Case:
    return Case(
        name="pentago",
        heuristic=find_preset("straights"),
        preset="straights",
        program="pentago",
        target=1.0,
        games_target={},
        search_target={1: 1.0, 3: 8.0},
        machine_depth=None,
        plies=12,
        opening_plies=PENTAGO_PLIES,
        depth=3,
        plain_depth=1,
        plain=plain_pentago,
        evaluation=straights,
        counts=counts,
    )


def find_cases(name: str | None = None) -> tuple[Case, ...]:
    """Return the case of a game, or all.

    Raises:
        UnknownNameError: if the game is not measured.
    """
    cases = (
        _isolation(
            "isolation",
            0.95,
            (7, 4),
            Counts(
                8_000,
                12,
                {1: 30_000, 2: 20_000, 3: 16_000, 4: 6_000, 5: 3_000},
                {1: 60, 2: 30, 3: 12, 4: 6, 5: 2},
            ),
        ),
        _isolation(
            "isolation-9x11",
            0.9,
            (5, 3),
            Counts(
                16_000,
                12,
                {1: 12_000, 2: 8_000, 3: 6_000, 4: 2_000, 5: 800},
                {1: 20, 2: 10, 3: 4, 4: 2},
            ),
        ),
        _pentago(Counts(30, 2, {1: 4_000, 2: 1_100, 3: 100}, {1: 1}, {1: 800, 2: 64, 3: 8})),
    )
    if name is None:
        return cases
    game = find_game(name)
    found = tuple(case for case in cases if case.game.name == game.name)
    if not found:
        raise UnknownNameError("game to measure", name, BENCHED)
    return found
