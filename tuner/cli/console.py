"""Show progress on standard error: a screen on a terminal, plain lines in a pipe."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.control import Control
from rich.live import Live

from engine.errors import printable
from tuner.cli.output import say, show_lines
from tuner.cli.screen import FinishedStage, ScreenView, SearchView, screen
from tuner.matches.pace import Pace, StageState, workers_text
from tuner.stats.interval import Interval
from tuner.stats.text import duration_text, score_text

__all__ = ["ConsoleProgress"]

_LINE_SECONDS = 5.0


class ConsoleProgress:
    """Show a study or comparison while it runs; use it as a context manager.

    Args:
        title: of the screen.
        console: to show it on, standard error by default.
    """

    def __init__(self, title: str = "", console: Console | None = None) -> None:
        self._console = Console(stderr=True) if console is None else console
        # A terminal that cannot move its cursor back gets the lines of a pipe.
        self._drawing = self._console.is_terminal and not self._console.is_dumb_terminal
        self._title = title
        self._pace: Pace | None = None
        self._search: SearchView | None = None
        self._curve: list[float] = []
        self._finished: tuple[FinishedStage, ...] = ()
        self._began = self._said = time.monotonic()
        self._notes: list[str] = []
        self._workers: int | None = None
        self._fact = ""
        self._live = _Live(self._console, self._screen, self._show_notes)

    def __enter__(self) -> ConsoleProgress:
        if self._drawing:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._live.stop()

    @property
    def on_terminal(self) -> bool:
        """Return whether somebody may be there who can be asked."""
        return self._console.is_terminal and sys.stdin.isatty()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave the terminal to a question."""
        self._live.stop()
        try:
            yield
        finally:
            if self._drawing:
                self._live.start()

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """Begin a stage."""
        now = time.monotonic()
        if self._pace is not None:
            over = FinishedStage(self._pace.state().stage, now - self._began)
            self._finished = (*self._finished, over)
        self._pace, self._fact = Pace(name, amount, unit), ""
        self._began = self._said = now
        if not self._drawing:
            self._say(f"{name}: {amount:,} {unit}")

    def played(self, amount: int) -> None:
        """Show that games or positions of the stage are done."""
        if self._pace is None:
            return
        self._pace.add(amount)
        if not self._drawing and time.monotonic() - self._said > _LINE_SECONDS:
            self._say(self._line(self._pace))

    def fewer(self, amount: int) -> None:
        """Show that the stage needs fewer games."""
        if self._pace is not None:
            self._pace.fewer(amount)

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Show that a trial is done."""
        if number == 0:
            self._curve = []
        self._curve.append(best.estimate)
        hand_set = best if number == 0 or self._search is None else self._search.hand_set
        self._search = SearchView(number + 1, trials, best, best_number, hand_set, self._curve)
        if number == 0 and not self._drawing and self._pace is not None:
            name = self._pace.state().stage
            self._say(f"{name}: first trial, hand-set: {score_text(best)}")

    def go_on(self, kept: int, trials: int) -> None:
        """Show that an earlier start has left trials."""
        self.note(
            f"{kept:,} of {trials:,} trials are kept from an earlier start; they are read first"
        )

    def fact(self, text: str) -> None:
        """Show how a test of the stage stands."""
        self._fact = text

    def workers(self, amount: int) -> None:
        """Show how many workers play."""
        self._workers = amount
        if not self._drawing:
            self._say(workers_text(amount))

    def note(self, text: str) -> None:
        """Show something that the user should know."""
        line = printable(f"note: {text}")
        self._notes.append(line)
        if self._console.is_terminal:
            # Above the screen, where it stays.
            show_lines(self._console, [line])
        else:
            say(line)

    def _show_notes(self) -> None:
        show_lines(self._console, self._notes)

    def _screen(self) -> RenderableType:
        if self._pace is None:
            return Group()
        stage = self._state(self._pace)
        view = ScreenView(self._title, self._finished, stage, self._search, self._fact)
        return screen(self._console, view)

    def _state(self, pace: Pace) -> StageState:
        return replace(pace.state(), workers=self._workers)

    def _line(self, pace: Pace) -> str:
        """Return how far the stage is, for a pipe."""
        stage, search = self._state(pace), self._search
        facts = [f"{stage.stage}: {stage.done:,} of {stage.amount:,} {stage.unit}"]
        if stage.per_second is not None:
            facts.append(f"{stage.per_second:,.0f} {stage.unit}/s")
        if stage.workers is not None:
            facts.append(workers_text(stage.workers))
        if stage.seconds_left is not None:
            facts.append(f"about {duration_text(stage.seconds_left)} left")
        if self._fact:
            facts.append(self._fact)
        if search is not None:
            facts.append(f"trial {search.number} of {search.trials}")
            facts.append(f"best {score_text(search.best)} (trial {search.best_number})")
        return ", ".join(facts)

    def _say(self, text: str) -> None:
        self._said = time.monotonic()
        say(text)


class _Live(Live):
    """Draw what is shown four times a second; begin anew where the terminal becomes narrower.

    The terminal has then folded what was drawn, and nobody knows how many lines it has.

    Args:
        console: to draw on.
        drawing: gives what is shown now.
        above: writes again what stands above it.
    """

    def __init__(
        self, console: Console, drawing: Callable[[], RenderableType], above: Callable[[], None]
    ) -> None:
        self._width, self._above = console.width, above
        super().__init__(
            console=console, get_renderable=drawing, transient=True, refresh_per_second=4
        )

    def refresh(self) -> None:
        """Draw what is shown now."""
        width, self._width = self._width, self.console.width
        if self._width < width:
            self.console.control(Control.clear(), Control.home())
            self._above()
        super().refresh()
