"""Give named sets of baselines as agents: the opponents of the published tournaments."""

from __future__ import annotations

from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import usual_game
from features.baseline_set import BaselineSet
from features.presets import baseline_sets, find_preset
from tuner.matches.agent import Agent, AgentError

__all__ = ["agents_of", "compared_baselines", "default_baselines", "find_baselines"]


def agents_of(baselines: BaselineSet) -> tuple[Agent, ...]:
    """Return the agents of a set, with the presets' hand-set values."""
    members = [(name, find_preset(preset), search) for name, preset, search in baselines.members]
    return tuple(
        Agent(name, heuristic, heuristic.defaults, search) for name, heuristic, search in members
    )


def find_baselines(name: str) -> BaselineSet:
    """Return the set of this name.

    Raises:
        UnknownNameError: if there is none.
    """
    for one in baseline_sets():
        if one.name == name:
            return one
    raise UnknownNameError("set of baselines", name, (one.name for one in baseline_sets()))


def compared_baselines(game: Game[Any], name: str | None) -> tuple[str, tuple[Agent, ...]]:
    """Return name and agents of the set that a comparison asks for; no agents for "none".

    Args:
        game: that is played.
        name: of a set, "none", or None for the game's own, if it has one.

    Raises:
        UnknownNameError: if there is no such set.
        AgentError: if it is a set of another game.
    """
    chosen = default_baselines(game) if name is None else None
    if name == "none" or (name is None and chosen is None):
        return "none", ()
    chosen = chosen or find_baselines(name or "")
    if chosen.family != game.family:
        raise AgentError(
            f"the baselines '{chosen.name}' play {chosen.family}, not {game.name}; leave them out "
            "for the game's own",
            hint="baselines",
        )
    return chosen.name, agents_of(chosen)


def default_baselines(game: Game[Any]) -> BaselineSet | None:
    """Return the set that comparisons take: the one made for this very game, else the one made
    for the usual game of its family; None where there is neither.
    """
    by_game = {one.default_for: one for one in baseline_sets() if one.family == game.family}
    return by_game.get(game.name) or by_game.get(usual_game(game.family).name)
