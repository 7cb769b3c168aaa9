"""The agent of a study with some values of its tuned parameters."""

from __future__ import annotations

from tuner.config.search_numbers import with_numbers
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.tuning.space import Space, Vector

__all__ = ["tuned_agent"]


def tuned_agent(study: Study, vector: Vector, name: str = "tuned") -> Agent:
    """Return the study's agent with these values; what is not tuned stays hand-set."""
    tuned = {key: float(value) for key, value in Space(study.tune).named(vector).items()}
    values = tuple(tuned.get(one.name, one.default) for one in study.heuristic.parameters)
    return Agent(name, study.heuristic, values, with_numbers(study.search, tuned))
