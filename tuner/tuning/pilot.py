"""Play a few pairs before a study, and say what differences its budget can show."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from features.compiled import heuristic_player
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation, evaluate_pairs
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs, play_pairs
from tuner.samplers.space import Space
from tuner.stats.decision import detectable_difference
from tuner.stats.interval import Interval
from tuner.tuning.duel_plan import DuelPlan, plan_duel
from tuner.tuning.forecast import Forecast
from tuner.tuning.trials import tuned_agent

__all__ = ["Pilot", "play_pilot"]

_PAIRS = 128
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


@dataclass(frozen=True, eq=False)
class Pilot:
    """Hold what a few pairs of hand-set and random values say of a study.

    Attributes:
        hand_set: what the hand-set values played, on the same openings as the others.
        baselines: their names, in the order in which they were met.
        variance: of the difference of two vectors in the objective, opening by opening.
        shows: by stage, the smallest true difference of two vectors, from 0 to 1, that its pairs
            show in four of five studies. Empty where the pilot saw no difference.
        duel: what the head to head of the verdict can show.
    """

    hand_set: Evaluation
    baselines: tuple[str, ...]
    variance: float
    shows: Mapping[str, float]
    duel: DuelPlan

    @property
    def pairs(self) -> int:
        """Return how many each agent played against each baseline."""
        return self.hand_set.pairs

    @property
    def scores(self) -> dict[str, Interval]:
        """Return the scores of the hand-set values, by the name of the baseline."""
        return {name: self.hand_set.against(index) for index, name in enumerate(self.baselines)}

    @property
    def enlarge(self) -> str | None:
        """Return the key of the budget to raise first, that of the weakest stage; None where the
        pilot tells nothing of them.
        """
        if not self.shows:
            return None
        earlier = {name: one for name, one in self.shows.items() if name in _KEYS}
        weakest = max(earlier, key=lambda name: earlier[name])
        if earlier[weakest] > _APART * self.shows["verdict"]:
            return _KEYS[weakest]
        return "verdict_pairs"

    @property
    def at_ceiling(self) -> dict[str, Interval]:
        """Return the baselines that teach little, with the score against them."""
        means = self.hand_set.scores.mean(axis=1)
        return {
            name: self.hand_set.against(index)
            for index, name in enumerate(self.baselines)
            if not 1 - _CEILING <= means[index] <= _CEILING
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
    few = drawn.first(2)
    # The first games of a process wait for what they are compiled to.
    for _ in range(2):
        begun = time.thread_time()
        for one in study.baselines:
            _pairs(study, (own, one), few)
    each = (time.thread_time() - begun) / 2
    # Each vector at random meets the hand-set values as well.
    matches = 1 + _VECTORS + _VECTORS / len(study.baselines)
    pairs = min(pairs, int(_SECONDS / (each * matches)))
    if pairs < _FEWEST:
        return None
    drawn, stream = drawn.first(pairs), np.random.default_rng(study.seed)
    vectors = [space.from_unit(stream.random(len(study.tune))) for _ in range(_VECTORS)]
    others = [tuned_agent(study, vector) for vector in vectors]
    agents = [(one, baseline) for one in (own, *others) for baseline in study.baselines]
    agents += [(own, one) for one in others]
    with ThreadPoolExecutor(timed.threads) as executor:
        played = list(executor.map(lambda both: _pairs(study, both, drawn), agents))
    size = len(study.baselines)
    parts = [played[size * index :][:size] for index in range(1 + _VECTORS)]
    hand_set, *found = (_evaluation(study, one, drawn) for one in parts)
    spread = [float((one.values - hand_set.values).var(ddof=1)) for one in found]
    variance = float(np.mean(spread))
    budget = study.budget
    stages = {
        **({} if study.objective.on_positions else {"search": budget.pairs}),
        "selection": budget.final_pairs,
        "verdict": budget.verdict_pairs,
    }
    return Pilot(
        hand_set=hand_set,
        baselines=tuple(agent.name for agent in study.baselines),
        variance=variance,
        shows={name: detectable_difference(count, variance) for name, count in stages.items()}
        if variance
        else {},
        duel=plan_duel(study, [one.scores for one in played[-_VECTORS:]]),
    )


def _evaluation(study: Study, parts: Sequence[Pairs], openings: OpeningSet) -> Evaluation:
    weights = [one.weight for one in study.baselines]
    return evaluate_pairs(parts, weights, openings.clusters, study.objective)


def _pairs(study: Study, agents: tuple[Agent, Agent], openings: OpeningSet) -> Pairs:
    first, second = (
        heuristic_player(study.game, one.heuristic, one.values, one.search) for one in agents
    )
    # The pairs of the study itself have other seeds.
    name = f"pilot {agents[1].name}"
    return play_pairs(study.game, (first, second), openings, name, (0, len(openings)))
