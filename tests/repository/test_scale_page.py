"""The page on clusters says what follows from its figures."""

from __future__ import annotations

import pytest

from makers.scale_measures import Played, Slept
from makers.scale_page import limit_of, scale_page
from makers.scale_study import Searched

SLEPT = [Slept(10, 1.0, 0.99, 0.001, 0.002), Slept(110, 1.0, 0.95, 0.0008, 0.004)]
"""The scheduler needs 1.8 ms a batch, and 0.02 ms more for each worker."""


@pytest.mark.parametrize(
    ("workers", "coordinator", "scheduler"),
    [(10, 0.01, 0.02), (110, 0.11, 0.44), (1000, 1.0, 21.8)],
)
def test_shares_of_a_processor_follow_from_what_a_batch_costs(
    workers: int, coordinator: float, scheduler: float
) -> None:
    assert limit_of(SLEPT, workers) == pytest.approx((coordinator, scheduler))


def test_the_page_names_the_largest_cluster_that_is_kept_busy() -> None:
    page = scale_page(
        [Played(4, 1.02, 1234.5, 0.934)],
        SLEPT,
        [Searched(64, 256, 1.0, 0.957)],
        "python -m makers.scale_page x.md",
    )
    assert "| 4 | 1.0 | 1,234 | 0.93 |" in page
    assert "| 64 | 256 | 1.0 | 96% |" in page
    assert "| 110 | 1.0 | 95% | 0.8 | 4.0 |" in page
    # 64 workers: 64 x (1.8 + 0.02 x 64) ms = 0.197 s of every second; 256 of them: 1.77 s.
    assert "| 64 | 6% | 20% |" in page
    assert "| 256 | 26% | 177% |" in page
    assert "Of these sizes, 64 workers are the most" in page
