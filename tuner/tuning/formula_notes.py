"""Read in a study's formula, before its games, which parameters it could do without."""

from __future__ import annotations

from features.parameter import Parameter
from features.scaling import FreeScale, find_free_scales
from tuner.config.study import Study
from tuner.samplers.space import Space
from tuner.stats.text import join_names

__all__ = ["budget_notes", "only_scaling", "scale_notes", "unused_notes"]

_TRIALS_EACH = 5
"""Trials for each tuned parameter without which a search has hardly begun."""


def unused_notes(study: Study) -> list[str]:
    """Return a line that names the parameters that are not in the formula, if there are any."""
    unused = study.heuristic.unused_parameters()
    if not unused:
        return []
    return [f"the formula does not depend on {join_names(unused)}: leave {_them(unused)} out"]


def scale_notes(study: Study) -> list[str]:
    """Return a line for each superfluous parameter, which changes no choice beside the others.

    Beside whole numbers none is: they have not every ratio.
    """
    whole = {one.name for one in study.tune if one.integer}
    return [
        _scale_note(study, one)
        for one in _scales(study)
        if len(one.names) == 1 or whole.isdisjoint(one.names)
    ]


def only_scaling(study: Study) -> frozenset[str]:
    """Return the parameters that do nothing in their whole range but scale the formula."""
    alone = [one for one in _scales(study) if len(one.names) == 1]
    return frozenset(one.names[0] for one in alone if not _crosses_zero(study, one.names[0]))


def budget_notes(study: Study) -> list[str]:
    """Return a line for too few trials for so many parameters."""
    count, trials = len(study.tune), study.budget.trials
    size = Space(study.tune).size
    least = _TRIALS_EACH * count if size is None else min(_TRIALS_EACH * count, size)
    if trials >= least:
        return []
    return [
        f"{trials} trials are too few for {count} tuned parameter{'s' * (count > 1)}: give at "
        f"least {least} (budget.trials)"
    ]


def _scales(study: Study) -> tuple[FreeScale, ...]:
    return find_free_scales(study.heuristic, {one.name for one in study.tune})


def _scale_note(study: Study, scale: FreeScale) -> str:
    names = scale.names
    if len(names) == 1:
        (name,) = names
        if not _crosses_zero(study, name):
            what = "scales the formula" if scale.scales else "counts by its sign"
            return f"{name} only {what}, which changes no choice: leave it out of tune"
        return f"only the sign of {name} counts, since it scales the formula: leave it out of tune"
    together = join_names(names)
    counts = (
        f"only the ratio{'s' * (len(names) > 2)} of {together} count{'s' * (len(names) == 2)}"
        if scale.ratios
        else f"{together} count only together"
    )
    fixed = _best_fixed(study, names)
    return (
        f"{counts}, so one of them is superfluous: leave {fixed.name} out of tune, for example, "
        f"where it stays {fixed.default:g}"
    )


def _best_fixed(study: Study, names: tuple[str, ...]) -> Parameter:
    """Return the parameter whose fixed value takes least away: not 0, in a range of one sign."""
    ranges = {one.name: one for one in study.tune if isinstance(one, Parameter)}
    candidates = [ranges[name] for name in names]
    return min(candidates, key=lambda one: (one.default == 0.0, one.low < 0.0 < one.high))


def _crosses_zero(study: Study, name: str) -> bool:
    """Return whether a range reaches 0, where a factor changes more than the scale."""
    (one,) = (one for one in study.tune if one.name == name)
    return one.low <= 0.0 <= one.high


def _them(names: tuple[str, ...]) -> str:
    return "it" if len(names) == 1 else "them"
