"""Let agents meet: play what the ledger does not hold yet, batch by batch, on an executor."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.driver import driver_of
from engine.play.player import Player, PreparedFormula
from engine.play.search import Search
from features.heuristic import Heuristic
from tuner.matches.agent import Agent, check_game
from tuner.matches.formula_text import GameText, formula_text, game_text
from tuner.matches.ledger import BatchKey, Ledger
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs, batch_bounds, batch_pairs, game_seeds, join_pairs
from tuner.matches.provenance import feature_digests, sources_digest
from tuner.matches.task import (
    AgentTask,
    BatchTask,
    agent_task,
    play_batch,
    prepared_formula,
)

__all__ = ["Arena", "Meeting", "agent_key"]

Played = Callable[[int], None]

_Running = Future[NDArray[np.void]]


def agent_key(agent: Agent) -> str:
    """Return the hex digest of what decides an agent's play: formula, values, search, no name."""
    content = {
        "formula": agent.heuristic.digest,
        "features": list(feature_digests(agent.heuristic)),
        "values": [repr(float(value)) for value in agent.values],
        "search": agent.search.tree(),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


@dataclass(frozen=True, eq=False)
class Meeting:
    """A meeting is a match of one agent against each of several others.

    Attributes:
        candidate: whose view the results take.
        opponents: whom it meets.
        openings: where the pairs begin.
    """

    candidate: Agent
    opponents: Sequence[Agent]
    openings: OpeningSet


@dataclass(frozen=True, eq=False)
class _Side:
    """Hold an agent that is ready to play."""

    key: str
    task: AgentTask
    search: Search


@dataclass(frozen=True, eq=False)
class _Batch:
    """Hold pairs that are played, or taken from the ledger, as one."""

    key: BatchKey
    agents: tuple[AgentTask, AgentTask]
    openings: OpeningSet
    stop: int
    meetings: int = 1
    """That have it: each reports its games."""

    def __len__(self) -> int:
        return self.stop - self.key.first

    def task(self, game: GameText) -> BatchTask:
        first, stop = self.key.first, self.stop
        seeds = game_seeds(self.openings, self.key.opponent, first, stop)
        states = self.openings.states[first:stop]
        return BatchTask(sources_digest(), game, self.agents, states, seeds)


_Match = dict[str, list[_Batch]]
"""The batches of a meeting by the key of the opponent; agents that play alike share theirs."""


class Arena:
    """Play the matches of one study.

    Args:
        game: the rules.
        ledger: what was played; results are added to it.
        executor: plays the batches: it runs `play_batch` of a task, wherever it is.
        played: called with a number of games whenever a batch is done.
    """

    def __init__(self, game: Game[Any], ledger: Ledger, executor: Executor, played: Played) -> None:
        self.game = game
        self._text = game_text(game)
        self._ledger = ledger
        self._executor = executor
        self._played = played
        self._sides: dict[Agent, _Side] = {}
        self._prepared: dict[Heuristic, PreparedFormula] = {}

    def prepare(self, agents: Sequence[Agent]) -> None:
        """Compile what these agents need, on this thread."""
        driver_of(self.game)
        for agent in agents:
            self._side(agent)

    def meet(
        self, candidate: Agent, opponents: Sequence[Agent], openings: OpeningSet
    ) -> tuple[Pairs, ...]:
        """Return all pairs of the candidate against each opponent; see `meet_all`."""
        (found,) = self.meet_all([Meeting(candidate, opponents, openings)])
        return found

    def meet_all(self, meetings: Sequence[Meeting]) -> list[tuple[Pairs, ...]]:
        """Return all pairs of each meeting by opponent, as its candidate sees them.

        All of them are played at once. Batches that are in the ledger are taken from it; agents
        that play alike under different names share theirs. When this is interrupted, the batches
        that are finished are kept.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        matches = [self._match(one) for one in meetings]
        played = self._play(_different(matches))
        return [
            self._joined(match, meeting.opponents, played)
            for match, meeting in zip(matches, meetings, strict=True)
        ]

    def _joined(
        self, match: _Match, opponents: Sequence[Agent], played: Mapping[BatchKey, Pairs]
    ) -> tuple[Pairs, ...]:
        """Return the pairs of a match against each opponent."""
        found = {
            key: join_pairs([played[batch.key] for batch in batches])
            for key, batches in match.items()
        }
        return tuple(found[self._known_side(agent).key] for agent in opponents)

    def _match(self, meeting: Meeting) -> _Match:
        ours = self._side(meeting.candidate)
        theirs = [self._known_side(agent) for agent in meeting.opponents]
        return {side.key: self._batches(ours, side, meeting.openings) for side in theirs}

    def _batches(self, ours: _Side, theirs: _Side, openings: OpeningSet) -> list[_Batch]:
        """Return the batches of a match, those that are played as they were played."""
        most = batch_pairs(self.game, len(openings), (ours.search, theirs.search))
        kept = self._ledger.kept(openings.name, ours.key, theirs.key)
        return [
            _Batch(
                BatchKey(openings.name, ours.key, theirs.key, first),
                (ours.task, theirs.task),
                openings,
                stop,
            )
            for first, stop in batch_bounds(len(openings), most, kept)
        ]

    def _play(self, batches: Sequence[_Batch]) -> dict[BatchKey, Pairs]:
        """Return the pairs of each batch; nothing is left running behind, whatever happens."""
        done: dict[BatchKey, Pairs] = {}
        running: dict[_Running, _Batch] = {}
        try:
            for batch in batches:
                found = self._ledger.find(batch.key, len(batch))
                if found is None:
                    running[self._executor.submit(play_batch, batch.task(self._text))] = batch
                else:
                    done[batch.key] = found
                    self._played(2 * len(batch) * batch.meetings)
            for future in as_completed(running):
                if future.exception() is not None:
                    break
                self._keep(running[future], Pairs(future.result()), done)
        finally:
            self._stop(running, done)
        for future in running:
            # The error of the first batch that failed, whichever thread was quicker.
            if not future.cancelled():
                future.result()
        return done

    def _keep(self, batch: _Batch, pairs: Pairs, done: dict[BatchKey, Pairs]) -> None:
        self._ledger.add(batch.key, pairs)
        done[batch.key] = pairs
        self._played(2 * len(batch) * batch.meetings)

    def _stop(self, running: Mapping[_Running, _Batch], done: dict[BatchKey, Pairs]) -> None:
        """Cancel what has not begun, and keep what ends well."""
        for future in running:
            future.cancel()
        for future, batch in running.items():
            if batch.key not in done and not future.cancelled() and future.exception() is None:
                self._keep(batch, Pairs(future.result()), done)
        self._ledger.commit()

    def player(self, agent: Agent) -> Player:
        """Return the agent, compiled."""
        return self.formula(agent.heuristic).player(agent.values, agent.search)

    def _known_side(self, agent: Agent) -> _Side:
        """Return an opponent, which is met again and again: made ready once."""
        if agent not in self._sides:
            self._sides[agent] = self._side(agent)
        return self._sides[agent]

    def _side(self, agent: Agent) -> _Side:
        check_game(agent, self.game)
        key = agent_key(agent)
        self._ledger.add_agent(key, agent.describe())
        self.formula(agent.heuristic)
        task = agent_task(formula_text(agent.heuristic), agent.values, agent.search)
        return _Side(key, task, agent.search)

    def formula(self, heuristic: Heuristic) -> PreparedFormula:
        """Return a heuristic that is ready to play: a trial changes nothing but numbers of it."""
        if heuristic not in self._prepared:
            self._prepared[heuristic] = prepared_formula(self.game, heuristic)
        return self._prepared[heuristic]


def _different(matches: Sequence[_Match]) -> list[_Batch]:
    """Return every batch once, those of the first meeting first."""
    every = [batch for match in matches for batches in match.values() for batch in batches]
    counts = Counter(batch.key for batch in every)
    different = {batch.key: batch for batch in every}
    return [replace(one, meetings=counts[key]) for key, one in different.items()]
