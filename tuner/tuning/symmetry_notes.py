"""Ask whether a study's formula sees mirror images and rotations of a position alike."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from features.compiled import evaluate
from features.interpret import Explanation, explain_value
from features.language.expression import FeatureCall
from tuner.config.study import Study
from tuner.matches.sample import sample_positions

__all__ = ["symmetry_notes"]

_POSITIONS = 24
_ROUNDING = 1e-9
"""Relative; images may add up the same numbers in another order."""


def symmetry_notes(study: Study) -> list[str]:
    """Return a line if the hand-set values give an image of a sampled position another value.

    The rules are the same in a mirror, so such a formula is seldom meant: it may mix up rows and
    columns, or have a table with a wrong number.
    """
    game, heuristic = study.game, study.heuristic
    states = sample_positions(game, _POSITIONS, step=max(1, game.max_plies // _POSITIONS))
    positions = [game.unpack(state) for state in states[: len(states) // 2]]
    images = [(one, *game.images(one)) for one in positions]
    packed = game.pack([image for each in images for image in each])
    # Compiled values are the same and sooner; only where they differ the parts are looked at.
    values = evaluate(game, heuristic, heuristic.defaults, packed).reshape(len(images), -1).tolist()
    unlike = [
        each
        for each, (own, *others) in zip(images, values, strict=True)
        if not all(_same(own, other) for other in others)
    ]
    if not unlike:
        return []
    differ = Counter(call for each in unlike for call in _unlike_features(study, each))
    names = ", ".join(str(call) for call, _ in differ.most_common(3))
    see = f": see {names}" if names else ""
    return [
        f"the value of {len(unlike)} of {len(positions)} sampled positions is another one in a "
        f"mirror image or a rotation of it, though the game is the same{see}; mend it if it is not "
        "meant"
    ]


def _unlike_features(study: Study, images: Sequence[Any]) -> Iterable[FeatureCall]:
    """Return the features that have another value in some image of another value."""
    player = study.game.player_to_move(images[0])
    own, *others = (
        explain_value(study.heuristic, study.heuristic.defaults, study.game.view(image, player))
        for image in images
    )
    unlike = [other for other in others if not _same(own.value, other.value)]
    return dict.fromkeys(call for other in unlike for call in _other_features(own, other))


def _other_features(left: Explanation, right: Explanation) -> list[FeatureCall]:
    return [
        call
        for call, value in left.features.items()
        if call in right.features and not _same(value, right.features[call])
    ]


def _same(left: float, right: float) -> bool:
    if math.isnan(left) and math.isnan(right):
        return True
    return math.isclose(left, right, rel_tol=_ROUNDING, abs_tol=_ROUNDING)
