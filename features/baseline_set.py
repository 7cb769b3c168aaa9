"""Name the opponents of the published tournaments, as data."""

from __future__ import annotations

from dataclasses import dataclass

from engine.play.search import Search

__all__ = ["BaselineSet"]


@dataclass(frozen=True)
class BaselineSet:
    """A baseline set has opponents that belong together, each with the same weight.

    Attributes:
        name: what a study calls the set.
        family: the family of games that its agents play.
        summary: where it comes from, in one line.
        members: name, preset and search of each agent; the preset plays with its hand-set values.
        default_for: the game whose comparisons take this set where none is named, "" for none.
            Where it is the usual game of the family, those of other boards take it, too.
    """

    name: str
    family: str
    summary: str
    members: tuple[tuple[str, str, Search], ...]
    default_for: str = ""
