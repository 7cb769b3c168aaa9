"""Define a number that can be tuned: its hand-set value and its range."""

from __future__ import annotations

import math
from dataclasses import dataclass

from features.errors import FormulaError
from features.language.names import check_name

__all__ = ["Parameter", "Tunable"]


@dataclass(frozen=True)
class Tunable:
    """This number can be tuned.

    Attributes:
        name: what results call it.
        default: the hand-set value.
        low: smallest value that tuning may try.
        high: largest value that tuning may try.
        integer: whether only whole numbers are tried.
        log: whether equal ratios count as equal steps; needs `low` above 0.
        summary: what it means, in one line.

    Raises:
        FormulaError: if the numbers contradict each other.
    """

    name: str
    default: float
    low: float
    high: float
    integer: bool = False
    log: bool = False
    summary: str = ""

    def __post_init__(self) -> None:
        where = f"parameters.{self.name}"
        for key in ("default", "low", "high"):
            object.__setattr__(self, key, _finite(getattr(self, key), key, where))
        if self.low >= self.high:
            raise FormulaError(f"low {self.low:g} must be less than high {self.high:g}", where)
        if not self.low <= self.default <= self.high:
            raise FormulaError(
                f"default {self.default:g} is outside {self.low:g} to {self.high:g}; widen it",
                where,
            )
        if self.log and self.low <= 0.0:
            raise FormulaError(f"a log scale needs low above 0, not {self.low:g}", where)
        if self.integer:
            self._check_whole(where)

    def _check_whole(self, where: str) -> None:
        for key in ("default", "low", "high"):
            number = getattr(self, key)
            if number != math.floor(number):
                raise FormulaError(
                    f"an integer parameter needs a whole {key}, not {number:g}", where
                )


@dataclass(frozen=True)
class Parameter(Tunable):
    """A parameter is a tunable number of a heuristic; the formula calls it by its name.

    Raises:
        FormulaError: if the name is not allowed or the numbers contradict each other.
    """

    def __post_init__(self) -> None:
        check_name("parameter", self.name, f"parameters.{self.name}")
        super().__post_init__()


def _finite(value: object, key: str, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise FormulaError(f"{key} must be a number, not {value!r}", where)
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise FormulaError(f"{key} must be finite, not {number}; give a bound", where)
    return number
