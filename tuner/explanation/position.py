"""Explain a heuristic on one position: what each feature sees, the value, the chosen move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.play.driver import analyse
from engine.play.proving import find_solver, prove
from features.compiled import heuristic_player
from features.interpret import Explanation, explain_value
from features.shares import value_shares
from tuner.explanation.variation import principal_variation
from tuner.matches.agent import Agent
from tuner.matches.clamped import is_clamped
from tuner.solved.proof import ProvenPosition, proven_position

__all__ = [
    "SOLVER_NODES",
    "PositionReport",
    "explain_position",
    "resigns",
]


SOLVER_NODES = 300_000
"""Steps of the attempt at a proof, some hundredths of a second; enough for Pentago from 24 stones
on."""


@dataclass(frozen=True)
class PositionReport:
    """This report says what a heuristic makes of a position.

    Attributes:
        position: in the game's notation.
        board: drawn, on several lines.
        player: the side to move, 1 or 2.
        winner: of a finished game (0 for a draw), None while it goes on.
        sides: how the value comes about as player 1 and as player 2 sees it.
        shares: what each part of the sum adds to the value, as player 1 and as player 2 sees it.
        formula: of the heuristic, on one line.
        search: how the move was chosen, in words.
        move: the chosen move, in the game's notation; None in a finished game.
        line: the chosen move and the best ones of both sides behind it, to the depth of the
            search; empty where the depth is not fixed or the line takes too long to find.
        move_value: its value for the side to move.
        nodes: positions that the search visited.
        clamped: the sides, 1 and 2, whose value a search cuts off.
        gives_up: whether the agent resigns in place of the move.
        proven: who wins with perfect play; None if the game is over, has no solver, or the proof
            takes more than SOLVER_NODES.
    """

    position: str
    board: str
    player: int
    winner: int | None
    sides: tuple[Explanation, Explanation]
    shares: tuple[Mapping[str, float], Mapping[str, float]]
    formula: str
    search: str
    move: str | None
    line: tuple[str, ...]
    move_value: float
    nodes: int
    clamped: tuple[int, ...]
    gives_up: bool
    proven: ProvenPosition | None


def explain_position(game: Game[Any], agent: Agent, position: Any) -> PositionReport:
    """Explain an agent's evaluation of a position, and let it choose a move.

    Raises:
        EvaluationError: if the formula gave no number in the search.
    """
    winner = game.winner(position)
    views = [game.view(position, player) for player in (1, 2)]
    first, second = (explain_value(agent.heuristic, agent.values, view) for view in views)
    one, other = (value_shares(agent.heuristic, agent.values, view) for view in views)
    move, value, nodes = None, 0.0, 0
    line: tuple[str, ...] = ()
    if winner is None:
        player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
        analysis = analyse(game, player, game.pack([position]), np.zeros(1, dtype=np.uint64))
        move = game.format_move(int(analysis.moves[0]))
        line = _line(game, agent, position, int(analysis.moves[0]))
        value, nodes = float(analysis.values[0]), int(analysis.nodes[0])
    return PositionReport(
        position=game.format_position(position),
        board=game.draw(position),
        player=game.player_to_move(position),
        winner=winner,
        sides=(first, second),
        shares=(one, other),
        formula=" ".join(agent.heuristic.formula.split()),
        search=str(agent.search),
        move=move,
        line=line,
        move_value=value,
        nodes=nodes,
        clamped=tuple(
            player
            for player, side in ((1, first), (2, second))
            if is_clamped(agent.heuristic, agent.values, views[player - 1], side.value)
        ),
        gives_up=resigns(agent, position.ply, value),
        proven=_proven(game, position) if winner is None else None,
    )


def resigns(agent: Agent, ply: int, value: float) -> bool:
    """Return whether an agent gives up at a ply of the game where its search has this value."""
    return agent.search.at(ply).search.gives_up and value <= -EVALUATION_LIMIT


def _proven(game: Game[Any], position: Any) -> ProvenPosition | None:
    if find_solver(game) is None:
        return None
    proven = prove(game, position, SOLVER_NODES)
    return None if proven.outcome == "unknown" else proven_position(game, position, proven)


def _line(game: Game[Any], agent: Agent, position: Any, move: int) -> tuple[str, ...]:
    variation = principal_variation(game, agent, position, move)
    return tuple(map(game.format_move, variation.moves)) if variation is not None else ()
