"""Leave each part of the tuned all_features out once, and see what it was worth.

Run as `python -m makers.left_out RUN`, with the folder of a finished run of the study, this prints
the table of docs/studies.md.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from engine.games import find_game
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.evaluation import Evaluation, compare_evaluations, evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.objective import SCORE
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.stats.text import points_text, score_text
from tuner.tuning.lookup import find_agent

__all__ = ["LEFT_OUT", "left_out_agents", "left_out_lines"]

_STEPS = ("step_1", "step_2", "own_step_3", "opp_step_3", "own_step_4", "opp_step_4", "later_steps")

LEFT_OUT: Mapping[str, Sequence[str]] = {
    "`territory_at`, all steps": _STEPS,
    "`territory_at` of step 1": ("step_1",),
    "`territory_at` of step 2": ("step_2",),
    "`territory_at` of step 3": ("own_step_3", "opp_step_3"),
    "`territory_at` of step 4": ("own_step_4", "opp_step_4"),
    "`territory_at` of steps 5 and 6": ("later_steps",),
    "`tied_at`": ("tied_2", "tied_3"),
    "`second_moves`": ("own_second", "opp_second"),
    "`two_step_ways`": ("ways",),
    "`exclusive_moves`": ("exclusive",),
    "`shared_moves`": ("shared",),
    "`knights_move_apart`": ("knight_apart",),
}
"""The parameters that are 0 where a feature is left out."""

_NOT_BLENDED = {
    "`second_moves` by phase": "late_second",
    "`territory_at` by phase": "late_reach",
}
"""The parameters that are 1 where a weight is the same from the beginning to the end."""

_ALL = "nothing"
_PATHS = {
    "paths once `separated`": "path if blank_squares() < 10 else middle_game",
    "paths with fewer than ten blanks": (
        "separated_path * path if blank_squares() < 21 and separated() == 1 else middle_game"
    ),
}
"""The formulas without one of the two endgames."""

_GAME = "isolation"
_PLIES = 6
_SEED = 20261128
"""The openings are those of no study."""


def left_out_agents(tuned: Agent) -> list[Agent]:
    """Return the tuned agent, and one for each part that is left out, named after it."""
    agents = [replace(tuned, name=_ALL)]
    agents += [_with(tuned, name, dict.fromkeys(names, 0.0)) for name, names in LEFT_OUT.items()]
    agents += [_with(tuned, name, {one: 1.0}) for name, one in _NOT_BLENDED.items()]
    for name, formula in _PATHS.items():
        # A parameter that no formula names is refused.
        used = formula if "separated_path" in formula else f"{formula} + 0 * separated_path"
        agents.append(replace(tuned, name=name, heuristic=replace(tuned.heuristic, formula=used)))
    return agents


def _with(tuned: Agent, name: str, changed: Mapping[str, float]) -> Agent:
    parameters = [one.name for one in tuned.heuristic.parameters]
    values = zip(parameters, tuned.values, strict=True)
    return replace(tuned, name=name, values=tuple(changed.get(one, value) for one, value in values))


def left_out_lines(run: str, pairs: int, threads: int) -> list[str]:
    """Play each of them against m - n with both at depth 3, and return the rows of a table.

    Args:
        run: the folder of a finished run of configs/all_features.yaml.
        pairs: of each agent.
        threads: that play.
    """
    game = find_game(_GAME)
    opponent = find_agent("improved", game, None)
    agents = left_out_agents(find_agent(run, game, None))
    openings = draw_openings(game, _PLIES, "compare", pairs, _SEED)
    with Ledger.in_memory("left out") as ledger, ThreadPoolExecutor(threads) as executor:
        ledger.add_openings(openings)
        arena = Arena(game, ledger, executor, lambda _: None)
        arena.prepare([*agents, opponent])
        found = [_evaluated(arena, agent, opponent, openings) for agent in agents]
    return [
        f"| {agent.name} | {score_text(one.interval)} | "
        f"{points_text(compare_evaluations(one, found[0])) if one is not found[0] else ''} |"
        for agent, one in zip(agents, found, strict=True)
    ]


def _evaluated(arena: Arena, agent: Agent, opponent: Agent, openings: OpeningSet) -> Evaluation:
    pairs = arena.meet(agent, [opponent], openings)
    return evaluate_pairs(pairs, [opponent.weight], openings.clusters, SCORE)


if __name__ == "__main__":
    sys.stdout.write("\n".join(left_out_lines(sys.argv[1], 10_000, 2)) + "\n")
