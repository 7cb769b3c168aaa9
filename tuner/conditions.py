"""The verdict's question under other conditions: at equal time, at other depths and limits."""

from __future__ import annotations

from dataclasses import replace

from engine.search import MAX_DEPTH, Search
from features.parameter import Parameter
from tuner.agents import Agent
from tuner.arena import agent_key
from tuner.config import Study
from tuner.equal_time import equal_time_nodes, node_seconds, with_nodes
from tuner.evaluation import Evaluation
from tuner.interval import clustered_mean
from tuner.space import Vector
from tuner.verdict import Condition
from tuner.workshop import Workshop

__all__ = ["other_conditions"]

_FEW_MOVES = 128


def other_conditions(
    workshop: Workshop, tuned: Vector, evaluation: Evaluation
) -> tuple[Condition, ...]:
    """Both agents at equal time against the baselines, and head to head with other limits.

    Args:
        workshop: of the study.
        tuned: the tuned values.
        evaluation: their games against the baselines, from which the time of a move is known.
    """
    openings = workshop.openings["conditions"]
    searches = _other_searches(workshop.study)
    games = 2 * len(openings) * (2 * len(workshop.study.baselines) + len(searches))
    workshop.progress.stage("other conditions", games)
    conditions = [_equal_time(workshop, tuned, evaluation)]
    for search in searches:
        first, second = (
            replace(workshop.agent(vector, name), search=search)
            for vector, name in ((tuned, "tuned"), (workshop.space.hand_set, "hand-set"))
        )
        (match,) = workshop.arena.meet(first, [second], openings)
        score = clustered_mean(match.scores, openings.clusters)
        conditions.append(Condition(f"head to head, both {search}", score, None, True))
    return tuple(conditions)


def _other_searches(study: Study) -> list[Search]:
    """Other limits under which the tuned values should hold as well.

    Empty if only numbers of the search are tuned: with the same search they would be one agent.
    """
    search = study.search
    if not any(isinstance(one, Parameter) for one in study.tune):
        return []
    # Two plies more where that is cheap: with hundreds of moves they take as long as the study.
    few = len(study.game.legal_moves(study.game.initial())) <= _FEW_MOVES
    if search.depth is not None:
        deeper = replace(search, depth=min(search.depth + (2 if few else 1), MAX_DEPTH))
        return [deeper, Search("alphabeta", nodes=2000, ties=search.ties)]
    return [
        Search("alphabeta", depth=depth, ties=search.ties) for depth in ((3, 5) if few else (2,))
    ]


def _equal_time(workshop: Workshop, tuned: Vector, evaluation: Evaluation) -> Condition:
    study = workshop.study
    games = 2 * evaluation.scores.size
    moves = games * (evaluation.plies - study.opening_plies) / 2
    nodes = evaluation.nodes[0] / moves
    agents = [workshop.agent(vector) for vector in (tuned, workshop.space.hand_set)]
    opponents = [_limited(workshop, opponent, agents[0], nodes) for opponent in study.baselines]
    scores = [workshop.score(agent, opponents, "conditions").interval for agent in agents]
    name = "against the baselines, each with the time that the tuned agent takes for a move"
    if any(_changes(opponent.search) for opponent in study.baselines):
        name += " and by alpha-beta alone, without stages or proofs"
    return Condition(name, scores[0], scores[1], False)


def _changes(search: Search) -> bool:
    """Whether an opponent at equal time is another player than it was, not just a quicker one."""
    return len(search.stages()) > 1 or any(search.proof_budgets())


def _limited(workshop: Workshop, opponent: Agent, candidate: Agent, nodes: float) -> Agent:
    """The opponent at equal time. What a node costs is measured once and then kept."""
    if opponent.search.algorithm == "random":
        return opponent
    # Two opponents that differ by their limit alone are one and the same under the new limit.
    limited = with_nodes(opponent, 1)
    key = f"nodes of {agent_key(limited)} in the time of {agent_key(candidate)}"
    game = workshop.study.game

    def measure() -> str:
        cost = workshop.ledger.noted(
            f"seconds a node of {agent_key(candidate)}", lambda: repr(node_seconds(game, candidate))
        )
        return str(equal_time_nodes(game, nodes * float(cost), opponent))

    limit = workshop.ledger.noted(key, measure)
    return with_nodes(opponent, int(limit))
