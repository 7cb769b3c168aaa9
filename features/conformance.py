"""Check what every feature and every heuristic must pass, a user's own ones too.

`check_feature` and `check_heuristic` play seeded random games and compare the compiled code with
plain Python in every position that occurs.
"""

from __future__ import annotations

import inspect
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from features.calls import feature_calls, kernel_values
from features.compiled import evaluate
from features.errors import FeatureError
from features.feature import Feature
from features.heuristic import Heuristic
from features.interpret import interpret
from features.language.expression import FeatureCall

__all__ = [
    "ConformanceError",
    "check_feature",
    "check_features",
    "check_heuristic",
    "check_twins",
    "random_positions",
]

TOLERANCE = 1e-9
"""Compiled code and plain Python may differ by this share of the value: functions such as exp
round differently."""


class ConformanceError(FeatureError, AssertionError):
    """A feature or heuristic does not keep what it promises; the message names the position."""


def random_positions(game: Game[Any], count: int, seed: int) -> tuple[Any, ...]:
    """Return positions of random games, first ones and finished ones among them.

    Args:
        game: what to play.
        count: how many positions.
        seed: the same seed gives the same positions.
    """
    generator = random.Random(seed)
    positions: list[Any] = []
    while len(positions) < count:
        position = game.initial()
        positions.append(position)
        # A game may be long, or even have no end.
        while len(positions) < count and game.winner(position) is None:
            position = game.play(position, generator.choice(game.legal_moves(position)))
            positions.append(position)
    return tuple(positions[:count])


def check_feature(
    feature: Feature, game: Game[Any], positions: Sequence[Any] | None = None
) -> None:
    """Check that a feature is documented, finite, and the same compiled and in plain Python.

    NaN is allowed where kernel and twin agree on it and the docstring has the word.

    Args:
        feature: what to check.
        game: a game of its family.
        positions: where to check it; by default those of some seeded random games.

    Raises:
        ConformanceError: at the first fault.
    """
    check_features((feature,), game, positions)


def check_features(
    features: Sequence[Feature],
    game: Game[Any],
    positions: Sequence[Any] | None = None,
    calls: Sequence[FeatureCall] | None = None,
) -> None:
    """Check several features of a family as `check_feature` does, compiled together.

    Args:
        features: what to check.
        game: a game of their family.
        positions: where to check them; by default those of some seeded random games.
        calls: which calls of them; by default those of `feature_calls`.
    """
    for feature in features:
        if not inspect.getdoc(feature.kernel):
            raise ConformanceError(
                f"feature '{feature.name}' has no docstring; say what it measures"
            )
    checked = random_positions(game, 300, seed=1) if positions is None else positions
    named = {feature.name: feature for feature in features}
    if calls is None:
        calls = [call for feature in features for call in feature_calls(feature)]
    kernels = kernel_values(features, game, calls, game.pack(checked))
    seen = [_Seen.of(game, position) for position in checked]
    for call, values in zip(calls, kernels, strict=True):
        for one, value in zip(seen, values, strict=True):
            _check_call(named[call.feature], call, one, float(value))


def check_twins(
    features: Sequence[Feature],
    game: Game[Any],
    positions: Sequence[Any],
    calls: Sequence[FeatureCall],
) -> None:
    """Check that twins run and give numbers, before anything is compiled; arguments as above."""
    named = {feature.name: feature for feature in features}
    for position in positions:
        seen = _Seen.of(game, position)
        for call in calls:
            _twin_value(named[call.feature], call, seen)


@dataclass(frozen=True)
class _Seen:
    """This is a position as both sides see it, its mover first, and both once more to compare."""

    game: Game[Any]
    position: Any
    views: Mapping[str, Any]
    untouched: Mapping[str, Any]

    @classmethod
    def of(cls, game: Game[Any], position: Any) -> _Seen:
        mover = game.player_to_move(position)
        players = {"own": mover, "": mover, "opp": 3 - mover}
        views, untouched = (
            {side: game.view(position, player) for side, player in players.items()}
            for _ in range(2)
        )
        return cls(game, position, views, untouched)


def _check_call(feature: Feature, call: FeatureCall, seen: _Seen, value: float) -> None:
    twin = _twin_value(feature, call, seen)
    # Most calls are right, and need no text.
    if value == twin and math.isfinite(twin):
        return
    place = f"{call} in {seen.game.format_position(seen.position)}"
    _check_equal(value, twin, place)
    allowed = math.isnan(twin) and "NaN" in (inspect.getdoc(feature.kernel) or "")
    if not math.isfinite(twin) and not allowed:
        raise ConformanceError(
            f"{place} is {twin}; a feature is finite, or its docstring says where it is NaN"
        )


def check_heuristic(
    heuristic: Heuristic, game: Game[Any], positions: Sequence[Any] | None = None
) -> None:
    """Check that a heuristic uses all that it names, and compiles to what it says.

    Tried with the hand-set values, with all ranges' lows, with their highs, and at random.

    Args:
        heuristic: what to check.
        game: a game of its family.
        positions: where to check it; by default those of some seeded random games.

    Raises:
        ConformanceError: at the first fault; NaN in any position is one.
    """
    unused = (*heuristic.unused_parameters(), *heuristic.unused_terms())
    if unused:
        raise ConformanceError(f"'{heuristic.name}' does not use {', '.join(unused)}; take it out")
    checked = random_positions(game, 200, seed=2) if positions is None else positions
    states = game.pack(checked)
    for vector in _vectors(heuristic):
        values = evaluate(game, heuristic, vector, states)
        for position, value in zip(checked, values, strict=True):
            place = f"'{heuristic.name}' with {vector} in {game.format_position(position)}"
            view = game.view(position, game.player_to_move(position))
            _check_equal(float(value), interpret(heuristic, vector, view), place)
            if math.isnan(value):
                raise ConformanceError(f"{place} is NaN; change the formula or a range")


def _twin_value(feature: Feature, call: FeatureCall, seen: _Seen) -> float:
    """Return the twin's value, after checks of how it treats its argument."""
    view = seen.views[call.side]
    value = feature.twin(view, *call.integers)
    if not isinstance(value, float):
        if feature.written_once:
            cure = "let the function return a number"
            raise ConformanceError(f"{call} gives {value!r} in plain Python; {cure}")
        raise ConformanceError(f"the twin of {call} gives {value!r}; it must give a float")
    if view != seen.untouched[call.side]:
        raise ConformanceError(f"the twin of {call} changes its argument; copy what it changes")
    return value


def _check_equal(kernel: float, twin: float, place: str) -> None:
    same = math.isnan(twin) if math.isnan(kernel) else kernel == twin
    if not same and not math.isclose(kernel, twin, rel_tol=TOLERANCE, abs_tol=TOLERANCE):
        raise ConformanceError(f"{place} is {kernel!r} compiled, {twin!r} in plain Python")


def _vectors(heuristic: Heuristic) -> list[tuple[float, ...]]:
    generator = random.Random(3)
    parameters = heuristic.parameters
    drawn = [generator.uniform(one.low, one.high) for one in parameters]
    vectors = [
        heuristic.defaults,
        tuple(one.low for one in parameters),
        tuple(one.high for one in parameters),
        tuple(
            float(round(value)) if one.integer else value
            for one, value in zip(parameters, drawn, strict=True)
        ),
    ]
    return list(dict.fromkeys(vectors))
