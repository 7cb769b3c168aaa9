"""Ask where else the tuned values hold: at other depths, with nodes, against who was never met."""

from __future__ import annotations

from dataclasses import replace

from engine.play.deepening import by_nodes
from engine.play.lookahead import by_depth
from engine.play.search import Search
from features.parameter import Parameter
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.evaluation import compare_evaluations, evaluate_pairs
from tuner.matches.meeting import Meeting
from tuner.matches.objective import SCORE
from tuner.matches.pairs import Pairs
from tuner.stats.interval import Interval, clustered_mean
from tuner.stats.sparse import guarded_difference
from tuner.tuning.study_run import StudyRun
from tuner.tuning.unmet import unmet_opponent
from tuner.verdict.findings import HEAD_TO_HEAD, Condition

__all__ = ["lead", "other_searches", "transfer"]

_FEW_MOVES = 128
_NODES = 2000


def transfer(study_run: StudyRun, agents: tuple[Agent, Agent]) -> list[Condition]:
    """Let both agents meet with other searches, and both meet somebody the study never met.

    Args:
        study_run: of the study.
        agents: the tuned and the hand-set one.
    """
    openings, study = study_run.openings["conditions"], study_run.study
    searches, opponent = other_searches(study), unmet_opponent(study)
    duels = [[replace(agent, search=search) for agent in agents] for search in searches]
    meetings = [Meeting(one, [two], openings) for one, two in duels]
    if opponent is not None:
        meetings += [Meeting(agent, [opponent], openings) for agent in agents]
    if not meetings:
        return []
    study_run.progress.stage("verdict with other searches", 2 * len(openings) * len(meetings))
    played = [pairs for (pairs,) in study_run.arena.meet_all(meetings)]
    found = []
    for search, match in zip(searches, played, strict=False):
        score = clustered_mean(match.scores, openings.clusters)
        found.append(Condition(f"{HEAD_TO_HEAD}{search.phrase}", score, None, lead(score), True))
    if opponent is not None:
        found.append(_against(study_run, opponent, played[-2], played[-1]))
    return found


def _against(study_run: StudyRun, opponent: Agent, tuned: Pairs, hand_set: Pairs) -> Condition:
    """Return what both agents score against the one opponent."""
    clusters = study_run.openings["conditions"].clusters
    own, other = (evaluate_pairs([pairs], [1.0], clusters, SCORE) for pairs in (tuned, hand_set))
    return Condition(
        f"against {opponent.name}, which is no baseline of this study",
        own.interval,
        other.interval,
        compare_evaluations(own, other, difference=guarded_difference),
        study_run.study.search.reproducible,
        opponent=opponent.name,
    )


def lead(score: Interval) -> Interval:
    """Return a score as points above one half."""
    return replace(score, estimate=score.estimate - 0.5, low=score.low - 0.5, high=score.high - 0.5)


def other_searches(study: Study) -> list[Search]:
    """Return other limits under which the tuned values should hold as well: two depths, and nodes.

    Empty if only numbers of the search are tuned: with the same search they would be one agent.
    """
    search = study.search
    if not any(isinstance(one, Parameter) for one in study.tune):
        return []
    # With hundreds of moves two plies more take as long as the study: the other depth is less.
    few = len(study.game.legal_moves(study.game.initial())) <= _FEW_MOVES
    deeper = search.deeper(1)
    if deeper is None:
        depths = [by_depth(search, depth) for depth in ((3, 5) if few else (1, 2))]
    else:
        depths = [deeper, (search.deeper(2) or deeper) if few else by_depth(search, 1)]
    # There is a greatest depth, and a study at depth 1 has no lesser one.
    found = dict.fromkeys([*depths, by_nodes(search, _NODES)])
    return [one for one in found if one != search]
