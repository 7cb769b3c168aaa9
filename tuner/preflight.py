"""Looks at a study before it is paid for: faults and blind spots on a sample of positions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import States
from features.compiled import evaluate
from features.expression import FeatureCall
from features.interpret import explain_value
from features.parameter import Parameter
from tuner.config import Study
from tuner.sample import sample_positions
from tuner.solved_positions import find_solved, has_solved
from tuner.space import Space

__all__ = ["PreflightError", "preflight"]

_VIEWS = 4_000
_PLAIN_VIEWS = 200


class PreflightError(TuneError):
    """A study that would fail in the middle."""


@dataclass(frozen=True)
class _Sample:
    """Positions as both sides see them."""

    study: Study
    states: States

    def values(self, changes: dict[str, float]) -> NDArray[np.float64]:
        """The formula's values with some parameters changed."""
        heuristic = self.study.heuristic
        vector = [changes.get(one.name, one.default) for one in heuristic.parameters]
        return evaluate(self.study.game, heuristic, vector, self.states)


def preflight(study: Study) -> list[str]:
    """What the user should know before the games: one line each, empty if all is well.

    Raises:
        SolvedError: if the solved positions of the game cannot be used.
        PreflightError: if the formula is not a number in a sampled position, with the hand-set
            values or at a corner of the ranges.
    """
    if has_solved(study.game):
        # The verdict looks at them: what is damaged is told before the games.
        find_solved(study.game)
    sample = _Sample(study, sample_positions(study.game, _VIEWS // 2))
    space = Space(study.tune)
    hand_set = sample.values({})
    _check(sample, hand_set, "with the hand-set values")
    for end in (0.0, 1.0):
        corner = space.named(space.from_unit([end] * len(study.tune)))
        words = "highest" if end else "lowest"
        _check(sample, sample.values(corner), f"with all tuned parameters at their {words}")
    return [*_dead_parameters(sample, hand_set), *_constant_features(sample)]


def _check(sample: _Sample, values: NDArray[np.float64], condition: str) -> None:
    faults = np.flatnonzero(np.isnan(values))
    if len(faults):
        game = sample.study.game
        position = game.format_position(game.unpack(sample.states[faults[0] % (len(values) // 2)]))
        raise PreflightError(
            f"the formula is not a number in {len(faults)} of {len(values)} sampled positions "
            f"{condition}, first in {position}; guard it, for example with ratio(a, b, if_zero), "
            "or ask a feature only where it is defined"
        )


def _dead_parameters(sample: _Sample, hand_set: NDArray[np.float64]) -> list[str]:
    """Tuned parameters whose whole range changes no value, one at a time."""
    return [
        f"parameter '{one.name}' changes no value in {len(hand_set):,} sampled positions: there is "
        "nothing to tune in it"
        for one in sample.study.tune
        # Numbers of the search are no part of the formula.
        if isinstance(one, Parameter)
        and all(
            np.array_equal(sample.values({one.name: value}), hand_set)
            for value in (one.low, one.high)
        )
    ]


def _constant_features(sample: _Sample) -> list[str]:
    """Features that are never asked or have one value only; plain Python, on fewer positions."""
    study = sample.study
    step = max(1, len(sample.states) // 2 // _PLAIN_VIEWS)
    states = sample.states[: len(sample.states) // 2 : step]
    positions = [study.game.unpack(state) for state in states]
    views = [study.game.view(one, player) for one in positions for player in (1, 2)]
    seen: dict[FeatureCall, set[float]] = {call: set() for call in study.heuristic.features_used}
    for view in views:
        found = explain_value(study.heuristic, study.heuristic.defaults, view).features
        for call, value in found.items():
            seen[call].add(value)
    return [
        f"feature {call} "
        + (f"is {values.pop():g} wherever it is asked" if values else "is never asked")
        + f" in {len(views)} sampled views: it tells nothing apart"
        for call, values in seen.items()
        if len(values) < 2
    ]
