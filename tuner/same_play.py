"""Whether two vectors of a study are one and the same function, so that neither is better."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tuner.agents import Agent
from tuner.config import Study
from tuner.evaluation import Evaluation
from tuner.sameness import find_same_functions

__all__ = ["SamePlay", "find_same_play"]


@dataclass(frozen=True)
class SamePlay:
    """Why the best values that were found and the hand-set ones are the same function.

    Attributes:
        factor: whether their values of positions are equal up to a positive factor. Else it is
            their games that are equal, opening by opening.
        games: how many of each were compared.
    """

    factor: bool
    games: int


def find_same_play(
    study: Study, agents: tuple[Agent, Agent], evaluations: tuple[Evaluation, Evaluation]
) -> SamePlay | None:
    """Return why two agents are the same function; None if they are not.

    Args:
        study: whose game is played.
        agents: the best one but for the hand-set one, and that.
        evaluations: their games against the baselines, on the same openings with the same seeds.
    """
    first, second = evaluations
    games = 2 * first.scores.size
    if _value_alike(study, agents):
        return SamePlay(True, games)
    alike = np.array_equal(first.scores, second.scores) and first.plies == second.plies
    return SamePlay(False, games) if alike else None


def _value_alike(study: Study, agents: tuple[Agent, Agent]) -> bool:
    first, second = agents
    if first.search != second.search:
        return False
    return bool(find_same_functions(study.game, agents))
