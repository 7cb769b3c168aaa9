"""Show progress on standard error: a live bar on a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from rich.console import Console
from rich.progress import Progress, ProgressColumn, Task, TaskID
from rich.progress_bar import ProgressBar
from rich.table import Table

from engine.errors import printable
from tuner.cli.output import show_lines
from tuner.stats.interval import Interval
from tuner.stats.text import score_text
from tuner.tuning.forecast import duration_text

__all__ = ["ConsoleProgress", "StageColumn"]

_LINE_SECONDS = 5.0
_SHORTEST_BAR, _LONGEST_BAR = 6, 40


class ConsoleProgress:
    """Show a study or comparison while it runs; use it as a context manager."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._bar = Progress(
            StageColumn(self._console),
            console=self._console,
            transient=True,
            disable=not self._console.is_terminal,
        )
        self._task: TaskID | None = None
        self._name = self._unit = ""
        self._amount = self._done = 0
        self._best = self._trial = self._holder = ""
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

    @property
    def on_terminal(self) -> bool:
        """Return whether somebody may be there who can be asked."""
        return self._console.is_terminal and sys.stdin.isatty()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to a question."""
        self._bar.stop()
        try:
            yield
        finally:
            self._bar.start()

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """Begin a stage."""
        self._name, self._amount, self._unit = name, amount, unit
        self._done = 0
        self._best = self._trial = self._holder = ""
        self._began = self._said = time.monotonic()
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(name, total=amount)
        if not self._console.is_terminal:
            self._say(f"{name}: {amount:,} {unit}")

    def played(self, amount: int) -> None:
        """Show that games or positions of the stage are done."""
        self._done += amount
        rate = self._done / max(time.monotonic() - self._began, 1e-3)
        speed = f"{rate:,.0f} {self._unit}/s"
        if self._task is not None:
            self._bar.update(
                self._task,
                completed=self._done,
                speed=speed,
                best=self._best,
                trial=self._trial,
                holder=self._holder,
            )
        if not self._console.is_terminal and time.monotonic() - self._said > _LINE_SECONDS:
            left = duration_text(max(0, self._amount - self._done) / rate)
            self._say(
                f"{self._name}: {self._done:,} of {self._amount:,} {self._unit}, {speed}, "
                f"about {left} left"
                + (f", {self._trial}, {self._best} {self._holder}" if self._best else "")
            )

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Show that a trial is done."""
        self._trial = f"trial {number + 1} of {trials}"
        self._best = f"best {score_text(best)}"
        self._holder = f"(trial {best_number})"
        if number == 0 and not self._console.is_terminal:
            self._say(f"{self._name}: first trial, hand-set: {score_text(best)}")

    def go_on(self, kept: int, trials: int) -> None:
        """Show that an earlier start has left trials."""
        self.note(
            f"{kept:,} of {trials:,} trials are kept from an earlier start; they are read first"
        )

    def note(self, text: str) -> None:
        """Show something that the user should know."""
        lines = [printable(f"note: {text}")]
        if self._console.is_terminal:
            show_lines(self._console, lines)
        else:
            sys.stderr.write(f"{lines[0]}\n")

    def _say(self, text: str) -> None:
        self._said = time.monotonic()
        sys.stderr.write(f"{printable(text)}\n")
        sys.stderr.flush()


class StageColumn(ProgressColumn):
    """Show a stage on one line: its name, a bar, and those facts that there is room for."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def render(self, task: Task) -> Table:
        """Return the line; where it is short, the facts that matter least are left out."""
        width = self._console.width
        bar = min(max(_SHORTEST_BAR, (width - 40) // 3), _LONGEST_BAR)
        # From what matters most to what matters least.
        facts = [
            task.fields.get("best", ""),
            f"{task.percentage:.0f}%",
            _time_left(task),
            task.fields.get("trial", ""),
            task.fields.get("speed", ""),
            task.fields.get("holder", ""),
        ]
        room = width - len(task.description) - bar - 1
        shown = []
        for fact in filter(None, facts):
            if len(fact) < room:
                shown.append(fact)
                room -= len(fact) + 1
        line = Table.grid(padding=(0, 1))
        line.add_row(
            task.description,
            ProgressBar(task.total, task.completed, bar, pulse=not task.total),
            " ".join(shown),
        )
        return line


def _time_left(task: Task) -> str:
    if task.time_remaining is None:
        return ""
    minutes, seconds = divmod(int(task.time_remaining), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02} left" if hours else f"{minutes}:{seconds:02} left"
