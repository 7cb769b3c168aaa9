"""Draw what a terminal shows of a study or a match while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.box import ROUNDED
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from engine.errors import printable
from tuner.matches.pace import StageState, workers_text
from tuner.stats.interval import Interval
from tuner.stats.sparkline import sparkline
from tuner.stats.text import duration_text, score_text

__all__ = ["FinishedStage", "ScreenView", "SearchView", "screen"]

_WIDEST = 100
_FRAME = 4
_BESIDE = 3
"""Columns that are left free, for the ^C that a terminal writes behind the screen."""
_NARROW, _WIDE = 33, 60
_BAR = 28
"""Columns in which the intervals of the best and the hand-set value are drawn."""

_BEST, _HAND_SET = "bold cyan", "yellow"


@dataclass(frozen=True)
class FinishedStage:
    """Hold the name of a stage that is over, and how long it took."""

    name: str
    seconds: float


@dataclass(frozen=True)
class SearchView:
    """Hold what is shown of the trials of a search.

    Attributes:
        number: of trials that are finished.
        trials: of them at most.
        best: the value of the best trial so far, without its luck.
        best_number: the trial that has it.
        hand_set: the value of trial 0.
        curve: the estimate of that value after each trial.
    """

    number: int
    trials: int
    best: Interval
    best_number: int
    hand_set: Interval
    curve: Sequence[float]


@dataclass(frozen=True)
class ScreenView:
    """Hold what a screen shows.

    Attributes:
        title: such as the name of the study.
        finished: the stages that are over.
        stage: the one that is going on.
        search: the trials so far, None before the first.
        fact: how a test of the stage stands, "" where there is none.
    """

    title: str
    finished: tuple[FinishedStage, ...]
    stage: StageState
    search: SearchView | None
    fact: str = ""


def screen(console: Console, view: ScreenView) -> RenderableType:
    """Return the screen for the width that the console has now."""
    width = min(console.width - _BESIDE, _WIDEST)
    inside = width - _FRAME
    # What cannot be written in the terminal's own alphabet is left out.
    drawn = not console.options.ascii_only
    lines: list[RenderableType] = [
        *_fitted(
            [f"{one.name} {duration_text(one.seconds)}" for one in view.finished], inside, drawn
        ),
        _stage_line(view.stage, inside),
        *_fitted(_facts(view), inside, drawn),
        *_fitted(view.fact.split(", "), inside, drawn),
    ]
    if view.search is not None:
        lines += [Text(), *_search_lines(view.search, inside, drawn)]
    title = Text(printable(view.title), "bold")
    title.truncate(inside - 2, overflow="ellipsis")
    return Panel(Group(*lines), title=title, title_align="left", box=ROUNDED, width=width)


def _stage_line(stage: StageState, width: int) -> RenderableType:
    line = Table.grid(padding=(0, 1), expand=True)
    line.add_column(no_wrap=True, overflow="ellipsis", max_width=width // 2)
    line.add_column(ratio=1)
    line.add_column(no_wrap=True)
    share = f"{100 * stage.done // stage.amount}%" if stage.amount else ""
    total = max(stage.amount, 1)
    bar = ProgressBar(total, min(stage.done, total), complete_style="cyan", finished_style="cyan")
    line.add_row(Text(printable(stage.stage), "bold"), bar, share)
    return line


def _facts(view: ScreenView) -> list[str]:
    stage, search = view.stage, view.search
    facts = [] if search is None else [f"trial {search.number} of {search.trials}"]
    if stage.per_second is not None:
        facts.append(f"{stage.per_second:,.0f} {stage.unit}/s")
    if stage.workers is not None:
        facts.append(workers_text(stage.workers))
    if stage.seconds_left is not None:
        facts.append(f"about {duration_text(stage.seconds_left)} left in this stage")
    return [*facts, f"{stage.done:,} of {stage.amount:,} {stage.unit}"]


def _fitted(facts: Sequence[str], width: int, drawn: bool) -> list[Text]:
    """Return facts behind each other, on as many lines as they need."""
    between = " · " if drawn else ", "
    lines: list[str] = []
    for fact in map(printable, filter(None, facts)):
        if lines and len(lines[-1]) + len(between) + len(fact) <= width:
            lines[-1] += f"{between}{fact}"
        else:
            lines.append(fact)
    return [Text(line, "dim", overflow="ellipsis", no_wrap=True) for line in lines]


def _search_lines(search: SearchView, width: int, drawn: bool) -> list[RenderableType]:
    rows = [
        ("best" if width < _NARROW else "best so far", search.best, _BEST),
        ("hand-set", search.hand_set, _HAND_SET),
    ]
    ends = [end for _, one, _ in rows for end in (one.low, one.high)]
    table = Table.grid(padding=(0, 1))
    for name, value, style in rows:
        bars = [interval_bar(value, (min(ends), max(ends)))] if drawn and width >= _WIDE else []
        table.add_row(name, *(Text(text, style) for text in (score_text(value), *bars)))
    curve = [Text(sparkline(search.curve, width), _BEST)] if drawn else []
    where = "the hand-set values" if search.best_number == 0 else f"trial {search.best_number}"
    luck = "corrected for the luck of the best of many" if width >= _WIDE else "without its luck"
    return [table, *curve, Text(f"best: {where}; {luck}", "dim", overflow="ellipsis")]


def interval_bar(value: Interval, scale: tuple[float, float], columns: int = _BAR) -> str:
    """Return an interval with its estimate on a scale, as "  ├──●──┤   "."""
    low, high = scale
    step = (columns - 1) / (high - low) if high > low else 0.0
    first, middle, last = (
        round(step * (number - low)) for number in (value.low, value.estimate, value.high)
    )
    marks = [" "] * columns
    marks[first : last + 1] = "─" * (last + 1 - first)
    marks[first], marks[last] = "├", "┤"
    marks[middle] = "●"
    return "".join(marks)
