"""Play the most promising vectors again, on openings that the search has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tuner.matches.evaluation import Evaluation
from tuner.samplers.space import Vector
from tuner.tuning.alike import canonical_form
from tuner.tuning.finalists import (
    Finalist,
    Tried,
    choose_finalists,
    hand_set_finalist,
    note_finalists,
)
from tuner.tuning.selection_race import race
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, first_trials

__all__ = ["Selection", "select"]


@dataclass(frozen=True, eq=False)
class Selection:
    """Hold all finalists with their selection games; the best of them goes to the verdict.

    Attributes:
        finalists: the hand-set one first.
        games: of each; those who left a race have fewer, from the first opening on.
        best: which of them is the best of those who did not leave.
    """

    finalists: tuple[Finalist, ...]
    games: tuple[Evaluation, ...]
    best: int

    @property
    def finalist(self) -> Finalist:
        """Return the best one."""
        return self.finalists[self.best]

    @property
    def tuned(self) -> Evaluation:
        """Return the games of the best one."""
        return self.games[self.best]

    @property
    def hand_set(self) -> Evaluation:
        """Return the games of the hand-set one."""
        return self.games[0]

    @property
    def runner_up(self) -> Finalist:
        """Return the best but for the tuned and the hand-set one, which is it where it is alone.

        Who was in the race for longer is the better one.
        """
        others = [index for index in range(1, len(self.games)) if index != self.best]
        games = self.games
        place = max(others, key=lambda index: (games[index].pairs, games[index].value), default=0)
        return self.finalists[place]


def select(
    study_run: StudyRun,
    trials: Sequence[Trial],
    mean: Vector | None,
    answers: Sequence[Finalist] = (),
) -> Selection:
    """Return the best finalist on the selection openings; the hand-set one wins ties.

    Args:
        study_run: of the study.
        trials: of its search.
        mean: of the sampler, if it has one.
        answers: of a sampler whose trials play each other: the finalists beside the hand-set one.
    """
    budget = study_run.study.budget
    finalists = _answers(study_run, answers) if answers else _of_trials(study_run, trials, mean)
    note_finalists(study_run.ledger, finalists)
    amount = 2 * len(finalists) * budget.final_pairs * len(study_run.study.baselines)
    study_run.progress.stage("selection", amount)
    vectors = [one.vector for one in finalists]
    if study_run.study.races:
        games, left = race(study_run, vectors)
    else:
        games, left = study_run.evaluate_all(vectors, "selection"), list(range(len(vectors)))
    best = max(left, key=lambda index: (games[index].value, -index))
    return Selection(finalists, tuple(games), best)


def _answers(study_run: StudyRun, answers: Sequence[Finalist]) -> tuple[Finalist, ...]:
    """Return the hand-set vector and a sampler's answers, all different."""
    hand_set = hand_set_finalist(study_run.space)
    chosen = {hand_set.vector: hand_set}
    for one in answers[: study_run.study.budget.finalists]:
        chosen.setdefault(one.vector, one)
    return tuple(chosen.values())


def _of_trials(
    study_run: StudyRun, trials: Sequence[Trial], mean: Vector | None
) -> tuple[Finalist, ...]:
    """Return what the trials point to."""
    first, form = first_trials(trials), canonical_form(study_run.study)
    tried = Tried(
        [trial.vector for trial in first],
        [trial.value.estimate for trial in first],
        frozenset(index for index, trial in enumerate(first) if trial.stopped),
        [form(trial.vector) for trial in first],
    )
    return choose_finalists(study_run.space, tried, study_run.study.budget.finalists, mean)
