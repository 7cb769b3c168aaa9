"""How many different vectors a search can try at all: few on a grid or among whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.config.study import Study
from tuner.tuning.grid import grid_points
from tuner.tuning.space import Space, Vector

__all__ = ["different_vectors", "vectors_to_try"]


def different_vectors(study: Study, given: Sequence[Vector], asked: int) -> int | None:
    """Return how many vectors a search can tell apart; None if more than it has trials.

    Args:
        study: whose sampler proposes.
        given: what is tried before the sampler is asked.
        asked: how often it is asked at most.
    """
    space = Space(study.tune)
    if study.sampler == "grid":
        points = grid_points(space, asked)
        return None if points is None else len({*points, *given})
    return space.size


def vectors_to_try(study: Study) -> int:
    """Return how many different vectors the search of a study tries at most, hand-set included."""
    trials = study.budget.trials
    found = different_vectors(study, [Space(study.tune).hand_set], trials - 1)
    return trials if found is None else min(trials, found)
