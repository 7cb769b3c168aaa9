"""Hold what a benchmark finds: figures with their spread, ratios, targets, and their words."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.medians import FEWEST, median_interval

__all__ = [
    "Ratio",
    "Report",
    "Row",
    "Section",
    "Spread",
    "Target",
    "fastest_of",
    "mean_of",
    "median_of",
    "report_json",
    "report_lines",
]


@dataclass(frozen=True)
class Spread:
    """Hold a measured number with its spread.

    Attributes:
        value: the number.
        low: the smallest of what it comes from, or the lower end of an interval.
        high: the largest, or the upper end.
        basis: what it comes from, such as "best of 7".
    """

    value: float
    low: float
    high: float
    basis: str


@dataclass(frozen=True)
class Target:
    """Say what a number should reach.

    Attributes:
        value: the bound.
        least: True where the number must not be below it, False where not above.
    """

    value: float
    least: bool = True

    def is_met(self, spread: Spread) -> bool:
        """Return whether the number reaches it; its spread is shown beside it."""
        return spread.value >= self.value if self.least else spread.value <= self.value


@dataclass(frozen=True)
class Ratio:
    """Compare a row with something else that was measured in the same run.

    Attributes:
        to: what it is compared with.
        spread: this row's speed divided by that one's.
        target: None where there is none.
    """

    to: str
    spread: Spread
    target: Target | None = None


@dataclass(frozen=True)
class Row:
    """Hold one figure.

    Attributes:
        what: was measured.
        unit: of the figure, with the clock that it was measured by.
        spread: the figure.
        target: None where there is none.
        ratios: to other things.
    """

    what: str
    unit: str
    spread: Spread
    target: Target | None = None
    ratios: tuple[Ratio, ...] = ()


@dataclass(frozen=True)
class Section:
    """Hold rows under a title.

    Attributes:
        title: what they are of.
        rows: the figures.
        conditions: under which all of them hold, as one line; "" where the rows say everything.
    """

    title: str
    rows: tuple[Row, ...]
    conditions: str = ""


@dataclass(frozen=True)
class Report:
    """Hold a whole benchmark.

    Attributes:
        machine: what it ran on.
        sections: the figures.
        notes: what was left out and why, each a line.
    """

    machine: str
    sections: tuple[Section, ...]
    notes: tuple[str, ...]


def fastest_of(seconds: Sequence[float]) -> Spread:
    """Return the lowest of repeated times."""
    return Spread(min(seconds), min(seconds), max(seconds), _basis("best", seconds))


def median_of(numbers: Sequence[float]) -> Spread:
    """Return the median of repeated numbers: with its 95% interval, of a few with their range."""
    if len(numbers) < FEWEST:
        middle = statistics.median(numbers)
        return Spread(middle, min(numbers), max(numbers), _basis("median", numbers))
    found = median_interval(numbers)
    basis = f"median of {len(numbers):,}, its 95% interval"
    return Spread(found.estimate, found.low, found.high, basis)


def mean_of(numbers: Sequence[float]) -> Spread:
    """Return the mean of repeated numbers."""
    mean = statistics.fmean(numbers)
    return Spread(mean, min(numbers), max(numbers), _basis("mean", numbers))


def _basis(what: str, numbers: Sequence[float]) -> str:
    return "one run" if len(numbers) == 1 else f"{what} of {len(numbers)}"


def report_lines(report: Report) -> list[str]:
    """Return the report for people."""
    lines = [report.machine]
    for section in report.sections:
        lines += ["", section.title] + ([f"  ({section.conditions})"] if section.conditions else [])
        for row in section.rows:
            lines.append(f"  {row.what}: {_figure(row)}")
            lines += [f"    {_compared(ratio)}" for ratio in row.ratios]
    lines += _missed(report)
    return lines + ([""] if report.notes else []) + [f"note: {note}" for note in report.notes]


def _figure(row: Row) -> str:
    figure = f"{_number(row.spread.value)} {row.unit}"
    return f"{figure} ({_spread(row.spread)}){_verdict(row.target, row.spread)}"


def _compared(ratio: Ratio) -> str:
    found = f"{_number(ratio.spread.value)} times {ratio.to}"
    return f"{found} ({_spread(ratio.spread)}){_verdict(ratio.target, ratio.spread)}"


def _missed(report: Report) -> list[str]:
    """Return how many targets are missed, and which, as lines; none where there are no targets."""
    asked: list[tuple[Target, Spread, str]] = []
    for section in report.sections:
        for row in section.rows:
            where = f"  {section.title}, {row.what}: "
            if row.target is not None:
                asked.append((row.target, row.spread, where + _figure(row)))
            asked += [
                (one.target, one.spread, where + _compared(one))
                for one in row.ratios
                if one.target is not None
            ]
    missed = [text for target, spread, text in asked if not target.is_met(spread)]
    if not asked:
        return []
    return ["", f"targets missed: {len(missed)} of {len(asked)}", *missed]


def _number(value: float) -> str:
    """Write three digits and more: speeds in full, small numbers with two decimals."""
    if value >= 1000:
        return f"{round(value, 2 - len(str(int(value))) + 1):,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _spread(spread: Spread) -> str:
    if spread.low == spread.high:
        return spread.basis
    return f"{spread.basis}: {_number(spread.low)} to {_number(spread.high)}"


def _verdict(target: Target | None, spread: Spread) -> str:
    if target is None:
        return ""
    bound = "at least" if target.least else "at most"
    met = "met" if target.is_met(spread) else "missed"
    return f"; target {bound} {target.value:,g}: {met}"


def report_json(report: Report) -> dict[str, Any]:
    """Return the report as JSON: machine, notes, and sections of rows with their ratios."""
    return {
        "machine": report.machine,
        "sections": [
            {
                "title": section.title,
                "conditions": section.conditions,
                "rows": [_row_json(row) for row in section.rows],
            }
            for section in report.sections
        ],
        "notes": list(report.notes),
    }


def _row_json(row: Row) -> dict[str, Any]:
    ratios = [{"to": one.to, **_spread_json(one.spread, one.target)} for one in row.ratios]
    figure = _spread_json(row.spread, row.target)
    return {"what": row.what, "unit": row.unit, **figure, "ratios": ratios}


def _spread_json(spread: Spread, target: Target | None) -> dict[str, Any]:
    found = {"value": spread.value, "low": spread.low, "high": spread.high, "basis": spread.basis}
    if target is None:
        return {**found, "target": None, "met": None}
    return {**found, "target": target.value, "met": target.is_met(spread)}
