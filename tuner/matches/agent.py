"""Define who plays: a heuristic with values and a search; and the named sets of baselines."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import TuneError, UnknownNameError
from engine.game import Game
from engine.games import usual_game
from engine.play.lookahead import AlphaBeta
from engine.play.search import Search
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic
from features.presets import baseline_sets, find_preset, presets, spelling

__all__ = [
    "DEFAULT_SEARCH",
    "MAX_WEIGHT",
    "Agent",
    "AgentError",
    "agents_of",
    "check_game",
    "check_names",
    "compared_baselines",
    "default_baselines",
    "find_baselines",
]

DEFAULT_SEARCH: Search = AlphaBeta(depth=3)
"""How an agent looks ahead that names no search."""

MAX_WEIGHT = 1_000_000
"""Of a baseline: weights are relative, and the sum of enormous ones is no number."""


class AgentError(TuneError):
    """The parts of an agent do not fit together."""


@dataclass(frozen=True)
class Agent:
    """An agent is a player of one game.

    Attributes:
        name: what tables call it.
        heuristic: how it values a position; some searches never ask it.
        values: the parameters' values, in the order of `heuristic.parameters`.
        search: how it looks ahead.
        weight: its share in the mean over several baselines, relative to theirs.

    Raises:
        AgentError: if there is not one finite value for each parameter, or the weight is not
            above 0, or above MAX_WEIGHT.
    """

    name: str
    heuristic: Heuristic
    values: tuple[float, ...]
    search: Search
    weight: float = 1.0

    def __post_init__(self) -> None:
        wanted = len(self.heuristic.parameters)
        if len(self.values) != wanted:
            raise AgentError(
                f"agent '{self.name}' has {len(self.values)} values for {wanted} parameters; "
                "give one for each"
            )
        if not all(map(math.isfinite, self.values)):
            raise AgentError(f"agent '{self.name}' has a value that is not finite; give numbers")
        if not 0 < self.weight <= MAX_WEIGHT:
            raise AgentError(
                f"the weight of agent '{self.name}' must be a number above 0 and at most "
                f"{MAX_WEIGHT:,}"
            )

    def describe(self) -> str:
        """Return what it plays, for example "improved, alphabeta depth 3".

        Values other than those of the preset are spelled out; all of them where there is no preset.
        """
        if not self.search.evaluates:
            return str(self.search)
        published = _published(self.heuristic)
        changed = [
            f"{parameter.name} {value:g}"
            for parameter, value in zip(self.heuristic.parameters, self.values, strict=True)
            if published.get(parameter.name) != value
        ]
        values = f" ({', '.join(changed)})" if changed else ""
        return f"{spelling(self.heuristic)}{values}, {self.search}"


def check_game(agent: Agent, game: Game[Any]) -> None:
    """Refuse an agent of another game: its kernels would read the memory of another board.

    Raises:
        AgentError: if its heuristic belongs to another family of games.
    """
    if agent.heuristic.family != game.family:
        raise AgentError(
            f"agent '{agent.name}' plays {agent.heuristic.family}, not {game.name}; choose another"
        )


def check_names(agents: Sequence[Agent]) -> None:
    """Refuse agents that results could not tell apart.

    Raises:
        AgentError: if two have the same name.
    """
    names = [agent.name for agent in agents]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise AgentError(
            f"two agents are called '{twice}'; leave one out, or give one another name"
        )


def _published(heuristic: Heuristic) -> dict[str, float]:
    """Return the hand-set values of the preset that a heuristic is, none if it is no preset."""
    for preset in presets():
        if (preset.name, preset.variant) == (heuristic.name, heuristic.variant):
            return {parameter.name: parameter.default for parameter in preset.parameters}
    return {}


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
