"""Look at a run with the eyes of another study: which of its games and trials would be its own."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from tuner.config.growth import lasting_digest, run_digest
from tuner.config.study import Study
from tuner.matches.arena import agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs
from tuner.matches.provenance import game_deciding, sources_digest
from tuner.samplers.space import Space, Vector
from tuner.solved.kept_wins import kept_prefix
from tuner.solved.positions import SPLITS
from tuner.tuning.manifest import Manifest, read_manifest
from tuner.tuning.noted_vectors import GIVEN, given_vectors, noted_vectors
from tuner.tuning.records import read_agents, read_batches, read_notes, read_openings
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.run_start import earlier_folder
from tuner.tuning.sequential_duel import DUEL_NUMBER
from tuner.tuning.study_run import DUEL
from tuner.tuning.trials import tuned_agent
from tuner.tuning.vain_games import DUEL_END

__all__ = ["ForkSource"]

_SETS = ("search", "selection", "verdict", DUEL)
"""What is copied: games under the study's other conditions are few, and played anew."""


@dataclass(frozen=True)
class ForkSource:
    """Look at a run with the eyes of another study.

    Attributes:
        folder: of the run, which is only read.
        study: the other one.
        openings: of every stage of it, by the name of their set.
    """

    folder: RunFolder
    study: Study
    openings: Mapping[str, OpeningSet]

    @cached_property
    def manifest(self) -> Manifest:
        """Return the manifest of the run."""
        return read_manifest(self.folder.manifest)

    @cached_property
    def config(self) -> Mapping[str, Any]:
        """Return its configuration."""
        return self.manifest.config or {}

    @cached_property
    def notes(self) -> dict[str, str]:
        """Return the notes of its ledger."""
        return read_notes(self.folder.ledger)

    @property
    def usable(self) -> bool:
        """Return whether this version of the program has played it, by the rules of now."""
        return self.notes.get("sources") == sources_digest() and self.config.get(
            "game"
        ) == game_deciding(self.study.game)

    @cached_property
    def same_search(self) -> bool:
        """Return whether it proposed what the new study will: then nothing is given."""
        return lasting_digest(self.config) == run_digest(self.study)

    @cached_property
    def shared(self) -> dict[str, int]:
        """Return how many pairs of each set begin alike in both."""
        theirs = read_openings(self.folder.ledger)
        return {
            name: _alike(theirs[name], self.openings[name])
            for name in _SETS
            if name in theirs and name in self.openings
        }

    @cached_property
    def vectors(self) -> list[Vector]:
        """Return the vectors of its trials that the new study could try, each once, in order."""
        on_positions = self.study.objective.on_positions
        name = "search on positions, trial" if on_positions else "trial"
        found = (self._vector(vector) for _, vector in noted_vectors(self.notes, name))
        return list(dict.fromkeys(one for one in found if one is not None))

    def _vector(self, values: Vector) -> Vector | None:
        """Return a vector of the other run as one of the new study, None if it is none."""
        named = dict(zip(self.config["tune"], values, strict=True))
        kept = self.config["heuristic"]["parameters"]
        vector = []
        for one in self.study.tune:
            fixed = kept.get(one.name, {}).get("default", one.default)
            value = float(named.get(one.name, fixed))
            if not one.low <= value <= one.high or (one.integer and value != round(value)):
                return None
            vector.append(value)
        return tuple(vector)

    def key(self, vector: Vector) -> str:
        """Return the key of the new study's agent with these values."""
        return agent_key(tuned_agent(self.study, vector))

    @cached_property
    def comparable(self) -> list[Vector]:
        """Return the vectors whose trials can be taken, the hand-set one left out."""
        if self.study.duels:
            # Its trials meet each other, and no sampler of that kind learns from given ones.
            return []
        hand_set = Space(self.study.tune).hand_set
        complete = self._kept_wins() if self.study.objective.on_positions else self._played()
        return [one for one in self.vectors if one != hand_set and self.key(one) in complete]

    def _played(self) -> set[str]:
        """Return the keys of those who have all games of a trial."""
        needed, opponents = self.study.budget.pairs, self.opponents
        counts: Counter[tuple[str, str]] = Counter()
        for key, pairs in self.batches("search"):
            counts[key.candidate, key.opponent] += len(pairs)
        candidates = {candidate for candidate, _ in counts}
        return {
            one
            for one in candidates
            if all(counts[one, opponent] >= needed for opponent in opponents)
        }

    def _kept_wins(self) -> set[str]:
        """Return the keys of those who were asked about all positions of the search."""
        if self.config["seed"] != self.study.seed:
            return set()
        prefix = kept_prefix("search")
        return {key.rpartition(" ")[2] for key in self.notes if key.startswith(prefix)}

    @cached_property
    def opponents(self) -> frozenset[str]:
        """Return the keys of the new study's baselines."""
        return frozenset(agent_key(agent) for agent in self.study.baselines)

    def batches(self, openings: str) -> Iterator[tuple[BatchKey, Pairs]]:
        """Yield what was played on the pairs that both have, against opponents that both have."""
        count = self.shared.get(openings, 0)
        met = {*self.opponents, self.key(Space(self.study.tune).hand_set)}
        for key, pairs in read_batches(self.folder.ledger, openings) if count else ():
            if key.first < count and key.opponent in met:
                yield key, Pairs(pairs.records[: count - key.first])

    @cached_property
    def given(self) -> list[Vector]:
        """Return the vectors that come before the sampler is asked."""
        if self.same_search:
            return list(given_vectors(self.notes.get(GIVEN)))
        return self.comparable[: self.study.budget.trials - 1]

    @property
    def verdicts(self) -> int:
        """Return how many verdicts were seen of the study, on whatever openings."""
        # Whoever was stopped while the run grew has put it aside, and the manifest has no change.
        aside = earlier_folder(self.folder, self.manifest) / self.folder.verdict.name
        there = self.folder.verdict.exists() or aside.exists()
        seen = there and not self.manifest.repeats
        return max(self.manifest.verdicts_seen + seen, len(self.manifest.looks))

    def copy_to(self, ledger: Ledger) -> None:
        """Copy the games of the trials that are taken, and those of all finalists."""
        space, taken = Space(self.study.tune), self.vectors if self.same_search else self.given
        finalists = [self._vector(one) for _, one in noted_vectors(self.notes, "finalist")]
        candidates = {
            self.key(one): one
            for one in (space.hand_set, *taken[: self.study.budget.trials], *finalists)
            if one is not None
        }
        texts = read_agents(self.folder.ledger)
        for one in self.openings.values():
            ledger.add_openings(one)
        for agent in {*candidates, *self.opponents} & texts.keys():
            ledger.add_agent(agent, texts[agent])
        for name in _SETS:
            for key, pairs in self.batches(name):
                if key.candidate in candidates:
                    ledger.add(key, pairs)
        for prefix in (*map(kept_prefix, SPLITS), DUEL_END, DUEL_NUMBER):
            for note in (note for note in self.notes if note.startswith(prefix)):
                ledger.keep_trial(note, self.notes[note])
        if self.given:
            ledger.keep_trial(GIVEN, json.dumps(self.given))


def _alike(one: OpeningSet, other: OpeningSet) -> int:
    """Return how many pairs at the beginning of two sets are the same, with the same seeds."""
    if one.seed != other.seed:
        return 0
    count = min(len(one), len(other))
    same = (one.states[:count] == other.states[:count]).all(axis=1)
    return count if same.all() else int(np.argmin(same))
