"""Find the study that a path means: a YAML file, or the folder of a run."""

from __future__ import annotations

import os
from pathlib import Path

from tuner.config.canonical import deciding_config
from tuner.config.errors import ConfigError
from tuner.config.growth import only_contents
from tuner.config.reader import read_document
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.tuning.manifest import read_manifest
from tuner.tuning.previous import against_winners
from tuner.tuning.run_folder import RunFolder, named_folder

__all__ = ["find_study"]


def find_study(path: Path, runs: Path) -> tuple[Study, Path]:
    """Return a study and the folder of its runs: that in which the run stands, else `runs`.

    A study against previous winners has those of that folder as its baselines.

    Raises:
        ConfigError: if the configuration is wrong.
        RunError: if a folder is none of a run, was renamed, or was played with other files.
    """
    if not os.path.isdir(path):
        return against_winners(load_study(path), runs), runs
    # A path such as "." has neither a name nor a parent of its own.
    folder = path if path.name not in ("", "..") else path.resolve()
    if not RunFolder(folder).manifest.exists():
        held = next((one.name for one in sorted(folder.glob("*.yaml")) if _holds_study(one)), None)
        cure = f"a study in it, such as {path / held}" if held else "the YAML file of a study"
        cure = f"name one, or {cure}"
        raise RunError(f"{folder} is no run folder; {cure}", hint="runs")
    study = _study_of(RunFolder(folder))
    _require_place(RunFolder(folder), study)
    return study, folder.parent


def _holds_study(file: Path) -> bool:
    """Return whether a file may be a study: it has a heuristic and whom it meets."""
    try:
        return {"heuristic", "baselines"} <= read_document(file).tree.keys()
    except ConfigError:
        return False


def _study_of(folder: RunFolder) -> Study:
    try:
        return load_study(folder.study)
    except ConfigError as error:
        cure = f"{error.cure}, or run the study's own file: that writes this one anew"
        where = error.file, error.line, error.key
        told = ConfigError(*where, error.cause, cure, hint=error.hint)
        told.others, told.more = error.others, error.more
        raise told from None


def _require_place(folder: RunFolder, study: Study) -> None:
    """Make sure that a run can go on in its folder, as far as its name and its files say.

    What else was changed in its study is looked at where it is run (`tuner.tuning.run_choice`).
    """
    kept = folder.kept_config()
    if kept is None or only_contents(kept, deciding_config(study)):
        folder.require_unchanged(study)
    manifest = read_manifest(folder.manifest)
    named = named_folder(study.name, manifest.run or manifest.digest or "", folder.path.parent)
    # With another name in its study this is where a new run begins.
    if not folder.path.name.endswith(named.path.name.removeprefix(study.name)):
        raise RunError(
            f"{folder.path} was renamed; name it {named.path.name} again to go on with it"
        )
