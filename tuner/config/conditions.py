"""Read the further conditions that a study names for its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.play.search import Search
from features.parameter import Parameter, Tunable
from tuner.config.reader import Place
from tuner.config.searches import resolve_tunable_search
from tuner.config.sections import ConditionSection

__all__ = ["StudyCondition", "resolve_conditions", "resolve_plies"]

_SHARE = 8
"""Unless it is said, a condition is played with this fraction of the verdict's pairs."""


@dataclass(frozen=True)
class StudyCondition:
    """Name a condition under which the verdict's question is asked again.

    The tuned and the hand-set agent search as it says; the baselines play as they always do.

    Attributes:
        name: in words that end a sentence, such as "with 2,000 nodes".
        search: of the tuned and the hand-set agent.
        opening_plies: random plies at the start of each pair.
        pairs: of each agent against each baseline.
    """

    name: str
    search: Search
    opening_plies: int
    pairs: int

    def tree(self) -> dict[str, Any]:
        """Return it as a tree that JSON can hold, in the form of a study file."""
        return {
            "name": self.name,
            "search": self.search.tree(),
            "openings": {"plies": self.opening_plies},
            "pairs": self.pairs,
        }


def resolve_conditions(
    sections: Sequence[ConditionSection],
    place: Place,
    *,
    game: Game[Any],
    tune: Sequence[Tunable],
    plies: int,
    pairs: int,
) -> tuple[StudyCondition, ...]:
    """Return the conditions of a study file.

    Args:
        sections: what stands there.
        place: the key `conditions`.
        game: of the study.
        tune: what the study tunes.
        plies: of the study's openings.
        pairs: of the study's verdict.

    Raises:
        ConfigError: if a condition cannot be played, or two have the same name.
    """
    if sections and not any(isinstance(one, Parameter) for one in tune):
        cause = "only numbers of the search are tuned, and a condition replaces the search"
        raise place.error(cause, "leave conditions out, or tune a parameter of the heuristic")
    found: list[StudyCondition] = []
    for index, section in enumerate(sections):
        here = place.at(index)
        search = resolve_tunable_search(section.search, game, here.at("search"))
        own_plies = plies
        if section.openings is not None:
            own_plies = resolve_plies(section.openings.plies, game, here.at("openings", "plies"))
        name = section.name or _name(search, own_plies, plies)
        if name in {one.name for one in found}:
            raise here.error(f"there is another condition '{name}'", "give it a name of its own")
        found.append(
            StudyCondition(name, search, own_plies, section.pairs or max(16, pairs // _SHARE))
        )
    return tuple(found)


def resolve_plies(plies: int, game: Game[Any], place: Place) -> int:
    """Return the plies of openings that a game has.

    Raises:
        ConfigError: if they are as many as the game can last.
    """
    if plies >= game.max_plies:
        cause = f"{plies} plies fill the board of {game.name}"
        raise place.error(cause, f"give at most {game.max_plies - 1}; 2 to 6 are usual")
    return plies


def _name(search: Search, plies: int, usual: int) -> str:
    openings = "" if plies == usual else f" from openings of {plies} plies"
    return f"{search.phrase}{openings}"
