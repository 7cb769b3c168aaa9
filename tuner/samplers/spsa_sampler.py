"""Propose two vectors that play each other, and step towards the one that wins."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from tuner.samplers.space import Space, Vector

__all__ = ["Gains", "SpsaSampler", "duelling_size"]


def duelling_size(batch: int) -> int:
    """Return how many vectors are asked for at once: whole iterations, at least one."""
    return max(2, batch - batch % 2)


@dataclass(frozen=True)
class Gains:
    """Say how far apart the two vectors of an iteration lie, and how far a step goes.

    Source: fishtest; Spall, "Implementation of the simultaneous perturbation algorithm", 1998, for
    both exponents.

    Attributes:
        iterations: of the whole search, at least 1.
        end: half the distance of both vectors at the last iteration.
        rate: how much of a distance a lead of one game is worth, at the last iteration.
    """

    iterations: int
    end: float
    rate: float

    _ALPHA: ClassVar[float] = 0.602
    _GAMMA: ClassVar[float] = 0.101

    @property
    def delay(self) -> int:
        """Return the iterations that the first steps are held back by: a tenth of all."""
        return int(0.1 * self.iterations)

    @property
    def first(self) -> float:
        """Return half the distance of both vectors at the first iteration."""
        return float(self.end * self.iterations**self._GAMMA)

    @property
    def scale(self) -> float:
        """Return the scale of the steps."""
        return float(self.rate * self.end**2 * (self.delay + self.iterations) ** self._ALPHA)

    def distance(self, iteration: int) -> float:
        """Return half the distance of both vectors at an iteration, the first of which is 1."""
        return float(self.first / iteration**self._GAMMA)

    def rate_at(self, iteration: int) -> float:
        """Return how much of a distance a lead of one game is worth at an iteration."""
        step = self.scale / (self.delay + iteration) ** self._ALPHA
        return float(step / self.distance(iteration) ** 2)


class SpsaSampler:
    """Propose vectors by simultaneous perturbation, in pairs that play each other.

    Each iteration draws a direction in which every parameter goes up or down by the same share of
    its range, tries a vector on either side of where it stands, and steps towards the winner: two
    vectors for any number of parameters. The answer is the average of where it stood in the last
    half of the iterations.

    The gains follow from the ranges and the number of iterations: at the end both vectors are a
    seventh of each range from where it stands (whole numbers at least half a step), and the rate is
    such that all steps together can cross the ranges, and the steps of one batch do not jump over
    the top.

    Source: Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
    approximation", 1992; the average is Polyak's and Juditsky's, of the same year.

    Args:
        space: what to tune.
        trials: how many vectors it will be asked for; if odd, the last one is where it stands then.
        seed: of its generator.
        start: where it stands first.
        batch: how many vectors are asked for at once, an even number or 1.
    """

    _END: ClassVar[float] = 0.15
    _CROSSING: ClassVar[float] = 30.0
    _STEADY: ClassVar[float] = 0.3

    def __init__(self, space: Space, trials: int, seed: int, start: Vector, batch: int = 1) -> None:
        self._space = space
        iterations = max(1, trials // 2)
        self._size = duelling_size(batch)
        rate = min(self._STEADY / (self._size // 2), self._CROSSING / iterations)
        self._gains = Gains(iterations, self._END, rate)
        self._stream = np.random.default_rng(seed)
        self._place = space.to_unit(start)
        self._places: list[NDArray[np.float64]] = []
        self._least = np.array(
            [0.51 / (one.high - one.low) if one.integer else 0.0 for one in space.parameters]
        )
        self._begun = 0
        self._second: Vector | None = None
        self._steps: deque[NDArray[np.float64]] = deque()
        self._asked = 0
        self._values: list[float] = []

    @property
    def room(self) -> int:
        """Return how many vectors the iterations of a batch lack."""
        left = 2 * (self._gains.iterations - self._begun) + (self._second is not None)
        return max(1, min(self._size - self._asked, left))

    def ask(self, _known: Vector | None = None) -> Vector:
        """Return a vector of an iteration, then the other one; at last where it stands."""
        self._asked += 1
        if self._second is not None:
            vector, self._second = self._second, None
            return vector
        if self._begun == self._gains.iterations:
            return self._space.from_unit(self._place)
        self._begun += 1
        step = self._stream.choice([-1.0, 1.0], len(self._place))
        step *= np.maximum(self._gains.distance(self._begun), self._least)
        self._steps.append(step)
        self._second = self._space.from_unit(self._place - step)
        return self._space.from_unit(self._place + step)

    def tell(self, _vector: Vector, value: float, _error: float = 0.0, /) -> None:
        """Take in the score of the first vector that was asked for; others are no news to it."""
        if not self._asked:
            return
        self._asked -= 1
        if not self._steps:
            return
        self._values.append(value)
        if len(self._values) < 2:
            return
        first, second = self._values
        self._values = []
        # The lead in games of a pair of them, from -2 to 2.
        lead = 2 * (first - second)
        rate = self._gains.rate_at(len(self._places) + 1)
        self._place = np.clip(self._place + rate * lead * self._steps.popleft(), 0.0, 1.0)
        self._places.append(self._place)

    def mean(self) -> Vector | None:
        """Return the average of where it stood in the last half of the iterations."""
        return self._average(2)

    def answers(self) -> dict[str, Vector]:
        """Return what is worth a second look: two averages, and where it stands, by their names."""
        return {
            "average of the last half": self._average(2),
            "average of the last quarter": self._average(4),
            "last place of the search": self._space.from_unit(self._place),
        }

    def _average(self, share: int) -> Vector:
        """Return the average of the last half, quarter or so of the places so far."""
        count = -(-len(self._places) // share)
        places = self._places[-count:] if count else [self._place]
        return self._space.from_unit(np.mean(places, axis=0))
