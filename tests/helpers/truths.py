"""Positions whose truth is asked, and the solver's answer."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.games import find_game
from engine.isolation.position import Position
from engine.play.driver import random_positions
from engine.play.solve import DEFAULT_NODES, find_solver

__all__ = ["late_positions", "placed", "winner_of"]


def placed(board: str, first: tuple[str, str], second: tuple[str, str]) -> tuple[Any, Position]:
    """A game, and its position after both placements, each (row, column)."""
    game = find_game(f"isolation-{board}")
    squares = [int(row) * game.width + int(column) for row, column in (first, second)]
    return game, game.play(game.play(game.initial(), squares[0]), squares[1])


def winner_of(game: Any, position: Any) -> int | None:
    """The winner by the solver, None where it does not know."""
    winner: int | None = game.winner(position)
    if winner is not None:
        return winner
    solver = find_solver(game)
    assert solver is not None
    player: int = game.player_to_move(position)
    winners = {"win": player, "loss": 3 - player, "unknown": None}
    return winners[solver.prove(position, DEFAULT_NODES).outcome]


def late_positions(height: int, width: int, blanks: int, count: int) -> list[Position]:
    """Positions of random play that are not over."""
    game = find_game(f"isolation-{height}x{width}")
    seeds = np.arange(100_000, dtype=np.uint64)
    states, going = random_positions(game, height * width - blanks, seeds)
    return [game.unpack(state) for state in states[going][:count]]
