"""Ask the verdict's question again: under other conditions, at equal time, with other limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tuner.config.conditions import StudyCondition
from tuner.matches.agent import Agent
from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.matches.meeting import Meeting
from tuner.samplers.space import Vector
from tuner.stats.interval import clustered_mean
from tuner.stats.sparse import guarded_difference
from tuner.tuning.equal_time import End, EqualTime, equal_time, hull
from tuner.tuning.study_run import EQUAL_TIME, StudyRun, condition_set
from tuner.tuning.transfer import lead, transfer
from tuner.verdict.findings import HEAD_TO_HEAD, Condition, TimeShare

__all__ = ["further_conditions", "nodes_a_move"]

_ENDS: tuple[tuple[End, End], ...] = (
    ("estimate", "estimate"),
    ("low", "high"),
    ("high", "low"),
)
"""Limits of the hand-set agent and of the baselines: as measured, and as far apart as the
uncertainty of the costs allows. Between the last two the score of either agent is at its worst and
at its best. Their difference need not be: both at their low or at their high end are not played."""


def further_conditions(
    study_run: StudyRun, tuned: Vector, evaluation: Evaluation
) -> tuple[Condition, ...]:
    """Compare both agents under the study's own conditions, at equal time, and with other limits.

    Args:
        study_run: of the study.
        tuned: the tuned values.
        evaluation: their games against the baselines, from which the length of a search is known.
    """
    agents = study_run.agent(tuned, "tuned"), study_run.agent(study_run.space.hand_set, "hand-set")
    return (
        *(_as_named(study_run, agents, one) for one in study_run.study.conditions),
        *_at_equal_time(study_run, agents, nodes_a_move(study_run, evaluation)),
        *transfer(study_run, agents),
    )


def nodes_a_move(study_run: StudyRun, evaluation: Evaluation) -> float:
    """Return how many positions an agent visited in a move, on average over its games."""
    games = 2 * evaluation.scores.size
    moves = games * (evaluation.plies - study_run.study.opening_plies) / 2
    return evaluation.nodes[0] / moves


def _as_named(
    study_run: StudyRun, agents: tuple[Agent, Agent], condition: StudyCondition
) -> Condition:
    """Play both agents against the baselines, which play as they always do."""
    study, name = study_run.study, condition_set(condition)
    study_run.progress.stage(
        f"verdict {condition.name}", 4 * len(study.baselines) * len(study_run.openings[name])
    )
    searching = [replace(agent, search=condition.search) for agent in agents]
    meetings = [study_run.meeting(agent, name) for agent in searching]
    own, other = (study_run.evaluation(one, name) for one in study_run.arena.meet_all(meetings))
    searches = (condition.search, *(agent.search for agent in study.baselines))
    return Condition(
        condition.name,
        own.interval,
        other.interval,
        compare_evaluations(own, other, difference=guarded_difference),
        all(search.reproducible for search in searches),
    )


def _at_equal_time(
    study_run: StudyRun, agents: tuple[Agent, Agent], nodes: float
) -> list[Condition]:
    """Compare at equal time, against the baselines and head to head; intervals hold at all costs.

    The interval of the difference covers the limits of `_ENDS` only.
    """
    baselines = study_run.study.baselines
    limits = equal_time(study_run, (*agents, *baselines), nodes)
    sets = [study_run.openings[name] for name in EQUAL_TIME]
    games = (2 * len(baselines) + 1) * 2 * sum(map(len, sets))
    study_run.progress.stage("verdict at equal time", games)
    tuned = limits.limited(agents[0])
    meetings = []
    for openings, (hand_set_end, baseline_end) in zip(sets, _ENDS, strict=True):
        hand_set = limits.limited(agents[1], hand_set_end)
        opponents = [limits.limited(one, baseline_end) for one in baselines]
        meetings += [
            Meeting(tuned, opponents, openings),
            Meeting(hand_set, opponents, openings),
            Meeting(tuned, [hand_set], openings),
        ]
    played = study_run.arena.meet_all(meetings)
    own, other = (
        [study_run.evaluation(*one) for one in zip(played[side::3], EQUAL_TIME, strict=True)]
        for side in (0, 1)
    )
    duels = [
        clustered_mean(match.scores, openings.clusters)
        for (match,), openings in zip(played[2::3], sets, strict=True)
    ]
    shares = _time_shares(limits, (*agents, *baselines))
    name = "at equal time"
    # An agent whose search is made of others is another player then, not just a quicker one.
    if any(agent.search.parts() for agent in (*agents, *baselines)):
        name += " and by alpha-beta alone, without stages or proofs"
    difference = hull(
        [
            compare_evaluations(*pair, difference=guarded_difference)
            for pair in zip(own, other, strict=True)
        ]
    )
    scores = [hull([one.interval for one in side]) for side in (own, other)]
    score = hull(duels)
    return [
        Condition(name, scores[0], scores[1], difference, False, shares),
        Condition(f"{HEAD_TO_HEAD}{name}", score, None, lead(score), False),
    ]


def _time_shares(limits: EqualTime, others: Sequence[Agent]) -> tuple[TimeShare, ...]:
    return tuple(
        TimeShare(agent.name, limits.ratio(agent), limits.nodes_of(agent))
        for agent in others
        if agent.search.uses_time
    )
