"""Tune a problem with and without races, with one seed, and measure what each way is worth."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from makers.racing_problems import STRENGTH_PAIRS, Problem, start, true_score, true_strengths
from tuner.config.racing import EQUAL, NO_PRUNER, PAIRED, RACE
from tuner.matches.ledger import Ledger
from tuner.stats.interval import Interval
from tuner.tuning.racers import Racers
from tuner.tuning.search import search
from tuner.tuning.selection import Selection, select
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, best_trial, make_trial

__all__ = ["CHECKED_PAIRS", "Found", "Stopped", "Tried", "tune_both_ways"]

_MORE = 2
"""The search that stops trials has so many times the trials, and is cut at equal games."""

_CHECKED = 10
"""Stopped trials whose strength is measured, drawn from all."""

CHECKED_PAIRS = 4_000
"""Fresh pairs by which their strength is measured where it is not known."""

_REPLAYED = 10
"""The trials near the top that are played again in the arm that does so."""


@dataclass(frozen=True)
class Found:
    """Hold what a search and both kinds of selection came to.

    Attributes:
        trials: of the search.
        search_games: that it played.
        equal_games: of the selection with equal shares.
        race_games: of the selection by a race.
        equal: true score of what equal shares selected.
        race: true score of what the race selected.
    """

    trials: int
    search_games: int
    equal_games: int
    race_games: int
    equal: float
    race: float


@dataclass(frozen=True)
class Stopped:
    """Count stopped trials.

    Attributes:
        trials: that were stopped, of the first ones, as many as without a pruner.
        checked: of them, those whose strength was measured.
        better: of these, those that were truly better than what stopped them.
    """

    trials: int
    checked: int
    better: int


@dataclass(frozen=True)
class Tried:
    """Hold one problem with one seed.

    Attributes:
        hand_set: true score of the hand-set vector, over the openings that measure.
        plain: without a pruner.
        same_trials: stopping trials, with as many trials.
        same_games: stopping trials, with as many games.
        replayed: as `same_trials`, and half of the games that it saves go to the best trials.
        stopped: of the trials of `same_trials`.
    """

    hand_set: Interval
    plain: Found
    same_trials: Found
    same_games: Found
    replayed: Found
    stopped: Stopped


def tune_both_ways(problem: Problem, seed: int) -> Tried:
    """Tune a problem with one seed in all ways; each plays the same openings and games."""
    with tempfile.TemporaryDirectory() as folder:
        run = start(problem, seed, Path(folder))
    count = run.study.budget.trials
    plain = search(_with(run, count, NO_PRUNER), lambda _: None).trials
    more = search(_with(run, _MORE * count, PAIRED), lambda _: None).trials
    same = more[:count]
    games = sum(trial.games for trial in plain)
    spent = accumulate(trial.games for trial in more)
    return Tried(
        hand_set=true_score(run, run.space.hand_set, STRENGTH_PAIRS),
        plain=_found(run, plain),
        same_trials=_found(run, same),
        same_games=_found(run, more[: sum(used <= games for used in spent)]),
        replayed=_found(run, _replayed(run, same, games)),
        stopped=_stopped(run, same, seed),
    )


def _with(run: StudyRun, trials: int, pruner: str) -> StudyRun:
    budget = replace(run.study.budget, trials=trials)
    study = replace(run.study, budget=budget, pruner=pruner)
    # Each search has notes of its own; the arena's ledger has the games of all.
    return replace(run, study=study, ledger=Ledger.in_memory(study.name))


def _found(run: StudyRun, trials: Sequence[Trial]) -> Found:
    equal, race = (
        select(replace(run, study=replace(run.study, selection=kind)), trials, None)
        for kind in (EQUAL, RACE)
    )
    vectors = [equal.finalist.vector, race.finalist.vector]
    strengths = true_strengths(run, vectors, STRENGTH_PAIRS)
    games = sum(trial.games for trial in trials)
    return Found(len(trials), games, _games(equal), _games(race), *strengths)


def _games(selection: Selection) -> int:
    return sum(2 * one.scores.size for one in selection.games)


def _replayed(run: StudyRun, trials: Sequence[Trial], games: int) -> list[Trial]:
    """Return the trials after half of the games that were saved went to the best of them."""
    saved = games - sum(trial.games for trial in trials)
    whole = [one for one in trials if not one.stopped and one.repeats == one.number]
    top = sorted(whole, key=lambda one: (-one.value.estimate, one.number))[:_REPLAYED]
    more = saved // 2 // (2 * len(run.study.baselines) * len(top))
    pairs = min(run.study.budget.pairs + more, len(run.openings["search"]))
    racers = Racers(run, "search", [one.vector for one in top])
    racers.play(range(len(top)), pairs)
    found = {
        one.number: make_trial(one.number, one.vector, racers.evaluation(index))
        for index, one in enumerate(top)
    }
    return [found.get(one.number, one) for one in trials]


def _stopped(run: StudyRun, trials: Sequence[Trial], seed: int) -> Stopped:
    stopped = [one for one in trials if one.stopped and one.repeats == one.number]
    checked = random.Random(seed).sample(stopped, min(_CHECKED, len(stopped)))
    # Trials are asked for one by one: each was compared with the best of all before it.
    rivals = [best_trial(trials[: one.number]) for one in checked]
    ours = true_strengths(run, [one.vector for one in checked], CHECKED_PAIRS)
    theirs = true_strengths(run, [one.vector for one in rivals], CHECKED_PAIRS)
    better = sum(one > other for one, other in zip(ours, theirs, strict=True))
    return Stopped(len(stopped), len(checked), better)
