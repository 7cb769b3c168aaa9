"""Try the vectors of a sampler in their order, and play nothing twice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field

from tuner.samplers.sampler import AT_ONCE, Sampler
from tuner.samplers.space import Vector
from tuner.tuning.claim import counted_trials, shrunken_value
from tuner.tuning.finalists import Finalist
from tuner.tuning.plan import different_vectors
from tuner.tuning.proposals import Proposals
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, best_trial, repeated_trial

__all__ = ["Alike", "Block", "Finished", "SearchResult", "SearchStage"]

Finished = Callable[[Trial], None]
"""Told of each trial when it is finished, in their order; of those that are read again, too."""

Block = Sequence[tuple[int, Vector]]
"""Numbers of trials with their vectors, none of which was tried before."""

Alike = Callable[[int, Vector], Hashable]
"""Returns of a trial's number and vector what is equal for trials that would be the same."""

Try = Callable[[Block, Trial | None, Finished], None]
"""Tries the vectors of a block at once, given the best trial before it, and tells of each trial."""


@dataclass(frozen=True)
class SearchResult:
    """Hold what a search ends with.

    Attributes:
        trials: in their order, the hand-set vector first.
        mean: where the sampler itself believes the optimum to be, if it has such a belief.
        answers: of trials that play each other, and so tell nothing of the baselines: the finalists
            beside the hand-set vector; empty where trials are compared.
    """

    trials: tuple[Trial, ...]
    mean: Vector | None
    answers: tuple[Finalist, ...] = ()


@dataclass(eq=False)
class _Row:
    """Hold the trials of a stage in their order.

    What is asked of all of them again and again is kept up to date: a trial takes as long whatever
    their number.

    Attributes:
        most: how many different vectors there are; None if more than trials.
        trials: that are finished.
        firsts: the first of those that need not be played again, by what makes them alike.
        counted: those of them whose value can be the best, each vector once.
        best: of these.
    """

    most: int | None
    trials: list[Trial] = field(default_factory=list)
    firsts: dict[Hashable, Trial] = field(default_factory=dict)
    counted: list[Trial] = field(default_factory=list)
    best: Trial | None = None

    @property
    def is_complete(self) -> bool:
        """Return whether there is no other vector to try."""
        return len(self.firsts) == self.most


@dataclass(frozen=True, eq=False)
class SearchStage:
    """A stage is a row of trials by one sampler.

    Attributes:
        study_run: of the study.
        sampler: proposes what comes after the given vectors.
        proposals: the vectors of these trials that are kept.
        finished: told of each trial.
        alike: says which trials need not be played again.
    """

    study_run: StudyRun
    sampler: Sampler
    proposals: Proposals
    finished: Finished
    alike: Alike

    def run(self, start: Sequence[Vector], attempt: Try) -> SearchResult:
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
            if (key := self.alike(number, vector)) not in row.firsts:
                new.add(key)
            if len(row.firsts) + len(new) == row.most:
                break
        return block

    def _try(self, row: _Row, block: Block, attempt: Try) -> None:
        """Try the vectors of a block that are new, and finish its trials in their order."""
        waiting = deque(block)
        new: dict[Hashable, tuple[int, Vector]] = {}
        for number, vector in block:
            key = self.alike(number, vector)
            if key not in row.firsts:
                new.setdefault(key, (number, vector))

        def finish_known() -> None:
            while waiting and (first := row.firsts.get(self.alike(*waiting[0]))) is not None:
                number, vector = waiting.popleft()
                again = first.number != number
                self._finish(row, repeated_trial(number, vector, first) if again else first)

        def tried(trial: Trial) -> None:
            row.firsts[self.alike(trial.number, trial.vector)] = trial
            finish_known()

        finish_known()
        if new:
            attempt(list(new.values()), row.best, tried)

    def _finish(self, row: _Row, trial: Trial) -> None:
        row.trials.append(trial)
        self.finished(trial)
        row.best = best_trial((row.best or trial, trial))
        row.counted += counted_trials([trial])
        count = self.study_run.study.budget.trials
        # Whoever looks on is not told the luckiest reading.
        best = shrunken_value(row.counted) or row.best.value
        self.study_run.progress.trial(trial.number, count, best, row.best.number)
        # Last: the first trial is shown before a sampler of Optuna is made.
        self.sampler.tell(trial.vector, trial.value.estimate, trial.error)
