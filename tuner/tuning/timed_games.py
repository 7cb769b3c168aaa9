"""Hold timed games, and say when enough of them are timed."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.play.player import Player

__all__ = [
    "NOTHING_KNOWN",
    "GameTime",
    "KnownSeconds",
    "Players",
    "TimedMatch",
    "next_match",
    "scatter",
]

_NARROW = 0.05
_LEAST = 0.1
"""Nobody asks for a part of a second: this is narrow enough, whatever the share."""

_TELLING = 8
"""Of fewer laps beside the first one of each match nothing is said of how laps differ."""

Players = tuple[Player, Player]


@dataclass(frozen=True)
class GameTime:
    """Say what a game of two agents costs.

    Attributes:
        seconds: of one thread, on average.
        nodes: that the first agent visits in a move, on average; None where time limits it.
        error: the standard error of the seconds; 0 where too few games are played to tell.
    """

    seconds: float
    nodes: float | None
    error: float = 0.0


@dataclass(frozen=True)
class KnownSeconds:
    """Say what all games of some matches take together, seconds of one thread, and the standard
    error of that.
    """

    seconds: float = 0.0
    error: float = 0.0


NOTHING_KNOWN = KnownSeconds()


@dataclass(frozen=True, eq=False)
class TimedMatch:
    """Hold what is known of the seconds of a pair of two players.

    Attributes:
        players: both; None where no more is played.
        pairs: of a lap.
        laps: seconds of a pair in each lap.
        nodes: of the first player in a move, in each lap; empty where they are not known.
    """

    players: Players | None
    pairs: int = 1
    laps: list[float] = field(default_factory=list)
    nodes: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """Return the mean seconds of a pair."""
        return max(statistics.fmean(self.laps), 1e-9)

    def game(self, deviation: float) -> GameTime:
        """Return what a game costs, where laps have this standard deviation (`scatter`)."""
        nodes = statistics.fmean(self.nodes) if self.nodes else None
        return GameTime(self.mean / 2, nodes, self.error(deviation))

    def error(self, deviation: float) -> float:
        """Return the standard error of a game's seconds, 0 where no more is played.

        Args:
            deviation: the standard deviation of a lap, relative to the mean.
        """
        if self.players is None:
            return 0.0
        return deviation * self.mean / 2 / math.sqrt(len(self.laps))


def scatter(timed: Sequence[TimedMatch]) -> float:
    """Return how laps differ from the means of their matches, of all matches together: the standard
    deviation relative to the mean. Laps are about as long in each match.

    Where too few of them tell, a lap is taken to err by as much as it is.
    """
    free = sum(len(one.laps) - 1 for one in timed)
    if free < _TELLING:
        return 1.0
    return math.sqrt(sum((lap / one.mean - 1) ** 2 for one in timed for lap in one.laps) / free)


def next_match(
    timed: Sequence[TimedMatch], games: Sequence[float], known: KnownSeconds
) -> int | None:
    """Return the number of the match of which one more lap tells most; None if enough is known.

    That is where two standard errors of the seconds of all games are 5% of them, together with the
    known ones, or without these, which may err by more.

    Args:
        timed: the matches.
        games: that each match counts for.
        known: of other games.
    """
    deviation = scatter(timed)
    errors = [one.error(deviation) * count for one, count in zip(timed, games, strict=True)]
    total = sum(one.mean / 2 * count for one, count in zip(timed, games, strict=True))
    own, both = 2 * math.hypot(*errors), 2 * math.hypot(known.error, *errors)
    if both <= max(_NARROW * (known.seconds + total), _LEAST) or own <= max(
        _NARROW * total, _LEAST
    ):
        return None
    # Laps in proportion to seconds give the smallest error together (Neyman's allocation). To play
    # where the error is largest would leave those alone that happened to be quick.
    gains = [error / math.sqrt(len(one.laps)) for one, error in zip(timed, errors, strict=True)]
    return gains.index(max(gains))
