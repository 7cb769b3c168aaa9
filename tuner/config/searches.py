"""The search that a configuration means."""

from __future__ import annotations

from typing import Any

from engine.game import Game
from engine.play.prover import check_prover
from engine.play.search import Search
from tuner.config.reader import Place
from tuner.config.reporting import reported_at
from tuner.config.sections import SearchSection

__all__ = ["resolve_search", "resolve_tunable_search", "search_phrase"]


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
