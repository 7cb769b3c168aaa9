"""Run the whole benchmark: every game, the compiler, the example study."""

from __future__ import annotations

import os
import platform
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numba

from benchmarks.cases import Case, find_cases
from benchmarks.commands import commands_section
from benchmarks.figures import Report, Row, Section
from benchmarks.laps import Patience
from benchmarks.speed import Effort, game_rows, search_row
from benchmarks.start import start_rows
from benchmarks.study import STUDY, study_section
from benchmarks.yardsticks import FLAGS, Yardstick, YardstickError, build, find_compiler

__all__ = ["QUICK", "THOROUGH", "Plan", "measure"]


@dataclass(frozen=True)
class Plan:
    """Say how much is measured.

    Attributes:
        divisor: of the positions and games of a lap.
        patience: with each ratio of speeds.
        cold: processes of each game, and of `tune run`, that compile anew; 0 leaves that out.
        warm: processes of each that find their code in the cache.
        study_divisor: of the example study.
        study_repeats: runs of the example study.
    """

    divisor: int
    patience: Patience
    cold: int
    warm: int
    study_divisor: int
    study_repeats: int


THOROUGH = Plan(
    divisor=1,
    patience=Patience(0.05, 60.0),
    cold=1,
    warm=3,
    study_divisor=1,
    study_repeats=2,
)
QUICK = Plan(
    divisor=6,
    patience=Patience(0.1, 1.0),
    cold=0,
    warm=2,
    study_divisor=10,
    study_repeats=1,
)

BUSY = 0.5
"""From this load average on, wall times are those of a busy machine."""


def measure(plan: Plan, game: str | None, threads: int, say: Callable[[str], None]) -> Report:
    """Measure one game, or all games and the example study.

    Args:
        plan: how much.
        game: its name, or None.
        threads: that are compared with one.
        say: told what is measured, for progress.

    Raises:
        UnknownNameError: if the game is not measured.
        BenchError: if what should be compared is not equal.
        TuneError: if a process that is measured fails.
    """
    cases = [case.shortened(plan.divisor) for case in find_cases(game)]
    machine, notes = _machine(), _notes(plan)
    sections = []
    with tempfile.TemporaryDirectory(prefix="tune-") as folder:
        for case in cases:
            yardstick, missing = _yardstick(case, Path(folder))
            notes += [note for note in missing if note not in notes]
            sections.append(_section(case, plan, (yardstick, threads), say))
    if any(case.name == "isolation" for case in cases):
        sections.append(commands_section(STUDY, plan.warm, plan.cold, say))
        say("the example study")
        sections.append(study_section(plan.study_divisor, threads, plan.study_repeats))
    return Report(machine, tuple(sections), tuple(notes))


def _section(
    case: Case, plan: Plan, means: tuple[Yardstick | None, int], say: Callable[[str], None]
) -> Section:
    yardstick, threads = means
    effort = Effort(plan.patience, threads)
    name = case.game.name
    say(f"{name}: nodes a second")
    rows: list[Row] = [search_row(case, effort, yardstick)]
    say(f"{name}: games a second")
    rows += game_rows(case, effort, yardstick)
    rows += start_rows(case, plan.cold, plan.warm, say)
    conditions = (
        f"searches begin after {case.plies} random plies, games after {case.opening_plies}; one "
        "thread plays where a line names no more"
    )
    return Section(f"{name}, {_evaluation(case)}", tuple(rows), conditions)


def _evaluation(case: Case) -> str:
    heuristic = case.heuristic
    return f"preset {heuristic.name}" if heuristic.parameters else heuristic.formula


def _yardstick(case: Case, folder: Path) -> tuple[Yardstick | None, list[str]]:
    """Return the C program, or none and a note that says why."""
    try:
        return build(case.program, case.weights, folder), []
    except YardstickError as error:
        return None, [f"no ratios to C: {error}"]


def _machine() -> str:
    """Return what decides speeds, on one line."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    versions = f"Python {platform.python_version()}, Numba {numba.__version__}"
    return f"{system}; {versions}; {_compiler()}"


def _notes(plan: Plan) -> list[str]:
    """Return what to know before anything is measured."""
    notes = []
    load = os.getloadavg()[0]
    if load > BUSY:
        notes.append(
            f"other programs were running (load average {load:.1f}): figures of wall time and of "
            "several threads say little"
        )
    if not plan.cold:
        notes.append("times of compiling anew are left out by --quick")
    return notes


def _compiler() -> str:
    try:
        compiler = find_compiler()
    except YardstickError:
        return "no C programs"
    ended = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    version = (ended.stdout.splitlines() or [Path(compiler).name])[0]
    return f"{version} {' '.join(FLAGS)}"
