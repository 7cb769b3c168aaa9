"""Name and write the files of the folder of a run."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

from engine.own_games import own_game
from tuner.config.canonical import difference, effective_config, storage_text, study_digest
from tuner.config.canonical import write_effective_yaml as effective_yaml
from tuner.config.reader import MAX_BYTES
from tuner.config.study import Study, load_study
from tuner.files import RunError, load_json, refusal, remove_unfinished, save_json, save_text
from tuner.matches.provenance import (
    machine_text,
    own_feature_files,
    sources_digest,
    versions,
)
from tuner.stats.text import join_names

__all__ = ["RunFolder", "run_folder"]

_MOMENT = 0.3


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
        return self.path / "ledger.db"

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

    def require(self) -> None:
        """Make sure that this is the folder of a run.

        Raises:
            RunError: if it is not.
        """
        if self.study.exists():
            return
        if self.manifest.exists():
            raise RunError(f"{self.study} is gone; restore it, or run the study again", hint="run")
        raise RunError(f"{self.path} is no run folder; name one", hint="runs")

    def require_unchanged(self, study: Study) -> None:
        """Make sure that the run was played with the files as they are now.

        Args:
            study: as the folder's own file now says.

        Raises:
            RunError: if a file of features, the game or the study has changed since.
        """
        played = load_json(self.manifest).get("digest") if self.manifest.exists() else None
        if played in (None, study_digest(study)):
            return
        own = own_game(study.game.name)
        files = [*own_feature_files(study.heuristic), *([own.path] if own else []), self.study]
        raise RunError(
            f"{self.path} was played with other files than there are now; put back what has "
            f"changed ({join_names([*map(str, files)])} are read), or run the study anew"
        )

    def notes(self) -> tuple[str, ...]:
        """Return what the user was told at the last start; nothing if a run has kept none.

        Raises:
            RunError: if the manifest cannot be read.
        """
        notes = load_json(self.manifest).get("notes") if self.manifest.exists() else None
        return tuple(map(str, notes)) if isinstance(notes, list) else ()

    def open(self, study: Study, threads: int, notes: Sequence[str] = ()) -> None:
        """Make the folder for a study, or take up what is there.

        Args:
            study: whose run it is.
            threads: that will play.
            notes: what the user is told at this start; they take the place of earlier ones.

        Raises:
            RunError: if the folder holds another configuration, or its manifest cannot be read.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        if self.study.exists():
            kept = self._check(study)
            if storage_text(kept) != storage_text(study):
                save_text(self.study, effective_yaml(replace(kept, storage=study.storage)))
        else:
            text = effective_yaml(study)
            if len(text) > MAX_BYTES:
                raise RunError(
                    f"{study.name} has {len(text):,} bytes written out, more than the "
                    f"{MAX_BYTES:,} that can be read again; use fewer baselines"
                )
            save_text(self.study, text)
        self._note_start(study, threads, notes)

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

    def _check(self, study: Study) -> Study:
        kept = load_study(self.study)
        self.require_unchanged(kept)
        if study_digest(kept) == study_digest(study):
            return kept
        changes = difference(effective_config(kept), effective_config(study))
        raise RunError(
            f"{self.study} is another configuration ({'; '.join(changes[:3])}); move "
            f"{self.path} away, or choose another folder",
            hint="runs folder",
        )

    def _note_start(self, study: Study, threads: int, notes: Sequence[str]) -> None:
        manifest = load_json(self.manifest) if self.manifest.exists() else {}
        starts = manifest.get("starts")
        manifest |= {
            "digest": study_digest(study),
            "seed": study.seed,
            "versions": versions(),
            "notes": list(notes),
        }
        start = {
            "at": datetime.now(UTC).isoformat(timespec="seconds"),
            "threads": threads,
            "python": platform.python_version(),
            "machine": machine_text(),
            "sources": sources_digest(),
        }
        manifest["starts"] = [*(starts if isinstance(starts, list) else []), start]
        save_json(self.manifest, manifest)


def run_folder(study: Study, runs: Path) -> RunFolder:
    """Return the folder in which a study keeps its results."""
    return RunFolder(runs / f"{study.name}-{study_digest(study)[:8]}")
