"""Explain a heuristic on one position: what each feature sees, the value, the chosen move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.game import Game
from engine.kernels.evaluation import EVALUATION_LIMIT, is_proven, plies_of
from engine.play.driver import analyse
from engine.play.proving import find_solver, prove
from features.compiled import heuristic_player
from features.interpret import Explanation, explain_value
from tuner.matches.agent import Agent
from tuner.matches.clamped import is_clamped
from tuner.solved.proof import ProvenPosition, outcome_json, outcome_line, proven_position

__all__ = [
    "SOLVER_NODES",
    "PositionReport",
    "explain_position",
    "report_json",
    "report_lines",
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
        formula: of the heuristic, on one line.
        search: how the move was chosen, in words.
        move: the chosen move, in the game's notation; None in a finished game.
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
    formula: str
    search: str
    move: str | None
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
    first, second = (
        explain_value(agent.heuristic, agent.values, game.view(position, player))
        for player in (1, 2)
    )
    move, value, nodes = None, 0.0, 0
    if winner is None:
        player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
        analysis = analyse(game, player, game.pack([position]), np.zeros(1, dtype=np.uint64))
        move = game.format_move(int(analysis.moves[0]))
        value, nodes = float(analysis.values[0]), int(analysis.nodes[0])
    return PositionReport(
        position=game.format_position(position),
        board=game.draw(position),
        player=game.player_to_move(position),
        winner=winner,
        sides=(first, second),
        formula=" ".join(agent.heuristic.formula.split()),
        search=str(agent.search),
        move=move,
        move_value=value,
        nodes=nodes,
        clamped=tuple(
            player
            for player, side in ((1, first), (2, second))
            if is_clamped(agent.heuristic, agent.values, game.view(position, player), side.value)
        ),
        gives_up=agent.search.at(position.ply).search.gives_up and value <= -EVALUATION_LIMIT,
        proven=_proven(game, position) if winner is None else None,
    )


def report_lines(report: PositionReport, agent: Agent) -> list[str]:
    """Return the report for people."""
    lines = [report.board, "", _state(report), "", f"{agent.name} = {report.formula}"]
    lines += [f"  where {name} = {' '.join(text.split())}" for name, text in agent.heuristic.where]
    lines += [
        f"  with {parameter.name} = {value:.6g}"
        for parameter, value in zip(agent.heuristic.parameters, agent.values, strict=True)
    ]
    rows = _rows(report)
    width = max(len(name) for name, _, _ in rows)
    lines += ["", f"{'':<{width}}  {'as player 1':>12}  {'as player 2':>12}"]
    lines += [f"{name:<{width}}  {one:>12}  {two:>12}" for name, one, two in rows]
    lines += [
        f"As player {player} sees it the value is beyond {EVALUATION_LIMIT:.2g}, where a search "
        "takes all values for one; make its numbers smaller"
        for player in report.clamped
    ]
    if report.move is not None:
        chosen = f"{report.search} chooses {report.move} for player {report.player}"
        # A random search visits no position and values nothing.
        looked = f": {_value(report.move_value)}, {report.nodes:,} positions visited"
        looked += "; it gives up and loses at once" if report.gives_up else ""
        proven = [] if report.proven is None else [f"Proven: {outcome_line(report.proven)}"]
        lines += ["", *proven, chosen + (looked if report.nodes else "")]
    return lines


def report_json(report: PositionReport) -> dict[str, Any]:
    """Return the report as JSON; what is not finite is one of the strings "inf",
    "-inf" and "nan".
    """
    return {
        "position": report.position,
        "player_to_move": report.player,
        "winner": report.winner,
        "sides": [
            {
                "player": player,
                "value": _number(side.value),
                "features": {str(call): _number(value) for call, value in side.features.items()},
                "terms": {name: _number(value) for name, value in side.terms.items()},
            }
            for player, side in zip((1, 2), report.sides, strict=True)
        ],
        "search": report.search,
        "move": report.move,
        "move_value": _number(report.move_value),
        "nodes": report.nodes,
        "clamped": list(report.clamped),
        "gives_up": report.gives_up,
        "proven": None if report.proven is None else outcome_json(report.proven),
    }


def _proven(game: Game[Any], position: Any) -> ProvenPosition | None:
    if find_solver(game) is None:
        return None
    proven = prove(game, position, SOLVER_NODES)
    return None if proven.outcome == "unknown" else proven_position(game, position, proven)


def _state(report: PositionReport) -> str:
    if report.winner is None:
        return f"Player {report.player} is to move. {report.position}"
    ended = "drawn" if report.winner == 0 else f"won by player {report.winner}"
    return f"The game is over, {ended}; the formula alone says: {report.position}"


def _rows(report: PositionReport) -> list[tuple[str, str, str]]:
    """Return features, terms and value; "-" where a side's value does not need them."""
    first, second = report.sides
    rows = [
        (str(call), _optional(first.features.get(call)), _optional(second.features.get(call)))
        for call in dict.fromkeys([*first.features, *second.features])
    ]
    rows += [
        (name, _optional(first.terms.get(name)), _optional(second.terms.get(name)))
        for name in dict.fromkeys([*first.terms, *second.terms])
    ]
    return [*rows, ("value", _optional(first.value), _optional(second.value))]


def _optional(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _number(value: float) -> float | str:
    return value if np.isfinite(value) else str(value)


def _value(value: float) -> str:
    if not is_proven(value):
        # No minus before a zero.
        return f"value {value + 0.0:.6g}"
    plies = plies_of(value)
    length = "1 ply" if plies == 1 else f"{plies} plies"
    return f"{'wins' if value > 0 else 'loses'} within {length}, proven"
