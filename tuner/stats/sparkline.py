"""Draw a row of numbers in one line of text."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["sparkline"]

_HEIGHTS = "▁▂▃▄▅▆▇█"


def sparkline(values: Sequence[float], width: int) -> str:
    """Return numbers as blocks from the lowest to the highest, at most so many.

    Where there are more numbers than blocks, each block is the last of as many as fall to it. Equal
    numbers are all low.
    """
    count = min(width, len(values))
    if count < 1:
        return ""
    shown = [values[(index + 1) * len(values) // count - 1] for index in range(count)]
    low, high = min(shown), max(shown)
    if high == low:
        return _HEIGHTS[0] * count
    steps = len(_HEIGHTS) - 1
    return "".join(_HEIGHTS[round(steps * (value - low) / (high - low))] for value in shown)
