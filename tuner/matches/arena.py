"""Let agents meet: play what the ledger does not hold yet, batch by batch, on an executor."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.driver import driver_of
from engine.play.player import Player, PreparedFormula
from features.heuristic import Heuristic
from tuner.matches.agent import Agent, check_game
from tuner.matches.batch_key import BatchKey
from tuner.matches.formula_text import formula_text, game_text
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import (
    Batch,
    Match,
    Meeting,
    Side,
    different_batches,
    match_batches,
)
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs, join_pairs
from tuner.matches.provenance import feature_digests
from tuner.matches.task import agent_task, play_batch, prepared_formula

__all__ = ["Arena", "Enough", "Met", "agent_key"]

Played = Callable[[int], None]

Met = Callable[[int, tuple[Pairs, ...]], None]
"""Told of the number of a meeting and its pairs by opponent, of the meetings in their order."""

Enough = Callable[[Pairs], bool]
"""Told of the next pairs of a meeting, in their order; returns whether they are enough."""

_FIRST_WAVE = 8
"""Batches that are given out before any of a meeting that may end early is looked at."""

_Running = Future[NDArray[np.void]]
_Done = dict[BatchKey, Pairs]


def agent_key(agent: Agent) -> str:
    """Return the hex digest of what decides an agent's play: formula, values, search, no name."""
    content = {
        "formula": agent.heuristic.digest,
        "features": list(feature_digests(agent.heuristic)),
        "values": [repr(float(value)) for value in agent.values],
        "search": agent.search.tree(),
    }
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


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
        self._sides: dict[Agent, Side] = {}
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

    def meet_all(
        self, meetings: Sequence[Meeting], met: Met | None = None
    ) -> list[tuple[Pairs, ...]]:
        """Return all pairs of each meeting by opponent, as its candidate sees them.

        All of them are played at once. Batches that are in the ledger are taken from it; agents
        that play alike under different names share theirs. When this is interrupted, the batches
        that are finished are kept.

        Args:
            meetings: what is played.
            met: told of each meeting as soon as it and all before it are played.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        matches = [self._match(one) for one in meetings]
        found: list[tuple[Pairs, ...]] = []

        def take(done: _Done) -> bool:
            while len(found) < len(matches) and matches[len(found)].is_played(done):
                found.append(matches[len(found)].joined(done))
                if met is not None:
                    met(len(found) - 1, found[-1])
            return False

        self._play(different_batches(matches), take)
        return found

    def meet_until(self, meeting: Meeting, enough: Enough) -> Pairs:
        """Return the pairs of a meeting with one opponent until they are enough, in their order.

        What is being played then is kept in the ledger, too, but not returned: what is returned
        ends with the same batch whoever plays. Never is more given out than was returned before,
        or `_FIRST_WAVE` batches: so no more is played in vain, however many play.

        Raises:
            EvaluationError: if a formula gave no number.
        """
        batches = self._match(meeting).batches
        found: list[Pairs] = []

        def take(done: _Done) -> bool:
            while len(found) < len(batches) and batches[len(found)].key in done:
                found.append(done[batches[len(found)].key])
                if enough(found[-1]):
                    return True
            return False

        ended = False
        while not ended and len(found) < len(batches):
            wave = max(_FIRST_WAVE, len(found))
            ended = self._play(batches[len(found) :][:wave], take)
        return join_pairs(found)

    def _match(self, meeting: Meeting) -> Match:
        ours = self._side(meeting.candidate)
        theirs = [self._known_side(agent) for agent in meeting.opponents]
        batches = {
            side.key: match_batches(self.game, (ours, side), meeting, self._ledger)
            for side in theirs
        }
        return Match([side.key for side in theirs], batches, (meeting.first, len(meeting.openings)))

    def _play(self, batches: Sequence[Batch], take: Callable[[_Done], bool]) -> bool:
        """Play each batch, or find it; nothing is left running behind, whatever happens.

        Returns whether what was played is enough.

        Args:
            batches: in the order in which they are begun.
            take: given all that is played, again and again; returns whether that is enough.
        """
        done: _Done = {}
        running: dict[_Running, Batch] = {}
        try:
            for batch in batches:
                found = self._ledger.find(batch.key, len(batch))
                if found is not None:
                    done[batch.key] = found
                    self._played(2 * len(batch) * batch.meetings)
                    continue
                # Before the first game: what is kept may be enough.
                if not running and take(done):
                    return True
                running[self._executor.submit(play_batch, batch.task(self._text))] = batch
            if take(done):
                return True
            for future in as_completed(running):
                if future.exception() is not None:
                    break
                self._keep(running[future], Pairs(future.result()), done)
                if take(done):
                    return True
        finally:
            self._stop(running, done)
        for future in running:
            # The error of the first batch that failed, whichever thread was quicker.
            if not future.cancelled():
                future.result()
        return False

    def _keep(self, batch: Batch, pairs: Pairs, done: _Done) -> None:
        self._ledger.add(batch.key, pairs)
        done[batch.key] = pairs
        self._played(2 * len(batch) * batch.meetings)

    def _stop(self, running: Mapping[_Running, Batch], done: _Done) -> None:
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

    def _known_side(self, agent: Agent) -> Side:
        """Return an opponent, which is met again and again: made ready once."""
        if agent not in self._sides:
            self._sides[agent] = self._side(agent)
        return self._sides[agent]

    def _side(self, agent: Agent) -> Side:
        check_game(agent, self.game)
        key = agent_key(agent)
        self._ledger.add_agent(key, agent.describe())
        self.formula(agent.heuristic)
        task = agent_task(formula_text(agent.heuristic), agent.values, agent.search)
        return Side(key, task, agent.search)

    def formula(self, heuristic: Heuristic) -> PreparedFormula:
        """Return a heuristic that is ready to play: a trial changes nothing but numbers of it."""
        if heuristic not in self._prepared:
            self._prepared[heuristic] = prepared_formula(self.game, heuristic)
        return self._prepared[heuristic]
