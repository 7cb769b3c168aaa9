"""Tune a problem in three ways, to see what tuning on solved positions gains in games."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tuner.comparison.compare import compare_agents
from tuner.comparison.model import Comparison, Matches
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.objective import ACCURACY, SCORE
from tuner.matches.progress import Silent
from tuner.solved.accuracy import kept_by
from tuner.solved.positions import find_choices
from tuner.stats.interval import Interval, wilson
from tuner.tuning.run import run_study

__all__ = ["BY_GAMES", "FIRST_POSITIONS", "ON_POSITIONS", "Tuned", "Ways", "tune_in_all_ways"]

BY_GAMES = "by games"
ON_POSITIONS = "on solved positions"
FIRST_POSITIONS = "solved positions, then games"

_KEYS = {
    BY_GAMES: (SCORE, None),
    ON_POSITIONS: (ACCURACY, None),
    FIRST_POSITIONS: (SCORE, ACCURACY),
}
"""Each way has an objective and a warm start."""


@dataclass(frozen=True)
class Tuned:
    """Hold the problem tuned in one way.

    Attributes:
        way: a key of the ways, or "hand-set".
        trials: of the search; a warm start has as many before it. 0 for hand-set.
        seconds: of wall time that the search took, on this machine.
        agent: with the values that were found, whether a verdict exports them or not.
        accuracy: on the verdict half of the solved positions.
    """

    way: str
    trials: int
    seconds: float
    agent: Agent
    accuracy: Interval


@dataclass(frozen=True)
class Ways:
    """Hold the problem tuned in all ways.

    Attributes:
        study: the problem.
        tuned: the hand-set values first, then each way.
        comparison: of all these on openings that none of the studies has seen.
    """

    study: Study
    tuned: tuple[Tuned, ...]
    comparison: Comparison


class _SearchClock(Silent):
    """Note when stages begin."""

    def __init__(self) -> None:
        self._began: dict[str, float] = {}

    def stage(self, name: str, amount: int, unit: str = "games") -> None:  # noqa: ARG002
        """Start the clock at the first stage, and stop it at the selection."""
        self._began.setdefault("selection" if name == "selection" else "search", time.monotonic())

    @property
    def seconds(self) -> float:
        """Return the seconds of the search, its warm start included."""
        return self._began["selection"] - self._began["search"]


def tune_in_all_ways(study: Study, trials: Mapping[str, int], runs: Path, threads: int) -> Ways:
    """Tune a problem in each way and compare what comes of it.

    Args:
        study: the problem; its objective is "score", its game has solved positions.
        trials: of each way.
        runs: folder for the runs.
        threads: that play.
    """
    names = [one.name for one in study.tune]
    by_hand = {one.name: float(one.default) for one in study.heuristic.parameters}
    hand_set = {name: by_hand[name] for name in names}
    tuned = [_tuned(study, "hand-set", hand_set, (0, 0.0))]
    for way, (objective, warm_start) in _KEYS.items():
        clock = _SearchClock()
        one = replace(
            study,
            name=f"{study.name}-{way.replace(' ', '-').replace(',', '')}",
            objective=objective,
            warm_start=warm_start,
            budget=replace(study.budget, trials=trials[way]),
        )
        verdict = run_study(one, runs, threads, clock)
        tuned.append(_tuned(study, way, verdict.tuned, (trials[way], clock.seconds)))
    matches = Matches(study.budget.verdict_pairs, study.opening_plies, study.seed, threads)
    return Ways(study, tuple(tuned), _compared(study, tuned, matches, runs))


def _tuned(study: Study, way: str, values: Mapping[str, float], search: tuple[int, float]) -> Tuned:
    parameters = study.heuristic.parameters
    chosen = tuple(float(values.get(one.name, one.default)) for one in parameters)
    agent = Agent(way, study.heuristic, chosen, study.search)
    kept = kept_by(study.game, agent, find_choices(study.game, "verdict", study.seed))
    return Tuned(way, *search, agent, wilson(int(kept.sum()), len(kept)))


def _compared(study: Study, tuned: Sequence[Tuned], matches: Matches, runs: Path) -> Comparison:
    # The differences of a comparison are to its first agent.
    agents = sorted((one.agent for one in tuned), key=lambda agent: agent.name != BY_GAMES)
    opponents = ("the study's", study.baselines)
    return compare_agents(study.game, agents, opponents, matches, runs, Silent())
