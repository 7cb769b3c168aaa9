"""Describe what matches of an agent against itself show: numbers, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.stats.elo import elo_of_score
from tuner.stats.interval import Interval
from tuner.stats.multiple import widest_of
from tuner.tuning.repetition import Repetition

__all__ = ["ALIASES", "NoiseBand", "noise_lines"]

ALIASES = 5
"""So many names of one agent have ten matches with each other."""

_ANY_SCORE = 0.5
"""No score is further from 50%."""


@dataclass(frozen=True)
class NoiseBand:
    """Hold what matches of an agent against itself show.

    Attributes:
        agent: its name and what it plays.
        game: name of the game.
        pairs: of each match.
        scores: of the matches, each from openings and seeds of its own, with 95% intervals.
        error: standard error of the score of one match, from all pairs around 50%.
        known: by how much that error may be off, as the ends of its 95% interval.
        repetition: what plays the games again; None where nobody says.
    """

    agent: tuple[str, str]
    game: str
    pairs: int
    scores: tuple[Interval, ...]
    error: float
    known: tuple[float, float]
    repetition: Repetition | None = None

    def band(self, matches: int) -> float:
        """Return how far the score of the most distant of so many matches is from 50%, at most, in
        95 of 100 cases.
        """
        return min(_ANY_SCORE, widest_of(matches) * self.error)

    def elo(self, matches: int) -> float | None:
        """Return the band of so many matches in Elo; None where any score is within it."""
        points = self.band(matches)
        return None if points >= _ANY_SCORE else elo_of_score(0.5 + points)

    @property
    def largest(self) -> float:
        """Return how far the score of the most distant match is from 50%."""
        return max(abs(score.estimate - 0.5) for score in self.scores)

    @property
    def excluded(self) -> int:
        """Return in how many matches the interval excludes 50%, so that one of two equals wins."""
        return sum(not score.low <= 0.5 <= score.high for score in self.scores)

    def __str__(self) -> str:
        return "\n".join(noise_lines(self))


def noise_lines(band: NoiseBand) -> list[str]:
    """Return the noise band for people."""
    name, plays = band.agent
    count = len(band.scores)
    lines = [
        f"Noise of {name} ({plays}), {band.game}: {count} matches against itself, each of "
        f"{band.pairs:,} pairs from openings and seeds of its own:",
    ]
    if band.error == 0:
        worst = 100 * widest_of(1) * band.known[1]
        return [
            *lines,
            f"  Every pair ended even, so chance shows no difference here (at most {worst:.2f} "
            "points in 95 of 100 cases): with ties broken in order an agent meets its own moves.",
        ]
    return [
        *lines,
        f"  One match: in 95 of 100 cases the score is {_score(band)}{_within(band, 1)}.",
        f"  The largest difference among {count} matches of {ALIASES} agents: in 95 of 100 cases "
        f"{_within(band, count)}.",
        f"  Seen: the scores are {100 * min(one.estimate for one in band.scores):.1f} to "
        f"{100 * max(one.estimate for one in band.scores):.1f}%, and {band.excluded} of {count} "
        f"intervals exclude 50% (by chance about {0.05 * count:g}).",
        "  A smaller difference between two agents at these pairs is no evidence of strength.",
    ]


def _score(band: NoiseBand) -> str:
    """Return where the score of one match is, as "48.0 to 52.0%, "; "" where it is anywhere."""
    if band.elo(1) is None:
        return ""
    low, high = (100 * (0.5 + side * band.band(1)) for side in (-1, 1))
    return f"{low:.1f} to {high:.1f}%, "


def _within(band: NoiseBand, matches: int) -> str:
    """Return how far chance goes, in points and in Elo, with what is known of it."""
    elo = band.elo(matches)
    if elo is None:
        return "anywhere from 0 to 100%, so that these pairs can show nothing"
    ends = [100 * min(_ANY_SCORE, widest_of(matches) * one) for one in band.known]
    return (
        f"within {100 * band.band(matches):.2f} points ({ends[0]:.2f} to {ends[1]:.2f}) or "
        f"{elo:.0f} Elo of 50%"
    )
