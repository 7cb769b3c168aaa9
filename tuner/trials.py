"""The trials of a search: one row each, as a table of the run."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from tuner.evaluation import Evaluation
from tuner.interval import Interval
from tuner.space import Space, Vector

__all__ = ["Trial", "best_trial", "make_trial", "trials_table"]


@dataclass(frozen=True)
class Trial:
    """A vector and what its games gave.

    Attributes:
        number: 0 is the hand-set vector.
        vector: the tuned values.
        repeats: number of the first trial with the same vector; its games are not played again.
        value: the objective with a 95% interval. The best of many such values is mostly luck.
        scores: against each baseline.
        games: played for it, 0 for a repetition.
    """

    number: int
    vector: Vector
    repeats: int
    value: Interval
    scores: tuple[float, ...]
    games: int


def make_trial(
    number: int, vector: Vector, evaluation: Evaluation, earlier: Sequence[Trial]
) -> Trial:
    """The trial of an evaluated vector."""
    repeats = next((trial.number for trial in earlier if trial.vector == vector), number)
    games = 2 * evaluation.scores.size if repeats == number else 0
    scores = tuple(float(score) for score in evaluation.scores.mean(axis=1))
    return Trial(number, vector, repeats, evaluation.interval, scores, games)


def best_trial(trials: Sequence[Trial]) -> Trial:
    """The trial with the highest value, the first of equals."""
    return max(trials, key=lambda trial: (trial.value.estimate, -trial.number))


def trials_table(space: Space, baselines: Sequence[str], trials: Sequence[Trial]) -> str:
    """The trials as CSV: number, parameters, value with its interval, score by baseline, games."""
    # A parameter may be called "value"; the prefix is the one of Optuna's tables.
    names = [f"params_{parameter.name}" for parameter in space.parameters]
    scores = [f"score_{name}" for name in baselines]
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(["trial", *names, "value", "low", "high", *scores, "games", "repeats"])
    for trial in trials:
        value = (trial.value.estimate, trial.value.low, trial.value.high)
        vector = space.named(trial.vector).values()
        numbers = [repr(number) for number in (*vector, *value, *trial.scores)]
        writer.writerow([trial.number, *numbers, trial.games, trial.repeats])
    return stream.getvalue()
