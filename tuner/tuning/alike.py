"""Give equivalent vectors one form: those that differ by a positive factor play the same games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from features.scaling import find_free_scales
from tuner.config.study import Study
from tuner.samplers.space import Space, Vector

__all__ = ["CanonicalForm", "canonical_form", "count_forms", "has_one_form"]

_DIGITS = 12
"""Ratios that are equal to so many digits count as equal: the last digits of a proposal are rounded
ones, and a search tells values apart by ten (`engine.kernels.rounding`)."""


_COUNTED = 20_000
"""The forms of a group with more vectors are not counted, which would take longer than a second."""


@dataclass(frozen=True)
class CanonicalForm:
    """Give vectors one form that differ only in the scale of a group of parameters.

    Attributes:
        groups: the places of the parameters of each group in a vector.
        sizes: the largest value that each parameter of a vector can have, without its sign.
    """

    groups: tuple[tuple[int, ...], ...]
    sizes: tuple[float, ...]

    def __call__(self, vector: Vector) -> Vector:
        """Return the vector with each group scaled so that its largest share of a range is 1.

        A group of zeros stays what it is.
        """
        scaled = list(vector)
        for group in self.groups:
            largest = max(abs(vector[place]) / self.sizes[place] for place in group)
            if largest > 0.0:
                for place in group:
                    scaled[place] = float(f"{vector[place] / largest:.{_DIGITS}g}")
        return tuple(scaled)


def canonical_form(study: Study) -> CanonicalForm:
    """Return the form of a study's vectors; without equivalent ones it changes nothing.

    Only what the formula proves counts: its value is multiplied, in every position, when all
    parameters of a group are multiplied by one positive number (`features.scaling`).
    """
    space = Space(study.tune)
    names = [one.name for one in space.parameters]
    scales = find_free_scales(study.heuristic, set(names))
    # Of other degrees it is no common factor that counts for nothing.
    found = [one for one in scales if len({degree for _, degree in one.degrees}) == 1]
    shared = Counter(name for one in found for name in one.names)
    groups = tuple(
        tuple(names.index(name) for name in one.names)
        for one in found
        if all(shared[name] == 1 for name in one.names)
    )
    sizes = tuple(max(abs(one.low), abs(one.high)) for one in space.parameters)
    return CanonicalForm(groups, sizes)


def count_forms(study: Study) -> int | None:
    """Return how many different forms the vectors of a study have; None for those without end.

    Where a group has too many vectors to go through them all, each counts as another form.
    """
    space, form = Space(study.tune), canonical_form(study)
    if space.size is None:
        return None
    ranges = [range(int(one.low), int(one.high) + 1) for one in space.parameters]
    grouped = {place for group in form.groups for place in group}
    alone = math.prod(len(one) for place, one in enumerate(ranges) if place not in grouped)
    return alone * math.prod(_forms_of_group(form, group, ranges) for group in form.groups)


def has_one_form(study: Study) -> bool:
    """Return whether all vectors of a study are equivalent: each parameter is only a factor."""
    form, parameters = canonical_form(study), Space(study.tune).parameters
    lows, highs = (one.low for one in parameters), (one.high for one in parameters)
    alone = sorted(form.groups) == [(place,) for place in range(len(parameters))]
    return alone and form(tuple(lows)) == form(tuple(highs))


def _forms_of_group(
    form: CanonicalForm, group: Sequence[int], ranges: Sequence[Sequence[int]]
) -> int:
    """Return how many forms one group of whole numbers has by itself."""
    if (size := math.prod(len(ranges[place]) for place in group)) > _COUNTED:
        return size
    vector, found = [0.0] * len(ranges), set()
    for values in product(*(ranges[place] for place in group)):
        for place, value in zip(group, values, strict=True):
            vector[place] = float(value)
        found.add(form(tuple(vector)))
    return len(found)
