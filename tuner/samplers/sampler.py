"""Say what every sampler offers, and what it is made for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from tuner.samplers.space import Space, Vector

__all__ = ["AT_ONCE", "DuellingSampler", "Sampler", "SamplerOrder"]

AT_ONCE = 64
"""So many vectors are asked for at once where none depends on what the others scored."""


class Sampler(Protocol):
    """Propose vectors, several at once where it allows that; they are answered in their order."""

    @property
    def room(self) -> int:
        """Return how many vectors may be asked for now, before the first of them is told."""

    def ask(self, known: Vector | None = None, /) -> Vector:
        """Return the next vector to try.

        Args:
            known: what was proposed here before, where that is known: it need not be thought out
                again. Samplers whose later proposals depend on their thinking do so all the same.
        """

    def tell(self, vector: Vector, value: float, error: float = 0.0, /) -> None:
        """Take in the objective's value of a vector; higher is better.

        Args:
            vector: that was tried.
            value: what it had.
            error: the standard error of the value.
        """

    def mean(self) -> Vector | None:
        """Return where the sampler itself believes the optimum to be, if it has such a belief."""


@runtime_checkable
class DuellingSampler(Sampler, Protocol):
    """Propose vectors in pairs that play each other; each is told its score against the other."""

    def answers(self) -> dict[str, Vector]:
        """Return what is worth a second look after the search, by what it is, in words."""


@dataclass(frozen=True)
class SamplerOrder:
    """A sampler order says what a sampler is made for.

    Attributes:
        space: what to tune.
        trials: how many vectors will be asked for.
        seed: of the study.
        start: where a search that goes step by step begins.
        batch: how many vectors are asked for at once, of a sampler of `BATCHED`.
    """

    space: Space
    trials: int
    seed: int
    start: Vector
    batch: int = 1
