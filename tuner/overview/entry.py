"""Read from each folder of a folder of runs what lies in it, with a few small reads.

No configuration is read and no heuristic compiled, and of the ledger of what goes on or was stopped
no more than the number of its games; that of what is finished is looked through.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from tuner.files import RESULTS, RunError, load_json, load_results, require_folder
from tuner.overview.matches import kind_of_name, kind_of_results, results_text
from tuner.tuning.kept_progress import read_stage
from tuner.tuning.ledger_check import check_of_finished
from tuner.tuning.ledger_file import read_games
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.status_text import stage_text
from tuner.verdict.headline import headline
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

__all__ = [
    "DAMAGED",
    "FINISHED",
    "OTHER",
    "RUN",
    "RUNNING",
    "STOPPED",
    "Entry",
    "find_entries",
]

RUN, OTHER = "run", "other folder"
RUNNING, STOPPED, FINISHED, DAMAGED = "running", "stopped", "finished", "damaged"


@dataclass(frozen=True)
class Entry:
    """Say what a folder of runs holds in one of its folders.

    Attributes:
        folder: the path.
        kind: `RUN`, one of `MATCH_KINDS`, or `OTHER`.
        state: `RUNNING`, `STOPPED`, `FINISHED` or `DAMAGED`; "" for another folder.
        changed: when it was begun or written to last, in seconds since 1970.
        text: what came of it with its interval and its condition, how far it is, or what is wrong.
        games: in its ledger; None where that is not known.
        trials: different vectors that its search tried, those of the table while it goes on.
        verdict: of a finished run.
    """

    folder: Path
    kind: str
    state: str
    changed: float
    text: str
    games: int | None = None
    trials: int | None = None
    verdict: Verdict | None = None


def find_entries(runs: Path) -> tuple[Entry, ...]:
    """Return what the folders below a folder hold, what was written to last first.

    A folder that is damaged or somebody else's is an entry, too.

    Raises:
        RunError: if there is no such folder, or it is that of one run.
    """
    require_folder(runs)
    folder = RunFolder(runs)
    if folder.study.exists() and folder.manifest.exists():
        cure = "name the folder that it lies in"
        raise RunError(f"{runs} is the folder of one run; {cure}", hint="status")
    try:
        names = [one.name for one in os.scandir(runs) if one.is_dir() and one.name[0] != "."]
    except OSError as error:
        reason = error.strerror or str(error)
        raise RunError(f"{runs} cannot be read ({reason}); see to that") from error
    entries = [_read(runs / name) for name in names]
    return tuple(sorted(entries, key=lambda one: (-one.changed, one.folder.name)))


def _read(path: Path) -> Entry:
    try:
        kind = _kind(path)
    except OSError as error:
        return Entry(path, OTHER, "", _changed([path]), f"cannot be read ({error.strerror})")
    folder = RunFolder(path)
    if kind == OTHER:
        text = "no run, comparison or tournament"
        return Entry(path, OTHER, "", _changed([path]), text)
    written = _changed(_written(folder))
    entry = Entry(path, kind, STOPPED, written, "")
    try:
        found = _run(folder, entry) if kind == RUN else _of_results(folder, entry)
        # Last: a process may have finished meanwhile.
        if folder.working:
            return replace(found, state=RUNNING)
        if found.state == FINISHED and folder.ledger.exists():
            check_of_finished(folder.ledger)
        return found
    except (TuneError, OSError) as error:
        return replace(entry, state=DAMAGED, text=str(error))


def _kind(path: Path) -> str:
    names = set(os.listdir(path))
    if names & {"study.yaml", "manifest.json", "verdict.json"}:
        return RUN
    if RESULTS in names:
        content: Mapping[str, Any] = {}
        with suppress(TuneError):
            content = load_results(path)
        if kind := kind_of_results(content):
            return kind
    if "ledger.db" not in names:
        return OTHER
    return kind_of_name(path.name) or RUN


def _written(folder: RunFolder) -> Iterable[Path]:
    """Return the files that tell when a folder was written to: reading changes none of them."""
    files = [folder.manifest, folder.progress, folder.verdict, folder.path / RESULTS]
    there = [path for path in (*files, folder.trials) if path.exists()]
    return there or [one for one in (folder.ledger, folder.study) if one.exists()] or [folder.path]


def _changed(paths: Iterable[Path]) -> float:
    times = [0.0]
    for path in paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)


def _run(folder: RunFolder, entry: Entry) -> Entry:
    if not folder.study.exists():
        raise RunError(f"{folder.study} is gone; restore it, or run the study again")
    entry = replace(entry, changed=max(entry.changed, _last_start(folder)))
    if not folder.finished:
        text = _stage(folder)
        return replace(entry, text=text, games=_games(folder), trials=_trials(folder))
    verdict = load_verdict(folder.verdict)
    if not folder.ledger.exists():
        raise RunError(f"{folder.ledger} is gone; restore it, or move the run folder away")
    return replace(
        entry,
        state=FINISHED,
        text=headline(verdict).removeprefix("Verdict: "),
        games=verdict.games,
        trials=verdict.vectors,
        verdict=verdict,
    )


def _stage(folder: RunFolder) -> str:
    """Return how far a run is; of one that was stopped the stage alone, whose count is behind."""
    stage = read_stage(folder.progress)
    if stage is None:
        return "no verdict yet"
    if not folder.working:
        return f"no verdict yet; stopped in: {stage.stage}"
    return f"no verdict yet; {stage_text(stage, working=True)}"


def _last_start(folder: RunFolder) -> float:
    """Return when a run was started last, in seconds since 1970; 0 if it does not say."""
    try:
        return datetime.fromisoformat(load_json(folder.manifest)["starts"][-1]["at"]).timestamp()
    except (KeyError, IndexError, TypeError, ValueError, OverflowError):
        return 0.0


def _trials(folder: RunFolder) -> int:
    if not folder.trials.exists():
        return 0
    with folder.trials.open("rb") as file:
        return max(0, sum(1 for _ in file) - 1)


def _games(folder: RunFolder) -> int:
    return read_games(folder.ledger) if folder.ledger.exists() else 0


def _of_results(folder: RunFolder, entry: Entry) -> Entry:
    """Return the entry of matches that belong to no study; without results they were stopped."""
    entry = replace(entry, games=_games(folder))
    path = folder.path / RESULTS
    if not path.exists():
        return replace(entry, text="no results yet")
    content = load_results(folder.path)
    try:
        return replace(entry, state=FINISHED, text=results_text(entry.kind, content))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        raise RunError(f"{path} is of another version, or damaged; play it again") from None
