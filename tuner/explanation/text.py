"""Say in words and as JSON what a heuristic makes of a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.kernels.evaluation import EVALUATION_LIMIT, is_proven, plies_of
from tuner.explanation.position import PositionReport
from tuner.matches.agent import Agent
from tuner.solved.proof import outcome_json, outcome_line

__all__ = ["evaluation_lines", "report_json", "report_lines", "value_text"]


def report_lines(report: PositionReport, agent: Agent) -> list[str]:
    """Return the report for people, with the board."""
    return [report.board, "", *evaluation_lines(report, agent)]


def evaluation_lines(report: PositionReport, agent: Agent) -> list[str]:
    """Return the report for people who have the board before them."""
    lines = [_state(report), "", f"{agent.name} = {report.formula}"]
    lines += [f"  where {name} = {' '.join(text.split())}" for name, text in agent.heuristic.where]
    lines += [
        f"  with {parameter.name} = {value:.6g}"
        for parameter, value in zip(agent.heuristic.parameters, agent.values, strict=True)
    ]
    lines += _table("", _rows(report)) + _share_lines(report)
    lines += [
        f"As player {player} sees it the value is beyond {EVALUATION_LIMIT:.2g}, where a search "
        "takes all values for one; make its numbers smaller"
        for player in report.clamped
    ]
    if report.move is not None:
        chosen = f"{report.search} chooses {report.move} for player {report.player}"
        # A random search visits no position and values nothing.
        looked = f": {value_text(report.move_value)}, {report.nodes:,} positions visited"
        looked += "; it gives up and loses at once" if report.gives_up else ""
        proven = [] if report.proven is None else [f"Proven: {outcome_line(report.proven)}"]
        lines += ["", *proven, chosen + (looked if report.nodes else "")]
        lines += [f"The line that it expects: {' '.join(report.line)}"] if report.line[1:] else []
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
                "shares": {part: _number(value) for part, value in shares.items()},
            }
            for player, side, shares in zip((1, 2), report.sides, report.shares, strict=True)
        ],
        "search": report.search,
        "move": report.move,
        "line": list(report.line),
        "move_value": _number(report.move_value),
        "nodes": report.nodes,
        "clamped": list(report.clamped),
        "gives_up": report.gives_up,
        "proven": None if report.proven is None else outcome_json(report.proven),
    }


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


def _share_lines(report: PositionReport) -> list[str]:
    """Return the parts of the sum; none where the value is a single part of it."""
    first, second = report.shares
    parts = list(dict.fromkeys([*first, *second]))
    if len(parts) < 2:
        return []
    rows = [(part, _optional(first.get(part)), _optional(second.get(part))) for part in parts]
    return _table("parts of the value", rows)


def _table(title: str, rows: Sequence[tuple[str, str, str]]) -> list[str]:
    width = max(len(name) for name, _, _ in [(title, "", ""), *rows])
    lines = ["", f"{title:<{width}}  {'as player 1':>12}  {'as player 2':>12}"]
    return lines + [f"{name:<{width}}  {one:>12}  {two:>12}" for name, one, two in rows]


def _optional(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _number(value: float) -> float | str:
    return value if np.isfinite(value) else str(value)


def value_text(value: float) -> str:
    """Return the value of a move for the side to move in words."""
    if not is_proven(value):
        # No minus before a zero.
        return f"value {value + 0.0:.6g}"
    plies = plies_of(value)
    length = "1 ply" if plies == 1 else f"{plies} plies"
    return f"{'wins' if value > 0 else 'loses'} within {length}, proven"
