"""Evaluate calls of features by their kernels, many of them compiled at once."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from features.catalogue import find_features
from features.compiled import evaluate
from features.feature import TRIED_INTEGERS, Feature
from features.heuristic import Heuristic
from features.language.expression import FeatureCall
from features.language.syntax import MAX_PARTS
from features.parameter import Parameter

__all__ = ["call_chooser", "feature_calls", "kernel_values", "pieces_of"]

_CALLS = MAX_PARTS // 8
"""Calls of one heuristic: each takes about six parts, with the choice among them."""


def feature_calls(feature: Feature) -> tuple[FeatureCall, ...]:
    """Return the calls of a feature that are checked: each side, each of `TRIED_INTEGERS`."""
    sides = ("own", "opp") if feature.sided else ("",)
    choices = itertools.product(TRIED_INTEGERS, repeat=feature.arguments)
    return tuple(
        FeatureCall(feature.name, side, integers) for integers in choices for side in sides
    )


def kernel_values(
    features: Sequence[Feature], game: Game[Any], calls: Sequence[FeatureCall], states: States
) -> NDArray[np.float64]:
    """Return the compiled values of calls, as many compiled at once as a heuristic may have.

    Args:
        features: the features that are called, which the catalogue need not know.
        game: a game of their family.
        calls: what to evaluate.
        states: shape (n, STATE_SLOTS); "own" is their first side.

    Returns:
        float64, shape (number of calls, n).
    """
    pieces = pieces_of(calls)
    return np.concatenate([_values_of(features, game, piece, states) for piece in pieces])


def pieces_of(calls: Sequence[FeatureCall]) -> list[Sequence[FeatureCall]]:
    """Return calls in pieces, each of which one heuristic can hold."""
    return [calls[first : first + _CALLS] for first in range(0, len(calls), _CALLS)]


def call_chooser(
    features: Sequence[Feature], family: str, calls: Sequence[FeatureCall]
) -> Heuristic:
    """Return a heuristic whose value is one of a piece of calls: its parameter says which.

    Args:
        features: the features that are called, which the catalogue need not know.
        family: the family of games.
        calls: of `pieces_of`.
    """
    known = find_features(family)
    return Heuristic(
        name="calls",
        family=family,
        parameters=(Parameter("chosen_call", 0, 0, len(calls), integer=True),),
        where=tuple((f"call_{index}", str(call)) for index, call in enumerate(calls)),
        formula=_chosen(0, len(calls)),
        extra_features=tuple(one for one in features if one not in known.values()),
    )


def _values_of(
    features: Sequence[Feature], game: Game[Any], calls: Sequence[FeatureCall], states: States
) -> NDArray[np.float64]:
    heuristic = call_chooser(features, game.family, calls)
    values = [evaluate(game, heuristic, [float(call)], states) for call in range(len(calls))]
    return np.array(values, dtype=np.float64)


def _chosen(first: int, stop: int) -> str:
    """Return the formula for one of the calls, found by halving."""
    if stop - first == 1:
        return f"call_{first}"
    middle = (first + stop) // 2
    return f"({_chosen(first, middle)}) if chosen_call < {middle} else ({_chosen(middle, stop)})"
