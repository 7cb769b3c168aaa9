"""Keep the looks at what decides a study: each verdict of it, and the level that it was given.

A study that grows, or is forked, gets another verdict. Whoever may look again and stop when content
errs more often, so the verdicts of a run and of those that it was forked from share one error
budget (`verdict_level`). Several forks of one run do not: each goes on with a budget of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tuner.stats.interval import Interval
from tuner.stats.json import interval_json
from tuner.stats.text import points_text

__all__ = ["Look", "difference_text", "level_text", "look_json", "look_lines", "look_of"]


@dataclass(frozen=True)
class Look:
    """Hold one verdict of a study, which there was before the present one.

    Attributes:
        at: when it was reached, as ISO 8601 has it.
        pairs: against each baseline.
        difference: tuned minus hand-set, as an interval of the level that this look had.
        verdict: BETTER, NOT_BETTER or UNDECIDED.
    """

    at: str
    pairs: int
    difference: Interval
    verdict: str

    def is_of(self, pairs: int, difference: Interval) -> bool:
        """Return whether so many pairs with this interval are the very ones of the look."""
        own = self.difference
        return pairs == self.pairs and (own.estimate, own.low, own.high) == (
            difference.estimate,
            difference.low,
            difference.high,
        )


def look_json(look: Look) -> dict[str, Any]:
    """Return a look as JSON; "level" is the confidence of its interval."""
    one = look.difference
    return {
        "at": look.at,
        "pairs": look.pairs,
        **interval_json(one, "difference"),
        "level": one.confidence,
        "verdict": look.verdict,
    }


def look_of(content: Mapping[str, Any]) -> Look:
    """Return the look that `look_json` has written.

    Raises:
        KeyError: if a key is missing.
        StatisticsError: if its interval is none.
    """
    difference = Interval(*(content[key] for key in ("difference", "low", "high", "level")))
    return Look(content["at"], content["pairs"], difference, content["verdict"])


def look_lines(looks: Sequence[Look], earlier: int, level: float) -> list[str]:
    """Return which look at a study this is, and what each one before it said.

    Args:
        looks: those before, as far as they are kept.
        earlier: how many there were.
        level: the confidence of the interval that decides now.
    """
    if not earlier:
        return []
    return [
        f"  This is verdict {earlier + 1} of this study. All verdicts of this run, and of "
        "those that it was forked from, share one error budget of 5% (other forks have their own), "
        f"so that this one is decided by a {100 * level:g}% interval:",
        *(
            f"    verdict {number}, {one.at[:10]}, {one.pairs:,} pairs: "
            f"{points_text(one.difference)}, a {100 * one.difference.confidence:g}% interval: "
            f"{one.verdict}"
            for number, one in enumerate(looks, earlier - len(looks) + 1)
        ),
    ]


def difference_text(difference: Interval) -> str:
    """Return a difference of scores with its interval, and the level of one that is not 95%."""
    return f"{points_text(difference)}{level_text(difference)}"


def level_text(difference: Interval) -> str:
    """Return ", a 97.5% interval" where an interval is no 95% one, else ""."""
    level = difference.confidence
    return "" if level == 0.95 else f", a {100 * level:g}% interval"
