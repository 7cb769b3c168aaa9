"""List all samplers by name; a further one is an entry of `SAMPLERS`.

Configurations read the names, and Optuna takes a second to import: it is imported where a sampler
of it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Protocol

from engine.errors import UnknownNameError
from tuner.samplers.own_samplers import CmaSampler, GridSampler, grid_points
from tuner.samplers.space import Space, Vector

__all__ = ["SAMPLERS", "Sampler", "listed_vectors", "make_sampler"]


class Sampler(Protocol):
    """Propose vectors; every proposal is answered before the next.

    Attributes:
        needs_asking: whether asking changes what is proposed later. Where it does not, a vector
            that is known from before need only be told.
    """

    needs_asking: ClassVar[bool]

    def ask(self) -> Vector:
        """Return the next vector to try."""

    def tell(self, vector: Vector, value: float, /) -> None:
        """Take in the objective's value of a vector; higher is better."""

    def mean(self) -> Vector | None:
        """Return where the sampler itself believes the optimum to be, if it has such a belief."""


def _tpe(space: Space, _trials: int, seed: int, _start: Vector) -> Sampler:
    from tuner.samplers.optuna_samplers import TpeSampler  # noqa: PLC0415

    return TpeSampler(space, seed)


def _random(space: Space, _trials: int, seed: int, _start: Vector) -> Sampler:
    from tuner.samplers.optuna_samplers import RandomSampler  # noqa: PLC0415

    return RandomSampler(space, seed)


def _qmc(space: Space, _trials: int, seed: int, _start: Vector) -> Sampler:
    from tuner.samplers.optuna_samplers import QmcSampler  # noqa: PLC0415

    return QmcSampler(space, seed)


def _grid(space: Space, trials: int, seed: int, _start: Vector) -> Sampler:
    return GridSampler(space, trials, seed)


SAMPLERS: dict[str, Callable[[Space, int, int, Vector], Sampler]] = {
    "tpe": _tpe,
    "cmaes": CmaSampler,
    "random": _random,
    "qmc": _qmc,
    "grid": _grid,
}
"""What makes each sampler, from the space, the number of trials, the seed and where it begins."""


_LISTED = {"grid": grid_points}


def listed_vectors(name: str, space: Space, trials: int) -> set[Vector] | None:
    """Return all vectors that a sampler may propose; None where it draws them from the space.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for; a list that they do not exhaust is None as well.
    """
    return _LISTED[name](space, trials) if name in _LISTED else None


def make_sampler(
    name: str, space: Space, trials: int, seed: int, start: Vector | None = None
) -> Sampler:
    """Return a sampler by its name in a study file.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for.
        seed: of the study.
        start: where a search that goes step by step begins, by default at the hand-set vector; the
            other samplers do not use it.

    Raises:
        UnknownNameError: if there is no such sampler.
    """
    if name not in SAMPLERS:
        raise UnknownNameError("sampler", name, SAMPLERS)
    return SAMPLERS[name](space, trials, seed, space.hand_set if start is None else start)
