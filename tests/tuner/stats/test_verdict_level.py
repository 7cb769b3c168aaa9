"""The verdicts of a study that grows share one error budget."""

import math

import numpy as np
import pytest

from tuner.stats.decision import BETTER, judge, verdict_level
from tuner.stats.interval import paired_difference

LOOKS = (50, 100, 200, 400, 800)
"""Pairs at each verdict: the later ones have the earlier ones' pairs, too."""


def test_the_levels_of_all_verdicts_together_leave_out_at_most_the_budget() -> None:
    assert [verdict_level(earlier) for earlier in range(4)] == [0.95, 0.975, 0.9875, 0.99375]
    above = [(1 - verdict_level(earlier)) / 2 for earlier in range(1000)]
    # Beyond the fortieth verdict what is left out stays the same, and is nothing.
    assert math.fsum(above) < 0.05 + 1e-9
    assert all(0.95 <= verdict_level(earlier) < 1 for earlier in (0, 10, 1000))


def share_called_better(levels: list[float], repeats: int) -> float:
    """Of studies of equals that look again until they are content, those called better once."""
    stream = np.random.default_rng(11)
    found = 0
    for _ in range(repeats):
        left, right = stream.choice([0.0, 0.5, 1.0], size=(2, LOOKS[-1]), p=[0.2, 0.6, 0.2])
        found += any(
            judge(paired_difference(left[:pairs], right[:pairs], np.arange(pairs), level)) == BETTER
            for pairs, level in zip(LOOKS, levels, strict=True)
        )
    return found / repeats


@pytest.mark.parametrize("repeats", [1000])
def test_five_verdicts_call_equals_better_in_at_most_five_percent(repeats: int) -> None:
    error = math.sqrt(0.05 * 0.95 / repeats)
    shared = share_called_better([verdict_level(number) for number in range(len(LOOKS))], repeats)
    assert shared <= 0.05 + 2 * error
    # With 95% each time they err more often than one budget allows: looking again is not free.
    assert share_called_better([0.95] * len(LOOKS), repeats) > 0.05 + 2 * error
