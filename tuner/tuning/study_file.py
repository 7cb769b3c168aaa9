"""The study that a word on the command line means: a file, or the folder of a run of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tuner.config.reader import Place, read_document
from tuner.config.study import Study, load_study
from tuner.files import RunError
from tuner.tuning.preflight import PreflightError
from tuner.tuning.run_folder import RunFolder, run_folder

__all__ = ["find_study", "preflight_reported"]


def find_study(path: Path, runs: Path) -> tuple[Study, Path]:
    """Return a study and the folder of its runs: that in which the run stands, else `runs`.

    Raises:
        ConfigError: if the configuration is wrong.
        RunError: if a folder is none of a run, or was renamed.
    """
    if not path.is_dir():
        return load_study(path), runs
    # A path such as "." has neither a name nor a parent of its own.
    folder = path if path.name not in ("", "..") else path.resolve()
    if not RunFolder(folder).manifest.exists():
        raise RunError(f"{folder} is no run folder; name one", hint="runs")
    study = load_study(RunFolder(folder).study)
    named = run_folder(study, folder.parent).path
    if named.name != folder.name:
        raise RunError(f"{folder} was renamed; name it {named.name} again to go on with it")
    return study, folder.parent


@contextmanager
def preflight_reported(path: Path) -> Iterator[None]:
    """Name the file and the line of the formula in which the block has found a fault.

    Args:
        path: the study that the block looks at, as for `find_study`.

    Raises:
        ConfigError: in place of a `PreflightError`.
    """
    try:
        yield
    except PreflightError as error:
        place = Place(read_document(RunFolder(path).study if path.is_dir() else path))
        cause, _, cure = str(error).partition("; ")
        raise place.at("heuristic", "formula").error(cause, cure) from None
