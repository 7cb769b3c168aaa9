"""Hold what an arena is asked for: agents that meet, and the batches of pairs that they play."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game import Game
from engine.play.search import Search
from tuner.matches.agent import Agent
from tuner.matches.batch_key import BatchKey
from tuner.matches.formula_text import GameText
from tuner.matches.ledger import Ledger
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import (
    LARGEST_BATCH,
    Pairs,
    batch_bounds,
    batch_pairs,
    game_seeds,
    join_pairs,
)
from tuner.matches.provenance import sources_digest
from tuner.matches.task import AgentTask, BatchTask

__all__ = ["Batch", "Match", "Meeting", "Side", "different_batches", "match_batches"]


@dataclass(frozen=True, eq=False)
class Meeting:
    """A meeting is a match of one agent against each of several others.

    Attributes:
        candidate: whose view the results take.
        opponents: whom it meets.
        openings: where the pairs begin.
        first: the pair at which this part of the match begins; those before it were asked for
            earlier, up to here.
        batch: pairs in one batch at most; fewer where it may end early, and what is on its way then
            was played in vain.
    """

    candidate: Agent
    opponents: Sequence[Agent]
    openings: OpeningSet
    first: int = 0
    batch: int = LARGEST_BATCH


@dataclass(frozen=True, eq=False)
class Side:
    """A side is an agent that is ready to play.

    Attributes:
        key: what decides its play.
        task: what crosses to wherever it plays.
        search: how it looks ahead.
    """

    key: str
    task: AgentTask
    search: Search


@dataclass(frozen=True, eq=False)
class Batch:
    """A batch is pairs that are played, or taken from the ledger, as one.

    Attributes:
        key: its place in the ledger.
        agents: the candidate and its opponent.
        openings: where the pairs begin.
        stop: the pair after the last one.
        meetings: so many meetings have it, and each reports its games.
    """

    key: BatchKey
    agents: tuple[AgentTask, AgentTask]
    openings: OpeningSet
    stop: int
    meetings: int = 1

    def __len__(self) -> int:
        return self.stop - self.key.first

    def task(self, game: GameText) -> BatchTask:
        """Return what plays it."""
        first, stop = self.key.first, self.stop
        seeds = game_seeds(self.openings, self.key.opponent, first, stop)
        states = self.openings.states[first:stop]
        return BatchTask(sources_digest(), game, self.agents, states, seeds)


class Match:
    """Keep the batches of a meeting, and join them when all are there.

    Args:
        opponents: the keys of the opponents, in their order.
        batches: by these keys; agents that play alike share theirs.
        bounds: the first pair that is wanted, and the one behind the last.
    """

    def __init__(
        self,
        opponents: Sequence[str],
        batches: Mapping[str, Sequence[Batch]],
        bounds: tuple[int, int],
    ) -> None:
        self._opponents, self._by_opponent, self._bounds = opponents, batches, bounds
        self._missing = deque(batch.key for batch in self.batches)

    @property
    def batches(self) -> list[Batch]:
        """Return the batches, those of the first opponent first."""
        return [batch for batches in self._by_opponent.values() for batch in batches]

    def is_played(self, played: Mapping[BatchKey, Pairs]) -> bool:
        """Return whether all batches are there; looks at none again that was there before."""
        while self._missing and self._missing[0] in played:
            self._missing.popleft()
        return not self._missing

    def joined(self, played: Mapping[BatchKey, Pairs]) -> tuple[Pairs, ...]:
        """Return the pairs against each opponent."""
        found = {key: self._wanted(batches, played) for key, batches in self._by_opponent.items()}
        return tuple(found[key] for key in self._opponents)

    def _wanted(self, batches: Sequence[Batch], played: Mapping[BatchKey, Pairs]) -> Pairs:
        """Return the pairs that are wanted: batches of a longer match may have more."""
        (first, stop), begins = self._bounds, batches[0].key.first
        joined = join_pairs([played[batch.key] for batch in batches])
        return Pairs(joined.records[first - begins : stop - begins])


def match_batches(
    game: Game[Any], sides: tuple[Side, Side], meeting: Meeting, ledger: Ledger
) -> list[Batch]:
    """Return the batches of a match of two agents, those that are played as they were played."""
    (ours, theirs), openings = sides, meeting.openings
    usual = batch_pairs(game, len(openings), (ours.search, theirs.search))
    most = min(usual, meeting.batch)
    kept = ledger.kept(openings.name, ours.key, theirs.key)
    return [
        Batch(
            BatchKey(openings.name, ours.key, theirs.key, first),
            (ours.task, theirs.task),
            openings,
            stop,
        )
        for first, stop in batch_bounds(len(openings), most, kept)
        if stop > meeting.first
    ]


def different_batches(matches: Sequence[Match]) -> list[Batch]:
    """Return every batch once, those of the first match first."""
    every = [batch for match in matches for batch in match.batches]
    counts = Counter(batch.key for batch in every)
    different = {batch.key: batch for batch in every}
    return [replace(one, meetings=counts[key]) for key, one in different.items()]
