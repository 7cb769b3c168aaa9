"""Where a sequential match stands, as it is told while it is being played."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import SprtCourse
from tuner.tuning.sequential_duel import standing_text

TEST = Sprt(-2000, 2000)
"""So far apart that the tests below look once, and only read the interval."""


def elo_told(scores: NDArray[np.float64], clusters: NDArray[np.int64]) -> str:
    course = SprtCourse(TEST, clusters)
    course.add(scores)
    assert course.standing.counts.pairs == len(scores)
    return standing_text(TEST, course.standing).split("), ")[-1]


@pytest.mark.parametrize("copies", [2, 5])
def test_copies_of_pairs_make_the_interval_no_shorter(copies: int) -> None:
    """12 openings are 12 observations: 7/12 of the points +- 1.96 deviations, by hand."""
    scores = np.repeat([0.0, 0.5, 1.0], [3, 4, 5])
    alone = elo_told(scores, np.arange(12))
    assert alone == "+58 Elo (-102 to +251) so far"
    copied = elo_told(np.repeat(scores, copies), np.repeat(np.arange(12), copies))
    assert copied == alone


def test_copies_that_were_all_won_are_bounded_by_their_openings() -> None:
    """20^(-1/12) of the points: at least +219 Elo, by hand."""
    alone = elo_told(np.ones(12), np.arange(12))
    assert alone == "at least +219 Elo so far"
    assert elo_told(np.ones(60), np.repeat(np.arange(12), 5)) == alone
