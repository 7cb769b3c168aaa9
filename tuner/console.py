"""Progress on the terminal: a live bar there, plain lines in a pipe. Always on standard error."""

from __future__ import annotations

import sys
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeRemainingColumn

from engine.errors import printable
from tuner.interval import Interval
from tuner.words import score_text

__all__ = ["ConsoleProgress"]

_LINE_SECONDS = 5.0


class ConsoleProgress:
    """Shows a study or comparison while it runs; use it as a context manager."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}% {task.fields[speed]} {task.fields[best]}"),
            TimeRemainingColumn(),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task: TaskID | None = None
        self._name = self._unit = ""
        self._amount = self._done = 0
        self._best = ""
        self._began = self._said = time.monotonic()

    def __enter__(self) -> ConsoleProgress:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """A stage begins."""
        self._name, self._amount, self._unit = name, amount, unit
        self._done, self._best = 0, ""
        self._began = self._said = time.monotonic()
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=amount, speed="-", best="")
        if not self._console.is_terminal:
            self._say(f"{name}: {amount:,} {unit}")

    def played(self, amount: int) -> None:
        """Games or positions of the stage are done."""
        self._done += amount
        rate = self._done / max(time.monotonic() - self._began, 1e-3)
        speed = f"{rate:,.0f} {self._unit}/s"
        if self._task is not None:
            self._bar.update(self._task, completed=self._done, speed=speed, best=self._best)
        if not self._console.is_terminal and time.monotonic() - self._said > _LINE_SECONDS:
            self._say(
                f"{self._name}: {self._done:,} of {self._amount:,} {self._unit}, {speed}"
                + (f", {self._best}" if self._best else "")
            )

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """A trial is done."""
        self._best = (
            f"trial {number + 1} of {trials}, best {score_text(best)} (trial {best_number})"
        )
        if number == 0 and not self._console.is_terminal:
            self._say(f"{self._name}: first trial, hand-set: {score_text(best)}")

    def note(self, text: str) -> None:
        """Something that the user should know."""
        self._console.print(
            f"note: {printable(text)}", markup=False, highlight=False, soft_wrap=True
        )

    def _say(self, text: str) -> None:
        self._said = time.monotonic()
        sys.stderr.write(f"{printable(text)}\n")
        sys.stderr.flush()
