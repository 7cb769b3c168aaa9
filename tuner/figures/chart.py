"""Define charts as plain values, which plotly and matplotlib both draw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tuner.figures.looks import Look
from tuner.stats.interval import Interval
from tuner.stats.text import elo_text, score_text
from tuner.verdict.looks import difference_text

__all__ = [
    "CourseChart",
    "Curve",
    "CurvesChart",
    "HistoryChart",
    "IntervalChart",
    "Mark",
    "Row",
    "difference_mark",
    "elo_mark",
    "score_mark",
]


@dataclass(frozen=True)
class Mark:
    """Hold a value with its interval, in the unit of its chart.

    Attributes:
        look: what it is.
        value: the estimate.
        low: lower end of the interval.
        high: upper end of the interval.
        text: all of it in words.
    """

    look: Look
    value: float
    low: float
    high: float
    text: str


def score_mark(look: Look, score: Interval) -> Mark:
    """Return a score in percent."""
    return _mark(look, score, score_text(score))


def difference_mark(look: Look, difference: Interval) -> Mark:
    """Return a difference of scores in points."""
    return _mark(look, difference, difference_text(difference))


def elo_mark(look: Look, elo: Interval) -> Mark:
    """Return a rating, or a difference of ratings, in Elo."""
    value, low, high = (round(number, 2) for number in (elo.estimate, elo.low, elo.high))
    return Mark(look, value, low, high, elo_text(elo))


def _mark(look: Look, interval: Interval, text: str) -> Mark:
    numbers = (interval.estimate, interval.low, interval.high)
    value, low, high = (round(100 * number, 4) for number in numbers)
    return Mark(look, value, low, high, text)


@dataclass(frozen=True)
class Row:
    """Hold the marks below one label.

    Attributes:
        label: what the marks are of.
        marks: from top to bottom.
    """

    label: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True)
class IntervalChart:
    """Hold rows of values with intervals, one below the other.

    Attributes:
        caption: what is to be seen, in one or two sentences.
        axis: what the values are, with their unit.
        rows: from top to bottom.
        from_zero: whether a line shows where 0 is.
    """

    caption: str
    axis: str
    rows: tuple[Row, ...]
    from_zero: bool = False

    @property
    def looks(self) -> tuple[Look, ...]:
        """Return what there is in it, each once, in the order of the rows."""
        return tuple(dict.fromkeys(mark.look for row in self.rows for mark in row.marks))


@dataclass(frozen=True)
class HistoryChart:
    """Hold the trials of a search in their order.

    Attributes:
        caption: what is to be seen, in one or two sentences.
        axis: what the values are, with their unit.
        numbers: of the trials.
        marks: of the trials.
        best: the best value so far, for each trial.
        hand_set: the hand-set values in the search; their interval is the noise of one trial.
        ends: what the verdict says, with a label each; nothing while there is none.
    """

    caption: str
    axis: str
    numbers: tuple[int, ...]
    marks: tuple[Mark, ...]
    best: tuple[float, ...]
    hand_set: Mark
    ends: Sequence[Mark] = ()


@dataclass(frozen=True)
class Curve:
    """Hold the best value so far of one search.

    Attributes:
        numbers: of the trials.
        best: the best value so far, for each trial.
        leader: the trial with the best value of all, with its look and its interval.
    """

    numbers: tuple[int, ...]
    best: tuple[float, ...]
    leader: Mark


@dataclass(frozen=True)
class CurvesChart:
    """Hold the courses of several searches on the same axes.

    Attributes:
        caption: what is to be seen, in one or two sentences.
        axis: what the values are, with their unit.
        curves: one for each search; the labels of their looks differ.
    """

    caption: str
    axis: str
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class CourseChart:
    """Hold how a number went on with the pairs that were played, and the bounds that it may meet.

    Attributes:
        caption: what is to be seen, in one or two sentences.
        axis: what the number is.
        pairs: at each look.
        values: of the number, at each look.
        bounds: where something is decided, each with what that is.
    """

    caption: str
    axis: str
    pairs: tuple[int, ...]
    values: tuple[float, ...]
    bounds: tuple[tuple[float, str], ...]
