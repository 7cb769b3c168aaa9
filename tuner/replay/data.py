"""Write replayed games as plain data, which the page draws from: it knows no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.board_svg import SQUARE, mark_svg, piece_svg, turn_svg
from engine.drawing import BLOCKED, FIRST, FREE, SECOND, Drawing, Turn
from engine.kernels.evaluation import is_proven
from tuner.replay.model import ReplayedGame

__all__ = ["heights", "replay_data", "value_text"]

_OUTCOMES = {"win": "w", "draw": "d", "loss": "l", "unknown": ""}

_FULL = 0.85
"""Where the largest evaluation of a game stands; 1 is a win."""


def replay_data(replays: Sequence[ReplayedGame]) -> dict[str, Any]:
    """Return what a page shows of games that have the same rules.

    Squares are numbered row by row from the top left. The keys are those that `replay.js` reads.
    """
    turns: dict[Turn, int] = {}
    games = [_game(one, turns) for one in replays]
    drawing = replays[0].drawing(0)
    signs = (FREE, BLOCKED, FIRST, SECOND)
    return {
        "games": games,
        "square": SQUARE,
        "columns": drawing.column_names,
        "rows": drawing.row_names,
        "sides": drawing.sides,
        "pieces": {sign: piece_svg(drawing, sign) for sign in signs} if drawing.rows else {},
        "marks": {sign: mark_svg(sign) for sign in signs},
        "turns": [turn_svg(turn) for turn in turns],
    }


def _game(replay: ReplayedGame, turns: dict[Turn, int]) -> dict[str, Any]:
    """Return one game; turns of parts of the board are numbered as they are first met."""
    row = replay.row
    drawings = [replay.drawing(index) for index in range(len(replay.positions))]
    return {
        "place": row.place,
        "why": replay.why,
        "names": row.names,
        "side": replay.side,
        "result": row.result,
        "first": int(replay.positions[0].ply),
        "boards": [_cells(drawing) for drawing in drawings],
        "marked": [
            [r * len(drawing.column_names) + c for r, c in drawing.marked] for drawing in drawings
        ],
        "turned": [
            -1 if one.turn is None else turns.setdefault(one.turn, len(turns)) for one in drawings
        ],
        "moves": [ply.move for ply in replay.plies],
        "by": [ply.side for ply in replay.plies],
        "values": [None if ply.value is None else value_text(ply.value) for ply in replay.plies],
        "heights": heights(replay),
        "proven": [_OUTCOMES[ply.proven] for ply in replay.plies],
        "thrown": replay.thrown_away,
        "differs": replay.differs,
        "repeatable": replay.repeatable,
    }


def _cells(drawing: Drawing) -> str:
    return "".join(drawing.rows) if drawing.rows else "\n".join(drawing.lines)


def value_text(value: float) -> str:
    """Return an evaluation for people; a forced end is a word."""
    if is_proven(value):
        return "a forced win" if value > 0 else "a forced loss"
    return f"{value:+.4g}"


def heights(replay: ReplayedGame) -> list[float | None]:
    """Return how high each value stands in the curve of its agent, from -1 to 1.

    The evaluations of two agents have no unit in common, so each agent has a scale of its own, on
    which the largest evaluation of the game is almost at the edge; a forced end is at the edge.
    """
    most = [0.0, 0.0]
    for ply in replay.plies:
        if ply.value is not None and not is_proven(ply.value):
            most[ply.side] = max(most[ply.side], abs(ply.value))
    found: list[float | None] = []
    for ply in replay.plies:
        if ply.value is None:
            found.append(None)
        elif is_proven(ply.value):
            found.append(1.0 if ply.value > 0 else -1.0)
        else:
            found.append(round(_FULL * ply.value / most[ply.side], 3) if ply.value else 0.0)
    return found
