"""Search by trials, with games or on solved positions, in the order of a sampler.

Its vectors are kept in the ledger: what was proposed once is not thought out again.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tuner.files import RunError
from tuner.matches.ledger import Ledger
from tuner.matches.openings import set_seed
from tuner.samplers.space import Vector
from tuner.samplers.table import Sampler, make_sampler
from tuner.tuning.finalists import choose_finalists
from tuner.tuning.plan import different_vectors, vectors_to_try
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import (
    Trial,
    accuracy_trial,
    best_trial,
    first_trials,
    make_trial,
    repeated_trial,
)

__all__ = ["Finished", "Proposals", "SearchResult", "search"]

Finished = Callable[[Trial], None]
"""Told of each trial when it is finished, in their order; of those that are read again, too."""

_Try = Callable[[int, Vector], Trial]
"""Gives the trial of a number and a vector that was not tried before."""

_ALL_CHECKED = 100
_CHECKED_EACH = 50


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
    study_run.arena.prepare([study_run.agent(study_run.space.hand_set), *study.baselines])
    if study.objective.on_positions:
        return _on_positions(study_run, "search", study.seed, finished)
    start = _warm_start(study_run) if study.warm_start is not None else ()
    budget = study.budget
    games = study.objective.search_games(vectors_to_try(study), budget.pairs, len(study.baselines))
    study_run.progress.stage("search", games)

    def play(number: int, vector: Vector) -> Trial:
        return make_trial(number, vector, study_run.evaluate_all([vector], "search")[0])

    # With a start that is better than the hand-set values, a sampler begins there.
    first = start[0] if start else study_run.space.hand_set
    asked = budget.trials - 1 - len(start)
    sampler = make_sampler(study.sampler, study_run.space, asked, study.seed, first)
    proposals = Proposals(study_run.ledger, "trial")
    return _Stage(study_run, sampler, proposals, finished).run(start, play)


def _on_positions(study_run: StudyRun, name: str, seed: int, finished: Finished) -> SearchResult:
    """Try all vectors on the search half of the solved positions.

    Args:
        study_run: of the study.
        name: of this stage.
        seed: of its sampler.
        finished: told of each trial.
    """
    study = study_run.study
    wins = study_run.kept_wins("search")
    study_run.progress.stage(name, vectors_to_try(study) * len(wins.choices), "positions")

    def solve(number: int, vector: Vector) -> Trial:
        trial = accuracy_trial(number, vector, wins.share(study_run.agent(vector)))
        study_run.progress.played(len(wins.choices))
        return trial

    sampler = make_sampler(study.sampler, study_run.space, study.budget.trials - 1, seed)
    proposals = Proposals(study_run.ledger, f"{name} on positions, trial")
    return _Stage(study_run, sampler, proposals, finished).run((), solve)


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


@dataclass(frozen=True, eq=False)
class Proposals:
    """Keep the vectors of one row of trials, by number.

    Attributes:
        ledger: keeps them.
        name: of the row; the key of each vector is this name and the number.
    """

    ledger: Ledger
    name: str

    def count(self, trials: int) -> int:
        """Return how many vectors of so many trials are kept; they are kept in their order."""
        return bisect_left(range(trials), True, key=self._missing)

    def known(self, number: int) -> Vector | None:
        """Return the vector of a trial if it is kept and need not be proposed again.

        Samplers compute with the processor's own mathematics, whose last digit may differ. So some
        vectors are proposed again and compared: the first hundred, then one in fifty.
        """
        if number < _ALL_CHECKED or number % _CHECKED_EACH == 0:
            return None
        text = self.ledger.note(self._key(number))
        return None if text is None else tuple(json.loads(text))

    def keep(self, number: int, vector: Vector) -> None:
        """Keep the vector of a trial, or make sure that it is the one that is kept.

        Raises:
            RunError: if another one is.
        """
        text = json.dumps(vector)
        if self.ledger.keep_trial(self._key(number), text) != text:
            raise RunError(
                f"{self._key(number)} is another vector than when the run was begun, on another "
                "processor or system; go on where it was begun, or choose another folder",
                hint="runs folder",
            )

    def _missing(self, number: int) -> bool:
        return self.ledger.note(self._key(number)) is None

    def _key(self, number: int) -> str:
        return f"{self.name} {number}"


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
        """
        count = self.study_run.study.budget.trials
        given = (self.study_run.space.hand_set, *start)
        self._say_what_is_kept(count)
        trials: list[Trial] = []
        # What is asked of all trials again and again is kept up to date: a trial takes as long
        # whatever their number.
        firsts: dict[Vector, Trial] = {}
        most = different_vectors(self.study_run.study, given, count - len(given))
        best: Trial | None = None
        for number in range(count):
            vector = given[number] if number < len(given) else self._propose(number)
            self.proposals.keep(number, vector)
            if vector in firsts:
                trial = repeated_trial(number, firsts[vector])
            else:
                trial = firsts[vector] = attempt(number, vector)
            self.sampler.tell(vector, trial.value.estimate)
            trials.append(trial)
            self.finished(trial)
            best = trial if best is None else best_trial((best, trial))
            self.study_run.progress.trial(number, count, best.value, best.number)
            if len(firsts) == most:
                break
        return SearchResult(tuple(trials), self.sampler.mean())

    def _propose(self, number: int) -> Vector:
        """Return what the sampler proposes, from the ledger where it need not be asked again."""
        known = None if self.sampler.needs_asking else self.proposals.known(number)
        return self.sampler.ask() if known is None else known

    def _say_what_is_kept(self, count: int) -> None:
        kept = self.proposals.count(count)
        if kept:
            self.study_run.progress.go_on(kept, count)
