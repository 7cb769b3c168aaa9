"""Tune each problem by each sampler with each seed, and measure what the selection recommends."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from makers.sampler_problems import PROBLEMS, Problem, error_of_openings, start, strengths
from tuner.samplers.table import SAMPLERS, make_sampler
from tuner.tuning.search import search
from tuner.tuning.selection import select
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial

__all__ = ["measure_samplers"]

_SEEDS = range(1, 11)

Measured = dict[str, Any]
"""A row of the data: a problem and a sampler, in the words of `Problem`; `strength`, a list of one
number for each seed; `games` of a search, the mean over the seeds; `seconds` that the sampler
itself took, of one seed. The row of the hand-set vector of a study that plays has `low` and `high`:
its 95% interval over the openings that measure, which are the same for all seeds."""


def measure_samplers(
    said: Callable[[str], None],
    problems: Sequence[Problem] = PROBLEMS,
    seeds: Sequence[int] = _SEEDS,
) -> list[Measured]:
    """Return a row for each problem and sampler, and one for its hand-set vector.

    Args:
        said: told of each row.
        problems: that are tuned.
        seeds: of each.
    """
    rows = []
    for row in _rows(problems, seeds):
        said(f"{row['problem']} {row['parameters']} {row['trials']} {row['sampler']}")
        rows.append(row)
    return rows


def _rows(problems: Sequence[Problem], seeds: Sequence[int]) -> Iterator[Measured]:
    for problem in problems:
        about = {
            "problem": problem.name,
            "parameters": problem.parameters,
            "trials": problem.trials,
        }
        hand_set: Measured = {}
        for sampler in SAMPLERS:
            found, games, seconds = [], [], 0.0
            for seed in seeds:
                with tempfile.TemporaryDirectory() as folder:
                    run = start(problem, sampler, seed, Path(folder))
                trials, strength = _recommended(run)
                found.append(round(strength, 3))
                games.append(sum(trial.games for trial in trials))
                if seed == seeds[0]:
                    seconds = _seconds(run, trials)
                if not hand_set:
                    (strength,) = strengths(run, [run.space.hand_set])
                    hand_set = {"strength": [round(strength, 3)] * len(seeds)}
                    hand_set |= error_of_openings(run, run.space.hand_set)
            yield {
                **about,
                "sampler": sampler,
                "strength": found,
                "games": round(fmean(games)),
                "seconds": round(seconds, 3),
            }
        yield {**about, "sampler": "hand-set", **hand_set, "games": 0, "seconds": 0.0}


def _recommended(run: StudyRun) -> tuple[Sequence[Trial], float]:
    """Return the trials of a search, and the strength of what the selection takes after it."""
    found = search(run, lambda _: None)
    selected = select(run, found.trials, found.mean, found.answers)
    (strength,) = strengths(run, [selected.finalist.vector])
    return found.trials, strength


def _seconds(run: StudyRun, trials: Sequence[Trial]) -> float:
    """Return how long the sampler thinks in this search: it is asked and told again, alone."""
    begun = time.process_time()
    sampler = make_sampler(run.study.sampler, run.space, len(trials) - 1, run.study.seed)
    sampler.tell(trials[0].vector, trials[0].value.estimate, trials[0].error)
    told = 1
    while told < len(trials):
        block = trials[told : told + sampler.room]
        for _ in block:
            sampler.ask()
        for trial in block:
            sampler.tell(trial.vector, trial.value.estimate, trial.error)
        told += len(block)
    sampler.mean()
    return time.process_time() - begun
