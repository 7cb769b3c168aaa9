"""Read what each feature costs in a leaf, as it was measured on one machine."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

__all__ = ["COSTS_FILE", "FeatureCost", "RecordedCosts", "recorded_costs", "rounded"]

COSTS_FILE = Path(__file__).with_name("costs.json")
"""The record is part of the package; `python -m makers.feature_costs` writes it."""


@dataclass(frozen=True)
class FeatureCost:
    """Hold the nanoseconds that one value of a feature takes.

    Attributes:
        call: what was measured, with the integers that were chosen.
        nanoseconds: the median of several rounds.
        low: a tenth of the rounds took less.
        high: a tenth of the rounds took more.
    """

    call: str
    nanoseconds: float
    low: float
    high: float

    @property
    def text(self) -> str:
        """Return the nanoseconds as people read them."""
        return rounded(self.nanoseconds)


def rounded(nanoseconds: float) -> str:
    """Return a cost in two digits or a few more; what is too small to be measured is 0."""
    return f"{max(0.0, nanoseconds):.{0 if nanoseconds >= 10 else 1}f}"


@dataclass(frozen=True)
class RecordedCosts:
    """Hold the costs of features, by family and name, and the machine that they were measured on.

    A feature that is newer than the record has none.
    """

    machine: str
    costs: Mapping[str, Mapping[str, FeatureCost]]

    def of(self, family: str, name: str) -> FeatureCost | None:
        """Return the cost of a feature; None if it was not measured."""
        return self.costs.get(family, {}).get(name)


@cache
def recorded_costs() -> RecordedCosts:
    """Return the record that the package has."""
    record = json.loads(COSTS_FILE.read_text(encoding="utf-8"))
    costs = {
        family: MappingProxyType({name: FeatureCost(**one) for name, one in measured.items()})
        for family, measured in record["costs"].items()
    }
    return RecordedCosts(record["machine"], MappingProxyType(costs))
