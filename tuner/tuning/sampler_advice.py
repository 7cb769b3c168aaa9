"""Say which sampler found more than the study's own, on problems like the study."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tuner.config.study import Study
from tuner.samplers.table import DUELLING
from tuner.stats.independent import may_be_above, over_seeds
from tuner.stats.interval import Interval
from tuner.stats.json import interval_json

__all__ = ["LANDSCAPE", "MEASURED", "SamplerAdvice", "sampler_advice"]

MEASURED = Path(__file__).with_name("measured_samplers.json")
"""What `python -m makers.samplers_page docs/samplers.md` has measured."""

LANDSCAPE = "landscape"
"""The name of the made-up problems, whose strength is in Elo; that of the others is in percent."""

_MOST_LOST = 1.0
"""Points of a real study that a better sampler may lose at most: as far as its interval reaches."""

_ALIKE = 3
"""A third of the measured trials, or three times as many, are like them."""


@dataclass(frozen=True)
class SamplerAdvice:
    """Name a sampler that found more than the study's own where both were measured.

    Attributes:
        sampler: which found more.
        own: of the study.
        parameters: of the landscape on which they were measured.
        trials: of the searches there.
        lead: in Elo, over the seeds, with an interval that is corrected for the number of samplers.
        real: the same in a real study, in points.
    """

    sampler: str
    own: str
    parameters: int
    trials: int
    lead: Interval
    real: Interval

    @property
    def text(self) -> str:
        """Return the advice as one sentence."""
        lead, real = self.lead, self.real
        return (
            f"with {self.parameters} parameters and {self.trials} trials sampler {self.sampler} "
            f"found values that are {lead.estimate:.0f} Elo better ({lead.low:.0f} to "
            f"{lead.high:.0f}) than those of {self.own} on a made-up landscape; in a real study "
            f"the difference is {real.estimate:+.1f} points ({real.low:+.1f} to {real.high:+.1f}), "
            "so they lose no more than a point (docs/samplers.md)"
        )

    @property
    def tree(self) -> dict[str, Any]:
        """Return the advice as a tree that JSON can hold: a lead in Elo, and `real` in points."""
        return {
            "sampler": self.sampler,
            "parameters": self.parameters,
            "trials": self.trials,
            **interval_json(self.lead, "lead"),
            "real": interval_json(self.real, "lead"),
        }


def _trials_like(trials: int, measured: int) -> bool:
    """Return whether a study has about as many trials as were measured."""
    return measured / _ALIKE <= trials <= measured * _ALIKE


def sampler_advice(study: Study) -> SamplerAdvice | None:
    """Return which sampler is better for a study than its own; None where none is shown to be.

    The problems that count are those whose number of parameters is nearest: a landscape, on which
    the other sampler must be shown to be better, and a real study, in which it must be shown to
    lose no more than a point. Both intervals are corrected for the number of other samplers.
    """
    rows = _measured()
    landscape = _nearest(study, [row for row in rows if row["problem"] == LANDSCAPE])
    real = _nearest(study, [row for row in rows if row["problem"] != LANDSCAPE])
    trials = int(next(iter(landscape.values()))["trials"])
    if study.sampler not in landscape or not _trials_like(study.budget.trials, trials):
        return None
    others = [name for name in landscape if name != study.sampler and _fits(name, study)]
    found = []
    for name in others:
        confidence = 1 - 0.05 / len(others)
        leads, losses = (_leads(rows, name, study.sampler) for rows in (landscape, real))
        ahead = may_be_above(leads, 0.0, confidence)
        if not (ahead and may_be_above(losses, -_MOST_LOST, confidence)):
            continue
        lead, lost = (over_seeds(differences, confidence) for differences in (leads, losses))
        if lead.low > 0 and lost.low >= -_MOST_LOST:
            parameters = int(landscape[name]["parameters"])
            found.append(SamplerAdvice(name, study.sampler, parameters, trials, lead, lost))
    return max(found, key=lambda one: one.lead.estimate, default=None)


def _fits(sampler: str, study: Study) -> bool:
    """Return whether a study could have this sampler as it is."""
    plays = not study.objective.on_positions and study.warm_start is None
    return sampler not in DUELLING or (plays and not study.stops_trials)


def _leads(rows: dict[str, dict[str, Any]], sampler: str, other: str) -> list[float]:
    """Return by how much the one found more than the other, seed by seed."""
    pairs = zip(rows[sampler]["strength"], rows[other]["strength"], strict=True)
    return [one - two for one, two in pairs]


def _nearest(study: Study, rows: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the rows of the problem whose number of parameters is nearest, by sampler."""
    count = len(study.tune)
    nearest = min({row["parameters"] for row in rows}, key=lambda one: abs(math.log(one / count)))
    return {
        row["sampler"]: row
        for row in rows
        if row["parameters"] == nearest and row["sampler"] != "hand-set"
    }


@cache
def _measured() -> list[dict[str, Any]]:
    return list(json.loads(MEASURED.read_text(encoding="utf-8")))
