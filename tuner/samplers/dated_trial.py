"""Hold a finished trial with its times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tuner.samplers.space import Vector

__all__ = ["DatedTrial"]


@dataclass(frozen=True)
class DatedTrial:
    """Hold a finished trial, when it was played, and what else is known of it.

    Attributes:
        vector: the tuned values.
        value: the objective.
        began: when it was begun.
        ended: when it was finished.
        attributes: what else is known of it, by name; "low" and "high" are its interval.
        stopped: whether it was stopped before all its games, which Optuna calls pruned.
    """

    vector: Vector
    value: float
    began: datetime
    ended: datetime
    attributes: Mapping[str, Any]
    stopped: bool = False
