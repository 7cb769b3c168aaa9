"""Find what a verdict says besides scores: ends of ranges, limits, the same play, kept wins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from features.parameter import Tunable
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation
from tuner.matches.likeness import find_same_functions
from tuner.samplers.space import Space
from tuner.solved.accuracy import SolvedVerdict, accuracy_of, contest
from tuner.solved.positions import has_solved
from tuner.tuning.alike import has_one_form
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, first_trials
from tuner.verdict.findings import RangeEnd, SamePlay
from tuner.verdict.model import Clock, Limits

__all__ = [
    "NEAR",
    "accuracy_of_both",
    "clock_of",
    "find_same_play",
    "limits_of",
    "range_ends",
]

NEAR = 0.03
"""A value is at the end of its range if no more of the range than this lies beyond it."""

_FEW_NUMBERS = 4
"""Among so few whole numbers an end is as good a value as any other."""


def range_ends(parameters: Sequence[Tunable], vector: Sequence[float]) -> tuple[RangeEnd, ...]:
    """Return the tuned values within the last `NEAR` of their range.

    Measured on the logarithmic scale where the parameter has one. An end where the hand-set value
    lies is none: that value was given. A whole number must be the end itself.
    """
    shares = Space(tuple(parameters)).to_unit(vector)
    return tuple(
        RangeEnd(one.name, value, one.low, one.high)
        for one, value, share in zip(parameters, vector, shares, strict=True)
        if _is_end(one, value, float(share))
    )


def _is_end(one: Tunable, value: float, share: float) -> bool:
    end = one.low if share < 0.5 else one.high
    if end == one.default:
        return False
    if one.integer:
        return value == end and one.high - one.low >= _FEW_NUMBERS
    return min(share, 1 - share) <= NEAR


def clock_of(study: Study, evaluation: Evaluation) -> Clock | None:
    """Return what time limits did in the games against the baselines; None where there are none."""
    if study.reproducible:
        return None
    return Clock(2 * evaluation.scores.size, evaluation.cut, evaluation.late)


def limits_of(study: Study, evaluation: Evaluation) -> Limits | None:
    """Return how often nodes came before a depth; None where no search has both limits."""
    searches = (study.search, *(agent.search for agent in study.baselines))
    if not study.reproducible or not any(search.limits_both for search in searches):
        return None
    return Limits(2 * evaluation.scores.size, evaluation.cut)


def find_same_play(
    study: Study,
    trials: Sequence[Trial],
    finalists: Sequence[Agent],
    evaluations: Sequence[Evaluation],
) -> SamePlay | None:
    """Return why all finalists are the same function; None if they are not.

    Where the study is reproducible the same function plays the same games. Then trials and
    selection games that differ in anything are proof that there are several functions.

    Where the formula proves that every trial plays as the hand-set values (`tuner.tuning.alike`),
    none of them has games of its own, and the hand-set agent is the only finalist.

    Args:
        study: whose game is played.
        trials: of the search.
        finalists: the hand-set agent first.
        evaluations: their games on the selection openings, all with the same seeds.
    """
    first = evaluations[0]
    if len(finalists) < 2:
        tried, different = {trial.vector for trial in trials}, first_trials(trials)
        pooled = len(tried) > 1 and len(different) == 1
        proven = pooled or has_one_form(study)
        return SamePlay(True, 2 * first.scores.size) if proven else None
    games_alike = all(
        np.array_equal(first.scores, other.scores) and first.plies == other.plies
        for other in evaluations
    ) and all(
        (trial.value, trial.scores) == (trials[0].value, trials[0].scores) for trial in trials
    )
    if study.reproducible and not games_alike:
        return None
    games = 2 * first.scores.size
    if _value_alike(study, finalists):
        return SamePlay(True, games)
    return SamePlay(False, games) if games_alike else None


def _value_alike(study: Study, agents: Sequence[Agent]) -> bool:
    if any(agent.search != agents[0].search for agent in agents):
        return False
    found = find_same_functions(study.game, agents)
    return any(len(one.names) == len(agents) for one in found)


def accuracy_of_both(study_run: StudyRun, tuned: Agent, hand_set: Agent) -> SolvedVerdict | None:
    """Return how often both agents keep a win in the verdict half of the solved positions.

    None where the game has no solved positions.
    """
    if not has_solved(study_run.study.game):
        return None
    wins = study_run.kept_wins("verdict")
    study_run.progress.stage("solved positions", 2 * len(wins.choices), "positions")
    kept = []
    for agent in (tuned, hand_set):
        kept.append(wins.of(agent))
        study_run.progress.played(len(wins.choices))
    return SolvedVerdict(
        accuracy_of(tuned, kept[0], wins.choices),
        accuracy_of(hand_set, kept[1], wins.choices),
        contest((tuned.name, hand_set.name), (kept[0], kept[1])),
    )
