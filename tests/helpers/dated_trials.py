"""Trials with every kind of parameter, as a search leaves them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from features.parameter import Parameter
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.space import Space

MIXED = Space(
    (
        Parameter("linear", 1.0, -2.0, 6.0),
        Parameter("whole", 3, 1, 5, integer=True),
        Parameter("scale", 10.0, 0.1, 1000.0, log=True),
        Parameter("power", 4, 1, 64, integer=True, log=True),
    )
)
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def trials(count: int) -> list[DatedTrial]:
    """Each takes a minute."""
    return [
        DatedTrial(
            (6.0, 5.0, 0.1, 64.0) if number else MIXED.hand_set,
            0.5 + number / 8,
            NOON + timedelta(minutes=number),
            NOON + timedelta(minutes=number + 1),
            {"low": 0.4, "high": 0.75, "score <b>'one\"": 1.0},
        )
        for number in range(count)
    ]
