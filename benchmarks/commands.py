"""Measure how long people wait: for short commands, and for the first trial of a study."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.figures import Row, Section, Target, fastest_of
from benchmarks.processes import cache_changes, child, seconds_until

__all__ = ["FIRST_TRIAL", "commands_section"]

FIRST_TRIAL = "search: first trial"
"""The line that `tune run` writes after its first trial, where there is no terminal, begins so."""

HELP_SECONDS = 0.5
LIST_SECONDS = 0.6
EXPLAIN_SECONDS = 0.6
CHECK_SECONDS = 0.8
WARM_SECONDS = 1.2
COLD_SECONDS = 6.0
"""People should not wait longer."""

# Where the bench runs in the background its children have been told to ignore Ctrl-C.
_TUNE = (
    "-c",
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "from tuner.cli.start import main; main()",
)


_EXPLAINED = ("pressure", "......./......./..1..../......./....2../......./.......")
"""A heuristic, and a position of its game."""


@dataclass(frozen=True)
class _Command:
    """Describe a command that is measured.

    Attributes:
        what: it is.
        run: runs it in a process of its own and gives the seconds that it took.
        most: seconds that it should take.
    """

    what: str
    run: Callable[[], float]
    most: float


def commands_section(config: Path, warm: int, cold: int, say: Callable[[str], None]) -> Section:
    """Measure the wall time of short commands, and of `tune run` up to its first trial.

    Args:
        config: of the study that is checked and run.
        warm: times that each is measured with the compiled code in the usual cache.
        cold: times that the first trial is measured with an empty cache; 0 leaves that out.
        say: told what is measured.

    Raises:
        TuneError: if a command fails.
    """
    rows = [_warm_row(command, warm, say) for command in _compiled_before(config)]
    if cold:
        run = _Command(_first_trial_of(config, "empty"), lambda: _cold_trial(config), COLD_SECONDS)
        say(run.what)
        rows.append(_row(run, cold))
    conditions = "what they need is compiled before, but where a line says that the cache is empty"
    return Section("commands, wall time of the process", tuple(rows), conditions)


def _compiled_before(config: Path) -> list[_Command]:
    first_trial = _first_trial_of(config, "full")
    return [
        _Command("tune --help", lambda: _seconds("--help"), HELP_SECONDS),
        _Command("tune list presets", lambda: _seconds("list", "presets"), LIST_SECONDS),
        _Command("tune explain", lambda: _seconds("explain", *_EXPLAINED), EXPLAIN_SECONDS),
        _Command(
            f"tune check {_typed(config)}", lambda: _seconds("check", str(config)), CHECK_SECONDS
        ),
        _Command(first_trial, lambda: _first_trial(config, None), WARM_SECONDS),
    ]


def _typed(config: Path) -> str:
    """Return the command as one types it in a checkout."""
    return f"{config.parent.name}/{config.name}"


def _first_trial_of(config: Path, cache: str) -> str:
    return f"first finished trial of tune run {_typed(config)}, {cache} cache"


def _warm_row(command: _Command, times: int, say: Callable[[str], None]) -> Row:
    """Measure a command that was run once before, so that all code is compiled."""
    say(command.what)
    command.run()
    return _row(command, times)


def _row(command: _Command, times: int) -> Row:
    seconds = [command.run() for _ in range(times)]
    return Row(command.what, "seconds", fastest_of(seconds), Target(command.most, least=False))


def _seconds(*words: str) -> float:
    """Return the wall time of a command, from the start of its process to its end."""
    began = time.perf_counter()
    child([*_TUNE, *words], {})
    return time.perf_counter() - began


def _cold_trial(config: Path) -> float:
    with tempfile.TemporaryDirectory(prefix="tune-") as cache:
        return _first_trial(config, Path(cache))


def _first_trial(config: Path, cache: Path | None) -> float:
    """Return the wall time of a new run up to its first trial, with a new cache or the old."""
    with tempfile.TemporaryDirectory(prefix="tune-") as runs:
        words = [*_TUNE, "run", str(config), "--runs", runs]
        return seconds_until(FIRST_TRIAL, words, cache_changes(cache))
