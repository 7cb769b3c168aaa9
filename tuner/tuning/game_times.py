"""Measure games and moves of agents, until the seconds of all their games are known."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse
from engine.play.player import Player
from features.compiled import heuristic_player
from tuner.matches.agent import Agent
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import play_pairs

__all__ = ["GameTime", "GameTimes"]

_NARROW = 0.05
_LEAST = 0.1
"""Nobody asks for a part of a second: this is narrow enough, whatever the share."""

_LAPS = 3
_LAP_SECONDS = 0.002
_LAP_PAIRS = 32
"""A lap is the shorter of both."""

_DEAR_PAIR = 1.0
_TRIED = 4
_FAR = 10
"""A pair that seems to cost so many times less than a dear one is none, however few moves say so.
"""

Players = tuple[Player, Player]


@dataclass(frozen=True)
class GameTime:
    """Say what a game of two agents costs.

    Attributes:
        seconds: of one thread, on average.
        nodes: that the first agent visits in a move, on average; None where time limits it.
    """

    seconds: float
    nodes: float | None


@dataclass(frozen=True, eq=False)
class _Timed:
    """Hold what is known of the seconds of a pair of two players.

    Attributes:
        players: both; None where no more is played.
        call: seconds of a lap without any pair.
        pairs: of a lap.
        laps: seconds of a pair in each lap.
        nodes: of the first player in a move, in each lap; empty where they are not known.
    """

    players: Players | None
    call: float = 0.0
    pairs: int = 1
    laps: list[float] = field(default_factory=list)
    nodes: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return the mean seconds of a pair."""
        return max(statistics.fmean(self.laps), 1e-9)

    @property
    def game(self) -> GameTime:
        """Return what a game costs."""
        return GameTime(self.mean / 2, statistics.fmean(self.nodes) if self.nodes else None)

    @property
    def error(self) -> float:
        """Return the standard error of the mean, 0 where no more is played.

        One lap tells nothing of it: the mean itself stands for it.
        """
        if self.players is None:
            return 0.0
        if len(self.laps) == 1:
            return self.mean
        return float(np.std(self.laps, ddof=1)) / math.sqrt(len(self.laps))


@dataclass(frozen=True, eq=False)
class GameTimes:
    """Measure games and moves by the processor's time of this thread: what other threads compile
    and what other programs do does not count.

    Attributes:
        game: the rules.
        openings: of the games; few are enough, they are played again.
        opening_plies: that each opening has.
        sample: positions in which agents are asked for moves, and their seeds.
    """

    game: Game[Any]
    openings: OpeningSet
    opening_plies: int
    sample: tuple[States, NDArray[np.uint64]]

    def of_games(
        self, matches: Sequence[tuple[Agent, Agent]], games: Sequence[int], seconds: float
    ) -> list[GameTime]:
        """Return what a game of each match costs: by played games, or by moves where games
        are dear.

        Laps of games are played until two standard errors of the seconds of all games together are
        5% of them, or as many seconds are over as are given. It stops where few laps happen to be
        alike, so the 5% hold in 90 to 97% of cases (simulated with normal laps that differ by 5 to
        30%), not in 95%.

        Args:
            matches: who plays.
            games: that each match counts for.
            seconds: for all laps together; where a pair takes longer, one of each match is played.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        begun = time.thread_time()
        timed = [self._begun(*match, seconds / len(matches)) for match in matches]
        while time.thread_time() - begun < seconds:
            errors = [one.error * count for one, count in zip(timed, games, strict=True)]
            total = sum(one.mean * count for one, count in zip(timed, games, strict=True))
            if 2 * math.hypot(*errors) <= max(_NARROW * total, _LEAST):
                break
            unsure = timed[errors.index(max(errors))]
            for _ in range(_LAPS):
                self._lap(unsure)
        return [one.game for one in timed]

    def of_move(self, agent: Agent) -> float:
        """Return the seconds of a move, over few positions where it is dear, or of its limit."""
        return self._all_moves(agent, self._player(agent))[0]

    def _player(self, agent: Agent) -> Player:
        return heuristic_player(self.game, agent.heuristic, agent.values, agent.search)

    def _begun(self, first: Agent, second: Agent, seconds: float) -> _Timed:
        """Return a match after its first laps, or what is known of it where it is dear."""
        players = self._player(first), self._player(second)
        agents = list(zip((first, second), players, strict=True))
        moves = (self.game.max_plies - self.opening_plies) / 2
        pair = 2 * moves * sum(self._move(*one, _TRIED)[0] for one in agents)
        if _FAR * pair > _DEAR_PAIR:
            all_moves = [self._all_moves(*one) for one in agents]
            pair = 2 * moves * sum(each for each, _ in all_moves)
            if pair > _DEAR_PAIR:
                return _Timed(None, laps=[pair], nodes=all_moves[0][1])
        # What is met the first time is slower: it counts only where it leaves no time for more.
        pair, nodes = self._played(players, 0, 1)
        if pair > seconds:
            return _Timed(None, laps=[pair], nodes=nodes)
        # The batches of a study are so large that a call costs next to nothing in them.
        call = min(self._played(players, 0, 0)[0] for _ in range(2))
        pair = max(self._played(players, 0, 1)[0] - call, 1e-9)
        pairs = min(len(self.openings), _LAP_PAIRS, math.ceil(_LAP_SECONDS / pair))
        found = _Timed(players, call, pairs)
        self._lap(found)
        return found

    def _lap(self, timed: _Timed) -> None:
        """Play one more lap of a match, from the openings behind those of the lap before."""
        first = len(timed.laps) * timed.pairs % (len(self.openings) - timed.pairs + 1)
        assert timed.players is not None
        spent, nodes = self._played(timed.players, first, timed.pairs)
        # Of games that take less than the call itself the difference is too unsure.
        games = spent - timed.call if spent > 2 * timed.call else spent
        timed.laps.append(games / timed.pairs)
        timed.nodes.extend(nodes)

    def _played(self, players: Players, first: int, pairs: int) -> tuple[float, list[float]]:
        """Return the seconds of some pairs, counted from an opening on, and the nodes of the first
        player in a move; none where no move was made.
        """
        begun, bounds = time.thread_time(), (first, first + pairs)
        found = play_pairs(self.game, players, self.openings, "forecast", bounds)
        spent = time.thread_time() - begun
        moves = (int(found.plies.sum()) - 2 * pairs * self.opening_plies) / 2
        return spent, [float(found.nodes[..., 0].sum()) / moves] if moves > 0 else []

    def _all_moves(self, agent: Agent, player: Player) -> tuple[float, list[float]]:
        seconds, nodes = self._move(agent, player, _TRIED)
        count = len(self.sample[0])
        if seconds * count < _DEAR_PAIR:
            return self._move(agent, player, count)
        return seconds, nodes

    def _move(self, agent: Agent, player: Player, count: int) -> tuple[float, list[float]]:
        """Return the mean seconds and nodes of a move in some of the positions, or the limit of a
        move and no nodes.
        """
        limit = agent.search.milliseconds_a_move() / 1000.0
        if limit:
            return limit, []
        states, seeds = self.sample
        chosen = np.linspace(0, len(states) - 1, count).astype(np.int64)
        begun = time.thread_time()
        found = analyse(self.game, player, states[chosen], seeds[chosen])
        return (time.thread_time() - begun) / count, [float(found.nodes.mean())]
