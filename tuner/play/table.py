"""Hold who plays what at a table, and ask the agent for its moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.play.driver import analyse
from engine.play.proving import prove
from features.compiled import heuristic_player
from tuner.explanation.position import resigns
from tuner.explanation.text import value_text
from tuner.matches.agent import Agent
from tuner.solved.proof import outcome_line, proven_position

__all__ = ["PROOF_NODES", "ChosenMove", "Table", "choose", "proof_line"]

PROOF_NODES = 20_000_000
"""Steps of a proof that is asked for, some seconds; enough for 7x7 Isolation from its beginning."""


@dataclass(frozen=True)
class Table:
    """Hold a person and an agent at a game.

    Attributes:
        game: the rules.
        agent: whom the person plays against.
        player: 1 or 2, whom the person plays.
        seed: by which the agent breaks ties; the same moves are always answered in the same way.
        find_agent: returns the agent that a word means; raises a `TuneError` if there is none.
    """

    game: Game[Any]
    agent: Agent
    player: int
    seed: int
    find_agent: Callable[[str], Agent]


@dataclass(frozen=True)
class ChosenMove:
    """Hold what an agent would do in a position.

    Attributes:
        move: in the game's own numbers.
        text: the move in the game's notation.
        value: of it in words, as the side to move sees it; "" where the search looked at nothing.
        resigns: whether the agent gives up in place of the move.
    """

    move: int
    text: str
    value: str
    resigns: bool


def choose(table: Table, agent: Agent, position: Any) -> ChosenMove:
    """Return the move of an agent for the side to move.

    Raises:
        EvaluationError: if its formula gave no number.
    """
    game = table.game
    player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
    seeds = np.random.default_rng([table.seed, position.ply]).integers(
        0, 2**64, size=1, dtype=np.uint64
    )
    found = analyse(game, player, game.pack([position]), seeds)
    move, value = int(found.moves[0]), float(found.values[0])
    said = value_text(value) if found.nodes[0] else ""
    return ChosenMove(move, game.format_move(move), said, resigns(agent, position.ply, value))


def proof_line(game: Game[Any], position: Any) -> str:
    """Return who wins with perfect play, or that it is not known, as one sentence.

    Raises:
        NoSolverError: if the game has no solver.
    """
    proven = prove(game, position, PROOF_NODES)
    if proven.outcome == "unknown":
        reason = proven.reason or f"{PROOF_NODES:,} steps of a proof are too few"
        return f"It is not proven who wins: {reason}."
    return "Proven: " + outcome_line(proven_position(game, position, proven))
