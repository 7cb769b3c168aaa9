"""Measure the share of a study's time that is spent in games, and what else a trial costs.

The study is run in a process of its own, as the command runs it, into a folder that is thrown away.
"""

from __future__ import annotations

import csv
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.busy import BusyExecutor, Moment, TrialClock, busy_seconds
from benchmarks.figures import Row, Section, Spread, Target, mean_of
from benchmarks.processes import child
from engine.play.driver import driver_of, outcome_chooser
from features.compiled import heuristic_player
from tuner.cluster.executors import Executors
from tuner.config.study import Study, load_study
from tuner.samplers.dated_trial import DatedTrial
from tuner.samplers.optuna_file import OptunaFile
from tuner.samplers.space import Space, Vector
from tuner.samplers.table import make_sampler
from tuner.tuning.run import run_study_on
from tuner.tuning.run_folder import run_folder

__all__ = ["STUDY", "main", "study_rows", "study_section"]

STUDY = Path(__file__).parents[1] / "configs" / "pressure.yaml"

SHARE = 0.8
BOOKKEEPING_MS = 10.0

_TRIAL = "a trial beside its games and the sampler's thinking (ledger, progress, Optuna's file)"


def study_section(divisor: int, threads: int, repeats: int) -> Section:
    """Run the study and look at its clocks.

    Args:
        divisor: of its trials, pairs and finalists; 1 for the study as it is.
        threads: that play.
        repeats: how often it is run.

    Raises:
        TuneError: if it fails.
    """
    _compile(_shortened(load_study(STUDY), divisor))
    runs = [_run(divisor, threads) for _ in range(repeats)]
    whole = "" if divisor == 1 else f", a {divisor}th of its trials, pairs and finalists"
    target = Target(SHARE) if divisor == 1 else None
    return Section(f"{STUDY.name}{whole}, {threads} threads", study_rows(runs, target))


def _run(divisor: int, threads: int) -> dict[str, Any]:
    """Return what the clocks of one run say; `wall` is the seconds from its start to its end."""
    with tempfile.TemporaryDirectory(prefix="tune-") as runs:
        words = ["-m", "benchmarks.study", runs, str(divisor), str(threads)]
        began = time.perf_counter()
        found: dict[str, Any] = json.loads(child(words, {}))
    return {**found, "wall": found["ended"] - began}


def study_rows(runs: Sequence[Mapping[str, Any]], target: Target | None) -> tuple[Row, ...]:
    """Return what the clocks of one or more runs say together.

    Args:
        runs: each with its seconds (`wall`, `games_wall`, `processor`, `games_processor`), its
            `games`, and the seconds of each trial beside its games (`trial_processor`,
            `trial_wall`).
        target: of the share of the wall time. It is that of the study as it is: its start takes
            as long in a short one.
    """
    wall, processor = (statistics.fmean(run[key] for run in runs) for key in ("wall", "processor"))
    return (
        Row(
            "share of the wall time in which games are played, start and imports counted as other "
            "(it depends on the study's budget: more games, a larger share)",
            f"of {wall:.1f} seconds, {runs[0]['games']:,} games",
            mean_of([run["games_wall"] / run["wall"] for run in runs]),
            target,
        ),
        Row(
            "share of the processor time that is spent in games",
            f"of {processor:.1f} seconds",
            mean_of([run["games_processor"] / run["processor"] for run in runs]),
        ),
        Row(
            f"{_TRIAL}, on the thread of the study",
            "milliseconds of processor time",
            _cost([cost for run in runs for cost in run["trial_processor"]]),
            Target(BOOKKEEPING_MS, least=False),
        ),
        Row(
            f"{_TRIAL}, while no game is played",
            "milliseconds of wall time",
            _cost([cost for run in runs for cost in run["trial_wall"]]),
        ),
    )


def _cost(seconds: Sequence[float]) -> Spread:
    """Return the mean over trials, in milliseconds."""
    low, high = np.quantile(seconds, [0.05, 0.95])
    basis = f"mean of {len(seconds)} trials, nine in ten within"
    return Spread(1000 * statistics.fmean(seconds), 1000 * float(low), 1000 * float(high), basis)


def _shortened(study: Study, divisor: int) -> Study:
    budget = study.budget
    return replace(
        study,
        budget=replace(
            budget,
            trials=max(2, budget.trials // divisor),
            pairs=max(2, budget.pairs // divisor),
            finalists=max(1, budget.finalists // divisor),
            final_pairs=max(2, budget.final_pairs // divisor),
            verdict_pairs=max(2, budget.verdict_pairs // divisor),
        ),
    )


def _compile(study: Study) -> None:
    """Fill the cache: compile times are measured on their own."""
    driver_of(study.game)
    outcome_chooser(study.game)
    hand_set = (study.heuristic, study.heuristic.defaults, study.search)
    agents = [(one.heuristic, one.values, one.search) for one in study.baselines]
    for heuristic, values, search in (hand_set, *agents):
        heuristic_player(study.game, heuristic, values, search)


def main(runs: Path, divisor: int, threads: int) -> None:
    """Run the study and write what its clocks say, as JSON; called in a process of its own."""
    study = _shortened(load_study(STUDY), divisor)
    clock = TrialClock()
    with ThreadPoolExecutor(threads) as pool:
        executor = BusyExecutor(pool)
        verdict = run_study_on(Executors(executor, threads), study, runs, clock)
    # The clock counts from the start of the machine, in all processes alike.
    ended = time.perf_counter()
    times, processor = executor.times, time.process_time()
    space = Space(study.tune)
    trials = _read_trials(run_folder(study, runs).trials, space)
    thinking = _sampler_times(study, space, trials)
    file = _export_time(runs, study, space, trials * divisor)
    # The first trial prepares the agents, which no other does.
    spans = list(zip(clock.moments, clock.moments[1:], thinking, strict=False))[1:]
    found = {
        "ended": ended,
        "games": verdict.games,
        "games_wall": busy_seconds(times, (times[0][0], max(ended for _, ended in times))),
        "games_processor": executor.processor_seconds,
        "processor": processor,
        "trial_processor": [
            end.processor
            - began.processor
            - thought.processor
            + file.processor / (len(trials) * divisor)
            for began, end, thought in spans
        ],
        "trial_wall": [
            end.wall
            - began.wall
            - busy_seconds(times, (began.wall, end.wall))
            - thought.wall
            + file.wall / (len(trials) * divisor)
            for began, end, thought in spans
        ],
    }
    sys.stdout.write(json.dumps(found))


def _read_trials(path: Path, space: Space) -> list[tuple[Vector, float]]:
    names = [f"params_{parameter.name}" for parameter in space.parameters]
    with path.open(newline="", encoding="utf-8") as file:
        return [
            (tuple(float(row[name]) for name in names), float(row["value"]))
            for row in csv.DictReader(file)
        ]


def _sampler_times(
    study: Study, space: Space, trials: Sequence[tuple[Vector, float]]
) -> list[Moment]:
    """Measure what the sampler takes for each trial, asked again with the same answers."""
    sampler = make_sampler(study.sampler, space, len(trials) - 1, study.seed)
    found = []
    for number, (vector, value) in enumerate(trials):
        began = Moment.now()
        if number:
            sampler.ask()
        sampler.tell(vector, value)
        found.append(Moment.now().since(began))
    return found


def _export_time(
    runs: Path, study: Study, space: Space, trials: Sequence[tuple[Vector, float]]
) -> Moment:
    """Measure what the file for Optuna's tools takes, written again alone, ten trials at a time."""
    now = datetime.now(UTC)
    rows = [DatedTrial(vector, value, now, now, {"low": value}) for vector, value in trials]
    file = OptunaFile(runs / "again.db", study.name, space, "score")
    began = Moment.now()
    for count in range(0, len(rows), 10):
        file.update(rows[: count + 10], {})
    return Moment.now().since(began)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
