"""Find the search that a configuration means, and the numbers of it that can be tuned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.play.proof import check_prover
from engine.play.search import Search
from engine.play.searches import make_search
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
    "with_numbers",
]


PREFIX = "search."
"""What the names of these numbers begin with; no parameter of a heuristic has a dot."""


@dataclass(frozen=True)
class SearchNumber(Tunable):
    """Name a whole number of a search, such as `search.switch_ply` or `search.then.depth`."""


def resolve_search(section: SearchSection, game: Game[Any], place: Place) -> Search:
    """Return the search at a place of a configuration.

    Args:
        section: what stands there.
        game: that is played with it.
        place: the key `search`, or that of a stage.

    Raises:
        ConfigError: if its parts do not fit together, or the game has no solver and it needs one.
    """
    settings: dict[str, Any] = {}
    for key in type(section).model_fields:
        value = getattr(section, key)
        if isinstance(value, SearchSection):
            value = resolve_search(value, game, place.at(key))
        settings[key] = value
    with reported_at(place):
        search = make_search(**settings)
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


def search_numbers(search: Search) -> dict[str, int]:
    """Return the numbers of a search that can be tuned, by name, in a fixed order."""
    return {f"{PREFIX}{name}": number for name, number in search.numbers().items()}


def with_numbers(search: Search, values: Mapping[str, float]) -> Search:
    """Return the search with other numbers.

    Args:
        search: what to change.
        values: by name, as in `search_numbers`; further names, such as those of a heuristic's
            parameters, change nothing.

    Raises:
        EngineError: if there is no such search.
    """
    return search.with_numbers(
        {
            name.removeprefix(PREFIX): value
            for name, value in values.items()
            if name.startswith(PREFIX)
        }
    )
