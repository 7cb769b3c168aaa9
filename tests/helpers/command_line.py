"""Calls the command line in this process, as the installed command does."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from studies import load

from tuner.cli.app import main
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

TINY = """\
name: tiny
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
openings: {plies: 4}
budget: {trials: 4, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: 30}
sampler: random
"""
"""A study of less than a second."""


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> Any:
        """Standard output, which must be JSON and nothing else."""
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line that an error is; nothing else may have been written."""
        assert (self.status, self.out) == (2, "")
        (line,) = self.err.splitlines()
        return line


@dataclass(frozen=True)
class CommandLine:
    """`tune`, called with words."""

    monkeypatch: pytest.MonkeyPatch
    capsys: pytest.CaptureFixture[str]

    def __call__(self, *words: object) -> Ended:
        self.capsys.readouterr()
        with _without_forced_colors(self.monkeypatch) as patch:
            patch.setattr(sys, "argv", ["tune", *map(str, words)])
            with pytest.raises(SystemExit) as end:
                main()
        out, err = self.capsys.readouterr()
        # What the cache holds differs from one machine to the other, and what takes long as well.
        err = re.sub(r"^compiling .*: [0-9]+ to [0-9]+ s, once\n", "", err, flags=re.MULTILINE)
        err = re.sub(r"^\S+\.py: .*; given up after [0-9]+ seconds\n", "", err, flags=re.MULTILINE)
        err = err.replace("no code is compiled yet: that comes first\n", "")
        return Ended(int(end.value.code or 0), out, err)


@contextmanager
def _without_forced_colors(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    with monkeypatch.context() as patch:
        for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
            patch.delenv(name, raising=False)
        yield patch


def finish_tiny(place: Path) -> Path:
    """The run folder of the study TINY, played from start to verdict."""
    study = load(place, TINY)
    run_study(study, place / "runs", 2, Silent())
    return run_folder(study, place / "runs").path


def copy_of(run: Path, place: Path) -> Path:
    """A copy of a finished run in the folder `runs` of a place, with `tiny.yaml` beside that."""
    (place / "tiny.yaml").write_text(TINY)
    shutil.copytree(run.parent, place / "runs")
    return place / "runs" / run.name
