"""Set up the problems on which samplers are measured: made-up landscapes, and studies that play."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from makers.made_up_games import MadeUpGames, normal_noise
from tuner.config.study import Study, load_study
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings, set_seed
from tuner.matches.progress import Silent
from tuner.samplers.space import Vector
from tuner.stats.elo import score_of_elo
from tuner.tuning.study_run import StudyRun

__all__ = ["PROBLEMS", "STRENGTH_PAIRS", "Problem", "error_of_openings", "start", "strengths"]

STRENGTH_PAIRS = 5_000
"""Fresh pairs by which the strength of a vector is measured where it is not known."""

_TRUTH_SEED = 30_000
"""Openings of this seed tell the strength of what all seeds found."""

_SHARED = 0.5
"""Share of the variance of a game that its opening and seed decide, whoever plays."""


@dataclass(frozen=True)
class Problem:
    """Name a problem and its budget.

    Attributes:
        name: of a landscape, or of a study.
        parameters: how many are tuned.
        trials: of the search.
        pairs: of each trial.
        study: the text of its study file but for the budget.
    """

    name: str
    parameters: int
    trials: int
    pairs: int
    study: str

    @property
    def made_up(self) -> bool:
        """Return whether the strength of each vector is known."""
        return self.name == "landscape"

    @property
    def text(self) -> str:
        """Return its study file."""
        budget = f"trials: {self.trials}, pairs: {self.pairs}, finalists: 8"
        return f"{self.study}budget: {{{budget}, final_pairs: 1000, verdict_pairs: 16}}\n"


class Landscape(MadeUpGames):
    """Play made-up games of a bowl, steeper along some parameters than along others.

    The strength falls off from the optimum as a bowl does, in some parameters up to seven times as
    steeply as in others. A game is won where the difference of the strengths, the ease of its
    opening and seed, which all vectors share, and a noise of its own add up to more than 0. Both
    are normal, together with variance 1.

    Args:
        study: whose vectors play; its baseline is as strong as the hand-set vector.
        seed: of the optimum and of how steep the bowl is.
    """

    def __init__(self, study: Study, seed: int) -> None:
        size, stream = len(study.tune), np.random.default_rng(seed)
        away = 0.3 * stream.uniform(0.3, 1.0, size) * stream.choice([-1.0, 1.0], size)
        steep = np.exp(stream.uniform(-1.0, 1.0, size))
        self._names = study.heuristic
        self._optimum = 0.5 + away
        self._steep = 100.0 * steep / float((steep * away**2).sum())

    def elo(self, values: Sequence[float]) -> float:
        """Return the true Elo of a vector: 0 for the hand-set one, 100 for the optimum."""
        return 100.0 - float((self._steep * (np.array(values) - self._optimum) ** 2).sum())

    def _strength(self, agent: Agent) -> float:
        return self.elo(agent.values) if agent.heuristic == self._names else 0.0

    def leads(self, meeting: Meeting) -> NDArray[np.float64]:
        """Return the difference of the strengths with its noise in each game, shape (n, 2)."""
        (opponent,) = meeting.opponents
        lead = self._strength(meeting.candidate) - self._strength(opponent)
        strength = ndtri(min(max(score_of_elo(lead), 1e-9), 1 - 1e-9))
        openings = meeting.openings
        own = set_seed(openings.seed, *map(repr, meeting.candidate.values))
        noise = np.sqrt(_SHARED) * normal_noise(openings.seed, len(openings))
        noise += np.sqrt(1 - _SHARED) * normal_noise(own, len(openings))
        return np.asarray(strength + noise, dtype=np.float64)


def _landscape(parameters: int) -> str:
    names = [f"p{index}" for index in range(parameters)]
    ranges = "".join(f"    {name}: {{default: 0.5, low: 0, high: 1}}\n" for name in names)
    return (
        "name: landscape\ngame: isolation\nheuristic:\n  parameters:\n"
        f"{ranges}  formula: {' + '.join(names)} + 1\n"
        "baselines: [{name: hand-set, heuristic: open, search: {algorithm: greedy}}]\n"
    )


_TWO = """\
name: pressure
game: isolation
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines: [{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]
"""

_SEVEN = """\
name: seven-weights
game: isolation
heuristic:
  parameters:
    opp_moves: {default: 1.0, low: 0.0, high: 2.0}
    own_second: {default: 0.3, low: -0.5, high: 1.5}
    opp_second: {default: 0.3, low: -0.5, high: 1.5}
    territory_weight: {default: 0.2, low: 0.0, high: 2.0}
    center_weight: {default: 0.1, low: -1.0, high: 1.0}
    space_weight: {default: 0.1, low: -0.5, high: 0.5}
    distance_weight: {default: 0.0, low: -1.0, high: 1.0}
  formula: >-
    moves(own) - opp_moves * moves(opp)
    + own_second * second_moves(own) - opp_second * second_moves(opp)
    + territory_weight * territory_difference()
    + center_weight * (center_distance(opp) - center_distance(own))
    + space_weight * (nearby_blanks(own, 2) - nearby_blanks(opp, 2))
    + distance_weight * distance()
search: {algorithm: alphabeta, depth: 1}
baselines: [{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]
"""

PROBLEMS = (
    *(
        Problem("landscape", parameters, 151, 30, _landscape(parameters))
        for parameters in (2, 5, 10, 20)
    ),
    Problem("pressure", 2, 101, 60, _TWO),
    Problem("seven-weights", 7, 101, 60, _SEVEN),
)
"""Every problem."""


def start(problem: Problem, sampler: str, seed: int, folder: Path) -> StudyRun:
    """Return a problem of one seed, ready to be tuned; nothing is kept but in memory.

    Args:
        problem: which.
        sampler: that proposes.
        seed: of its openings, games and trials, and of the optimum of a landscape.
        folder: for its study file.
    """
    file = folder / "study.yaml"
    file.write_text(problem.text, encoding="utf-8")
    study = replace(load_study(file), seed=seed, sampler=sampler)
    ledger, threads = Ledger.in_memory(problem.name), ThreadPoolExecutor(1)
    sizes = {"search": study.budget.pairs, "selection": study.budget.final_pairs}
    plies = study.opening_plies
    openings = {
        name: draw_openings(study.game, plies, name, size, seed) for name, size in sizes.items()
    }
    if problem.made_up:
        arena = cast("Arena", Landscape(study, seed))
    else:
        fresh = draw_openings(study.game, plies, "verdict", STRENGTH_PAIRS, _TRUTH_SEED)
        openings["verdict"] = fresh
        arena = Arena(study.game, ledger, threads, lambda _: None)
    return StudyRun(study, arena, ledger, Silent(), openings, threads)


def strengths(study_run: StudyRun, vectors: Sequence[Vector]) -> list[float]:
    """Return the true Elo of vectors, or their scores on fresh pairs in percent."""
    arena: Any = study_run.arena
    if isinstance(arena, Landscape):
        return [arena.elo(vector) for vector in vectors]
    return [100 * one.value for one in study_run.evaluate_all(vectors, "verdict")]


def error_of_openings(study_run: StudyRun, vector: Vector) -> dict[str, float]:
    """Return `low` and `high` of a vector's score in percent, nothing where its strength is known.

    They are of its 95% interval over the openings by which strength is measured.
    """
    if isinstance(cast("Any", study_run.arena), Landscape):
        return {}
    (found,) = study_run.evaluate_all([vector], "verdict")
    interval = found.interval
    return {"low": round(100 * interval.low, 3), "high": round(100 * interval.high, 3)}
