"""Measure games and moves of agents, until the seconds of all their games are known."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.play.driver import analyse, prepare_games
from engine.play.player import Player
from features.compiled import heuristic_player
from tuner.matches.agent import Agent
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import both_sides, game_seeds
from tuner.tuning.timed_games import (
    NOTHING_KNOWN,
    GameTime,
    KnownSeconds,
    Players,
    TimedMatch,
    next_match,
    scatter,
)

__all__ = ["GameTimes"]

_LAP_SECONDS = 0.001
_LAP_PAIRS = 32
"""A lap is the shorter of both."""

_DEAR_PAIR = 1.0
_TRIED = 4
_FAR = 10
"""A pair that seems to cost so many times less than a dear one is none, however few moves say so.
"""


@dataclass(frozen=True, eq=False)
class GameTimes:
    """Measure games and moves by the processor's time of this thread: what other threads compile
    and what other programs do does not count.

    Attributes:
        game: the rules.
        openings: of the games; few are enough, they are played again.
        opening_plies: that each opening has.
        sample: positions in which agents are asked for moves, and their seeds.
        moves: what is known of an agent's moves in so many of them.
    """

    game: Game[Any]
    openings: OpeningSet
    opening_plies: int
    sample: tuple[States, NDArray[np.uint64]]
    moves: dict[tuple[Agent, int], tuple[float, list[float]]] = field(default_factory=dict)

    def of_games(
        self,
        matches: Sequence[tuple[Agent, Agent]],
        games: Sequence[float],
        seconds: float,
        known: KnownSeconds = NOTHING_KNOWN,
    ) -> list[GameTime]:
        """Return what a game of each match costs: by played games, or by moves where games
        are dear.

        Laps of games are played until two standard errors of the seconds of all games together are
        5% of them, or as many seconds are over as are given. It stops where few laps happen to be
        alike, so the 5% hold in 83 to 100% of cases, not in 95% (simulated with normal laps that
        differ by 5 to 30%, of one match, of three, of eight and of 18 with equal games, alone and
        with two to nine more that are timed later): in 96% and more where laps differ by 10% and
        there are known games, in 83 to 94% where they differ by 30%.

        Args:
            matches: who plays.
            games: that each match counts for.
            seconds: for all laps together; where a pair takes longer, one of each match is played.
            known: of other games, which the 5% are of as well.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        for match in matches:
            for agent in match:
                # Loads what it plays, too, which is none of the seconds.
                self._move(agent, _TRIED)
        begun = time.thread_time()
        timed = [self._begun(one, seconds / len(matches)) for one in matches]
        while time.thread_time() - begun < seconds:
            place = next_match(timed, games, known)
            if place is None:
                break
            self._lap(timed[place])
        deviation = scatter(timed)
        return [one.game(deviation) for one in timed]

    def of_move(self, agent: Agent) -> float:
        """Return the seconds of a move, over few positions where it is dear, or of its limit."""
        return self._all_moves(agent)[0]

    def _player(self, agent: Agent) -> Player:
        return heuristic_player(self.game, agent.heuristic, agent.values, agent.search)

    def _begun(self, match: tuple[Agent, Agent], seconds: float) -> TimedMatch:
        """Return a match after its first lap, or what is known of it where it is dear."""
        each = self.game.max_plies - self.opening_plies
        # Of the two games of a pair each side makes half of the moves.
        pair = most = each * sum(self._move(one, _TRIED)[0] for one in match)
        if _FAR * pair > _DEAR_PAIR:
            all_moves = [self._all_moves(one) for one in match]
            pair = each * sum(move for move, _ in all_moves)
            if pair > _DEAR_PAIR:
                return TimedMatch(None, laps=[pair], nodes=all_moves[0][1])
        players = self._player(match[0]), self._player(match[1])
        # What is met the first time is slower: it counts only where it leaves no time for more.
        pair, nodes = self._played(players, 0, 1)
        if pair > seconds:
            return TimedMatch(None, laps=[pair], nodes=nodes)
        found = TimedMatch(
            players, min(len(self.openings), _LAP_PAIRS, math.ceil(_LAP_SECONDS / pair))
        )
        if _LAP_SECONDS < pair < most:
            # Nor is a long pair slower that takes no longer than its moves by themselves.
            found.laps.append(pair)
            found.nodes.extend(nodes)
        else:
            self._lap(found)
        return found

    def _lap(self, timed: TimedMatch) -> None:
        """Play one more lap of a match, from the openings behind those of the lap before."""
        first = len(timed.laps) * timed.pairs % (len(self.openings) - timed.pairs + 1)
        assert timed.players is not None
        spent, nodes = self._played(timed.players, first, timed.pairs)
        timed.laps.append(spent / timed.pairs)
        timed.nodes.extend(nodes)

    def _played(self, players: Players, first: int, pairs: int) -> tuple[float, list[float]]:
        """Return the seconds of some pairs, counted from an opening on, and the nodes of the first
        player in a move; none where no move was made.
        """
        last = first + pairs
        seeds = game_seeds(self.openings, "forecast", first, last)
        begins = both_sides(self.openings.states[first:last], seeds)
        # The batches of a study are so large that what is done before the games is nothing there.
        play = prepare_games(self.game, players, begins)
        begun = time.thread_time()
        found = play(None)
        spent = max(time.thread_time() - begun, 1e-9)
        moves = (int(found.plies.sum()) - 2 * pairs * self.opening_plies) / 2
        return spent, [float(found.nodes[..., 0].sum()) / moves] if moves > 0 else []

    def _all_moves(self, agent: Agent) -> tuple[float, list[float]]:
        seconds, nodes = self._move(agent, _TRIED)
        count = len(self.sample[0])
        if seconds * count < _DEAR_PAIR:
            return self._move(agent, count)
        return seconds, nodes

    def _move(self, agent: Agent, count: int) -> tuple[float, list[float]]:
        """Return the mean seconds and nodes of a move in some of the positions, or the limit of a
        move and no nodes. Who plays several matches is asked once.
        """
        asked = agent, count
        if asked not in self.moves:
            self.moves[asked] = self._asked(*asked)
        return self.moves[asked]

    def _asked(self, agent: Agent, count: int) -> tuple[float, list[float]]:
        limit = agent.search.milliseconds_a_move() / 1000.0
        if limit:
            return limit, []
        states, seeds = self.sample
        chosen = np.linspace(0, len(states) - 1, count).astype(np.int64)
        player = self._player(agent)
        begun = time.thread_time()
        found = analyse(self.game, player, states[chosen], seeds[chosen])
        return (time.thread_time() - begun) / count, [float(found.nodes.mean())]
