"""Choose in which folder a study is run: where it goes on, where it grows, or a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from tuner.config.canonical import config_digest, deciding_config, study_digest
from tuner.config.growth import changes_text, growth, run_digest
from tuner.config.study import Study
from tuner.files import RunError
from tuner.tuning.manifest import read_manifest
from tuner.tuning.records import read_progress
from tuner.tuning.run_folder import RunFolder, named_folder, runs_of

__all__ = ["RunChoice", "choose_run"]


@dataclass(frozen=True)
class RunChoice:
    """Say where a study is run.

    Attributes:
        folder: of the run.
        digest: of the run; its ledger knows it.
        changes: what grows in a run that goes on, a line each.
        source: the run that a new one is forked from.
    """

    folder: RunFolder
    digest: str
    changes: tuple[str, ...] = ()
    source: RunFolder | None = None

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what a user should know of this choice."""
        if not self.changes:
            return ()
        return (f"{self.folder.path} goes on with more: {'; '.join(self.changes)}",)


def choose_run(study: Study, runs: Path, *, fork: bool = False) -> RunChoice:
    """Return where a study is run; nothing is written.

    That is the run of this very study, if there is one; else the latest run of this name that can
    grow into it; else a new folder. A run of this name in which nothing is finished yet is left
    alone.

    Args:
        study: to run.
        runs: the folder of runs.
        fork: whether a new run shall take over what is comparable of the latest of this name,
            instead of growing or being refused. The run of this very study goes on all the same.

    Raises:
        RunError: if a run of this name is of another configuration, or there is none to fork, or
            a process works in it.
        LedgerError: if the ledger of such a run cannot be read.
    """
    folders = runs_of(study.name, runs)
    new = named_folder(study.name, run_digest(study), runs)
    if new not in folders and new.study.exists():
        # Its manifest is gone.
        folders.append(new)
    digest, wanted = study_digest(study), deciding_config(study)
    for folder in folders:
        manifest = read_manifest(folder.manifest)
        if manifest.digest == digest:
            return RunChoice(folder, manifest.run or digest)
    if fork:
        return _forked(study, runs, [one for one in folders if _has_played(one)])
    kept = [(folder, folder.kept_config()) for folder in folders]
    for folder, config in kept:
        grown = None if config is None else growth(config, wanted)
        if grown is not None:
            run = read_manifest(folder.manifest).run or run_digest(study)
            return RunChoice(folder, run, tuple(grown))
    for folder, config in kept:
        if config is not None and (folder == new or _has_played(folder)):
            raise RunError(
                f"{folder.path} is a run of this name with another configuration "
                f"({changes_text(config, wanted)}); give the study another name, or fork that run",
                hint="fork",
            )
    return RunChoice(new, run_digest(study))


def _forked(study: Study, runs: Path, played: Sequence[RunFolder]) -> RunChoice:
    """Return a new folder whose run takes over what it can from the latest run."""
    if not played:
        raise RunError(f"{runs} has no played run of {study.name} to fork; run it without a fork")
    source = played[0]
    if source.working:
        raise RunError(f"another process is working in {source.path}; wait for it, or stop it")
    for number in count():
        of = {"study": study_digest(study), "fork": source.path.name, "number": number}
        digest = config_digest(of)
        folder = named_folder(study.name, digest, runs)
        if not folder.manifest.exists():
            return RunChoice(folder, digest, source=source)
    raise AssertionError


def _has_played(folder: RunFolder) -> bool:
    progress = read_progress(folder.ledger)
    return progress.games > 0 or any(progress.asked.values())
