"""The search that a configuration means."""

from __future__ import annotations

from engine.search import Search
from tuner.loader import Place
from tuner.reporting import reported_at
from tuner.schema import SearchSection

__all__ = ["resolve_search"]


def resolve_search(section: SearchSection, place: Place) -> Search:
    """The search at a place of a configuration.

    Args:
        section: what stands there.
        place: the key `search`, or that of a stage.

    Raises:
        ConfigError: if its parts do not fit together.
    """
    first, then = (
        None if stage is None else resolve_search(stage, place.at(key))
        for key, stage in (("first", section.first), ("then", section.then))
    )
    with reported_at(place):
        return Search(
            algorithm=section.algorithm,
            depth=section.depth,
            nodes=section.nodes,
            ties=section.ties,
            time_ms=section.time_ms,
            switch_ply=section.switch_ply,
            first=first,
            then=then,
        )
