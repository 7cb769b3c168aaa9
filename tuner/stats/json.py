"""Write intervals as JSON."""

from __future__ import annotations

from tuner.stats.interval import Interval

__all__ = ["interval_json"]


def interval_json(
    interval: Interval, estimate: str = "estimate", prefix: str = ""
) -> dict[str, float]:
    """Return an interval as JSON: its estimate under a name, and its ends behind a prefix."""
    return {
        estimate: interval.estimate,
        f"{prefix}low": interval.low,
        f"{prefix}high": interval.high,
    }
