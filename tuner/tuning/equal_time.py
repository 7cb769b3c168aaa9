"""Give agents limits of nodes that cost the same time.

The tuned agent gets as many nodes a move as it visits on average in its own games, every other
agent so many that a move takes it as long. Both sides search in the same way, and agents that play
alike get the very same limit, so an agent against itself has 50%.

What a node costs is measured (`tuner.matches.node_cost`), so the limits depend on the machine and
on chance. They are noted in the ledger once, and what is played at them is reproducible ever after.
Stages, proofs and limits in time have no share in this: at equal time everyone searches by
alpha-beta alone. Steps of a proof count as nodes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.play.deepening import by_nodes
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.node_cost import game_positions, node_cost_ratios
from tuner.matches.openings import set_seed
from tuner.stats.interval import Interval
from tuner.tuning.study_run import EQUAL_TIME, StudyRun

__all__ = ["MEASURED", "End", "EqualTime", "equal_time", "hull", "with_nodes"]

MEASURED = 2
"""So often the costs are measured: the second time at the limits to which the first one led."""

End = Literal["low", "estimate", "high"]
"""Which number of an interval of costs."""

_GAMES = 64
"""Games whose positions the costs are measured on."""


@dataclass(frozen=True)
class EqualTime:
    """Hold limits that take the same time.

    Attributes:
        nodes: of the first agent.
        ratios: by the key of an agent without its limit, how many times as many nodes it gets: its
            nodes are so many times cheaper.
    """

    nodes: int
    ratios: Mapping[str, Interval]

    def ratio(self, agent: Agent) -> Interval:
        """Return how many times as long the first agent's move takes, nodes being equal."""
        return self.ratios[_unlimited_key(agent)]

    def limited(self, agent: Agent, end: End = "estimate") -> Agent:
        """Return the agent with the limit that takes as long as the first agent's nodes.

        An agent that plays at random has no use for time and stays as it is.
        """
        return with_nodes(agent, self.nodes_of(agent, end)) if agent.search.uses_time else agent

    def nodes_of(self, agent: Agent, end: End = "estimate") -> int:
        """Return the limit of an agent whose search has a use for time."""
        ratio: float = getattr(self.ratio(agent), end)
        return max(1, round(self.nodes * ratio))


def with_nodes(agent: Agent, nodes: int) -> Agent:
    """Return the agent with a limit of nodes, at least one, in place of its own limit."""
    return replace(agent, search=by_nodes(agent.search, max(1, nodes)))


def equal_time(study_run: StudyRun, agents: Sequence[Agent], nodes: float) -> EqualTime:
    """Return the limits that take these agents the same time, measured once for a study.

    Args:
        study_run: of the study.
        agents: the first one gets `nodes`, all others what takes them as long.
        nodes: positions that the first agent visits in a move.

    Raises:
        LedgerError: if the ledger holds something else than limits.
    """
    whole = max(1, round(nodes))
    searching = [agent for agent in agents if agent.search.uses_time]
    # Agents that differ by their limit alone are one and the same under the new limit.
    different = {_unlimited_key(agent): agent for agent in reversed(searching)}
    different = {key: different[key] for key in dict.fromkeys(map(_unlimited_key, searching))}
    note = f"cost of {whole} nodes, {' '.join(different)}"
    text = study_run.ledger.noted(
        note, lambda: _written(_measured(study_run, list(different.values()), whole))
    )
    try:
        ratios = [Interval(*numbers) for numbers in json.loads(text)]
        return EqualTime(whole, dict(zip(different, ratios, strict=True)))
    except (ValueError, TypeError) as error:
        raise LedgerError(
            f"the ledger's note on the cost of nodes is damaged: {text[:40]!r}; move the run "
            "folder away to start anew"
        ) from error


def hull(intervals: Sequence[Interval]) -> Interval:
    """Return the first estimate with an interval that holds all of the intervals.

    For one and the same quantity under assumptions that are known only up to a range: it covers
    the truth as often as the interval does that belongs to the true assumption.
    """
    first = intervals[0]
    low, high = min(one.low for one in intervals), max(one.high for one in intervals)
    bounds = {one.bound for one in intervals}
    bound = first.bound if len(bounds) == 1 else "two-sided"
    return Interval(first.estimate, low, high, first.confidence, bound)


def _unlimited_key(agent: Agent) -> str:
    return agent_key(with_nodes(agent, 1))


def _written(ratios: Sequence[Interval]) -> str:
    return json.dumps([[one.estimate, one.low, one.high] for one in ratios])


def _measured(study_run: StudyRun, agents: Sequence[Agent], nodes: int) -> tuple[Interval, ...]:
    """Measure the ratios at the limits that they lead to: a longer search has another cost a node.

    Measured `MEASURED` times, first with the same limit for all.
    """
    if len(agents) == 1:
        return (Interval(1.0, 1.0, 1.0),)
    game, seed = study_run.study.game, set_seed(study_run.study.seed, "cost of nodes")
    players = [study_run.arena.player(with_nodes(agent, nodes)) for agent in agents]
    openings = study_run.openings[EQUAL_TIME[0]].states[:_GAMES]
    states = game_positions(game, [(players[0], one) for one in players], openings, seed)
    ratios = node_cost_ratios(game, players, states, seed)
    for _ in range(MEASURED - 1):
        limits = [round(nodes * one.estimate) for one in ratios]
        players = [study_run.arena.player(one) for one in map(with_nodes, agents, limits)]
        ratios = node_cost_ratios(game, players, states, seed)
    return ratios
