"""Name and write the files of the folder of a run."""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.own_games import own_game
from tuner.config.canonical import deciding_config, study_digest
from tuner.config.growth import run_digest
from tuner.config.study import Study, load_study
from tuner.files import RunError, refusal, remove_unfinished
from tuner.matches.ledger_errors import LEDGER
from tuner.matches.provenance import own_feature_files
from tuner.stats.text import join_names
from tuner.tuning.manifest import read_manifest

__all__ = ["RunFolder", "named_folder", "run_folder", "runs_of"]

_MOMENT = 0.3

_NAMED = 8
"""So many digits of its digest are in the name of a run's folder."""

_DIGEST = re.compile(rf"[0-9a-f]{{{_NAMED}}}")


@dataclass(frozen=True)
class RunFolder:
    """Name the files in the folder of one run.

    Attributes:
        path: the folder.
    """

    path: Path

    @property
    def study(self) -> Path:
        """Return the path of the file that holds the effective configuration."""
        return self.path / "study.yaml"

    @property
    def manifest(self) -> Path:
        """Return the path of the file that holds versions, digest, seed, notes and each start."""
        return self.path / "manifest.json"

    @property
    def ledger(self) -> Path:
        """Return the path of the file that holds every finished batch of games."""
        return self.path / LEDGER

    @property
    def optuna(self) -> Path:
        """Return the path of the file that holds the trials as an Optuna study."""
        return self.path / "study.db"

    @property
    def trials(self) -> Path:
        """Return the path of the file that holds the trials as a table."""
        return self.path / "trials.csv"

    @property
    def progress(self) -> Path:
        """Return the path of the file that says how far the stage is, until the run is finished."""
        return self.path / "progress.json"

    @property
    def best(self) -> Path:
        """Return the path of the file that holds the agent that is exported."""
        return self.path / "best.yaml"

    @property
    def verdict(self) -> Path:
        """Return the path of the file that holds the verdict."""
        return self.path / "verdict.json"

    @property
    def report_html(self) -> Path:
        """Return the path of the file that holds the report as a page."""
        return self.path / "report.html"

    @property
    def report_md(self) -> Path:
        """Return the path of the file that holds the report as Markdown."""
        return self.path / "report.md"

    @property
    def finished(self) -> bool:
        """Return whether there is a verdict, and the agent that goes with it."""
        return self.verdict.exists() and self.best.exists()

    def require(self, cure: str = "name one") -> None:
        """Make sure that this is the folder of a run; else the cure is told.

        Raises:
            RunError: if it is not.
        """
        if os.path.exists(self.study):
            return
        if os.path.exists(self.manifest):
            raise RunError(f"{self.study} is gone; restore it, or run the study again", hint="run")
        raise RunError(f"{self.path} is no run folder; {cure}", hint="runs")

    def require_unchanged(self, study: Study) -> None:
        """Make sure that the run was played with the files as they are now.

        Args:
            study: as the folder's own file now says.

        Raises:
            RunError: if a file of features, the game or the study has changed since.
        """
        if read_manifest(self.manifest).digest in (None, study_digest(study)):
            return
        own = own_game(study.game.name)
        files = [*own_feature_files(study.heuristic), *([own.path] if own else []), self.study]
        raise RunError(
            f"{self.path} was played with other files than there are now; put back what has "
            f"changed ({join_names([*map(str, files)])} are read), or run the study again"
        )

    def notes(self) -> tuple[str, ...]:
        """Return what the user was told at the last start; nothing if a run has kept none.

        Raises:
            RunError: if the manifest cannot be read.
        """
        return read_manifest(self.manifest).notes

    def kept_config(self) -> Mapping[str, Any] | None:
        """Return of which configuration the run is, by `deciding_config`.

        None if it is not begun, or by an earlier version of this program, which kept none.

        Raises:
            RunError: if the manifest cannot be read.
            ConfigError: if it is gone, and the study cannot be read.
        """
        if not self.manifest.exists() and self.study.exists():
            return deciding_config(load_study(self.study))
        return read_manifest(self.manifest).config

    def require_place(self) -> None:
        """Make sure that the folder is there or can be made; nothing is written.

        Raises:
            RunError: if a file stands in its place, or its place cannot be written.
        """
        reason = refusal(self.path)
        if reason:
            raise self._unwritable(reason)

    def _unwritable(self, reason: str | None) -> RunError:
        message = f"cannot write {self.path} ({reason}); choose another folder"
        return RunError(message, hint="runs folder")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from working in the folder.

        What a killed process left half written is removed.

        Raises:
            RunError: if another one does, or the folder cannot be written.
        """
        # Late: slow to import.
        from filelock import FileLock, Timeout  # noqa: PLC0415

        lock = FileLock(self._lock)
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            # Who only asks whether somebody works here holds it for a moment.
            lock.acquire(timeout=_MOMENT)
        except Timeout:
            raise RunError(
                f"another process is working in {self.path}; wait for it, or stop it"
            ) from None
        except OSError as error:
            if self._lock.is_dir():
                raise RunError(f"{self._lock} is a folder; move it away, and run again") from error
            raise self._unwritable(error.strerror) from error
        try:
            remove_unfinished(self.path)
            yield
        finally:
            lock.release()

    @property
    def working(self) -> bool:
        """Return whether a process is working in the folder now, as far as can be seen."""
        if not self._lock.exists():
            return False
        # Late: slow to import.
        from filelock import FileLock, Timeout  # noqa: PLC0415

        lock = FileLock(self._lock)
        try:
            lock.acquire(timeout=0)
        except Timeout:
            return True
        except OSError:
            # Somebody else's folder, which may only be read.
            return False
        lock.release()
        return False

    @property
    def _lock(self) -> Path:
        return self.path / ".lock"


def run_folder(study: Study, runs: Path) -> RunFolder:
    """Return the folder in which a study keeps its results.

    It is that of a run of this very study, the latest, if there is one: a run that was begun from
    another one has a name of its own.

    Raises:
        RunError: if the manifest of a run of this name cannot be read.
    """
    digest = study_digest(study)
    for folder in runs_of(study.name, runs):
        if read_manifest(folder.manifest).digest == digest:
            return folder
    return named_folder(study.name, run_digest(study), runs)


def named_folder(name: str, digest: str, runs: Path) -> RunFolder:
    """Return the folder of the run of a study of this name, by the digest of the run."""
    return RunFolder(runs / f"{name}-{digest[:_NAMED]}")


def runs_of(name: str, runs: Path) -> list[RunFolder]:
    """Return the runs of studies of this name below a folder, the one started last first."""
    found = []
    for path in runs.glob(f"{glob.escape(name)}-*"):
        manifest = RunFolder(path).manifest
        digits = path.name.removeprefix(f"{name}-")
        if _DIGEST.fullmatch(digits) and manifest.exists():
            found.append((manifest.stat().st_mtime_ns, path.name, RunFolder(path)))
    return [folder for *_, folder in sorted(found, reverse=True)]
