"""Whole studies that take a second: a 5x5 board, shallow searches, few pairs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import optuna
import pandas as pd
from checkout import ROOT
from studies import load

from tuner.config.study import Study
from tuner.tuning.records import read_pairs
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_run import EQUAL_TIME

SMALL = """\
name: small
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: random, search: {algorithm: random}}
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 2}, weight: 2}
openings: {plies: 4}
budget: {trials: 8, pairs: 150, finalists: 4, final_pairs: 150, verdict_pairs: 200}
seed: 1
"""
"""Two batches a match: one of 128 pairs and a rest."""


@contextmanager
def optuna_study(path: Path, name: str) -> Iterator[optuna.Study]:
    """A study as Optuna reads it; its file is closed at the end."""
    storage = optuna.storages.RDBStorage(f"sqlite:///{path}")
    try:
        yield optuna.load_study(study_name=name, storage=storage)
    finally:
        storage.remove_session()
        storage.engine.dispose()


def small_study(folder: Path, **changes: str) -> Study:
    """The study above with some lines replaced, such as `budget="{trials: 2, ...}"`."""
    lines = [line for line in SMALL.splitlines() if line.partition(":")[0] not in changes]
    if "baselines" in changes:
        lines = [line for line in lines if not line.startswith("- ")]
    lines += [f"{key}: {value}" for key, value in changes.items()]
    return load(folder, "\n".join(lines) + "\n")


def start_python(script: str, *arguments: str | Path) -> subprocess.Popen[str]:
    """Another process that runs a script; it writes to a pipe."""
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )


def reproducible_files(study: Study, runs: Path) -> dict[str, str]:
    """The files of a finished run that must be the same on every machine."""
    folder = run_folder(study, runs)
    verdict = json.loads(folder.verdict.read_text(encoding="utf-8"))
    del verdict["seconds"]
    verdict["conditions"] = [one for one in verdict["conditions"] if one["reproducible"]]
    # Where it holds names conditions at equal time, too, which depend on measured costs.
    verdict["holds"] = {
        name: [one for one in where if "equal time" not in one]
        for name, where in verdict["holds"].items()
        if name != "everywhere"
    }
    texts = {path.name: path.read_text() for path in (folder.study, folder.trials, folder.best)}
    return {**texts, "verdict.json": json.dumps(verdict)}


def reproducible_games(study: Study, runs: Path) -> pd.DataFrame:
    """All pairs but those at equal time."""
    pairs = read_pairs(run_folder(study, runs).ledger, study.game)
    return pairs[~pairs["openings"].isin(EQUAL_TIME)].reset_index(drop=True)
