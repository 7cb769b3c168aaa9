"""Run a study from start to verdict: search, selection, verdict, files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tuner.cluster.executors import Executors, open_executors
from tuner.config.study import Study
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.progress import Progress
from tuner.samplers.table import require_sampler
from tuner.tuning.forecast import Forecast, forecast
from tuner.tuning.fork import fork_notes, forked
from tuner.tuning.kept_progress import KeptProgress
from tuner.tuning.opening_notes import opening_notes
from tuner.tuning.preflight import preflight
from tuner.tuning.previous import against_winners, winner_notes
from tuner.tuning.records import require_ledger
from tuner.tuning.run_choice import RunChoice, choose_run
from tuner.tuning.run_stages import RunStages
from tuner.tuning.run_start import start_run
from tuner.tuning.study_openings import FIRST, StudyOpenings
from tuner.tuning.study_run import StudyRun, compile_study, draw_all_openings
from tuner.verdict.model import Verdict

__all__ = ["Begin", "run_study", "run_study_on"]


Begin = Callable[[Forecast], None]
"""Told what a study will take, before anything is played or written; may end it by an error."""


def run_study(
    study: Study,
    runs: Path | RunChoice,
    threads: int,
    progress: Progress,
    begin: Begin | None = None,
    cluster: str | None = None,
) -> Verdict:
    """Run a study on threads of this process or on a cluster, or go on where it was stopped.

    The result is the same for any number of threads and workers, and however often it was stopped,
    unless somebody has a limit in time.

    Raises:
        ClusterError: if the cluster cannot be used, or is lost.
        TuneError: as `run_study_on` does.
    """
    with open_executors(threads, cluster, progress) as executors:
        return run_study_on(executors, study, runs, progress, begin)


def run_study_on(
    executors: Executors,
    study: Study,
    runs: Path | RunChoice,
    progress: Progress,
    begin: Begin | None = None,
) -> Verdict:
    """Run a study whose batches of games are played by executors that are there.

    It is run in the folder of runs, where `choose_run` says, or in what was chosen there before.
    What a new study will take is measured only if somebody wants to know: `begin`.

    Raises:
        PreflightError: if the formula is not a number in a sampled position.
        OpeningError: if there are too few openings.
        RunError: if the run folder cannot be used.
        LedgerError: if what was played before is damaged.
        EvaluationError: if the formula gave no number.
        MissingOptunaError: if Optuna is not installed.
        MissingLearnError: if the study's sampler needs scikit-learn, which is not installed.
        DriverError: if what talks to the study's database is not installed.
    """
    if not isinstance(runs, RunChoice):
        study = against_winners(study, runs)
    choice = runs if isinstance(runs, RunChoice) else choose_run(study, runs)
    folder = choice.folder
    # All that can be refused is refused before anything is written.
    require_sampler(study.sampler)
    if study.storage is not None:
        study.storage.require_driver()
    folder.require_place()
    require_ledger(folder)
    compile_study(study)
    begins = not folder.ledger.exists()
    # The first ones of every set tell whether there are enough.
    few = draw_all_openings(study, FIRST)
    notes = [*choice.notes, *winner_notes(study, folder.path.parent), *preflight(study)]
    notes += opening_notes(study, few["verdict"])
    if begin is not None and begins:
        begin(forecast(study, few, executors.players))
    with folder.locked():
        origin = forked(choice, study)
        notes = [*fork_notes(folder, origin), *notes]
        manifest = start_run(folder, study, executors.threads, notes, executors.workers, origin)
        with Ledger(folder.ledger, choice.digest) as ledger:
            openings = StudyOpenings(study, ledger.add_openings, few)
            if not begins:
                # Nothing is played before all that was drawn is found to be the same.
                openings.complete()
            for note in notes:
                progress.note(note)
            kept = KeptProgress(progress, folder.progress, lambda: executors.workers)
            arena = Arena(study.game, ledger, executors.games, kept.played)
            study_run = StudyRun(study, arena, ledger, kept, openings, executors.local)
            verdict = RunStages(study_run, openings, folder, manifest).run()
        if study.ablation:
            # Late: few studies want it.
            from tuner.tuning.ablation import ablate_verdict  # noqa: PLC0415

            ablate_verdict(folder, study, verdict, executors, kept)
        kept.remove()
        return verdict
