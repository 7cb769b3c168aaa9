"""Hold the trials of a search, and write and read them as a table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from features.parameter import Tunable
from tuner.config.searches import with_numbers
from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation
from tuner.samplers.space import Space, Vector
from tuner.stats.interval import Interval

__all__ = [
    "Trial",
    "accuracy_trial",
    "baseline_names",
    "best_trial",
    "first_trials",
    "has_noise",
    "make_trial",
    "read_trials",
    "repeated_trial",
    "trials_header",
    "trials_row",
    "trials_table",
    "tuned_agent",
]


@dataclass(frozen=True)
class Trial:
    """Hold a vector and what its games, or solved positions, gave.

    Attributes:
        number: 0 is the hand-set vector.
        vector: the tuned values.
        repeats: number of the first trial with the same vector, or an equivalent one
            (`tuner.tuning.alike`); nothing is played again for it.
        value: the objective with a 95% interval. The best of many such values is mostly luck.
        scores: against each baseline; empty where no games were played.
        games: played for it, 0 for a repetition.
        stopped: whether it was stopped, shown to be worse than the best before it; then its value
            is that of its first pairs alone.
        partner: number of the trial that it played, whose score it has then, against the partner;
            its own where it met the baselines; None where the trials of a study play no other.
        noise: standard error of a trial's value beside the others, which play the same openings,
            as far as all trials up to this one tell; None of a table that does not have it.
    """

    number: int
    vector: Vector
    repeats: int
    value: Interval
    scores: tuple[float, ...]
    games: int
    stopped: bool = False
    partner: int | None = None
    noise: float | None = None

    @property
    def claims(self) -> bool:
        """Return whether the value is the objective, so that it can be the best of all trials."""
        return not self.stopped and not self.duelled

    @property
    def duelled(self) -> bool:
        """Return whether the value is a score against another trial."""
        return self.partner not in (None, self.number)

    @property
    def error(self) -> float:
        """Return the standard error of the value; that of few openings reads a little high."""
        return self.value.margin / _MARGIN


_MARGIN = 1.96
"""The standard errors in half of a 95% interval."""


def make_trial(
    number: int,
    vector: Vector,
    evaluation: Evaluation,
    *,
    stopped: bool = False,
    noise: float = 0.0,
) -> Trial:
    """Return the trial of an evaluated vector."""
    games = 2 * evaluation.scores.size
    scores = tuple(float(score) for score in evaluation.scores.mean(axis=1))
    return Trial(number, vector, number, evaluation.interval, scores, games, stopped, noise=noise)


def accuracy_trial(number: int, vector: Vector, share: Interval, noise: float = 0.0) -> Trial:
    """Return the trial of a vector that keeps this share of the won positions."""
    return Trial(number, vector, number, share, (), 0, noise=noise)


def repeated_trial(number: int, vector: Vector, first: Trial) -> Trial:
    """Return the trial of a vector that plays as an earlier one, which was tried."""
    return replace(first, number=number, vector=vector, games=0)


def first_trials(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials that repeat no other."""
    return [trial for trial in trials if trial.repeats == trial.number]


def best_trial(trials: Sequence[Trial]) -> Trial:
    """Return the trial with the highest value of those that claim one, the first of equals.

    Of fewer pairs a high value is more often luck, and a score against a partner is no claim.
    """
    whole = (trial for trial in trials if trial.claims)
    return max(whole, key=lambda trial: (trial.value.estimate, -trial.number))


def trials_table(study: Study, trials: Sequence[Trial], noise: bool = True) -> str:
    """Return the trials as CSV, with a line for each; without their noise if it is not wanted."""
    rows = (trials_row(study, trial, noise) for trial in trials)
    return "".join([trials_header(study, noise), *rows])


def baseline_names(study: Study) -> list[str]:
    """Return whom the trials of a search meet.

    A search on solved positions meets nobody, trials that play each other meet no baseline.
    """
    return (
        []
        if study.objective.on_positions or study.duels
        else [agent.name for agent in study.baselines]
    )


def has_noise(path: Path) -> bool:
    """Return whether a table of trials has their noise: that of a run that an earlier version has
    begun stays without it."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            first = file.readline()
    except FileNotFoundError:
        return True
    # Half a line, as a killed process may leave it, is no table.
    return not first.endswith("\n") or "noise" in first.rstrip().split(",")


def trials_header(study: Study, noise: bool = True) -> str:
    """Return the first line of a table of trials."""
    # A parameter may be called "value"; the prefix is the one of Optuna's tables.
    names = [f"params_{parameter.name}" for parameter in study.tune]
    scores = [f"score_{name}" for name in baseline_names(study)]
    stopped = ["stopped"] if study.stops_trials else []
    partner = ["partner"] if study.duels else []
    columns = ["trial", *names, "value", "low", "high", *scores, "games", "repeats"]
    return _line([*columns, *stopped, *partner, *(["noise"] if noise else [])])


def trials_row(study: Study, trial: Trial, noise: bool = True) -> str:
    """Return the line of a trial in a table of trials."""
    value = (trial.value.estimate, trial.value.low, trial.value.high)
    vector = Space(study.tune).named(trial.vector).values()
    numbers = [repr(number) for number in (*vector, *value, *trial.scores)]
    stopped = [int(trial.stopped)] if study.stops_trials else []
    partner = [trial.partner] if study.duels else []
    own = [trial.games, trial.repeats, *stopped, *partner]
    return _line([trial.number, *numbers, *own, *([repr(trial.noise or 0.0)] if noise else [])])


def _line(cells: Sequence[object]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerow(cells)
    return stream.getvalue()


_COLUMNS = ("trial", "value", "low", "high", "games", "repeats")
"""Every table of trials has these."""


def read_trials(path: Path, parameters: Sequence[Tunable] = ()) -> dict[str, list[float]]:
    """Return the columns of a table of trials, to the last digit, also while it grows.

    A line that has no end, as a killed process may leave it, is no trial.

    Args:
        path: of the table.
        parameters: what must have a column.

    Raises:
        RunError: if the file cannot be read, or is no such table.
    """
    try:
        text = path.read_bytes().decode()
        whole = text[: text.rfind("\n") + 1]
        header, *rows = csv.reader(io.StringIO(whole, newline=""))
        if not {*_COLUMNS, *(f"params_{one.name}" for one in parameters)} <= set(header):
            raise ValueError(header)
        return {name: [_number(row[index]) for row in rows] for index, name in enumerate(header)}
    except (OSError, ValueError, IndexError):
        raise RunError(f"{path} cannot be read; run its study again", hint="run") from None


def _number(text: str) -> float:
    return int(text) if text.lstrip("-").isdecimal() else float(text)


def tuned_agent(study: Study, vector: Vector, name: str = "tuned") -> Agent:
    """Return the study's agent with these values; what is not tuned stays hand-set."""
    tuned = {key: float(value) for key, value in Space(study.tune).named(vector).items()}
    values = tuple(tuned.get(one.name, one.default) for one in study.heuristic.parameters)
    return Agent(name, study.heuristic, values, with_numbers(study.search, tuned))
