"""Search by trials, with games or on solved positions, in the order of a sampler."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from tuner.matches.ledger_errors import LedgerError
from tuner.matches.openings import set_seed
from tuner.samplers.sampler import DuellingSampler
from tuner.samplers.space import Vector
from tuner.samplers.table import library_versions, make_sampler
from tuner.stats.shared_noise import SharedNoise
from tuner.tuning.alike import canonical_form
from tuner.tuning.duels import Duels
from tuner.tuning.finalists import Finalist, Tried, choose_finalists
from tuner.tuning.noted_vectors import GIVEN, given_vectors
from tuner.tuning.plan import vectors_to_try
from tuner.tuning.proposals import Proposals
from tuner.tuning.search_stage import (
    Alike,
    Block,
    Finished,
    SearchResult,
    SearchStage,
)
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trial_race import TrialRace
from tuner.tuning.trials import Trial, accuracy_trial, first_trials

__all__ = ["search"]

_DUELS = (
    "two trials of this sampler play each other: their values are scores against the partner, none "
    "is the best, and only the hand-set values meet the baselines before the selection"
)
"""This is told of trials that have no strength of their own."""

_LIBRARIES = "libraries of the sampler"


def search(study_run: StudyRun, finished: Finished) -> SearchResult:
    """Return all trials of a study.

    Args:
        study_run: of the study.
        finished: told of each trial.

    Raises:
        RunError: if a sampler proposes another vector than when the run was begun.
        LedgerError: if the run was begun with other versions of the sampler's libraries.
        EvaluationError: if the formula gave no number.
    """
    study = study_run.study
    given = given_vectors(study_run.ledger.note(GIVEN))
    _require_libraries(study_run)
    study_run.arena.prepare([study_run.agent(study_run.space.hand_set), *study.baselines])
    if study.objective.on_positions:
        return _on_positions(study_run, "search", study.seed, finished, given)
    warm = _warm_start(study_run) if study.warm_start is not None else ()
    budget = study.budget
    start = (*given, *warm)[: budget.trials - 1]
    games = study.objective.search_games(vectors_to_try(study), budget.pairs, len(study.baselines))
    study_run.progress.stage("search", games)

    # With a start that is better than the hand-set values, a sampler begins there.
    first = warm[0] if warm else study_run.space.hand_set
    asked = budget.trials - 1 - len(start)
    seed = _seed(study.seed, given)
    sampler = make_sampler(study.sampler, study_run.space, asked, seed, first, study.batch)
    proposals, race = Proposals(study_run.ledger, "trial"), TrialRace(study_run)
    # In this order: to look at what a sampler has makes one that is late.
    if study.duels and isinstance(sampler, DuellingSampler):
        study_run.progress.note(_DUELS)
        # The same vector again has another partner, and other openings.
        stage = SearchStage(study_run, sampler, proposals, finished, lambda number, _: number)
        found = stage.run(start, Duels(study_run, race).play)
        answers = tuple(Finalist(one, origin) for origin, one in sampler.answers().items())
        return replace(found, answers=answers)
    stage = SearchStage(study_run, sampler, proposals, finished, _alike(study_run))
    return stage.run(start, race.play)


def _require_libraries(study_run: StudyRun) -> None:
    """Make sure that libraries which only this sampler needs propose as when the run was begun."""
    ledger, versions = study_run.ledger, library_versions(study_run.study.sampler)
    if versions and ledger.noted(_LIBRARIES, lambda: versions) != versions:
        raise LedgerError(
            f"this run was begun with {ledger.note(_LIBRARIES)}, and now there are {versions}, "
            "which may propose other values; install the former ones, or run the study again "
            "by another name"
        )


def _alike(study_run: StudyRun) -> Alike:
    """Return what is equal for vectors that play the same games."""
    form = canonical_form(study_run.study)
    return lambda _, vector: form(vector)


def _seed(seed: int, given: Sequence[Vector]) -> int:
    """Return the seed of a sampler: with one seed it would propose again what it is given."""
    return set_seed(seed, GIVEN, json.dumps(given)) if given else seed


def _on_positions(
    study_run: StudyRun,
    name: str,
    seed: int,
    finished: Finished,
    given: Sequence[Vector] = (),
) -> SearchResult:
    """Try all vectors on the search half of the solved positions.

    Args:
        study_run: of the study.
        name: of this stage.
        seed: of its sampler.
        finished: told of each trial.
        given: what is tried before the sampler is asked.
    """
    study = study_run.study
    wins = study_run.kept_wins("search")
    study_run.progress.stage(name, vectors_to_try(study) * len(wins.choices), "positions")
    noise = SharedNoise(np.arange(len(wins.choices)))

    def solve(block: Block, _best: Trial | None, tried: Finished) -> None:
        for number, vector in block:
            agent = study_run.agent(vector)
            noise.add(wins.of(agent).astype(np.float64))
            trial = accuracy_trial(number, vector, wins.share(agent), noise.error)
            study_run.progress.played(len(wins.choices))
            tried(trial)

    asked, seed = study.budget.trials - 1 - len(given), _seed(seed, given)
    sampler = make_sampler(study.sampler, study_run.space, asked, seed, batch=study.batch)
    proposals = Proposals(study_run.ledger, f"{name} on positions, trial")
    return SearchStage(study_run, sampler, proposals, finished, _alike(study_run)).run(given, solve)


def _warm_start(study_run: StudyRun) -> tuple[Vector, ...]:
    """Return the most promising vectors of a search on solved positions, the best first.

    At most as many as there are finalists, and at most half of the trials.
    """
    study, name = study_run.study, "warm start"
    budget = study.budget
    # With one seed the games would propose again what the warm start has tried.
    result = _on_positions(study_run, name, set_seed(study.seed, name), lambda _: None)
    first = first_trials(result.trials)
    tried = Tried([trial.vector for trial in first], [trial.value.estimate for trial in first])
    count = min(budget.finalists, (budget.trials - 1) // 2)
    finalists = choose_finalists(study_run.space, tried, count, result.mean)
    # The hand-set vector is the first of them, and trial 0 already.
    return tuple(finalist.vector for finalist in finalists[1:])
