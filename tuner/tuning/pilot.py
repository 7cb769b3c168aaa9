"""Play a few pairs before a study, and say what differences its budget can show."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from features.compiled import heuristic_player
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation, evaluate_pairs
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import play_pairs
from tuner.samplers.space import Space
from tuner.stats.decision import detectable_difference
from tuner.stats.elo import elo_of_score
from tuner.stats.interval import Interval
from tuner.stats.text import score_text
from tuner.tuning.forecast import Forecast
from tuner.tuning.trials import tuned_agent

__all__ = ["Pilot", "pilot_lines", "pilot_tree", "play_pilot"]

_PAIRS = 200
_FEWEST = 32
"""Of fewer pairs a variance says little."""

_SECONDS = 1.0
"""For all games of the pilot."""

_APART = 3.0
"""A stage that shows only differences so many times those of the verdict is the first to enlarge.
"""

_KEYS = {"search": "pairs", "selection": "final_pairs"}

_VECTORS = 2
"""Vectors at random beside the hand-set one."""

_CEILING = 0.95
"""Against whom the hand-set values score more than this, or less than the rest, there is little to
learn: nearly all pairs end alike."""


@dataclass(frozen=True)
class Pilot:
    """Hold what a few pairs of hand-set and random values say of a study.

    Attributes:
        pairs: that each of them played against each baseline, on the same openings.
        scores: of the hand-set values, by the name of the baseline.
        variance: of the difference of two vectors in the objective, opening by opening.
        shows: by stage, the smallest true difference of two vectors, from 0 to 1, that its pairs
            show in four of five studies.
    """

    pairs: int
    scores: Mapping[str, Interval]
    variance: float
    shows: Mapping[str, float]

    @property
    def enlarge(self) -> str:
        """Return the key of the budget to raise first: that of the weakest stage."""
        earlier = {name: one for name, one in self.shows.items() if name in _KEYS}
        weakest = max(earlier, key=lambda name: earlier[name])
        if earlier[weakest] > _APART * self.shows["verdict"]:
            return _KEYS[weakest]
        return "verdict_pairs"

    @property
    def at_ceiling(self) -> dict[str, Interval]:
        """Return the baselines that teach little, with the score against them."""
        return {
            name: score
            for name, score in self.scores.items()
            if not 1 - _CEILING <= score.estimate <= _CEILING
        }


def play_pilot(study: Study, openings: Mapping[str, OpeningSet], timed: Forecast) -> Pilot | None:
    """Return what a pilot says; None where its games would take too long.

    Args:
        study: before its games.
        openings: of every stage, by the name of their set; the pilot plays those of the selection.
        timed: the forecast of the study, which tells where a pair takes too long.

    Raises:
        EvaluationError: if the formula gave no number.
    """
    drawn, space = openings["selection"], Space(study.tune)
    own = tuned_agent(study, space.hand_set)
    pairs = min(_PAIRS, len(drawn))
    if 2 * sum(timed.game_seconds[: len(study.baselines)]) > _SECONDS:
        return None
    # The first games of a process wait for what they are compiled to.
    _evaluation(study, own, drawn.first(2))
    begun = time.perf_counter()
    _evaluation(study, own, drawn.first(2))
    each = (time.perf_counter() - begun) / 2
    pairs = min(pairs, int(_SECONDS / (each * (1 + _VECTORS))))
    if pairs < _FEWEST:
        return None
    drawn, stream = drawn.first(pairs), np.random.default_rng(study.seed)
    others = [space.from_unit(stream.random(len(study.tune))) for _ in range(_VECTORS)]
    hand_set, *found = (
        _evaluation(study, agent, drawn)
        for agent in (own, *(tuned_agent(study, vector) for vector in others))
    )
    spread = [float((one.values - hand_set.values).var(ddof=1)) for one in found]
    variance = float(np.mean(spread))
    budget = study.budget
    stages = {
        **({} if study.objective.on_positions else {"search": budget.pairs}),
        "selection": budget.final_pairs,
        "verdict": budget.verdict_pairs,
    }
    return Pilot(
        pairs=pairs,
        scores={agent.name: hand_set.against(index) for index, agent in enumerate(study.baselines)},
        variance=variance,
        shows={name: detectable_difference(count, variance) for name, count in stages.items()},
    )


def _evaluation(study: Study, agent: Agent, openings: OpeningSet) -> Evaluation:
    own, *others = (
        heuristic_player(study.game, one.heuristic, one.values, one.search)
        for one in (agent, *study.baselines)
    )
    parts = [
        # The pairs of the study itself have other seeds.
        play_pairs(study.game, (own, other), openings, f"pilot {one.name}", (0, len(openings)))
        for one, other in zip(study.baselines, others, strict=True)
    ]
    weights = [one.weight for one in study.baselines]
    return evaluate_pairs(parts, weights, openings.clusters, study.objective)


def pilot_lines(pilot: Pilot | None) -> list[str]:
    """Return for people what the budget can show, and against whom there is little to learn."""
    if pilot is None:
        return []
    compared = {
        "search": "one trial from another",
        "selection": "one finalist from another",
        "verdict": "tuned from hand-set",
    }
    return [
        f"  the smallest difference that four of five such studies show (95%), by a pilot of "
        f"{pilot.pairs} pairs of hand-set and random values on common openings:",
        *(
            f"    {name}: {compared[name]} from {100 * one:.2f} points on, between equals "
            f"{elo_of_score(min(1.0, 0.5 + one)):.0f} Elo"
            for name, one in pilot.shows.items()
        ),
        f"    raise budget.{pilot.enlarge} first: four times the pairs show half the difference",
        *(
            f"  {name} teaches little: the hand-set values score {score_text(score)} against it; "
            f"a {'stronger' if score.estimate > 0.5 else 'weaker'} baseline says more"
            for name, score in pilot.at_ceiling.items()
        ),
    ]


def pilot_tree(pilot: Pilot | None) -> dict[str, Any] | None:
    """Return the pilot as JSON: null where its games would take too long.

    "shows" has by stage the smallest difference of two scores, from 0 to 1, that four of five
    studies show, "variance" that of an opening's difference, "scores" those of the hand-set values
    against each baseline, "teaches_little" the baselines of which nearly all points go to one
    side, and "enlarge" the key of the budget to raise first.
    """
    if pilot is None:
        return None
    return {
        "pairs": pilot.pairs,
        "variance": pilot.variance,
        "shows": dict(pilot.shows),
        "scores": {
            name: {"score": one.estimate, "low": one.low, "high": one.high}
            for name, one in pilot.scores.items()
        },
        "teaches_little": list(pilot.at_ceiling),
        "enlarge": pilot.enlarge,
    }
