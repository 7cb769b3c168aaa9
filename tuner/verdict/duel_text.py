"""Say in words what the sequential test of a match says of the two agents that played it."""

from __future__ import annotations

from tuner.stats.sprt import Sprt
from tuner.verdict.model import HeadToHead

__all__ = ["BIASED", "sequential_verdict"]

BIASED = (
    "A match that stops as soon as its test has decided goes too far in the direction of its "
    "decision, on average: the intervals are those of a match whose length was given before."
)
"""What is to be said of the interval of a match that was stopped by its test."""


def sequential_verdict(duel: HeadToHead, first: str, second: str) -> str:
    """Return what the test of a match says of the two agents that played it."""
    test = duel.test
    if duel.decision is None:
        return f"no decision by the test of {_bounds(test)}: all pairs began at one opening"
    if duel.decision == "continue":
        return f"no decision by the test of {_bounds(test)} after {duel.pairs:,} pairs"
    by = f"by the test of {_bounds(test)}"
    if duel.decision == "pass":
        return _stronger(f"{first} is", f"than {second} {by}", test.elo0)
    return _weaker(f"{first} is", f"than {second} {by}", test.elo1)


def _stronger(subject: str, rest: str, elo: float) -> str:
    """Return that the difference is larger than an Elo."""
    if elo < 0:
        return f"{subject} less than {-elo:g} Elo weaker {rest}, if it is weaker at all"
    return f"{subject} {f'more than {elo:g} Elo ' if elo else ''}stronger {rest}"


def _weaker(subject: str, rest: str, elo: float) -> str:
    """Return that the difference is smaller than an Elo."""
    if elo > 0:
        return f"{subject} less than {elo:g} Elo stronger {rest}, if it is stronger at all"
    return f"{subject} {f'more than {-elo:g} Elo ' if elo else ''}weaker {rest}"


def _bounds(test: Sprt) -> str:
    kind = "normalized Elo" if test.model == "normalized" else "Elo"
    return f"{test.elo0:g} against {test.elo1:g} {kind}"
