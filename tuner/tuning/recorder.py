"""Keep the trials of a search where people look at them while it runs.

These are trials.csv and study.db in the run folder, and a team's database if the study names one.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any

from engine.errors import TuneError
from tuner.config.study import Study
from tuner.samplers.dated_trial import DatedTrial
from tuner.stats.json import interval_json
from tuner.tuning.mirror import Mirror
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, baseline_names, has_noise, trials_header, trials_row
from tuner.tuning.trials_file import TrialsFile

if TYPE_CHECKING:
    from tuner.samplers.optuna_file import OptunaFile

__all__ = ["TrialRecorder"]

_TRIALS = 10
_SECONDS = 10.0
"""Optuna's file is brought up to date after so many trials, or after so long."""

_LAST_SECONDS, _STOPPED_SECONDS = 10.0, 2.0
"""The end of a run waits so long for a team's database, that of one that was stopped less long."""


def _measure(study: Study) -> str:
    """Return what the values of trials are, in words."""
    return "score against the partner" if study.duels else str(study.objective)


class TrialRecorder:
    """Write each finished trial into trials.csv, some at a time into study.db and a database.

    All but the first is done by threads of their own, and whatever hinders them hinders no game: it
    is told once, and tried again with the next trials. Use it as a context manager.

    Args:
        study_run: of the study.
        folder: of its run.
    """

    def __init__(self, study_run: StudyRun, folder: RunFolder) -> None:
        self._study_run, self._folder = study_run, folder
        self._baselines = baseline_names(study_run.study)
        self._trials: list[DatedTrial] = []
        self._file: OptunaFile | None = None
        self._verdict = "none yet; verdict.json beside this file will have it"
        self._hand_set: dict[str, float] = {}
        self._updated, self._update_began = 0, time.monotonic()
        self._update: Future[None] | None = None
        self._told = {""}
        self._in_trouble = False
        self._mirror = self._new_mirror()

    def _new_mirror(self) -> Mirror | None:
        study, space = self._study_run.study, self._study_run.space
        if study.storage is None:
            return None
        name = self._folder.path.resolve().name
        return Mirror(study.storage, name, space, _measure(study), self._trials)

    def __enter__(self) -> TrialRecorder:
        self._noise = has_noise(self._folder.trials)
        self._table = TrialsFile(self._folder.trials)
        self._table.add(trials_header(self._study_run.study, self._noise))
        self._writer = ThreadPoolExecutor(1, "study.db")
        self._since = datetime.now(UTC)
        if self._mirror is not None:
            self._mirror.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._table.close()
        # After Ctrl-C what is not begun waits for the next start.
        self._writer.shutdown(cancel_futures=kind is not None)
        if self._mirror is not None:
            missing = self._mirror.close(_LAST_SECONDS if kind is None else _STOPPED_SECONDS)
            self._tell(missing, "run the study again to copy them")
        self._tell_of_failure(error)

    def add(self, trial: Trial) -> None:
        """Write a trial that is finished now, or was before and is read again."""
        self._table.add(trials_row(self._study_run.study, trial, self._noise))
        self._trials.append(self._dated(trial))
        if trial.number == 0:
            self._hand_set = interval_json(trial.value, "value")
        self._offer()
        waited = time.monotonic() - self._update_began
        due = len(self._trials) - self._updated >= _TRIALS or waited >= _SECONDS
        if due and (self._update is None or self._update.done()):
            self._bring_up_to_date()

    def complete(self, verdict: str = "") -> None:
        """Write what study.db lacks after the last trial, or the verdict that there is now."""
        self._table.close()
        self._verdict = verdict or self._verdict
        # Behind the one that is under way, which does not know of the last trials.
        self._bring_up_to_date()
        self._offer()

    def _offer(self) -> None:
        """Let the database have the trials so far."""
        if self._mirror is None:
            return
        # So that it has no trial that the ledger could still lose.
        self._study_run.ledger.commit()
        self._mirror.offer(len(self._trials), self._attributes())
        trouble = self._mirror.trouble()
        # Once for each outage, of which there may be several reasons one after the other.
        if trouble and not self._in_trouble:
            self._tell(trouble, "the run goes on, and copies its trials there later")
        self._in_trouble = trouble != ""

    def _tell(self, trouble: str, what_follows: str) -> None:
        """Say once what hinders the copying."""
        if trouble not in self._told:
            self._told.add(trouble)
            self._study_run.progress.note(f"{trouble}; {what_follows}")

    def _bring_up_to_date(self) -> None:
        self._tell_of_failure()
        # So that study.db has no trial that the ledger could still lose.
        self._study_run.ledger.commit()
        self._updated, self._update_began = len(self._trials), time.monotonic()
        self._update = self._writer.submit(self._write, tuple(self._trials), self._attributes())

    def _write(self, trials: tuple[DatedTrial, ...], attributes: dict[str, Any]) -> None:
        """Write trials into study.db, on the thread for that."""
        # Late: Optuna takes a second to import, and the first trials need not wait for it.
        from tuner.samplers.optuna_file import OptunaFile  # noqa: PLC0415

        if self._file is None:
            study, space = self._study_run.study, self._study_run.space
            self._file = OptunaFile(self._folder.optuna, study.name, space, _measure(study))
        self._file.update(trials, attributes)

    def _tell_of_failure(self, ended_by: BaseException | None = None) -> None:
        """Say once what has hindered an update that has ended.

        Args:
            ended_by: what ends the run, if something does; nothing takes its place.
        """
        if self._update is None or not self._update.done() or self._update.cancelled():
            return
        error = self._update.exception()
        if error is None:
            return
        if not isinstance(error, TuneError):
            if ended_by is None:
                raise error
            if ended_by is not error:
                ended_by.add_note(f"{self._folder.optuna} was not brought up to date: {error!r}")
            return
        self._updated = 0
        self._tell(str(error), "the run goes on, and writes its trials there later")

    def _attributes(self) -> dict[str, Any]:
        study = self._study_run.study
        return {
            "study": study.name,
            "game": study.game.name,
            **{f"hand-set {name}": value for name, value in self._hand_set.items()},
            "verdict": self._verdict,
        }

    def _dated(self, trial: Trial) -> DatedTrial:
        began, ended = self._times(trial)
        scores = zip(self._baselines, trial.scores, strict=True)
        attributes = {
            "low": trial.value.low,
            "high": trial.value.high,
            "games": trial.games,
            **{f"score {name}": score for name, score in scores},
            **({"repeats": trial.repeats} if trial.repeats != trial.number else {}),
            **({"partner": trial.partner} if trial.duelled else {}),
        }
        value, stopped = trial.value.estimate, trial.stopped
        return DatedTrial(trial.vector, value, began, ended, attributes, stopped)

    def _times(self, trial: Trial) -> tuple[datetime, datetime]:
        """Return when a trial was begun and finished, at the start that played it."""
        began, self._since = self._since, datetime.now(UTC)
        times = f"{began.isoformat()} {self._since.isoformat()}"
        # Of a trial that is only read again the ledger has the times already.
        kept = self._study_run.ledger.keep_trial(f"times of trial {trial.number}", times)
        first, last = map(datetime.fromisoformat, kept.split())
        return first, last
