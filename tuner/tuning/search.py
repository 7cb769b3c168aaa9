"""Search by trials, with games or on solved positions, in the order of a sampler."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tuner.matches.openings import set_seed
from tuner.samplers.sampler import AT_ONCE, Sampler
from tuner.samplers.space import Vector
from tuner.samplers.table import make_sampler
from tuner.tuning.finalists import choose_finalists
from tuner.tuning.noted_vectors import GIVEN, given_vectors
from tuner.tuning.plan import different_vectors, vectors_to_try
from tuner.tuning.proposals import Proposals
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trial_race import TrialRace
from tuner.tuning.trials import (
    Trial,
    accuracy_trial,
    best_trial,
    first_trials,
    repeated_trial,
)

__all__ = ["Finished", "SearchResult", "search"]

Finished = Callable[[Trial], None]
"""Told of each trial when it is finished, in their order; of those that are read again, too."""

Block = Sequence[tuple[int, Vector]]
"""Numbers of trials with their vectors, none of which was tried before."""

_Try = Callable[[Block, Trial | None, Finished], None]
"""Tries the vectors of a block at once, given the best trial before it, and tells of each trial."""


@dataclass(frozen=True)
class SearchResult:
    """Hold what a search ends with.

    Attributes:
        trials: in their order, the hand-set vector first.
        mean: where the sampler itself believes the optimum to be, if it has such a belief.
    """

    trials: tuple[Trial, ...]
    mean: Vector | None


def search(study_run: StudyRun, finished: Finished) -> SearchResult:
    """Return all trials of a study.

    Args:
        study_run: of the study.
        finished: told of each trial.

    Raises:
        RunError: if a sampler proposes another vector than when the run was begun.
        EvaluationError: if the formula gave no number.
    """
    study = study_run.study
    given = given_vectors(study_run.ledger.note(GIVEN))
    study_run.arena.prepare([study_run.agent(study_run.space.hand_set), *study.baselines])
    if study.objective.on_positions:
        return _on_positions(study_run, "search", study.seed, finished, given)
    warm = _warm_start(study_run) if study.warm_start is not None else ()
    budget = study.budget
    start = (*given, *warm)[: budget.trials - 1]
    games = study.objective.search_games(vectors_to_try(study), budget.pairs, len(study.baselines))
    study_run.progress.stage("search", games)

    # With a start that is better than the hand-set values, a sampler begins there.
    first = warm[0] if warm else study_run.space.hand_set
    asked = budget.trials - 1 - len(start)
    seed = _seed(study.seed, given)
    sampler = make_sampler(study.sampler, study_run.space, asked, seed, first, study.batch)
    proposals = Proposals(study_run.ledger, "trial")
    return _Stage(study_run, sampler, proposals, finished).run(start, TrialRace(study_run).play)


def _seed(seed: int, given: Sequence[Vector]) -> int:
    """Return the seed of a sampler: with one seed it would propose again what it is given."""
    return set_seed(seed, GIVEN, json.dumps(given)) if given else seed


def _on_positions(
    study_run: StudyRun,
    name: str,
    seed: int,
    finished: Finished,
    given: Sequence[Vector] = (),
) -> SearchResult:
    """Try all vectors on the search half of the solved positions.

    Args:
        study_run: of the study.
        name: of this stage.
        seed: of its sampler.
        finished: told of each trial.
        given: what is tried before the sampler is asked.
    """
    study = study_run.study
    wins = study_run.kept_wins("search")
    study_run.progress.stage(name, vectors_to_try(study) * len(wins.choices), "positions")

    def solve(block: Block, _best: Trial | None, tried: Finished) -> None:
        for number, vector in block:
            trial = accuracy_trial(number, vector, wins.share(study_run.agent(vector)))
            study_run.progress.played(len(wins.choices))
            tried(trial)

    asked, seed = study.budget.trials - 1 - len(given), _seed(seed, given)
    sampler = make_sampler(study.sampler, study_run.space, asked, seed, batch=study.batch)
    proposals = Proposals(study_run.ledger, f"{name} on positions, trial")
    return _Stage(study_run, sampler, proposals, finished).run(given, solve)


def _warm_start(study_run: StudyRun) -> tuple[Vector, ...]:
    """Return the most promising vectors of a search on solved positions, the best first.

    At most as many as there are finalists, and at most half of the trials.
    """
    study, name = study_run.study, "warm start"
    budget = study.budget
    # With one seed the games would propose again what the warm start has tried.
    result = _on_positions(study_run, name, set_seed(study.seed, name), lambda _: None)
    first = first_trials(result.trials)
    finalists = choose_finalists(
        study_run.space,
        [trial.vector for trial in first],
        [trial.value.estimate for trial in first],
        min(budget.finalists, (budget.trials - 1) // 2),
        result.mean,
    )
    # The hand-set vector is the first of them, and trial 0 already.
    return tuple(finalist.vector for finalist in finalists[1:])


@dataclass(eq=False)
class _Row:
    """Hold the trials of a stage in their order.

    What is asked of all of them again and again is kept up to date: a trial takes as long whatever
    their number.

    Attributes:
        most: how many different vectors there are; None if more than trials.
        trials: that are finished.
        firsts: the first of each vector.
        best: of the trials that were played to their end.
    """

    most: int | None
    trials: list[Trial] = field(default_factory=list)
    firsts: dict[Vector, Trial] = field(default_factory=dict)
    best: Trial | None = None

    @property
    def is_complete(self) -> bool:
        """Return whether there is no other vector to try."""
        return len(self.firsts) == self.most


@dataclass(frozen=True, eq=False)
class _Stage:
    """A stage is a row of trials by one sampler.

    Attributes:
        study_run: of the study.
        sampler: proposes what comes after the given vectors.
        proposals: the vectors of these trials that are kept.
        finished: told of each trial.
    """

    study_run: StudyRun
    sampler: Sampler
    proposals: Proposals
    finished: Finished

    def run(self, start: Sequence[Vector], attempt: _Try) -> SearchResult:
        """Try the hand-set vector, those of `start`, then what the sampler proposes.

        It ends where there is no other vector to try, and plays nothing for one that was tried.
        Vectors that the sampler proposes without knowing of each other are tried at once.
        """
        count = self.study_run.study.budget.trials
        given = (self.study_run.space.hand_set, *start)
        kept = self.proposals.count(count)
        if kept:
            self.study_run.progress.go_on(kept, count)
        row = _Row(different_vectors(self.study_run.study, given, count - len(given)))
        while len(row.trials) < count and not row.is_complete:
            self._try(row, self._ask(row, given, count), attempt)
        return SearchResult(tuple(row.trials), self.sampler.mean())

    def _ask(self, row: _Row, given: Sequence[Vector], count: int) -> list[tuple[int, Vector]]:
        """Return the next trials that need not know of each other; the given ones come first."""
        first = len(row.trials)
        left = len(given) - first
        size = min(left, AT_ONCE) if left > 0 else min(self.sampler.room, count - first)
        block, new = [], set()
        for number in range(first, first + size):
            if number < len(given):
                vector = given[number]
            else:
                vector = self.sampler.ask(self.proposals.known(number))
            self.proposals.keep(number, vector)
            block.append((number, vector))
            if vector not in row.firsts:
                new.add(vector)
            if len(row.firsts) + len(new) == row.most:
                break
        return block

    def _try(self, row: _Row, block: Block, attempt: _Try) -> None:
        """Try the vectors of a block that are new, and finish its trials in their order."""
        waiting = deque(block)
        numbers = {vector: number for number, vector in reversed(block) if vector not in row.firsts}

        def finish_known() -> None:
            while waiting and waiting[0][1] in row.firsts:
                number, vector = waiting.popleft()
                first = row.firsts[vector]
                self._finish(
                    row, first if first.number == number else repeated_trial(number, first)
                )

        def tried(trial: Trial) -> None:
            row.firsts[trial.vector] = trial
            finish_known()

        finish_known()
        new = [(number, vector) for vector, number in numbers.items()]
        if new:
            attempt(sorted(new), row.best, tried)

    def _finish(self, row: _Row, trial: Trial) -> None:
        self.sampler.tell(trial.vector, trial.value.estimate, trial.error)
        row.trials.append(trial)
        self.finished(trial)
        row.best = trial if row.best is None else best_trial((row.best, trial))
        count = self.study_run.study.budget.trials
        self.study_run.progress.trial(trial.number, count, row.best.value, row.best.number)
