"""Define who plays: a heuristic with values for its parameters, and a search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from engine.play.search import Search
from features.heuristic import Heuristic
from features.presets import presets, spelling

__all__ = ["MAX_WEIGHT", "Agent", "AgentError", "check_game", "check_names"]


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
