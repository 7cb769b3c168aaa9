"""Positions whose truth is asked, and the solver's answer."""

from __future__ import annotations

import csv
from typing import Any

import numpy as np
from checkout import DATA

from engine.games import find_game
from engine.isolation.position import Position
from engine.play.driver import random_positions
from engine.play.proving import DEFAULT_NODES, find_solver

__all__ = ["late_positions", "placed", "solved_openings", "solved_placements", "winner_of"]


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


def solved_placements() -> list[tuple[str, Any, int]]:
    """(board, position after both placements, winner) of every pair of placements."""
    with (DATA / "isolation_solved_placements.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    found = []
    for row in rows:
        board = f"{row['height']}x{row['width']}"
        squares = (row["p1_row"], row["p1_col"]), (row["p2_row"], row["p2_col"])
        found.append((board, placed(board, *squares)[1], int(row["winner"])))
    return found


def solved_openings(every: int) -> list[tuple[str, Any, int]]:
    """The same of 7x7, of every so many of the pairs of placements that differ by symmetry."""
    with (DATA / "isolation7_solved_openings.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))[::every]
    found = []
    for row in rows:
        squares = (row["p1_row"], row["p1_col"]), (row["p2_row"], row["p2_col"])
        found.append(("7x7", placed("7x7", *squares)[1], int(row["winner"])))
    return found
