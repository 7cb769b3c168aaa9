"""Measure whether a trial takes longer the more trials there were before it, for each sampler.

The games of the study take next to no time: what is measured is what a trial costs beside them, as
processor time of all threads. Towards its end the study is held up again and again, and a new study
plays its first trials, so that both numbers of a ratio are of the same moment on a busy machine.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tuner.config.study import Study, load_study
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.run import run_study

__all__ = ["growth_lines", "main", "measure_growth"]

STUDY = """\
name: quick
game: isolation-5x5
heuristic: pressure
search: {algorithm: greedy}
baselines: [{name: random, search: {algorithm: random}}]
openings: {plies: 12}
budget: {trials: 5000, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 16}
"""

SAMPLERS = ("cmaes", "random", "qmc", "grid")
"""TPE reads all trials for each proposal, and is not asked for thousands here."""

BLOCK = 64
"""Trials that are timed as one: as many are asked for at once."""

FIRST = 100
BLOCKS = 12
"""So many ratios are taken, of the last blocks of the study."""


class _LeftError(Exception):
    """A study has played what is timed."""


class _Blocks(Silent):
    """Measure blocks of trials; what is done between two blocks does not count."""

    def __init__(self, first: int, between: Callable[[float], None]) -> None:
        self._first, self._between = first, between
        self._begun = 0.0

    def trial(self, number: int, _trials: int, _best: Interval, _best_number: int) -> None:
        """Take the time at the end of a block, and begin the next one."""
        if number >= self._first and (number - self._first) % BLOCK == 0:
            if number > self._first:
                self._between((time.process_time() - self._begun) / BLOCK)
            self._begun = time.process_time()


def measure_growth(study: Study) -> list[tuple[float, float]]:
    """Return the seconds of an early trial and of a late one, measured beside each other."""
    found: list[tuple[float, float]] = []

    def leave(seconds: float) -> None:
        early.append(seconds)
        raise _LeftError

    def beside(seconds: float) -> None:
        try:
            _play(study, _Blocks(FIRST, leave))
        except _LeftError:
            found.append((early.pop(), seconds))

    early: list[float] = []
    _play(study, _Blocks(study.budget.trials - 1 - BLOCKS * BLOCK, beside))
    return found


def _play(study: Study, clock: _Blocks) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run_study(study, Path(folder), 1, clock)


def growth_lines(trials: int, samplers: tuple[str, ...]) -> list[str]:
    """Return a table with a row for each sampler."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "quick.yaml"
        file.write_text(STUDY.replace("5000", str(trials)), encoding="utf-8")
        study = load_study(file)
    lines = [
        f"| sampler | ms at trial {FIRST} | ms at trial {trials:,} | ratio, median (quartiles) |",
        "| --- | --- | --- | --- |",
    ]
    for name in samplers:
        pairs = measure_growth(replace(study, sampler=name))
        early, late = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
        low, middle, high = statistics.quantiles([two / one for one, two in pairs], n=4)
        lines.append(
            f"| {name} | {early:.2f} | {late:.2f} | {middle:.2f} ({low:.2f} to {high:.2f}) |"
        )
    return lines


def main(words: list[str]) -> None:
    """Print the table; the words are a number of trials and samplers, by default 5,000 and all."""
    trials = int(words[0]) if words else 5000
    sys.stdout.write("\n".join(growth_lines(trials, tuple(words[1:]) or SAMPLERS)) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
