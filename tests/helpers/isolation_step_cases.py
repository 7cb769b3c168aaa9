"""What hands count of steps, regions and shared moves."""

from __future__ import annotations

from isolation_boards import APART, BLOCK, CUT, EMPTY, MIDDLE, OPEN, RING, STUCK, WIDE, Case

__all__ = ["STEP_CASES"]

STEP_CASES: tuple[Case, ...] = (
    # Own comes to (1,2) and (2,1), to (2,0) and (0,2), to (0,1); X to (0,1), (2,0), (1,2).
    ("squares_at", (0,), RING, 0, 0),
    ("squares_at", (1,), RING, 2, 1),
    ("squares_at", (2,), RING, 2, 1),
    ("squares_at", (3,), RING, 1, 1),
    ("squares_at", (4,), RING, 0, 0),
    ("squares_at", (-1,), RING, 0, 0),
    ("squares_at", (1,), EMPTY, 9, 9),
    ("squares_at", (2,), EMPTY, 0, 0),
    ("squares_within", (0,), RING, 0, 0),
    ("squares_within", (2,), RING, 4, 2),
    ("squares_within", (3,), RING, 5, 3),
    ("squares_within", (9,), RING, 5, 3),
    ("squares_within", (1,), EMPTY, 9, 9),
    # Own is first at (1,2) and alone at (2,1), then alone at (0,2); X is first at (0,1).
    ("territory_at", (0,), RING, 0, 0),
    ("territory_at", (1,), RING, 2, 1),
    ("territory_at", (2,), RING, 1, 0),
    ("territory_at", (3,), RING, 0, 0),
    ("territory_at", (1,), EMPTY, 0, 0),
    # Both come to (2,0) in two steps.
    ("tied_at", (0,), RING, 0, 0),
    ("tied_at", (1,), RING, 0, 0),
    ("tied_at", (2,), RING, 1, 1),
    ("tied_at", (1,), OPEN, 2, 2),
    ("tied_at", (1,), EMPTY, 9, 9),
    ("tied_squares", (), RING, 1, 1),
    ("tied_squares", (), CUT, 0, 0),
    ("tied_squares", (), EMPTY, 9, 9),
    ("separated", (), RING, 0, 0),
    ("separated", (), CUT, 1, 1),
    ("separated", (), STUCK, 1, 1),
    ("separated", (), EMPTY, 0, 0),
    # Own alone comes to (2,1) and (0,2).
    ("exclusive_reachable", (), RING, 2, 0),
    ("exclusive_reachable", (), CUT, 3, 1),
    # All eight blank squares.
    ("exclusive_reachable", (), STUCK, 0, 8),
    ("exclusive_reachable", (), EMPTY, 0, 0),
    # Both go to (1,0) and (1,4).
    ("shared_moves", (), OPEN, 2, 2),
    ("shared_moves", (), BLOCK, 1, 1),
    ("shared_moves", (), RING, 0, 0),
    ("shared_moves", (), EMPTY, 9, 9),
    ("blocking_moves", (), BLOCK, 1, 0),
    # X has a single move, and own cannot make it.
    ("blocking_moves", (), RING, 0, 0),
    ("blocking_moves", (), STUCK, 0, 0),
    ("blocking_moves", (), EMPTY, 0, 0),
    # X comes to (0,2) over the visited square (1,0).
    ("second_squares", (), RING, 2, 2),
    ("second_squares", (), OPEN, 5, 6),
    ("second_squares", (), EMPTY, 8, 8),
    ("two_step_ways", (), RING, 2, 1),
    # Own from (0,1), (0,3), ... row by row: 1 + 2 + 0 + 1 + 2 + 1 + 2 + 1; X: 0 + 1 + 3 + 4.
    ("two_step_ways", (), OPEN, 10, 8),
    # Eight squares of the ring lead to two each.
    ("two_step_ways", (), EMPTY, 16, 16),
    ("knight_distance", (), APART, 1, 1),
    ("knight_distance", (), OPEN, 2, 2),
    ("knight_distance", (), WIDE, 3, 3),
    ("knight_distance", (), RING, 4, 4),
    # No way: the number of squares.
    ("knight_distance", (), MIDDLE, 9, 9),
    ("knight_distance", (), EMPTY, 0, 0),
    ("knights_move_apart", (), APART, 1, 1),
    ("knights_move_apart", (), OPEN, 0, 0),
    ("knights_move_apart", (), EMPTY, 0, 0),
)
