"""Read the vectors that a ledger's notes keep by a name and a number."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tuner.samplers.space import Vector

__all__ = ["GIVEN", "given_vectors", "noted_vectors"]

GIVEN = "given trials"
"""The note of a run that was forked: the vectors that are tried before a sampler is asked."""


def noted_vectors(notes: Mapping[str, str], name: str) -> list[tuple[int, Vector]]:
    """Return the vectors that are noted under a name and a number, in the order of the numbers."""
    numbers = [key.removeprefix(f"{name} ") for key in notes if key.startswith(f"{name} ")]
    found = sorted(int(number) for number in numbers if number.isdecimal())
    return [(number, tuple(json.loads(notes[f"{name} {number}"]))) for number in found]


def given_vectors(note: str | None) -> tuple[Vector, ...]:
    """Return the vectors of a `GIVEN` note, none where there is no such note."""
    return () if note is None else tuple(tuple(vector) for vector in json.loads(note))
