"""Samplers of Optuna are made when they are first asked or told: no first trial waits for them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import CommandLine
from small_studies import small_study

MAKE = """
import sys
from features.parameter import Tunable
from tuner.samplers.space import Space
from tuner.samplers.table import make_sampler

sampler = make_sampler(sys.argv[1], Space((Tunable("w", 1.0, -3.0, 3.0),)), 8, 1)
print("optuna" in sys.modules)
sampler.tell((1.0,), 0.5)
print("optuna" in sys.modules)
"""

RUN = """
import sys
from pathlib import Path
from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study

class Stopping(Silent):
    def trial(self, number, trials, best, best_number):
        print("optuna" in sys.modules)
        if number == 1:
            raise KeyboardInterrupt

try:
    run_study(load_study(sys.argv[1]), Path(sys.argv[2]), 1, Stopping())
except KeyboardInterrupt:
    pass
"""


def printed(script: str, *arguments: str | Path) -> list[str]:
    command = [sys.executable, "-c", script, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(("name", "imported"), [("tpe", "True"), ("spsa", "False")])
def test_optuna_is_imported_when_one_of_its_samplers_is_told(name: str, imported: str) -> None:
    assert printed(MAKE, name) == ["False", imported]


def test_the_first_trial_of_a_study_is_told_before_optuna_is_imported(tmp_path: Path) -> None:
    small_study(tmp_path, sampler="tpe")
    assert printed(RUN, tmp_path / "study.yaml", tmp_path) == ["False", "True"]


@pytest.mark.parametrize("command", ["check", "run"])
@pytest.mark.parametrize("sampler", ["tpe", "cmaes"])
def test_a_study_without_optuna_is_refused_before_anything_is_played(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, sampler: str
) -> None:
    """Whatever its sampler: study.db is written with Optuna."""
    small_study(tmp_path, sampler=sampler)
    runs = tmp_path / "runs"
    # So Python marks a module that cannot be imported.
    monkeypatch.setitem(sys.modules, "optuna", None)
    ended = tune(command, tmp_path / "study.yaml", "--runs", runs)
    assert ended.error == (
        "error: every study keeps its trials with Optuna, which is not installed "
        "(pip install 'optuna>=5,<6')"
    )
    assert not runs.exists()
