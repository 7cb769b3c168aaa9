"""Write results as text: every number with its interval, and from whose point of view."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.stats.interval import Interval
from tuner.stats.shared_openings import PairsNeeded, rounded_pairs

__all__ = [
    "MOST_LATE",
    "NOT_REPRODUCIBLE",
    "chance_notes",
    "duration_text",
    "elo_text",
    "join_names",
    "late_note",
    "mean_text",
    "needed_text",
    "p_value_text",
    "points_text",
    "score_text",
    "search_notes",
    "seconds_text",
]

MOST_LATE = 0.05
"""Where a side loses a larger share of its games on time, a match measures its clock."""

_LEAST_P_VALUE = 0.0001

NOT_REPRODUCIBLE = (
    "Not reproducible: with limits in time the games depend on this machine and its load."
)


def score_text(score: Interval) -> str:
    """Return a score as "61.0% (60.6 to 61.4)"; one-sided where all games ended alike."""
    if score.bound == "at least":
        return f"100.0% (at least {100 * score.low:.1f})"
    if score.bound == "at most":
        return f"0.0% (at most {100 * score.high:.1f})"
    ends = f"{100 * score.low:.1f} to {100 * score.high:.1f}"
    return f"{100 * score.estimate:.1f}% ({ends})"


def points_text(difference: Interval) -> str:
    """Return a difference of scores as "+2.30 points (+1.90 to +2.70)"."""
    numbers = (difference.estimate, difference.low, difference.high)
    estimate, low, high = (f"{100 * number:+.2f}" for number in numbers)
    return f"{estimate} points ({low} to {high})"


def mean_text(mean: Interval, digits: int) -> str:
    """Return a mean or a ratio as "12.3 (11.0 to 13.6)", with so many digits behind the point."""
    numbers = (mean.estimate, mean.low, mean.high)
    estimate, low, high = (f"{number:,.{digits}f}" for number in numbers)
    return f"{estimate} ({low} to {high})"


def needed_text(needed: PairsNeeded, more: str = "") -> str:
    """Return "about 1,200 pairs (1,000 to 1,600)"; `more`, such as "more ", stands before "pairs".

    Where openings repeat, so that no most is known: "about 1,200 pairs (at least 1,000, perhaps far
    more)". Where they repeat too often for a large number, it says so.
    """
    if needed.least is None:
        return f"no number of {more}pairs from these openings"
    least = f"{rounded_pairs(needed.least):,}"
    if needed.likely is None:
        return f"at least {least} {more}pairs (perhaps far more)"
    number = f"{rounded_pairs(needed.likely):,}"
    likely = f"about {number} {more}pairs"
    if needed.most is None:
        floor = "" if number == least else f"at least {least}, "
        return f"{likely} ({floor}perhaps far more)"
    most = f"{rounded_pairs(needed.most):,}"
    return likely if least == most else f"{likely} ({least} to {most})"


def elo_text(elo: Interval) -> str:
    """Return an Elo difference as "+35 Elo (+20 to +50)"."""
    if elo.bound == "at least":
        return f"at least {elo.low:+z.0f} Elo"
    if elo.bound == "at most":
        return f"at most {elo.high:+z.0f} Elo"
    return f"{elo.estimate:+z.0f} Elo ({elo.low:+z.0f} to {elo.high:+z.0f})"


def p_value_text(p_value: float) -> str:
    """Return a p-value as "p = 0.031", or "p < 0.0001"."""
    if p_value < _LEAST_P_VALUE:
        return f"p < {_LEAST_P_VALUE:g}"
    return f"p = {p_value:.2f}" if p_value >= 0.1 else f"p = {p_value:.2g}"


def chance_notes(number: int, comparisons: str, err: str, share: float = 0.05) -> list[str]:
    """Say how many of several comparisons err; nothing needs to be said of one alone.

    Args:
        number: of the comparisons.
        comparisons: what they are called, with the preposition that comes before "equals".
        err: what those do that err.
        share: of comparisons between equals that err.
    """
    if number < 2:
        return []
    wrong = f"{share * number:.2g}"
    return [f"  Note: of {number} {comparisons} equals about {wrong} would {err} by chance."]


def search_notes(searches: Sequence[str], result: str) -> list[str]:
    """Say that a result tells of how far agents look ahead, where they do not look alike."""
    if len(set(searches)) < 2:
        return []
    return [
        f"the agents do not look ahead alike, so {result} tells of the search as well; "
        "to compare the formulas alone, give all agents one depth or one number of nodes."
    ]


def late_note(games: int, late: Sequence[int]) -> str:
    """Return that a match measures no strength, if a side lost too many games on time, else ""."""
    worst = max(late)
    if worst <= MOST_LATE * games:
        return ""
    return (
        f"no measure of strength: one side lost {worst:,} of {games:,} games on time, more than "
        f"{MOST_LATE:.0%}"
    )


def duration_text(seconds: float) -> str:
    """Return a time as people say it, such as "25 s", "4 min" or "3.5 hours"."""
    for size, unit, most in ((1, "s", 100), (60, "min", 100), (3600, "hours", 48)):
        if seconds < size * most:
            amount = max(1, round(seconds / size, 1 if size == 3600 else None))
            return f"{amount:g} {unit}"
    return f"{seconds / 86400:,.0f} days"


def seconds_text(number: str) -> str:
    """Return a number of seconds, as it is shown, with its unit."""
    return f"{number} second{'' if number == '1' else 's'}"


def join_names(names: Sequence[str]) -> str:
    """Return names as "a, b and c"."""
    *head, last = names
    return f"{', '.join(head)} and {last}" if head else last
