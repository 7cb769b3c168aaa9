"""How many pairs an ablation asks for: simulated, also where few openings differ or they repeat."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tuner.ablation.pairs_needed import pairs_to_settle
from tuner.ablation.worth import LESS, MORE, OPEN, worth
from tuner.stats.sparse import bounded_difference

ROWS = 0.995
"""The confidence of each of ten rows."""


def pair_scores(stream: np.random.Generator, pairs: int, lost: float) -> NDArray[np.float64]:
    """Scores of a changed agent that loses half a point in a share of the pairs."""
    return np.where(stream.random(pairs) < lost, 0.0, 0.5)


def exact_scores(pairs: int, lost: int) -> NDArray[np.float64]:
    return np.where(np.arange(pairs) < lost, 0.0, 0.5)


def needed(changed: NDArray[np.float64], clusters: NDArray[np.int64] | None = None) -> float:
    openings = np.arange(len(changed)) if clusters is None else clusters
    found = pairs_to_settle(changed, np.full(len(changed), 0.5), openings, ROWS)
    assert found is not None
    assert found.likely is not None
    return found.likely


@pytest.mark.parametrize(
    ("pairs", "lost", "expected"),
    [(400, 1, LESS), (1000, 4, LESS), (1000, 25, MORE), (200, 6, MORE), (2000, 30, MORE)],
)
def test_so_many_pairs_show_it_in_four_of_five_ablations(
    pairs: int, lost: int, expected: str
) -> None:
    """If as large a share of all openings differs as did: two standard errors are 0.05."""
    share = lost / pairs
    changed = exact_scores(pairs, lost)
    assert worth(bounded_difference(changed, np.full(pairs, 0.5), np.arange(pairs), ROWS)) == OPEN
    size = round(needed(changed))
    stream = np.random.default_rng(lost)
    shown = 0
    for _ in range(250):
        found = bounded_difference(
            pair_scores(stream, size, share), np.full(size, 0.5), np.arange(size), ROWS
        )
        shown += worth(found) == expected
    # Few openings are whole numbers, so that an end lies above or below its mean.
    assert 0.72 <= shown / 250 <= 0.92


def test_where_all_are_alike_their_number_alone_must_suffice() -> None:
    """0.995^n is 0.0025 at n = log(0.0025) / log(0.995) = 1195.3 openings."""
    assert needed(np.full(100, 0.5)) == pytest.approx(1195.3, abs=0.5)


def test_what_is_shown_or_is_about_half_a_point_needs_none() -> None:
    even = np.full(4000, 0.5)
    assert pairs_to_settle(even, even, np.arange(4000), ROWS) is None
    # 1% of the pairs lose half a point: exactly what a part must be worth.
    half = exact_scores(200, 2)
    assert pairs_to_settle(half, np.full(200, 0.5), np.arange(200), ROWS) is None


def test_openings_that_repeat_need_more_pairs_or_no_number_is_enough() -> None:
    stream = np.random.default_rng(5)
    by_opening = np.where(stream.random(40) < 0.25, 0.0, 0.5)
    openings = np.arange(400) // 10
    alone = needed(by_opening[np.arange(40)])
    repeated = pairs_to_settle(by_opening[openings], np.full(400, 0.5), openings, ROWS)
    assert repeated is not None
    # All pairs of an opening end alike: forty openings, however often they are played.
    assert alone > 40
    assert repeated.likely is None
    assert repeated.most is None
