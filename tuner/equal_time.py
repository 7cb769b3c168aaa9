"""Matches at equal time: every opponent gets the time that the candidate takes for a move.

What a node costs is measured, so these numbers depend on the machine and are not reproducible to
the last digit. The limits are rounded to steps of a fifth so that small noise changes nothing.

Steps of proofs are nodes: a candidate that is perfect pays for them. An opponent at equal time
searches by alpha-beta alone, whatever it does else; it has no time for proofs.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import Any

import numpy as np

from engine.game import Game, States
from engine.play import analyse, random_positions
from engine.search import Search
from features.compiled import heuristic_player
from tuner.agents import Agent

__all__ = ["equal_time_nodes", "node_seconds", "with_nodes"]

_POSITIONS = 512
_MEASURED_SECONDS = 0.1
_STEPS_PER_DOUBLING = 4
_MEASURED_NODES = 1000


def node_seconds(game: Game[Any], agent: Agent) -> float:
    """What a visited position costs an agent, in seconds of CPU time.

    Over random positions, again and again until the clock has seen enough: the clocks of some
    systems tick every 16 milliseconds only.
    """
    proves = any(agent.search.proof_budgets()) and agent.search.reproducible
    if not proves and (agent.search.algorithm == "staged" or not agent.search.reproducible):
        # One stage need not be like the other, and a limit in time would take its time.
        agent = with_nodes(agent, _MEASURED_NODES)
    states = _whole_course(game) if proves else _middle_game(game)
    player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
    seeds = np.arange(len(states), dtype=np.uint64)
    analyse(game, player, states, seeds)
    start = time.thread_time()
    nodes, spent = 0, 0.0
    while spent < _MEASURED_SECONDS:
        nodes += int(analyse(game, player, states, seeds).nodes.sum())
        spent = time.thread_time() - start
    return spent / max(nodes, 1)


def _middle_game(game: Game[Any]) -> States:
    states, going = random_positions(
        game, game.max_plies // 4, np.arange(_POSITIONS, dtype=np.uint64)
    )
    return states[going]


def _whole_course(game: Game[Any]) -> States:
    """Few positions: early proofs take all their steps, and what follows them costs otherwise."""
    seeds = np.arange(_POSITIONS // 64, dtype=np.uint64)
    parts = [random_positions(game, game.max_plies * part // 8, seeds) for part in range(1, 8)]
    return np.concatenate([states[going] for states, going in parts])


def equal_time_nodes(game: Game[Any], seconds_a_move: float, opponent: Agent) -> int:
    """The nodes that an opponent can visit in the time that the candidate takes for a move.

    Args:
        game: the rules.
        seconds_a_move: CPU time that the candidate takes, on average.
        opponent: searches by iterative deepening.
    """
    nodes = seconds_a_move / node_seconds(game, with_nodes(opponent, _MEASURED_NODES))
    steps = round(math.log2(max(nodes, 1.0)) * _STEPS_PER_DOUBLING)
    return max(1, round(math.exp2(steps / _STEPS_PER_DOUBLING)))


def with_nodes(agent: Agent, nodes: int) -> Agent:
    """The agent with a limit of nodes in place of its own limit."""
    return replace(agent, search=Search("alphabeta", nodes=nodes, ties=agent.search.ties))
