"""Keep in the folder of a run how far its stage is, so that other programs can tell."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from tuner.files import RunError, load_json, unfinished_path
from tuner.matches.pace import Pace, StageState
from tuner.matches.progress import Progress
from tuner.stats.interval import Interval

__all__ = ["KeptProgress", "read_stage"]

_SECONDS = 1.0


Workers = Callable[[], int | None]


class KeptProgress:
    """Tell a listener what a study reports, and write into a file how far its stage is.

    It is written when a stage begins and once a second.

    Args:
        progress: listens.
        path: of the file.
        workers: gives how many of a cluster play now, None where there is no cluster.
    """

    def __init__(self, progress: Progress, path: Path, workers: Workers = lambda: None) -> None:
        self._progress, self._path = progress, path
        self._pace: Pace | None = None
        self._written = 0.0
        self._workers = workers

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """Begin a stage."""
        self._pace = Pace(name, amount, unit)
        self._write()
        self._progress.stage(name, amount, unit)

    def played(self, amount: int) -> None:
        """Count so many as done."""
        if self._pace is not None:
            self._pace.add(amount)
            if time.monotonic() - self._written > _SECONDS:
                self._write()
        self._progress.played(amount)

    def fewer(self, amount: int) -> None:
        """Take back so many of the stage."""
        if self._pace is not None:
            self._pace.fewer(amount)
        self._progress.fewer(amount)

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Tell the listener that a trial is finished."""
        self._progress.trial(number, trials, best, best_number)

    def go_on(self, kept: int, trials: int) -> None:
        """Tell the listener how many trials are kept."""
        self._progress.go_on(kept, trials)

    def fact(self, text: str) -> None:
        """Tell the listener how a test stands."""
        self._progress.fact(text)

    def workers(self, amount: int) -> None:
        """Tell the listener how many workers play."""
        self._progress.workers(amount)

    def note(self, text: str) -> None:
        """Tell the listener a note."""
        self._progress.note(text)

    def remove(self) -> None:
        """Remove the file: there is nothing more to do."""
        self._path.unlink(missing_ok=True)

    def _write(self) -> None:
        """Write the file, not flushed to the disk: it is worth nothing after a second."""
        self._written = time.monotonic()
        if self._pace is None:
            return
        state = replace(self._pace.state(), workers=self._workers())
        temporary = unfinished_path(self._path)
        # No game shall be lost for it.
        with suppress(OSError):
            temporary.write_text(json.dumps(asdict(state)) + "\n", encoding="utf-8")
            temporary.replace(self._path)


def read_stage(path: Path) -> StageState | None:
    """Return how far a run's stage is, None where its file does not say."""
    if not path.exists():
        return None
    try:
        return StageState(**load_json(path))
    except (RunError, TypeError):
        # It may be removed at this very moment, or be one of another version.
        return None
