"""Define what a study reports while it runs; the command line decides how it looks."""

from __future__ import annotations

from typing import Protocol

from tuner.stats.interval import Interval

__all__ = ["Progress", "Silent"]


class Progress(Protocol):
    """Listen to a study. Every method returns at once."""

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """Begin a stage that will need about so many games, those of the ledger included.

        The unit is another one where no games are played, such as "positions".
        """

    def played(self, amount: int) -> None:
        """Count so many games, or of what the unit is, as done in this stage."""

    def fewer(self, amount: int) -> None:
        """Take back so many of the games of this stage: they need not be played."""

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Take note of a finished trial; `best` is the best value so far, without its luck."""

    def go_on(self, kept: int, trials: int) -> None:
        """Say that so many of the trials are kept from an earlier start, and read first."""

    def fact(self, text: str) -> None:
        """Say how a test of this stage stands, in place of what was said before."""

    def workers(self, amount: int) -> None:
        """Say on how many workers of a cluster the games are played from now on."""

    def note(self, text: str) -> None:
        """Warn of something that the user should mend or know, on one line."""


class Silent:
    """This listener does nothing."""

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        """Do nothing."""

    def played(self, amount: int) -> None:
        """Do nothing."""

    def fewer(self, amount: int) -> None:
        """Do nothing."""

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        """Do nothing."""

    def go_on(self, kept: int, trials: int) -> None:
        """Do nothing."""

    def fact(self, text: str) -> None:
        """Do nothing."""

    def workers(self, amount: int) -> None:
        """Do nothing."""

    def note(self, text: str) -> None:
        """Do nothing."""
