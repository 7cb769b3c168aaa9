"""Copy the trials of a run into a team's database, by a thread that nothing waits for."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.errors import TuneError
from tuner.samplers.database_address import DatabaseAddress
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.space import Space

if TYPE_CHECKING:
    from tuner.samplers.optuna_database import OptunaDatabase

__all__ = ["Mirror"]

_PAUSE = 0.5
"""Seconds between two transactions: what has come meanwhile is written together."""

_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
"""Seconds until the next attempt after one that failed; each one doubles it."""

_PATIENCE = 30.0
"""Seconds after which a database that does not answer is told of."""


class Mirror:
    """Keep a database as far as the run is, as soon as the database can be written.

    There is no queue: the thread reads the run's own list of trials, which only grows. Whatever
    hinders it is told by `trouble`, and tried again.

    Args:
        address: of the database.
        name: of the run.
        space: what is tuned.
        objective: what the value of a trial is called.
        trials: of the run; others may be added to its end at any time.
    """

    def __init__(
        self,
        address: DatabaseAddress,
        name: str,
        space: Space,
        objective: str,
        trials: Sequence[DatedTrial],
    ) -> None:
        self._address, self._name, self._trials = address, name, trials
        self._space, self._objective = space, objective
        self._news = threading.Condition()
        # The number of trials that are ready, and the attributes of the study with them.
        self._wanted: tuple[int, Mapping[str, Any]] = (0, {})
        self._done: tuple[int, Mapping[str, Any]] = self._wanted
        self._ending = False
        self._trouble = ""
        self._asked: float | None = None
        self._thread = threading.Thread(target=self._work, name="mirror", daemon=True)

    def start(self) -> None:
        """Begin to copy what is offered."""
        self._thread.start()

    def offer(self, count: int, attributes: Mapping[str, Any]) -> None:
        """Say how many trials may be copied, and what the study's attributes are now.

        Args:
            count: trials that the ledger cannot lose any more.
            attributes: of the study; nobody changes them later.
        """
        with self._news:
            self._wanted = (count, attributes)
            self._news.notify()

    def trouble(self) -> str:
        """Return what hinders the copying now, "" for nothing."""
        with self._news:
            waited = 0.0 if self._asked is None else time.monotonic() - self._asked
            silent = f"{self._address.shown} does not answer" if waited > _PATIENCE else ""
            return silent or self._trouble

    def close(self, seconds: float) -> str:
        """Wait so long for what is not copied yet, then leave it.

        Returns:
            What has hindered it, "" if all is there.
        """
        with self._news:
            self._ending = True
            self._news.notify()
        self._thread.join(seconds)
        reason = self.trouble() or f"{self._address.shown} is slow"
        with self._news:
            count = self._wanted[0]
            missing = count - self._done[0]
            if self._done == self._wanted:
                return ""
        # What an earlier start has copied is not known before it answers.
        return f"{reason}; {missing:,} of {count:,} trials may be missing there"

    def _work(self) -> None:
        """Copy until all is there and no more comes, or there is no hope at the end."""
        database: OptunaDatabase | None = None
        failures = 0
        while self._wait_for_news():
            ending = self._ending
            try:
                database = database or self._open()
                self._copy(database)
                failures, wait = 0, _PAUSE
            # Whatever it is, and in whatever package: no game is lost for it.
            except Exception as error:
                failures += 1
                wait = min(_FIRST_WAIT * 2 ** (failures - 1), _LONGEST_WAIT)
                self._note(error, told=failures > 1 or ending)
            if ending and failures > 1:
                break
            self._pause(wait)
            if ending and failures:
                time.sleep(_FIRST_WAIT)
        if database is not None:
            database.close()

    def _wait_for_news(self) -> bool:
        """Return whether there is something to copy, when there is or when no more comes."""
        with self._news:
            self._news.wait_for(lambda: self._ending or self._done != self._wanted)
            return self._done != self._wanted

    def _pause(self, seconds: float) -> None:
        """Wait, but no longer than until the run ends."""
        with self._news:
            self._news.wait_for(lambda: self._ending, seconds)

    def _open(self) -> OptunaDatabase:
        # Late: Optuna takes a second to import, and the first trials need not wait for it.
        from tuner.samplers.optuna_database import OptunaDatabase  # noqa: PLC0415

        owner = self._trials[0].began.isoformat()
        return OptunaDatabase(self._address, self._name, owner, self._space, self._objective)

    def _copy(self, database: OptunaDatabase) -> None:
        """Copy until all that was offered is there."""
        while True:
            with self._news:
                count, attributes = wanted = self._wanted
                self._asked = time.monotonic()
            try:
                there = database.update(self._trials[:count], attributes)
            finally:
                self._asked = None
            with self._news:
                self._trouble = ""
                self._done = wanted if there >= count else (there, {})
                if self._done == wanted:
                    return

    def _note(self, error: Exception, told: bool) -> None:
        """Keep what has gone wrong; the first time may be a connection that was lost long ago."""
        text = str(error)
        if not isinstance(error, TuneError):
            text = f"{self._address.shown}: {self._address.without_password(repr(error))}"
        if told:
            with self._news:
                self._trouble = text
