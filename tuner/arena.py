"""Where agents meet: plays what the ledger does not hold yet, batch by batch, on threads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import Any

from engine.game import Game
from engine.play import driver_of
from engine.player import Player
from features.compiled import heuristic_player
from tuner.agents import Agent
from tuner.heuristics import own_feature_files
from tuner.ledger import BatchKey, Ledger
from tuner.match import Pairs, join_pairs, play_pairs
from tuner.openings import OpeningSet

__all__ = ["BATCH_PAIRS", "Arena", "agent_key"]

BATCH_PAIRS = 128
"""Pairs in one batch: the unit of the ledger and of the work of a thread."""

Played = Callable[[int], None]


def agent_key(agent: Agent) -> str:
    """Hex digest of what decides the play of an agent: formula, values and search, not its name."""
    content = {
        "formula": agent.heuristic.digest,
        "features": [
            hashlib.sha256(path.read_bytes()).hexdigest()
            for path in own_feature_files(agent.heuristic)
        ],
        "values": [repr(float(value)) for value in agent.values],
        "search": vars(agent.search),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


class Arena:
    """Plays matches of one study.

    Args:
        game: the rules.
        ledger: what was played; results are added to it.
        executor: its threads play the batches.
        played: called with a number of games whenever a batch is done.
    """

    def __init__(self, game: Game[Any], ledger: Ledger, executor: Executor, played: Played) -> None:
        self.game = game
        self._ledger = ledger
        self._executor = executor
        self._played = played
        self._players: dict[str, Player] = {}

    def prepare(self, agents: Sequence[Agent]) -> None:
        """Compile what these agents need, on this thread."""
        driver_of(self.game)
        for agent in agents:
            self._player(agent)

    def meet(
        self, candidate: Agent, opponents: Sequence[Agent], openings: OpeningSet
    ) -> tuple[Pairs, ...]:
        """All pairs of the candidate against each opponent, as the candidate sees them.

        Batches that are in the ledger are taken from it. When this is interrupted, the batches
        that are finished are kept.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        self._ledger.add_agent(agent_key(candidate), candidate.describe())
        for opponent in opponents:
            self._ledger.add_agent(agent_key(opponent), opponent.describe())
        jobs = [
            (opponent, first, min(first + BATCH_PAIRS, len(openings)))
            for opponent in opponents
            for first in range(0, len(openings), BATCH_PAIRS)
        ]
        parts: dict[Agent, list[Pairs]] = {opponent: [] for opponent in opponents}
        with self._batches(candidate, jobs, openings) as batches:
            for (opponent, first, _), batch in zip(jobs, batches, strict=True):
                pairs = batch
                if isinstance(batch, Future):
                    pairs = batch.result()
                    self._ledger.add(_key(candidate, opponent, openings, first), pairs)
                parts[opponent].append(pairs)
                self._played(2 * len(pairs))
        return tuple(join_pairs(parts[opponent]) for opponent in opponents)

    @contextmanager
    def _batches(
        self,
        candidate: Agent,
        jobs: Sequence[tuple[Agent, int, int]],
        openings: OpeningSet,
    ) -> Iterator[list[Any]]:
        """A finished batch or the future of one for each job; nothing is left running behind."""
        batches: list[Pairs | Future[Pairs]] = []
        try:
            for opponent, first, last in jobs:
                found = self._ledger.find(_key(candidate, opponent, openings, first), last - first)
                batches.append(found or self._submit(candidate, opponent, openings, (first, last)))
            yield batches
        except BaseException:
            for (opponent, first, _), batch in zip(jobs, batches, strict=False):
                if isinstance(batch, Future) and not batch.cancel() and batch.exception() is None:
                    self._ledger.add(_key(candidate, opponent, openings, first), batch.result())
            raise
        finally:
            self._ledger.commit()

    def _submit(
        self, candidate: Agent, opponent: Agent, openings: OpeningSet, bounds: tuple[int, int]
    ) -> Future[Pairs]:
        players = (self._player(candidate), self._player(opponent))
        return self._executor.submit(
            play_pairs, self.game, players, openings, agent_key(opponent), bounds
        )

    def _player(self, agent: Agent) -> Player:
        return heuristic_player(self.game, agent.heuristic, agent.values, agent.search)


def _key(candidate: Agent, opponent: Agent, openings: OpeningSet, first: int) -> BatchKey:
    return BatchKey(openings.name, agent_key(candidate), agent_key(opponent), first)
