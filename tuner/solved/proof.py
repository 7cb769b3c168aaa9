"""Write a proven outcome as text and as JSON."""

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


def outcome_line(proof: Solved) -> str:
    """Return who wins, and how, as one sentence; the outcome is not unknown."""
    outcome = proof.solution.outcome
    if proof.move is None:
        ended = "drawn" if outcome == "draw" else f"won by player {_winner(proof)}"
        return f"The game is over, {ended}."
    if outcome == "win":
        return f"Player {proof.player} wins; {proof.move} is a winning move."
    if outcome == "draw":
        return f"Neither player can win; {proof.move} keeps the draw for player {proof.player}."
    plies = proof.solution.plies
    if plies is None:
        return (
            f"Player {proof.player} loses; {proof.move} resists longest, as far as a short search "
            "sees."
        )
    length = "1 ply" if plies == 1 else f"{plies} plies"
    return f"Player {proof.player} loses within {length}; {proof.move} resists longest."


def solved_lines(proof: Solved, more_nodes: str = "") -> list[str]:
    """Return the solution for people.

    Args:
        proof: what was found.
        more_nodes: the option that allows more nodes, if there is one.
    """
    solution = proof.solution
    nodes = "1 node" if solution.nodes == 1 else f"{solution.nodes:,} nodes"
    spent = f"{nodes} in {solution.seconds:.3g} seconds"
    if solution.outcome == "unknown":
        if solution.reason:
            return [f"Unknown: {solution.reason}; {spent} prove nothing."]
        option = f" ({more_nodes})" if more_nodes else ""
        return [f"Unknown: {spent} are too few; allow more nodes{option}."]
    if solution.move is None:
        return [outcome_line(proof)]
    return [outcome_line(proof), f"Proven with {spent}."]


def outcome_json(proof: Solved) -> dict[str, Any]:
    """Return what was proven, without what it took; "winner" is 0 for a draw, null if unknown."""
    return {
        "outcome": proof.solution.outcome,
        "winner": _winner(proof),
        "move": proof.move,
        "plies": proof.solution.plies,
    }


def solved_json(proof: Solved) -> dict[str, Any]:
    """Return the solution as JSON."""
    return {
        "game": proof.game,
        "position": proof.position,
        "player_to_move": proof.player,
        **outcome_json(proof),
        "nodes": proof.solution.nodes,
        "seconds": proof.solution.seconds,
    }


def _winner(proof: Solved) -> int | None:
    winners = {"win": proof.player, "draw": 0, "loss": 3 - proof.player, "unknown": None}
    return winners[proof.solution.outcome]
