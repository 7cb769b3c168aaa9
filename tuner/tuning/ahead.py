"""Load in the background what a study needs soon, while machine code draws openings and plays."""

from __future__ import annotations

from concurrent.futures import Executor

from tuner.matches.provenance import sources_digest
from tuner.samplers.table import import_sampler
from tuner.stats.special import import_special

__all__ = ["import_ahead"]


def import_ahead(sampler: str, executor: Executor) -> None:
    """Begin to load what takes long, and to read the sources, on a thread of an executor.

    Whoever needs a module waits for it as if he had begun to import it. An error here ends the rest
    of the list and is told to nobody: each of these calls is made again where it is needed, which
    fails then in the same way and says so.

    Args:
        sampler: of the study, by its name.
        executor: whose threads have nothing to do yet.
    """
    executor.submit(_import, sampler)


def _import(sampler: str) -> None:
    import filelock  # noqa: F401, PLC0415 - slow to import

    import_special()
    sources_digest()
    import_sampler(sampler)
