"""Make a sampler when it is first asked or told."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from tuner.samplers.sampler import Sampler
from tuner.samplers.space import Vector

__all__ = ["LateSampler"]


class LateSampler:
    """Stand for a sampler whose library takes long to import, and that is needed late.

    The hand-set vector is tried first, and no sampler is asked for that.

    Args:
        make: makes the sampler.
    """

    def __init__(self, make: Callable[[], Sampler]) -> None:
        self._make = make

    @cached_property
    def _sampler(self) -> Sampler:
        return self._make()

    @property
    def room(self) -> int:
        """Return how many vectors may be asked for now."""
        return self._sampler.room

    def ask(self, known: Vector | None = None) -> Vector:
        """Return the next vector to try, the known one if there is one."""
        return self._sampler.ask(known)

    def tell(self, vector: Vector, value: float, error: float = 0.0) -> None:
        """Take in the value of a vector."""
        self._sampler.tell(vector, value, error)

    def mean(self) -> Vector | None:
        """Return where the sampler itself believes the optimum to be, if it has such a belief."""
        return self._sampler.mean()
