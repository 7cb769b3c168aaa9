"""Write games of a run for people and as JSON: as rows, and ply by ply."""

from __future__ import annotations

from typing import Any

from engine.kernels.evaluation import is_proven
from engine.play.proof import Outcome
from tuner.replay.data import value_text
from tuner.replay.find import FoundGames
from tuner.replay.model import GameRow, PlayedPly, ReplayedGame, result_word

__all__ = ["found_lines", "replay_json", "replay_lines", "row_json"]

_ENDS: dict[Outcome, str] = {"win": "wins", "draw": "draws", "loss": "loses", "unknown": ""}


def found_lines(found: FoundGames) -> list[str]:
    """Return the games that were found, each with its number in the list."""
    if not found.count:
        return ["no game is so"]
    shown = len(found.rows)
    head = f"{found.count:,} games" if found.count != 1 else "1 game"
    if found.looked_at is not None:
        head += f"; of the first {found.looked_at} in {shown} a proven win was given away"
    elif shown < found.count:
        head += f", the first {shown}"
    if not found.rows:
        return [head]
    lines = [f"{head}; results are as the agent sees them that is named first:"]
    for number, row in enumerate(found.rows, start=1):
        late = " (on time)" if any(row.late) else ""
        lines.append(
            f"{number:>{len(str(shown))}}. {row.names[0]} {result_word(row.result)}{late} against "
            f"{row.names[1]}: {row.place}, {row.plies} plies, "
            f"{row.nodes[0]:,} and {row.nodes[1]:,} nodes"
        )
    return lines


def row_json(row: GameRow) -> dict[str, Any]:
    """Return a row as JSON; the result is as the candidate sees it, who moves first in game 0."""
    return {
        "openings": row.openings,
        "pair": row.pair,
        "game": row.number,
        "opening": row.opening,
        "candidate": row.names[0],
        "opponent": row.names[1],
        "candidate_key": row.candidate,
        "opponent_key": row.opponent,
        "result": row.result,
        "plies": row.plies,
        "nodes": list(row.nodes),
        "late": list(row.late),
    }


def replay_lines(replay: ReplayedGame) -> list[str]:
    """Return a game ply by ply: each board, the move, what it is worth, and what is proven."""
    row = replay.row
    sides = replay.drawing(0).sides
    first = sides[replay.side - 1]
    lines = [
        f"{row.title}: {row.names[0]} ({first}) has {result_word(row.result)} after {row.plies} "
        "plies",
        *([replay.why] if replay.why else []),
        f"values and proofs are as {row.names[0]} sees them; each value is that of the search of "
        "the agent that moves",
    ]
    if not replay.repeatable:
        lines.append(_about_time(replay))
    thrown = replay.thrown_away
    for index, ply in enumerate(replay.plies):
        position = replay.positions[index]
        lines += ["", replay.game.draw(position), _ply_line(replay, index, ply)]
        if index in thrown:
            lines.append(f"  {row.names[ply.side]} gives a won game away")
    if len(replay.positions) > len(replay.plies):
        lines += ["", replay.game.draw(replay.positions[-1])]
    lines.append(f"{row.names[0]} has {result_word(row.result)}")
    return lines


def _about_time(replay: ReplayedGame) -> str:
    if replay.differs:
        return f"a player had a limit in time, so this is another game: {replay.differs}"
    return "a player had a limit in time; played again the game came out the same"


def _ply_line(replay: ReplayedGame, index: int, ply: PlayedPly) -> str:
    ply_number = int(replay.positions[index].ply) + 1
    name = replay.row.names[ply.side]
    parts = [f"ply {ply_number}: {name} {f'plays {ply.move}' if ply.move else 'gives up'}"]
    if ply.value is not None:
        parts.append(f"value {value_text(ply.value)}")
    if ply.proven != "unknown":
        parts.append(f"with perfect play {replay.row.names[0]} {_ENDS[ply.proven]}")
    return ", ".join(parts)


def _forced(ply: PlayedPly) -> str:
    """Return "win" or "loss" where the search has seen a forced end, else ""."""
    if ply.value is None or not is_proven(ply.value):
        return ""
    return "win" if ply.value > 0 else "loss"


def replay_json(replay: ReplayedGame) -> dict[str, Any]:
    """Return a game ply by ply as JSON; values and proofs are as the candidate sees them."""
    game = replay.game
    thrown = replay.thrown_away
    plies = [
        {
            "ply": int(replay.positions[index].ply) + 1,
            "position": game.format_position(replay.positions[index]),
            "agent": replay.row.names[ply.side],
            "move": ply.move or None,
            "value": None if _forced(ply) else ply.value,
            "forced": _forced(ply) or None,
            "proven": ply.proven,
            "thrown_away": index in thrown,
        }
        for index, ply in enumerate(replay.plies)
    ]
    return {
        **row_json(replay.row),
        "repeatable": replay.repeatable,
        "differs": replay.differs or None,
        "plies_played": plies,
        "end": game.format_position(replay.positions[-1]),
    }
