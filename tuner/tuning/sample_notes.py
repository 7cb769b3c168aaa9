"""Look at the values of a study's formula in sampled positions, in plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeGuard

import numpy as np

from features.heuristic import Heuristic
from features.interpret import explain_value
from features.language.expression import (
    Binary,
    Comparison,
    Expression,
    FeatureCall,
    FunctionCall,
    ParameterName,
    children,
    walk,
    written,
)
from tuner.config.study import Study
from tuner.matches.sample import sample_positions
from tuner.samplers.space import Space
from tuner.tuning.trials import tuned_agent

__all__ = ["sample_notes"]

_POSITIONS = 200
_ROUNDS = ("floor", "round", "mod")
_Step = Comparison | FunctionCall
"""What jumps at some value of its parts: a comparison, or a function of _ROUNDS."""
_WHOLE = ("plies", "squares")
"""Features that say in whole numbers how far a game is."""


def sample_notes(study: Study) -> list[str]:
    """Return a line for each feature that tells nothing apart, each division by 0, each step that
    rounding decides, and each sum of which a search loses a part, with the hand-set and with random
    values.
    """
    seen = _look(study)
    return [*_constant_features(seen), *_divisions(seen), *_steps(study, seen), *_lost(seen)]


@dataclass(frozen=True)
class _Seen:
    """Collect what the formula came across in sampled views, each position as both sides see it."""

    views: int
    values: dict[FeatureCall, set[float]]
    by_zero: Counter[Binary] = field(default_factory=Counter)
    close: Counter[_Step] = field(default_factory=Counter)
    lost: Counter[Binary] = field(default_factory=Counter)


def _look(study: Study) -> _Seen:
    game, heuristic = study.game, study.heuristic
    # After every number of plies: comparisons with a stage of the game hang on a single one.
    states = sample_positions(game, _POSITIONS, step=1)
    states = states[: len(states) // 2]
    seen = _Seen(2 * len(states), {call: set() for call in heuristic.features_used})
    for state, values in zip(states, _values(study), strict=False):
        view = game.view(game.unpack(state), 1)
        for seen_by in (view, view.swapped()):
            found = explain_value(heuristic, values, seen_by)
            for call, value in found.features.items():
                seen.values[call].add(value)
            seen.by_zero.update(found.by_zero)
            seen.close.update(found.close)
            seen.lost.update(found.lost)
    return seen


def _values(study: Study) -> Iterator[tuple[float, ...]]:
    """Yield the hand-set values and random ones in turn: some features are asked by few values."""
    space, stream = Space(study.tune), np.random.default_rng(study.seed)
    while True:
        yield study.heuristic.defaults
        drawn = space.from_unit(stream.random(len(study.tune)))
        yield tuned_agent(study, drawn).values


def _constant_features(seen: _Seen) -> list[str]:
    return [
        f"feature {call} "
        + (f"is {min(values):g} wherever it is asked" if values else "is never asked")
        + f" in {seen.views} sampled views: it tells nothing apart"
        for call, values in seen.values.items()
        if len(values) < 2
    ]


def _divisions(seen: _Seen) -> list[str]:
    return [
        f"{written(one)} divides by 0 in {count} of {seen.views} sampled views; write "
        f"ratio({written(one.left)}, {written(one.right)}, if_zero) with the value that is meant "
        "there"
        for one, count in seen.by_zero.items()
    ]


def _lost(seen: _Seen) -> list[str]:
    return [
        f"in {count} of {seen.views} sampled views a search takes {written(one)} for 0: less than "
        "1e-12 of its left side is left there; make its large terms smaller"
        for one, count in seen.lost.items()
    ]


def _steps(study: Study, seen: _Seen) -> list[str]:
    """Return steps in which rounding decides, or would with another number in their place."""
    notes = [
        f"rounding decides {written(one)} in {count} of {seen.views} sampled views: "
        + (
            "its sides should be equal there and differ by less than 1e-12"
            if isinstance(one, Comparison)
            else "what it rounds is less than 1e-12 beside a jump there, and should be on it"
        )
        + f"; {_cure(study)}"
        for one, count in seen.close.items()
    ]
    risky = (one for one in _all_steps(study.heuristic) if _multiplies_a_fraction(one, study, seen))
    notes += [
        f"{written(one)} multiplies a fraction and "
        f"{'compares' if isinstance(one, Comparison) else 'rounds'} it, which rounding may decide: "
        f"1/49 * 49 need not be 1; {_cure(study)}"
        for one in dict.fromkeys(risky)
        if one not in seen.close
    ]
    return notes


def _cure(study: Study) -> str:
    whole = [f"{name}()" for name in _WHOLE if name in study.heuristic.features]
    instead = f"use whole numbers, such as {' and '.join(whole)}" if whole else "use thresholds"
    return f"{instead}, or leave half a step"


def _all_steps(heuristic: Heuristic) -> Iterator[_Step]:
    for tree in (*(tree for _, tree in heuristic.terms), heuristic.tree):
        for part in walk(tree):
            if _is_step(part):
                yield part


def _is_step(part: Expression) -> TypeGuard[_Step]:
    if isinstance(part, FunctionCall):
        return part.function in _ROUNDS
    return isinstance(part, Comparison)


def _multiplies_a_fraction(step: _Step, study: Study, seen: _Seen) -> bool:
    """Return whether a whole multiple of a fraction may be equal to where the step is."""
    parts = [*_within(step)]
    tuned = {one.name for one in study.tune if not one.integer}
    if any(isinstance(part, ParameterName) and part.name in tuned for part in parts):
        # Equality is no matter of a threshold that may be any number.
        return False
    return any(
        isinstance(part, Binary)
        and part.operator == "*"
        and any(_is_fraction(side, seen) for side in (part.left, part.right))
        and not all(_is_fraction(side, seen) for side in (part.left, part.right))
        for part in parts
    )


def _within(part: Expression) -> Iterator[Expression]:
    """Yield all parts of a step but those of another step in it, which is looked at by itself."""
    for child in children(part):
        yield child
        if not _is_step(child):
            yield from _within(child)


def _is_fraction(part: Expression, seen: _Seen) -> bool:
    match part:
        case FeatureCall():
            return not all(value.is_integer() for value in seen.values.get(part, ()))
        case Binary("/", _, _):
            return True
    return False
