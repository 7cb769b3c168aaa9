"""Say which batches a GPU plays in one launch, so that it is over in about two seconds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tuner.matches.task import BatchTask

__all__ = ["FIRST_GAMES", "LAUNCH_SECONDS", "MOST_GAMES", "Pace"]

LAUNCH_SECONDS = 2.0
"""What a launch shall take: a process that is killed loses it, and Ctrl-C waits for it."""

FIRST_GAMES = 1 << 13
"""Of searches that nobody has timed. GPUs have room for about so many threads or more, so they
take little longer than the longest of their games, and no launch takes less."""

MOST_GAMES = 1 << 19
"""In one launch; each takes about 200 bytes on its way."""

_LEAST = 1e-6
"""No launch takes fewer seconds; a clock may say 0."""

_Kind = tuple[tuple[str, str], frozenset[str]]


class Pace:
    """Keep how many seconds a game takes, by the game and the searches of its players.

    It is the share of a game in the time of a launch: with few games in it more than with many.
    """

    def __init__(self) -> None:
        self._seconds: dict[_Kind, float] = {}

    def launch(self, waiting: Sequence[BatchTask]) -> list[int]:
        """Return which of the tasks that wait come next, at least the first of them.

        Those are tasks of one game. Searches that nobody has timed have a launch for themselves.
        """
        first = _kind(waiting[0])
        timed = first in self._seconds
        games, seconds = 0, 0.0
        found: list[int] = []
        for number, task in enumerate(waiting):
            kind = _kind(task)
            if not (kind[0] == first[0] and kind in self._seconds if timed else kind == first):
                continue
            games += len(task.seeds)
            seconds += len(task.seeds) * self._seconds.get(kind, 0.0)
            most = MOST_GAMES if timed else FIRST_GAMES
            if found and (games > most or seconds > LAUNCH_SECONDS):
                break
            found.append(number)
        return found

    def learn(self, tasks: Sequence[BatchTask], seconds: float) -> None:
        """Take note of how long a launch of some tasks has taken."""
        games: Counter[_Kind] = Counter()
        for task in tasks:
            games[_kind(task)] += len(task.seeds)
        expected = sum(count * self._seconds.get(kind, 1.0) for kind, count in games.items())
        for kind in games:
            self._seconds[kind] = self._seconds.get(kind, 1.0) * max(seconds, _LEAST) / expected


def _kind(task: BatchTask) -> _Kind:
    return task.game.key, frozenset(agent.search for agent in task.agents)
