"""Pack several calls into one task of Dask, and run them on a worker.

A bundle crosses as bytes, and is opened by a text: so neither the scheduler nor a worker that is
refused needs to know a class of this package.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

__all__ = [
    "DIGEST_TEXT",
    "RUN_TEXT",
    "Call",
    "Outcome",
    "accept",
    "pack_calls",
    "run_bundle",
    "unpack_outcomes",
]

RUN_TEXT = "__import__('tuner.cluster.bundle', fromlist=['run_bundle']).run_bundle(packed)"
"""A worker evaluates this, with the bytes of a bundle as `packed`."""

DIGEST_TEXT = "__import__('tuner.matches.provenance', fromlist=['sources_digest']).sources_digest()"
"""A worker evaluates this to say which version of this program it has, and which libraries."""

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
"""A function that a worker can import, with its arguments."""


class Outcome(NamedTuple):
    """Hold what a call gave: a value, or the error that it ended with."""

    value: Any
    error: Exception | None


def pack_calls(calls: Sequence[Call]) -> bytes:
    """Return the bytes of a bundle."""
    return pickle.dumps(list(calls), pickle.HIGHEST_PROTOCOL)


def run_bundle(packed: bytes) -> bytes:
    """Run the calls of a bundle one after the other; return the outcomes and the seconds taken."""
    began = time.perf_counter()
    outcomes = [_run(call) for call in pickle.loads(packed)]
    seconds = time.perf_counter() - began
    return pickle.dumps((outcomes, seconds), pickle.HIGHEST_PROTOCOL)


def _run(call: Call) -> Outcome:
    function, positional, named = call
    try:
        return Outcome(function(*positional, **named), None)
    except Exception as error:
        return Outcome(None, error)


def unpack_outcomes(packed: bytes) -> tuple[list[Outcome], float]:
    """Return the outcomes of a bundle, and how many seconds a worker needed for it."""
    outcomes, seconds = pickle.loads(packed)
    return outcomes, seconds


async def accept(resource: str, dask_worker: Any) -> None:
    """Let a worker offer a resource, as often as it has threads; Dask calls this on the worker."""
    await dask_worker.set_resources(**{resource: dask_worker.state.nthreads})
