"""Whether all that a study tried is one and the same function, so that nothing is better."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation
from tuner.matches.same_function import find_same_functions
from tuner.tuning.trials import Trial
from tuner.verdict.findings import SamePlay

__all__ = ["find_same_play"]


def find_same_play(
    study: Study,
    trials: Sequence[Trial],
    finalists: Sequence[Agent],
    evaluations: Sequence[Evaluation],
) -> SamePlay | None:
    """Return why all finalists are the same function; None if they are not.

    Where the study is reproducible the same function plays the same games. Then trials and
    selection games that differ in anything are proof that there are several functions.

    Args:
        study: whose game is played.
        trials: of the search.
        finalists: the hand-set agent, and at least one other.
        evaluations: their games on the selection openings, all with the same seeds.
    """
    if len(finalists) < 2:
        return None
    first = evaluations[0]
    games_alike = all(
        np.array_equal(first.scores, other.scores) and first.plies == other.plies
        for other in evaluations
    ) and all(
        (trial.value, trial.scores) == (trials[0].value, trials[0].scores) for trial in trials
    )
    if study.reproducible and not games_alike:
        return None
    games = 2 * first.scores.size
    if _value_alike(study, finalists):
        return SamePlay(True, games)
    return SamePlay(False, games) if games_alike else None


def _value_alike(study: Study, agents: Sequence[Agent]) -> bool:
    if any(agent.search != agents[0].search for agent in agents):
        return False
    found = find_same_functions(study.game, agents)
    return any(len(one.names) == len(agents) for one in found)
