"""List all samplers by name.

A further sampler is an entry of `SAMPLERS`. Configurations read the names, and Optuna, `cmaes` and
scikit-learn take a second to import: each is imported where a sampler of it is made.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib import metadata
from importlib.util import find_spec

from engine.errors import TuneError, UnknownNameError
from tuner.samplers.cmaes_sampler import CmaSampler, population_size
from tuner.samplers.grid_sampler import GridSampler, grid_points
from tuner.samplers.late_sampler import LateSampler
from tuner.samplers.sampler import AT_ONCE, DuellingSampler, Sampler, SamplerOrder
from tuner.samplers.space import Space, Vector
from tuner.samplers.spsa_sampler import SpsaSampler, duelling_size

__all__ = [
    "BATCHED",
    "DUELLING",
    "ENDLESS",
    "GENERATIONS",
    "LEAST_GENERATION",
    "SAMPLERS",
    "MissingOptunaError",
    "library_versions",
    "listed_vectors",
    "make_sampler",
    "require_sampler",
    "vectors_at_once",
]


class MissingOptunaError(TuneError):
    """Optuna is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "every study keeps its trials with Optuna, which is not installed", hint="optuna"
        )


def _tpe(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import TpeSampler  # noqa: PLC0415

    return TpeSampler(order.space, order.seed, order.batch)


def _cmaes(order: SamplerOrder) -> Sampler:
    return CmaSampler(order.space, order.seed, order.start, order.batch)


def _cmaes_noise(order: SamplerOrder) -> Sampler:
    return CmaSampler(order.space, order.seed, order.start, order.batch, adapts=True)


def _random(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import RandomSampler  # noqa: PLC0415

    return RandomSampler(order.space, order.seed)


def _qmc(order: SamplerOrder) -> Sampler:
    from tuner.samplers.optuna_samplers import QmcSampler  # noqa: PLC0415

    return QmcSampler(order.space, order.seed)


def _gp(order: SamplerOrder) -> Sampler:
    from tuner.samplers.gp_sampler import GpSampler  # noqa: PLC0415

    return GpSampler(order.space, order.seed, order.start, order.batch)


def _spsa(order: SamplerOrder) -> DuellingSampler:
    return SpsaSampler(order.space, order.trials, order.seed, order.start, order.batch)


def _grid(order: SamplerOrder) -> Sampler:
    return GridSampler(order.space, order.trials, order.seed)


def _late(make: Callable[[SamplerOrder], Sampler]) -> Callable[[SamplerOrder], Sampler]:
    """Return what makes a sampler of Optuna, which is imported when that is first asked or told."""
    return lambda order: LateSampler(partial(make, order))


SAMPLERS: dict[str, Callable[[SamplerOrder], Sampler]] = {
    "cmaes": _cmaes,
    "cmaes-noise": _cmaes_noise,
    "tpe": _late(_tpe),
    "gp": _gp,
    "random": _late(_random),
    "qmc": _late(_qmc),
    "grid": _grid,
    "spsa": _spsa,
}
"""What makes each sampler."""

BATCHED = ("cmaes", "cmaes-noise", "tpe", "gp", "spsa")
"""Samplers that learn from what they are told: how many vectors they are asked for at once changes
what they propose, so the study says it. For those of CMA-ES it is the size of a generation."""

LEAST_GENERATION = 4
"""Members of a generation of CMA-ES at least: its step is a mean of the better half, which one
member alone does not make."""

DUELLING = frozenset({"spsa"})
"""Samplers whose vectors come in pairs that play each other, of the kind `DuellingSampler`."""

ENDLESS = frozenset({"cmaes", "cmaes-noise", "tpe", "gp", "random", "qmc"})
"""Samplers that propose the same vectors, however many more they will be asked for. The others plan
for a number of trials."""


GENERATIONS = ("cmaes", "cmaes-noise")
"""Samplers that propose a generation at once."""

_LISTED = {"grid": grid_points}


def listed_vectors(name: str, space: Space, trials: int) -> set[Vector] | None:
    """Return all vectors that a sampler may propose; None where it draws them from the space.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for; a list that they do not exhaust is None as well.
    """
    return _LISTED[name](space, trials) if name in _LISTED else None


def vectors_at_once(name: str, space: Space, trials: int, batch: int) -> int:
    """Return how many vectors a sampler may be asked for before the first of them is told.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for.
        batch: of a sampler of `BATCHED`.
    """
    sizes = {
        **dict.fromkeys(BATCHED, batch),
        **dict.fromkeys(GENERATIONS, population_size(len(space.parameters), batch)),
        **dict.fromkeys(DUELLING, duelling_size(batch)),
    }
    return max(1, min(trials, sizes.get(name, AT_ONCE)))


_LIBRARIES = {"gp": ("scikit-learn", "threadpoolctl")}
"""What decides the proposals of a sampler besides the libraries that all runs need
(`tuner.matches.provenance`)."""


def library_versions(name: str) -> str:
    """Return the versions of the libraries that only this sampler needs; "" where there are none.

    Raises:
        PackageNotFoundError: if one is not installed.
    """
    return ", ".join(f"{one} {metadata.version(one)}" for one in _LIBRARIES.get(name, ()))


def require_sampler(name: str) -> None:
    """Make sure that a study with a sampler of `SAMPLERS` will find the libraries that it needs.

    They are looked for, not imported: Optuna is first needed when a trial is already played.

    Raises:
        MissingOptunaError: if Optuna is not installed, which any study needs for its study.db.
        MissingLearnError: if it needs scikit-learn, which is not installed.
    """
    if find_spec("optuna") is None:
        raise MissingOptunaError
    if name == "gp":
        from tuner.samplers.gaussian_process import require_learn  # noqa: PLC0415

        require_learn()


def make_sampler(
    name: str, space: Space, trials: int, seed: int, start: Vector | None = None, batch: int = 1
) -> Sampler:
    """Return a sampler by its name in a study file.

    Args:
        name: an entry of `SAMPLERS`.
        space: what to tune.
        trials: how many vectors will be asked for.
        seed: of the study.
        start: where a search that goes step by step begins, by default at the hand-set vector; the
            other samplers do not use it.
        batch: how many vectors are asked for at once, of a sampler of `BATCHED`.

    Raises:
        UnknownNameError: if there is no such sampler.
        MissingLearnError: if it needs scikit-learn, which is not installed.
    """
    if name not in SAMPLERS:
        raise UnknownNameError("sampler", name, SAMPLERS)
    begins = space.hand_set if start is None else start
    return SAMPLERS[name](SamplerOrder(space, trials, seed, begins, batch))
