"""A proven outcome in words and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.play.solve import Solution

__all__ = ["Solved", "outcome_json", "outcome_line", "solved", "solved_json", "solved_lines"]


@dataclass(frozen=True)
class Solved:
    """A solution with the position that it is about.

    Attributes:
        game: its name.
        position: in the game's notation.
        player: the side to move, 1 or 2.
        solution: what was proven.
        move: of the solution, in the game's notation.
    """

    game: str
    position: str
    player: int
    solution: Solution
    move: str | None


def solved(game: Game[Any], position: Any, solution: Solution) -> Solved:
    """Return a solution with its position in the game's notation."""
    move = None if solution.move is None else game.format_move(solution.move)
    return Solved(
        game.name, game.format_position(position), game.player_to_move(position), solution, move
    )


def outcome_line(found: Solved) -> str:
    """Return who wins, and how, as one sentence; the outcome is not unknown."""
    outcome = found.solution.outcome
    if found.move is None:
        ended = "drawn" if outcome == "draw" else f"won by player {_winner(found)}"
        return f"The game is over, {ended}."
    if outcome == "win":
        return f"Player {found.player} wins; {found.move} is a winning move."
    if outcome == "draw":
        return f"Neither player can win; {found.move} keeps the draw for player {found.player}."
    plies = found.solution.plies
    if plies is None:
        return (
            f"Player {found.player} loses; {found.move} resists longest, as far as a short search "
            "sees."
        )
    length = "1 ply" if plies == 1 else f"{plies} plies"
    return f"Player {found.player} loses within {length}; {found.move} resists longest."


def solved_lines(found: Solved) -> list[str]:
    """Return the solution for people."""
    solution = found.solution
    nodes = "1 node" if solution.nodes == 1 else f"{solution.nodes:,} nodes"
    spent = f"{nodes} in {solution.seconds:.3g} seconds"
    if solution.outcome == "unknown":
        if solution.reason:
            return [f"Unknown: {solution.reason}; {spent} prove nothing."]
        return [f"Unknown: {spent} are too few; allow more nodes."]
    if solution.move is None:
        return [outcome_line(found)]
    return [outcome_line(found), f"Proven with {spent}."]


def outcome_json(found: Solved) -> dict[str, Any]:
    """Return what was proven, without what it took; "winner" is 0 for a draw, null if unknown."""
    return {
        "outcome": found.solution.outcome,
        "winner": _winner(found),
        "move": found.move,
        "plies": found.solution.plies,
    }


def solved_json(found: Solved) -> dict[str, Any]:
    """Return the solution as JSON."""
    return {
        "game": found.game,
        "position": found.position,
        "player_to_move": found.player,
        **outcome_json(found),
        "nodes": found.solution.nodes,
        "seconds": found.solution.seconds,
    }


def _winner(found: Solved) -> int | None:
    winners = {"win": found.player, "draw": 0, "loss": 3 - found.player, "unknown": None}
    return winners[found.solution.outcome]
