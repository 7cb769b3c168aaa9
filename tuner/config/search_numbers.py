"""The numbers of a study's search that can be tuned beside those of its heuristic."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.play.search import Search
from features.parameter import Tunable

__all__ = ["PREFIX", "SearchNumber", "search_numbers", "with_numbers"]

PREFIX = "search."
"""What the names of these numbers begin with; no parameter of a heuristic has a dot."""

_NUMBERS = ("switch_ply", "depth")
_PARTS = ("first", "then", "otherwise")


@dataclass(frozen=True)
class SearchNumber(Tunable):
    """A whole number of a search: `search.switch_ply`, `search.then.depth`."""


def search_numbers(search: Search) -> dict[str, int]:
    """Return the numbers of a search that can be tuned, by name, in a fixed order."""
    return dict(_numbers(search, PREFIX))


def with_numbers(search: Search, values: Mapping[str, float]) -> Search:
    """Return the search with other numbers.

    Args:
        search: what to change.
        values: by name, as in `search_numbers`; further names, such as those of a heuristic's
            parameters, change nothing.

    Raises:
        EngineError: if there is no such search.
    """
    return _changed(search, PREFIX, values)


def _numbers(search: Search, prefix: str) -> list[tuple[str, int]]:
    own = [(prefix + key, getattr(search, key)) for key in _NUMBERS]
    found = [(name, number) for name, number in own if number is not None]
    for key, part in _parts(search).items():
        found += _numbers(part, f"{prefix}{key}.")
    return found


def _changed(search: Search, prefix: str, values: Mapping[str, float]) -> Search:
    numbers = {key: int(values[prefix + key]) for key in _NUMBERS if prefix + key in values}
    parts = {key: _changed(part, f"{prefix}{key}.", values) for key, part in _parts(search).items()}
    return replace(search, **numbers, **parts)  # type: ignore[arg-type]


def _parts(search: Search) -> dict[str, Search]:
    parts = {key: getattr(search, key) for key in _PARTS}
    return {key: part for key, part in parts.items() if part is not None}
