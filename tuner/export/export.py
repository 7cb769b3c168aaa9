"""Write a finished run in a format: print its text, or save its files whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from engine.games import find_game
from tuner.config.study import load_study
from tuner.export.formats import find_format
from tuner.files import RunError, save_files
from tuner.tuning.best_agent import exported_file
from tuner.tuning.run_folder import RunFolder

__all__ = ["export_run", "export_text", "save_export"]


def export_run(folder: RunFolder, form: str) -> Mapping[str, str | bytes]:
    """Return the files of a run's exported agent in a format, by name.

    Raises:
        UnknownNameError: if there is no such format.
        RunError: if the run has no verdict yet, played a game that the format is not for, or
            best.yaml is not the agent that the verdict is of.
        ConfigError: if study.yaml or best.yaml was changed to something that cannot be read.
    """
    found = find_format(form)
    folder.require()
    if not folder.finished:
        raise RunError(f"{folder.path} has no verdict yet; finish the run", hint="run")
    study = load_study(folder.study)
    played = study.game.name
    if found.game and find_game(found.game).name != played:
        raise RunError(
            f"the format {form} is for {found.game}, and {folder.path} played {played}; choose "
            "another format",
            hint="formats",
        )
    exported_file(folder, study)
    return found.files(folder)


def export_text(folder: RunFolder, form: str) -> str:
    """Return the text of a format that has one file.

    Raises:
        RunError: if it has several or one that is no text, or for the reasons of `export_run`.
        UnknownNameError: as `export_run`.
        ConfigError: as `export_run`.
    """
    files = export_run(folder, form)
    (content, *others) = files.values()
    if others or isinstance(content, bytes):
        names = ", ".join(files)
        raise RunError(f"the format {form} has the files {names}; name a folder", hint="out")
    return content


def save_export(folder: RunFolder, form: str, target: Path) -> tuple[Path, ...]:
    """Write the files of a format into a folder, which is made; return their paths.

    Raises:
        RunError: if a file of that name is there already, or for the reasons of `export_run`.
        UnknownNameError: as `export_run`.
        ConfigError: as `export_run`.
        OSError: if the folder cannot be written.
    """
    return save_files(target, export_run(folder, form))
