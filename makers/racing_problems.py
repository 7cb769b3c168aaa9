"""Set up the problems on which races are measured: a made-up landscape, and studies that play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from makers.made_up_games import MadeUpGames, normal_noise
from tuner.config.study import Study, load_study
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import OpeningSet, draw_openings, set_seed
from tuner.matches.progress import Silent
from tuner.samplers.space import Vector
from tuner.stats.elo import score_of_elo
from tuner.stats.interval import Interval
from tuner.tuning.study_run import StudyRun

__all__ = ["PROBLEMS", "STRENGTH_PAIRS", "Problem", "start", "true_score", "true_strengths"]

STRENGTH_PAIRS = 10_000
"""Fresh pairs by which the strength of a vector is measured where it is not known."""

_TRUTH_SEED = 20_000
"""Openings of this seed tell the strength of what all seeds found."""

_GAIN = 100.0
"""Elo of the optimum of the landscape above the hand-set vector."""

_DISTANCE = 0.5
"""From the hand-set vector to the optimum, in the unit cube."""

_SHARED, _SMOOTH, _OWN = 0.3, 0.6, 0.1
"""Shares of the variance of a game: of its opening and seed, whoever plays; of what vectors near
each other have in common; of the vector alone. In the studies that play, scores of finalists by
opening have correlations of 0.8 to 0.9, those of the hand-set vector and a finalist 0 to 0.4."""

_WAVES, _LENGTH = 16, 0.5
"""What near vectors share is a sum of so many waves (random Fourier features: Rahimi & Recht 2007)
of a Gaussian kernel with this length in the unit cube."""

Problem = str
"""Name of a problem, an entry of `PROBLEMS`."""


class _Landscape(MadeUpGames):
    """Play made-up games of a bowl, whose noise near vectors share in part.

    A game is won where the vector's strength, the ease of its opening and seed, and two kinds of
    noise add up to more than 0. These three are normal, or nearly so, together with variance 1.

    Args:
        study: whose vectors play.
        seed: of the optimum.
    """

    def __init__(self, study: Study, seed: int) -> None:
        size = len(study.tune)
        generator = np.random.default_rng(seed)
        direction = generator.normal(size=size)
        self._waves = generator.normal(size=(_WAVES, size)) / _LENGTH
        self._optimum = 0.5 + _DISTANCE * direction / np.linalg.norm(direction)
        self._low = np.array([one.low for one in study.tune])
        self._width = np.array([one.high for one in study.tune]) - self._low

    def elo(self, values: Sequence[float]) -> float:
        """Return the true Elo of a vector against the hand-set one, which has 0."""
        unit = self._unit(values)
        lost = float(((unit - self._optimum) ** 2).sum()) / _DISTANCE**2
        return _GAIN * (1 - lost)

    def _unit(self, values: Sequence[float]) -> NDArray[np.float64]:
        return np.asarray((np.array(values) - self._low) / self._width, dtype=np.float64)

    def leads(self, meeting: Meeting) -> NDArray[np.float64]:
        """Return the strength with its three kinds of noise in each game, shape (n, 2)."""
        values, count = meeting.candidate.values, len(meeting.openings)
        strength = ndtri(score_of_elo(self.elo(values)))
        own = set_seed(meeting.openings.seed, *map(repr, values))
        noise = np.sqrt(_SHARED) * normal_noise(meeting.openings.seed, count)
        noise += np.sqrt(_SMOOTH) * self._smooth(meeting.openings.seed, count, values)
        noise += np.sqrt(_OWN) * normal_noise(own, count)
        return np.asarray(strength + noise, dtype=np.float64)

    def _smooth(self, seed: int, count: int, values: Sequence[float]) -> NDArray[np.float64]:
        """Return noise of games, shape (count, 2), that is alike for vectors near each other."""
        phases = _phases(seed, count)
        angles = (self._waves @ self._unit(values)).astype(np.float32)
        waves = np.cos(phases + angles).sum(axis=2)
        return np.asarray(waves * np.sqrt(2 / _WAVES), dtype=np.float64)


@lru_cache(maxsize=16)
def _phases(seed: int, count: int) -> NDArray[np.float32]:
    generator = np.random.default_rng(set_seed(seed, "phases"))
    phases = generator.random((count, 2, _WAVES), np.float32)
    return np.asarray(phases * np.float32(2 * np.pi), dtype=np.float32)


def _landscape_openings(name: str, pairs: int, seed: int) -> OpeningSet:
    states = np.zeros((pairs, 4), np.uint64)
    return OpeningSet(name, states, np.arange(pairs), set_seed(seed, "games", name))


_LANDSCAPE = """\
name: landscape
game: isolation
heuristic:
  parameters:
    a: {default: 0.5, low: 0, high: 1}
    b: {default: 0.5, low: 0, high: 1}
    c: {default: 0.5, low: 0, high: 1}
    d: {default: 0.5, low: 0, high: 1}
    e: {default: 0.5, low: 0, high: 1}
  formula: a + b + c + d + e + 1
baselines: [{name: hand-set, heuristic: open, search: {algorithm: greedy}}]
budget: {trials: 120, pairs: 200, finalists: 10, final_pairs: 4000, verdict_pairs: 16}
"""

_TWO = """\
name: two-parameters
game: isolation
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
budget: {trials: 120, pairs: 200, finalists: 10, final_pairs: 4000, verdict_pairs: 16}
"""

_FIVE = """\
name: five-parameters
game: isolation
heuristic:
  parameters:
    opp_moves: {default: 1.0, low: 0.0, high: 2.0}
    own_second: {default: 0.3, low: -0.5, high: 1.5}
    opp_second: {default: 0.3, low: -0.5, high: 1.5}
    center_weight: {default: 0.1, low: -1.0, high: 1.0}
    distance_weight: {default: 0.0, low: -1.0, high: 1.0}
  formula: >-
    moves(own) - opp_moves * moves(opp) + own_second * second_moves(own)
    - opp_second * second_moves(opp)
    + center_weight * (center_distance(opp) - center_distance(own)) + distance_weight * distance()
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
- {name: open, heuristic: open, search: {algorithm: alphabeta, depth: 1}}
budget: {trials: 120, pairs: 100, finalists: 10, final_pairs: 2000, verdict_pairs: 16}
"""

PROBLEMS: Mapping[Problem, str] = {
    "landscape": _LANDSCAPE,
    "two-parameters": _TWO,
    "five-parameters": _FIVE,
}
"""The study file of each problem."""


def start(problem: Problem, seed: int, folder: Path) -> StudyRun:
    """Return a problem of one seed, ready to be tuned; nothing is kept but in memory.

    Args:
        problem: which.
        seed: of its openings, games and trials, and of the optimum of a landscape.
        folder: for its study file.
    """
    file = folder / f"{problem}.yaml"
    file.write_text(PROBLEMS[problem], encoding="utf-8")
    study = replace(load_study(file), seed=seed)
    budget, ledger, threads = study.budget, Ledger.in_memory(problem), ThreadPoolExecutor(1)
    # Trials that are played again have as many fresh openings behind those of the search.
    sizes = {"search": 20 * budget.pairs, "selection": budget.final_pairs}
    if problem == "landscape":
        openings = {name: _landscape_openings(name, size, seed) for name, size in sizes.items()}
        arena = cast("Arena", _Landscape(study, seed))
    else:
        openings = {name: _drawn(study, name, size, seed) for name, size in sizes.items()}
        openings["verdict"] = _drawn(study, "verdict", STRENGTH_PAIRS, _TRUTH_SEED)
        arena = Arena(study.game, ledger, threads, lambda _: None)
    return StudyRun(study, arena, ledger, Silent(), openings, threads)


def _drawn(study: Study, name: str, pairs: int, seed: int) -> OpeningSet:
    return draw_openings(study.game, study.opening_plies, name, pairs, seed)


def true_strengths(study_run: StudyRun, vectors: Sequence[Vector], pairs: int) -> list[float]:
    """Return the scores of vectors against the baselines: known, or of so many fresh pairs."""
    return [true_score(study_run, vector, pairs).estimate for vector in vectors]


def true_score(study_run: StudyRun, vector: Vector, pairs: int) -> Interval:
    """Return a score as `true_strengths` does, with its interval over openings; none if known."""
    arena: Any = study_run.arena
    if isinstance(arena, _Landscape):
        score = score_of_elo(arena.elo(vector))
        return Interval(score, score, score)
    openings = study_run.openings["verdict"].first(pairs)
    meeting = study_run.meeting_on(study_run.agent(vector), openings, 0)
    (played,) = arena.meet_all([meeting])
    return study_run.evaluation(played, "verdict").interval
