"""What a study reports while it runs; the command line decides how it looks."""

from __future__ import annotations

from typing import Protocol

from tuner.interval import Interval

__all__ = ["Progress", "Silent"]


class Progress(Protocol):
    """Listens to a study. Every method returns at once."""

    def stage(self, name: str, games: int) -> None:
        """A stage begins that will need about so many games, those of the ledger included."""

    def played(self, games: int) -> None:
        """So many games more are done in this stage."""

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """A trial is done; `best` is the best value so far, as the search saw it."""

    def note(self, text: str) -> None:
        """Something that the user should know, on one line."""


class Silent:
    """Listens to nothing."""

    def stage(self, name: str, games: int) -> None:
        """Nothing."""

    def played(self, games: int) -> None:
        """Nothing."""

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Nothing."""

    def note(self, text: str) -> None:
        """Nothing."""
