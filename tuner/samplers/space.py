"""Map the vectors of a study's parameters between their ranges and the unit cube."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from features.parameter import Tunable

__all__ = ["Space", "Vector"]

Vector = tuple[float, ...]
"""One value for each tuned parameter, in the order of the space."""


@dataclass(frozen=True)
class Space:
    """A space is a box of parameters.

    Attributes:
        parameters: with the ranges of the study; the defaults are the hand-set values.
    """

    parameters: tuple[Tunable, ...]

    @property
    def hand_set(self) -> Vector:
        """Return the hand-set values."""
        return tuple(parameter.default for parameter in self.parameters)

    @property
    def size(self) -> int | None:
        """Return how many different vectors there are; None where they cannot be counted."""
        if not all(one.integer for one in self.parameters):
            return None
        return math.prod(int(one.high - one.low) + 1 for one in self.parameters)

    def to_unit(self, vector: Sequence[float]) -> NDArray[np.float64]:
        """Return where a vector lies in the unit cube; logarithmic where the parameter is."""
        return np.array([_share(*pair) for pair in zip(self.parameters, vector, strict=True)])

    def from_unit(self, point: Sequence[float] | NDArray[np.float64]) -> Vector:
        """Return the vector at a point of the unit cube, cut to the ranges, whole where integer."""
        return tuple(_value(*pair) for pair in zip(self.parameters, point, strict=True))

    def named(self, vector: Sequence[float]) -> dict[str, float]:
        """Return values by name; integers are ints."""
        return {
            parameter.name: int(value) if parameter.integer else float(value)
            for parameter, value in zip(self.parameters, vector, strict=True)
        }


def _share(parameter: Tunable, value: float) -> float:
    low, high = parameter.low, parameter.high
    if parameter.log:
        return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
    return (value - low) / (high - low)


def _value(parameter: Tunable, share: float) -> float:
    low, high = parameter.low, parameter.high
    share = min(max(float(share), 0.0), 1.0)
    # The power of each end: high / low may be beyond all floats.
    value = low ** (1 - share) * high**share if parameter.log else low + share * (high - low)
    if parameter.integer:
        value = float(round(value))
    return min(max(value, low), high)
