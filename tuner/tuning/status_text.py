"""Say where a run stands: for people, and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from tuner.config.racing import RACE
from tuner.matches.objective import WARM_STARTS, find_objective
from tuner.matches.pace import StageState, workers_text
from tuner.stats.interval import Interval
from tuner.stats.json import interval_json
from tuner.stats.sparkline import sparkline
from tuner.stats.text import duration_text, score_text
from tuner.tuning.best_so_far import BestSoFar
from tuner.tuning.status import COUNTED_STAGES, RunStatus
from tuner.verdict.headline import headline
from tuner.verdict.reader import load_verdict
from tuner.verdict.text import earlier_lines

__all__ = ["best_text", "left_text", "stage_text", "status_json", "status_lines"]

_CURVE = 40
_NOTES = 3


def status_lines(status: RunStatus) -> list[str]:
    """Return the status for people."""
    budget = status.study.budget
    planned = f"different vectors of at most {budget.trials} trials"
    on_positions = find_objective(status.study.objective).on_positions
    stopped = f", {status.stopped} of them stopped early" if status.stopped else ""
    raced = " in the race" if status.study.selection == RACE else ""
    where = " on solved positions" if on_positions else ""
    warm_start = f"  warm start: {status.warm_trials} {planned} on solved positions"
    return [
        f"{status.folder.path}: {status.study.name}, {status.study.game}, "
        f"{status.games:,} games played",
        *([warm_start] if WARM_STARTS[status.study.warm_start] is not None else []),
        f"  search: {status.trials} {planned}{where}{stopped}",
        f"  selection: {status.finalists} of at most {budget.finalists + 1} finalists{raced}",
        *(_unfinished_lines(status) if status.verdict is None else _finished_lines(status)),
    ]


def _unfinished_lines(status: RunStatus) -> list[str]:
    more = len(status.notes) - _NOTES
    return [
        *([f"  {stage_text(status.stage, status.working)}"] if status.stage else []),
        *(_best_lines(status.best) if status.best else []),
        *(f"  note: {note}" for note in status.notes[:_NOTES]),
        *([f"  and {more} more notes, in {status.folder.manifest}"] if more > 0 else []),
        "  no verdict yet; a process is working on it now"
        if status.working
        else "  no verdict yet; run the study again to go on",
    ]


def _finished_lines(status: RunStatus) -> list[str]:
    verdict = load_verdict(status.folder.verdict)
    report = status.folder.report_html
    exported = f"  exported: the {'tuned' if verdict.exports_tuned else 'hand-set'} values"
    return [
        f"  {headline(verdict)}",
        *earlier_lines(verdict),
        *([f"{exported}; report: {report}"] if report.exists() else [exported]),
    ]


def stage_text(stage: StageState, working: bool) -> str:
    """Return how far the stage is; a speed and what is left only where somebody is working."""
    done = f"{stage.done:,} of {stage.amount:,} {stage.unit}"
    if not working:
        counted = "" if stage.stage in COUNTED_STAGES else "at least "
        return f"stopped in: {stage.stage}, {counted}{done}"
    done = f"{stage.stage}, {done}"
    if stage.workers is not None:
        done += f", {workers_text(stage.workers)}"
    if stage.per_second is None:
        return f"now: {done}"
    return f"now: {done}, {stage.per_second:,.0f} {stage.unit}/s, {left_text(stage)}"


def left_text(stage: StageState) -> str:
    """Return "about 4 min left in this stage", an estimate; "" where there is none."""
    if stage.seconds_left is None:
        return ""
    return f"about {duration_text(stage.seconds_left)} left in this stage"


def _best_lines(best: BestSoFar) -> list[str]:
    if best.shrunken is None or best.trial == 0:
        words = f", which is partly luck: {best_text(best.value, best.trial, best.hand_set)}"
    else:
        words = (
            f": trial {best.trial} with {score_text(best.shrunken)}, corrected for luck (its own "
            f"games: {100 * best.value.estimate:.1f}%); hand-set {score_text(best.hand_set)}"
        )
    return [
        f"  best so far{words}",
        f"  best by trial: {sparkline(best.curve, _CURVE)}",
    ]


def best_text(best: Interval, trial: int, hand_set: Interval) -> str:
    """Return the best value so far beside the hand-set one, each with its interval."""
    if trial == 0:
        return f"{score_text(best)}, the hand-set values"
    return f"{score_text(best)} (trial {trial}); hand-set {score_text(hand_set)}"


def status_json(status: RunStatus) -> dict[str, Any]:
    """Return the status as JSON."""
    best, report = status.best, status.folder.report_html
    return {
        "run": str(status.folder.path),
        "study": status.study.name,
        "game": status.study.game,
        "games": status.games,
        "trials": status.trials,
        "stopped_trials": status.stopped,
        "warm_trials": status.warm_trials,
        "trials_planned": status.study.budget.trials,
        "finalists": status.finalists,
        "verdict": status.verdict,
        "working": status.working,
        "stage": None if status.stage is None else asdict(status.stage),
        "best": None if best is None else _best_json(best),
        "hand_set": None if best is None else interval_json(best.hand_set, "value"),
        "notes": list(status.notes),
        "report": str(report) if report.exists() else None,
    }


def _best_json(best: BestSoFar) -> dict[str, Any]:
    """Return the best trial: what it read, and "shrunken", which is null where it is not known."""
    shrunken = None if best.shrunken is None else interval_json(best.shrunken, "value")
    return {"trial": best.trial, **interval_json(best.value, "value"), "shrunken": shrunken}
