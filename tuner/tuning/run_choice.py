"""Choose in which folder a study is run: where it goes on, where it grows, or a new one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tuner.config.canonical import deciding_config, study_digest
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
    """

    folder: RunFolder
    digest: str
    changes: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return what a user should know of this choice."""
        if not self.changes:
            return ()
        return (f"{self.folder.path} goes on with more: {'; '.join(self.changes)}",)


def choose_run(study: Study, runs: Path) -> RunChoice:
    """Return where a study is run; nothing is written.

    That is the run of this very study, if there is one; else the latest run of this name that can
    grow into it; else a new folder. A run of this name in which nothing is finished yet is left
    alone.

    Raises:
        RunError: if a run of this name is of another configuration.
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


def _has_played(folder: RunFolder) -> bool:
    progress = read_progress(folder.ledger)
    return progress.games > 0 or any(progress.asked.values())
