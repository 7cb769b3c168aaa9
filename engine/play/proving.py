"""Find who wins a position with perfect play, where a game has an exact solver."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engine.errors import EngineError
from engine.game import Game
from engine.kernels.evaluation import is_proven, plies_of
from engine.play.deepening import AlphaBetaNodes
from engine.play.driver import analyse, outcome_chooser
from engine.play.player import make_player
from engine.play.proof import Outcome, Proof, Solver, solver_module

__all__ = ["DEFAULT_NODES", "NoSolverError", "Truth", "find_solver", "prove"]

DEFAULT_NODES = 100_000_000
"""Five times what 7x7 Isolation takes from the empty board, and more than any position of Pentago
that its solver can hold."""

_MOST_NODES = 1 << 62

_GLANCE = 1_000_000
"""Nodes of a plain search, some tenths of a second."""


class NoSolverError(EngineError):
    """A game has no exact solver, or none for a board of this size."""


@dataclass(frozen=True)
class Truth:
    """Hold the truth about a position, as far as it is proven.

    Attributes:
        outcome: with perfect play of both sides, for the side to move; "unknown" if the budget
            does not suffice.
        move: where the outcome is a win or a draw, a move that keeps it. Where it is a loss, the
            move that resists longest as far as a short search sees. None if the game is over or the
            outcome is unknown.
        plies: until the end of the game: 0 where it is over, whoever won; of a loss where `move`
            was proven to resist longest; else None.
        nodes: steps of the proof. Where the solver has no use for all that are given, a plain
            search takes some, and exceeds the rest by the children of one position at most.
        seconds: of wall time.
        reason: why an unknown outcome is not known, a clause; "" if all nodes were used up.
    """

    outcome: Outcome
    move: int | None
    plies: int | None
    nodes: int
    seconds: float
    reason: str = ""


def prove(game: Game[Any], position: Any, nodes: int = DEFAULT_NODES) -> Truth:
    """Prove who wins a position.

    Args:
        game: one that has a solver.
        position: of that game; may be over.
        nodes: steps after which the answer is "unknown", 1 to 2**62.

    Raises:
        NoSolverError: if there is no solver for the game.
        EngineError: if the number of nodes is out of range, or the position is of another game.
    """
    if not 1 <= nodes <= _MOST_NODES:
        raise EngineError(f"{nodes} nodes are no budget of a proof; give 1 to {_MOST_NODES}")
    solver = find_solver(game)
    if solver is None:
        raise NoSolverError(
            f"an exact solver is not available for {game.name}; search it instead", hint="search"
        )
    # Refuses a position of another game.
    game.pack([position])
    winner = game.winner(position)
    if winner is not None:
        outcome = _outcome_of(winner, game.player_to_move(position))
        return Truth(outcome, move=None, plies=0, nodes=0, seconds=0.0)
    began = time.perf_counter()
    proof = solver.prove(position, nodes)
    if proof.outcome == "unknown" and proof.nodes < nodes:
        proof = _short_proof(game, position, nodes - proof.nodes, proof)
    move, plies = proof.move, None
    if proof.outcome == "loss":
        move, plies = _longest_resistance(game, position)
    seconds = time.perf_counter() - began
    return Truth(proof.outcome, move, plies, proof.nodes, seconds, proof.reason)


def find_solver(game: Game[Any]) -> Solver | None:
    """Return the exact solver of a game, None where it has none (see `engine.play.proof`)."""
    module = solver_module(game)
    solver: Solver | None = None if module is None else module.find_solver(game)
    return solver


def _outcome_of(winner: int, mover: int) -> Outcome:
    """Return the outcome of a finished game."""
    if winner == 0:
        return "draw"
    return "win" if winner == mover else "loss"


def _short_proof(game: Game[Any], position: Any, nodes: int, proof: Proof) -> Proof:
    """Return what a plain search proves of a position that needs none of the solver's nodes."""
    value, move, spent = _glance(game, position, min(nodes, _GLANCE))
    spent += proof.nodes
    if is_proven(value):
        return Proof("win", move, spent) if value > 0 else Proof("loss", None, spent)
    return replace(proof, nodes=spent)


def _longest_resistance(game: Game[Any], position: Any) -> tuple[int, int | None]:
    """Return the move that loses last, and the plies until then where they are proven."""
    value, move, _ = _glance(game, position, _GLANCE)
    return move, plies_of(value) if is_proven(value) and value < 0 else None


def _glance(game: Game[Any], position: Any, nodes: int) -> tuple[float, int, int]:
    """Return the value of a position by a plain search that deepens, its move, and its nodes."""
    player = make_player(
        game, outcome_chooser(game), (), AlphaBetaNodes(nodes=nodes, ties="ordered")
    )
    found = analyse(game, player, game.pack([position]), np.zeros(1, dtype=np.uint64))
    return float(found.values[0]), int(found.moves[0]), int(found.nodes[0])
