"""Named sets of baselines: the opponents of the published tournaments.

A further set is one more entry of `BASELINE_SETS`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.play.search import Search
from features.presets import find_preset
from tuner.matches.agent import Agent, AgentError

__all__ = [
    "BASELINE_SETS",
    "BaselineSet",
    "compared_baselines",
    "default_baselines",
    "find_baselines",
]


@dataclass(frozen=True)
class BaselineSet:
    """Opponents that belong together, each of the same weight.

    Attributes:
        name: what a study calls the set.
        family: the family of games that its agents play.
        summary: where it comes from, in one line.
        members: name, preset and search of each agent.
    """

    name: str
    family: str
    summary: str
    members: tuple[tuple[str, str, Search], ...]

    def agents(self) -> tuple[Agent, ...]:
        """Return the agents, with the presets' hand-set values."""
        found = [(name, find_preset(preset), search) for name, preset, search in self.members]
        return tuple(
            Agent(name, heuristic, heuristic.defaults, search) for name, heuristic, search in found
        )


_RANDOM = ("Random", "null", Search("random"))
_MINIMAX = Search("minimax", depth=3)
_FIXED = Search("alphabeta", depth=5)

# The course's minimax places its piece anywhere.
_PLACED_MINIMAX = Search("staged", switch_ply=2, first=Search("random"), then=_MINIMAX)

# The published opponents deepen iteratively for 150 ms a move, which is another game on every
# machine. A limit in positions plays the same games everywhere: as many as the course's program
# visits in that time with each evaluation (configs/tournaments/udacity_2017_h1_h3.yaml says how
# measured).
_DEEPENING = {
    preset: Search("alphabeta", nodes=nodes)
    for preset, nodes in (("open", 4900), ("center", 6300), ("improved", 3800))
}

BASELINE_SETS = (
    BaselineSet(
        "udacity-2017-02",
        "isolation",
        "report on edge, mirror and pressure, 2017: Random, minimax to depth 3 and alpha-beta to "
        "depth 5",
        (
            _RANDOM,
            ("MM_null", "null", _MINIMAX),
            ("MM_open", "open", _MINIMAX),
            ("MM_improved", "improved", _MINIMAX),
            ("AB_null", "null", _FIXED),
            ("AB_open", "open", _FIXED),
            ("AB_improved", "improved", _FIXED),
        ),
    ),
    BaselineSet(
        "udacity-2017-06",
        "isolation",
        "reports on heuristics 1 to 6 and on place values, 2017: Random, minimax to depth 3 and "
        "alpha-beta for the nodes of 150 ms",
        (
            _RANDOM,
            ("MM_Open", "open", _MINIMAX),
            ("MM_Center", "center", _MINIMAX),
            ("MM_Improved", "improved", _MINIMAX),
            ("AB_Open", "open", _DEEPENING["open"]),
            ("AB_Center", "center", _DEEPENING["center"]),
            ("AB_Improved", "improved", _DEEPENING["improved"]),
        ),
    ),
    BaselineSet(
        "udacity-9x11",
        "isolation",
        "report on liberties and the centre: Random, greedy for own liberties, minimax to depth 3 "
        "for their difference",
        (
            _RANDOM,
            ("Greedy", "open", Search("greedy")),
            ("Minimax", "improved", _PLACED_MINIMAX),
        ),
    ),
    BaselineSet(
        "pentago-classic",
        "pentago",
        "report on straights: Random, and the hand-set straights by greedy search and alpha-beta",
        (
            ("Random", "straights", Search("random")),
            ("Greedy", "straights", Search("greedy")),
            ("AB_straights", "straights", Search("alphabeta", depth=2)),
        ),
    ),
)
"""All named sets."""


def find_baselines(name: str) -> BaselineSet:
    """Return the set of this name.

    Raises:
        UnknownNameError: if there is none.
    """
    for one in BASELINE_SETS:
        if one.name == name:
            return one
    raise UnknownNameError("set of baselines", name, (one.name for one in BASELINE_SETS))


def compared_baselines(game: Game[Any], name: str | None) -> tuple[str, tuple[Agent, ...]]:
    """Return name and agents of the set that a comparison asks for; no agents for "none".

    Args:
        game: that is played.
        name: of a set, "none", or None for the game's own.

    Raises:
        UnknownNameError: if there is no such set.
        AgentError: if it is a set of another game.
    """
    if name == "none":
        return name, ()
    chosen = default_baselines(game) if name is None else find_baselines(name)
    if chosen.family != game.family:
        raise AgentError(
            f"the baselines '{chosen.name}' play {chosen.family}, not {game.name}; leave them out "
            "for the game's own",
            hint="baselines",
        )
    return chosen.name, chosen.agents()


def default_baselines(game: Game[Any]) -> BaselineSet:
    """Return the set that comparisons take: the one made for this very game, else
    one of its family.

    Raises:
        UnknownNameError: if there is none.
    """
    fitting = [one for one in BASELINE_SETS if one.family == game.family]
    exact = [one for one in fitting if game.name.endswith(one.name.partition("-")[2])]
    if not fitting:
        raise UnknownNameError("set of baselines for", game.name, ())
    return (exact or fitting)[0]
