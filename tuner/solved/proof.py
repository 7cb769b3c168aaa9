"""Write a proven outcome as text and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.play.proving import Truth
from tuner.stats.text import seconds_text

__all__ = [
    "ProvenPosition",
    "outcome_json",
    "outcome_line",
    "proof_json",
    "proof_lines",
    "proven_position",
]


@dataclass(frozen=True)
class ProvenPosition:
    """Hold a position and what was proven of it.

    Attributes:
        game: its name.
        position: in the game's notation.
        player: the side to move, 1 or 2.
        proven: what was proven.
        move: that is proven, in the game's notation.
    """

    game: str
    position: str
    player: int
    proven: Truth
    move: str | None


def proven_position(game: Game[Any], position: Any, proven: Truth) -> ProvenPosition:
    """Return what was proven with its position in the game's notation."""
    move = None if proven.move is None else game.format_move(proven.move)
    return ProvenPosition(
        game.name, game.format_position(position), game.player_to_move(position), proven, move
    )


def outcome_line(proof: ProvenPosition) -> str:
    """Return who wins, and how, as one sentence; the outcome is not unknown."""
    outcome = proof.proven.outcome
    if proof.move is None:
        ended = "drawn" if outcome == "draw" else f"won by player {_winner(proof)}"
        return f"The game is over, {ended}."
    if outcome == "win":
        return f"Player {proof.player} wins; {proof.move} is a winning move."
    if outcome == "draw":
        return f"Neither player can win; {proof.move} keeps the draw for player {proof.player}."
    plies = proof.proven.plies
    if plies is None:
        return (
            f"Player {proof.player} loses; {proof.move} resists longest, as far as a short search "
            "sees."
        )
    length = "1 ply" if plies == 1 else f"{plies} plies"
    return f"Player {proof.player} loses within {length}; {proof.move} resists longest."


def proof_lines(proof: ProvenPosition, more_nodes: str = "") -> list[str]:
    """Return what was proven for people.

    Args:
        proof: what was found.
        more_nodes: the option that allows more nodes, if there is one.
    """
    proven = proof.proven
    nodes = "1 node" if proven.nodes == 1 else f"{proven.nodes:,} nodes"
    spent = f"{nodes} in {seconds_text(f'{proven.seconds:.3g}')}"
    if proven.outcome == "unknown":
        if proven.reason:
            return [f"Unknown: {proven.reason}; {spent} prove nothing."]
        option = f" ({more_nodes})" if more_nodes else ""
        return [f"Unknown: {spent} are too few; allow more nodes{option}."]
    if proven.move is None:
        return [outcome_line(proof)]
    return [outcome_line(proof), f"Proven with {spent}."]


def outcome_json(proof: ProvenPosition) -> dict[str, Any]:
    """Return what was proven, without what it took; "winner" is 0 for a draw, null if unknown."""
    return {
        "outcome": proof.proven.outcome,
        "winner": _winner(proof),
        "move": proof.move,
        "plies": proof.proven.plies,
    }


def proof_json(proof: ProvenPosition) -> dict[str, Any]:
    """Return what was proven as JSON."""
    return {
        "game": proof.game,
        "position": proof.position,
        "player_to_move": proof.player,
        **outcome_json(proof),
        "nodes": proof.proven.nodes,
        "seconds": proof.proven.seconds,
    }


def _winner(proof: ProvenPosition) -> int | None:
    winners = {"win": proof.player, "draw": 0, "loss": 3 - proof.player, "unknown": None}
    return winners[proof.proven.outcome]
