"""A row of numbers as blocks."""

from __future__ import annotations

import pytest

from tuner.stats.sparkline import sparkline


@pytest.mark.parametrize(
    ("values", "width", "shown"),
    [
        ([], 5, ""),
        ([3.0], 5, "▁"),
        ([1.0, 1.0, 1.0], 5, "▁▁▁"),
        (range(8), 8, "▁▂▃▄▅▆▇█"),
        ([0.5, -1.0, 2.0], 3, "▅▁█"),
        # Each block is the last of two: 1, 3, 5 ... 15.
        (range(16), 8, "▁▂▃▄▅▆▇█"),
        # The last number is always shown.
        ([*[0.0] * 999, 1.0], 3, "▁▁█"),
        ([1.0, 2.0], 0, ""),
    ],
)
def test_blocks_from_the_lowest_to_the_highest(values, width: int, shown: str) -> None:
    assert sparkline(list(values), width) == shown
