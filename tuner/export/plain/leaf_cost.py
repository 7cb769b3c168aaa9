"""Measure what a leaf costs beside the baselines' formulas."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine.errors import EngineError
from tuner.export.exported_run import ExportedRun
from tuner.matches.agent import Agent

__all__ = ["LeafCost", "Leaves", "cost_sentence", "leaf_costs"]

_POSITIONS = 200
_REPEATS = 9
_TRIES = 5
"""Other programs only ever make a run longer: the shortest of some counts."""
_LONG = 0.05


Leaves = Callable[[Agent, Sequence[Any]], Callable[[], None]]
"""Gives a function that evaluates some positions with an agent's formula."""


@dataclass(frozen=True)
class LeafCost:
    """Hold how long a leaf takes, as a multiple of a baseline's.

    Attributes:
        baseline: the name of the baseline's heuristic.
        ratio: the median of the repeats.
        low: the smallest ratio of a repeat.
        high: the largest.
    """

    baseline: str
    ratio: float
    low: float
    high: float


def leaf_costs(run: ExportedRun, leaves: Leaves) -> tuple[LeafCost, ...]:
    """Return the cost of the exported formula beside that of each baseline that has one.

    All are written in the same way and take turns on the same positions of random games.

    Args:
        run: what is exported, and the baselines.
        leaves: gives a function that evaluates the positions once, for an agent.
    """
    own = run.exported
    others: dict[str, Agent] = {}
    for agent in run.baselines:
        known = agent.heuristic.digest == own.heuristic.digest
        if agent.search.evaluates and not known:
            others.setdefault(agent.heuristic.name, agent)
    if not others:
        return ()
    positions = _positions(run.game)
    calls = {"": leaves(own, positions)}
    for name, agent in others.items():
        # What a baseline alone needs is no reason to export nothing.
        with suppress(EngineError):
            calls[name] = leaves(agent, positions)
    # A formula that walks paths may take a second for all positions.
    tries = _TRIES if sum(map(_seconds, calls.values())) < _LONG else 1
    laps = [
        {name: min(_seconds(one) for _ in range(tries)) for name, one in calls.items()}
        for _ in range(_REPEATS)
    ]
    costs = []
    for name in list(calls)[1:]:
        ratios = [lap[""] / lap[name] for lap in laps]
        costs.append(LeafCost(name, median(ratios), min(ratios), max(ratios)))
    return tuple(costs)


def cost_sentence(costs: Sequence[LeafCost], where: str = "in plain Python") -> str:
    """Return what the measurement found, in one sentence and a warning."""
    if not costs:
        return "Cost of a leaf: no baseline has another formula to compare it with."
    parts = [
        f"{one.ratio:.1f} times that of {one.baseline} ({one.low:.1f} to {one.high:.1f})"
        for one in costs
    ]
    return (
        f"Cost of a leaf {where}: {', '.join(parts)}, each the median and the range of "
        f"{_REPEATS} repeats on the machine that wrote this file; these numbers alone differ each "
        "time that it is written. A search with a clock sees fewer positions with a dearer leaf, "
        "which can turn a gain at equal depth into a loss at equal time."
    )


def _positions(game: Any) -> list[Any]:
    """Return positions of random games, the same each time."""
    rng = random.Random(1)
    positions: list[Any] = []
    while len(positions) < _POSITIONS:
        position = game.initial()
        while game.winner(position) is None:
            positions.append(position)
            position = game.play(position, rng.choice(game.legal_moves(position)))
    return rng.sample(positions, _POSITIONS)


def _seconds(call: Callable[[], None]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start
