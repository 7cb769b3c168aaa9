"""Give equivalent vectors one form: those that differ by a positive factor play the same games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from features.scaling import find_free_scales
from tuner.config.study import Study
from tuner.samplers.space import Space, Vector
from tuner.tuning.study_run import StudyRun

__all__ = ["CanonicalForm", "canonical_form", "form_of_run"]

_DIGITS = 12
"""Ratios that are equal to so many digits count as equal: the last digits of a proposal are rounded
ones, and a search tells values apart by ten (`engine.kernels.rounding`)."""


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


_NOTE = "equivalent vectors"
_BEGUN = ("trial 0", "search on positions, trial 0", "warm start on positions, trial 0")


def form_of_run(study_run: StudyRun) -> CanonicalForm:
    """Return the form of a run's vectors; in a run from before there was one it changes nothing.

    So such a run keeps its finalists and their games.
    """
    ledger = study_run.ledger
    begun = any(ledger.note(key) is not None for key in _BEGUN)
    if begun and ledger.note(_NOTE) is None:
        return CanonicalForm((), ())
    ledger.keep_trial(_NOTE, "pooled")
    return canonical_form(study_run.study)


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
