"""Trials: one row for each vector that was tried."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from studies import load

from tuner.files import RunError
from tuner.matches.evaluation import Evaluation
from tuner.matches.objective import SCORE
from tuner.tuning.trials import Trial, best_trial, make_trial, repeated_trial, trials_table
from tuner.tuning.written_trials import load_trials

STUDY = """\
name: table
game: isolation-5x5
heuristic:
  parameters:
    floor: {default: 0.3, low: 0.0, high: 1.0}
    steps: {default: 2, low: 1, high: 4, integer: true}
  formula: floor * moves(own) + steps
baselines:
- {name: Random, search: {algorithm: random}}
- {name: 'odd, "name"', search: {algorithm: random}}
"""


def evaluation(*scores: tuple[float, ...]) -> Evaluation:
    table = np.array(scores)
    shares = np.full(len(table), 1 / len(table))
    return Evaluation(table, shares, np.arange(table.shape[1]), SCORE, (1, 1), 20.0)


def trials() -> list[Trial]:
    found: list[Trial] = []
    for vector, repeats, scores in [
        ((0.3, 2.0), 0, [(0.5, 0.5), (0.25, 0.75)]),
        ((0.1, 4.0), 1, [(1.0, 0.5), (0.5, 0.5)]),
        ((0.3, 2.0), 0, [(0.5, 0.5), (0.25, 0.75)]),
        ((0.1, 1.0), 3, [(0.5, 1.0), (0.5, 0.5)]),
    ]:
        number = len(found)
        if repeats == number:
            found.append(make_trial(number, vector, evaluation(*scores)))
        else:
            found.append(repeated_trial(number, found[repeats].vector, found[repeats]))
    return found


def test_a_trial_has_its_value_scores_and_games() -> None:
    trial = trials()[1]
    assert (trial.number, trial.vector, trial.repeats) == (1, (0.1, 4.0), 1)
    assert trial.value.estimate == 0.625
    assert trial.scores == (0.75, 0.5)
    # Two games in each of two pairs against each of two baselines.
    assert trial.games == 8


def test_a_repetition_names_the_first_and_costs_no_games() -> None:
    again = trials()[2]
    assert (again.number, again.repeats, again.games) == (2, 0, 0)
    assert again.value == trials()[0].value


def test_the_best_trial_is_the_first_of_equals() -> None:
    assert best_trial(trials()).number == 1


def test_the_table_is_read_by_pandas_without_loss(tmp_path: Path) -> None:
    table = pd.read_csv(io.StringIO(trials_table(load(tmp_path, STUDY), trials())))
    assert list(table.columns) == [
        "trial",
        "params_floor",
        "params_steps",
        "value",
        "low",
        "high",
        "score_Random",
        'score_odd, "name"',
        "games",
        "repeats",
        "noise",
    ]
    assert list(table["params_floor"]) == [0.3, 0.1, 0.3, 0.1]
    assert list(table["params_steps"]) == [2, 4, 2, 1]
    assert list(table["low"]) == [trial.value.low for trial in trials()]
    assert list(table["repeats"]) == [0, 1, 0, 3]


def test_trials_are_read_as_they_were_written(tmp_path: Path) -> None:
    study, path = load(tmp_path, STUDY), tmp_path / "trials.csv"
    path.write_text(trials_table(study, trials()), encoding="utf-8")
    assert load_trials(path, study.tune) == tuple(trials())
    assert [one.vector for one in load_trials(path)] == [()] * len(trials())


def test_a_value_outside_its_interval_is_no_trial(tmp_path: Path) -> None:
    path = tmp_path / "trials.csv"
    path.write_text("trial,value,low,high,games,repeats\n0,0.9,0.4,0.6,8,0\n", encoding="utf-8")
    with pytest.raises(RunError, match=r"trials\.csv cannot be read; run its study again"):
        load_trials(path)
