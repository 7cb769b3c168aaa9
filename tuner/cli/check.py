"""Say what a study would do, before it does anything."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import TuneError
from tuner.cli.options import DEFAULT_THREADS, Config, Json, Runs, Threads
from tuner.cli.output import print_json, print_lines, with_hint

if TYPE_CHECKING:
    from tuner.config.study import Study

__all__ = ["check"]


def check(
    config: Config,
    runs: Runs = Path("runs"),
    threads: Threads = DEFAULT_THREADS,
    as_json: Json = False,
) -> None:
    """Validate a study and say what it would do, what should be mended, and how long it takes.

    Writes nothing; some games are played to see how long they take. The exit status is 0 where
    there are notes, too.

    Example: tune check pressure
    """
    from tuner.config.canonical import effective_config, storage_text, study_digest
    from tuner.samplers.table import require_sampler
    from tuner.tuning.forecast import forecast, forecast_text
    from tuner.tuning.opening_notes import opening_notes
    from tuner.tuning.pilot import play_pilot
    from tuner.tuning.pilot_text import pilot_lines, pilot_tree
    from tuner.tuning.plan import plan_lines, plan_study
    from tuner.tuning.preflight import inspect_study, preflight_reported
    from tuner.tuning.previous import winner_notes
    from tuner.tuning.sampler_advice import sampler_advice
    from tuner.tuning.sensitivity import sensitivity_lines, sensitivity_tree
    from tuner.tuning.study_lookup import find_study
    from tuner.tuning.study_openings import FIRST
    from tuner.tuning.study_run import compile_study, draw_all_openings
    from tuner.tuning.workers import stage_works, work_lines, work_tree

    study, runs = find_study(config, runs)
    if study.storage is not None:
        study.storage.require_driver()
    require_sampler(study.sampler)
    compile_study(study)
    # Enough of each for games that are timed and for the pilot.
    openings = draw_all_openings(study, FIRST)
    with preflight_reported(config):
        inspection = inspect_study(study)
        notes = [*winner_notes(study, runs), *inspection.notes]
    notes += opening_notes(study, openings["verdict"])
    time = forecast(study, openings, threads)
    pilot = play_pilot(study, openings, time)
    works = stage_works(study, time)
    outlook, refused = _outlook(study, runs)
    advice = sampler_advice(study)
    if as_json:
        print_json(
            {
                "digest": study_digest(study),
                "reproducible": study.reproducible,
                "config": effective_config(study),
                "storage": storage_text(study),
                "games": time.games,
                "seconds": round(time.seconds),
                "stage_seconds": {name: round(one, 1) for name, one in time.stages.items()},
                "workers": work_tree(works),
                "sampler_advice": None if advice is None else advice.tree,
                "plan": pilot_tree(pilot),
                "sensitivities": sensitivity_tree(inspection.sensitivities),
                "notes": notes,
                "run": outlook,
            }
        )
        return
    lines = [
        *plan_lines(study, plan_study(study), time.games, time.stages, guessed=pilot is None),
        *pilot_lines(pilot),
        *sensitivity_lines(inspection.sensitivities),
        f"  in all: {forecast_text(time)}",
    ]
    print_lines(
        [
            *lines,
            *work_lines(works),
            *([] if advice is None else [f"  {advice.text}"]),
            f"  a run {outlook}",
            *(f"  note: {note}" for note in notes),
            f"{config} {_conclusion(notes, refused)}",
        ]
    )


def _outlook(study: Study, runs: Path) -> tuple[str, bool]:
    """Return what a run of a study would do with the runs that there are, and if it is refused."""
    from tuner.tuning.run_choice import choose_run

    try:
        choice = choose_run(study, runs)
    except TuneError as error:
        return f"would be refused: {with_hint(error)}", True
    if choice.changes:
        return f"would go on with {choice.folder.path}: {'; '.join(choice.changes)}", False
    begun = choice.folder.manifest.exists()
    return f"would {'go on with' if begun else 'begin'} {choice.folder.path}", False


def _conclusion(notes: list[str], refused: bool) -> str:
    first = f"look at the {f'{len(notes)} notes' if notes[1:] else 'note'} first"
    if refused:
        return f"is a study, but would not be run{f'; {first}' if notes else ''}"
    return f"can be run; {first}" if notes else "is fine"
