"""Make the rows of an ablation: what each change costs, with intervals that hold together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tuner.ablation.model import AblationRow
from tuner.ablation.pairs_needed import pairs_to_settle
from tuner.ablation.variants import Variant
from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.stats.sparse import bounded_difference

__all__ = ["ablation_rows"]


def ablation_rows(
    variants: Sequence[Variant], whole: Evaluation, changed: Sequence[Evaluation], level: float
) -> tuple[AblationRow, ...]:
    """Return what each change costs, with intervals that hold all together as often as `level`.

    Each of n intervals errs in an n-th part of what the level leaves out, so that one or more of
    them err as often as that at most, however they depend on each other. Source: Bonferroni's
    inequality, Miller 1981, "Simultaneous Statistical Inference", section 1.2.
    """
    confidence = 1 - (1 - level) / max(1, len(variants))
    return tuple(
        AblationRow(
            kind=variant.kind,
            name=variant.name,
            place=variant.place,
            change=variant.change,
            score=one.interval,
            difference=compare_evaluations(one, whole, confidence, bounded_difference),
            pairs=one.pairs,
            alike=np.array_equal(one.values, whole.values),
            pairs_needed=pairs_to_settle(one.values, whole.values, one.clusters, confidence),
        )
        for variant, one in zip(variants, changed, strict=True)
    )
