"""The search that a configuration means, and the numbers of it that can be tuned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.game import Game
from engine.play.prover import check_prover
from engine.play.search import Search
from features.parameter import Tunable
from tuner.config.reader import Place
from tuner.config.sections import SearchSection
from tuner.config.validation import reported_at

__all__ = [
    "PREFIX",
    "SearchNumber",
    "resolve_search",
    "resolve_tunable_search",
    "search_numbers",
    "search_phrase",
    "with_numbers",
]


def resolve_search(section: SearchSection, game: Game[Any], place: Place) -> Search:
    """Return the search at a place of a configuration.

    Args:
        section: what stands there.
        game: that is played with it.
        place: the key `search`, or that of a stage.

    Raises:
        ConfigError: if its parts do not fit together, or the game has no solver and it needs one.
    """
    first, then, otherwise = (
        None if part is None else resolve_search(part, game, place.at(key))
        for key in ("first", "then", "otherwise")
        for part in (getattr(section, key),)
    )
    with reported_at(place):
        search = Search(
            algorithm=section.algorithm,
            depth=section.depth,
            nodes=section.nodes,
            ties=section.ties,
            time_ms=section.time_ms,
            switch_ply=section.switch_ply,
            first=first,
            then=then,
            otherwise=otherwise,
            gives_up=section.gives_up,
        )
        check_prover(game, search)
    return search


def resolve_tunable_search(section: SearchSection, game: Game[Any], place: Place) -> Search:
    """Return the search at a place where a heuristic is tuned.

    Raises:
        ConfigError: as `resolve_search`, or if it asks no heuristic.
    """
    search = resolve_search(section, game, place)
    if not search.evaluates:
        cause = "a random search plays the same with all values, so nothing can be tuned"
        raise place.at("algorithm").error(cause, "use greedy, minimax or alphabeta")
    return search


def search_phrase(search: Search) -> str:
    """Return a search as a condition in a sentence: "at alphabeta depth 3", "with 2,000 nodes"."""
    if search.depth is not None:
        return f"at {search}"
    if search.algorithm == "alphabeta" and search.nodes is not None:
        return f"with {search.nodes:,} nodes"
    return f"with {search}"


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
