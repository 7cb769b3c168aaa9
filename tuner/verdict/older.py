"""Read on what earlier versions have written into verdict.json: add what it lacks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.stats.decision import few_openings

__all__ = ["completed"]


def completed(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of a verdict.json with the keys that earlier versions did not write.

    Those decided each verdict by a 95% interval and kept no looks, gave each match head to head its
    length before, shrank no claim of a search, and did not say of openings that they are few.

    Raises:
        KeyError: if a part that every version has written is missing.
        TypeError: if such a part is no mapping.
    """
    match, claim = content["head_to_head"], content["search_claim"]
    return {
        "looks": [],
        "level": 0.95,
        "few_openings": few_openings(content["openings"]),
        **content,
        "head_to_head": {**match, "sprt": {"cap": None, **match["sprt"]}},
        "search_claim": {"shrunken": None, "shrinkage": None, **claim},
    }
