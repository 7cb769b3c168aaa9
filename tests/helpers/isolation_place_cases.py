"""What hands count of distances to edges and corners, and of moves by place."""

from __future__ import annotations

import math

from isolation_boards import EMPTY, INNER, MIDDLE, OPEN, RING, SEVEN, WIDE, Case

__all__ = ["PLACE_CASES"]

PLACE_CASES: tuple[Case, ...] = (
    ("center_knight", (), OPEN, 0, 2),
    ("center_knight", (), WIDE, 3, 4),
    # No way: the number of squares.
    ("center_knight", (), MIDDLE, 9, 0),
    ("center_knight", (), EMPTY, 0, 0),
    ("row_of", (), INNER, 1, 3),
    ("row_of", (), EMPTY, 0, 0),
    ("column_of", (), INNER, 2, 3),
    ("column_of", (), EMPTY, 0, 0),
    ("edge_distance", (), INNER, 1, 2),
    ("edge_distance", (), OPEN, 2, 0),
    ("edge_distance", (), EMPTY, 0, 0),
    ("edge_knight", (), INNER, 1, 1),
    ("edge_knight", (), SEVEN, 2, 0),
    ("edge_knight", (), EMPTY, 0, 0),
    ("corner_distance", (), INNER, 3, 5),
    ("corner_distance", (), SEVEN, 6, 1),
    ("corner_distance", (), EMPTY, 0, 0),
    ("corner_euclidean", (), INNER, math.sqrt(5), math.sqrt(13)),
    ("corner_euclidean", (), EMPTY, 0, 0),
    ("corner_chebyshev", (), INNER, 2, 3),
    ("corner_chebyshev", (), SEVEN, 3, 1),
    ("corner_chebyshev", (), EMPTY, 0, 0),
    ("corner_knight", (), INNER, 1, 2),
    # From (0,1) over (2,0) and (1,2) to (0,0).
    ("corner_knight", (), SEVEN, 2, 3),
    ("corner_knight", (), EMPTY, 0, 0),
    ("nearby_blocked", (1,), OPEN, 2, 1),
    ("nearby_blocked", (2,), OPEN, 4, 2),
    ("nearby_blocked", (3,), OPEN, 4, 3),
    ("nearby_blocked", (0,), OPEN, math.nan, math.nan),
    ("nearby_blocked", (4,), OPEN, math.nan, math.nan),
    ("nearby_blocked", (1,), EMPTY, 0, 0),
    ("edge_moves", (), OPEN, 8, 2),
    ("edge_moves", (), INNER, 3, 2),
    ("edge_moves", (), RING, 2, 1),
    ("edge_moves", (), EMPTY, 8, 8),
    ("corner_moves", (), OPEN, 0, 0),
    ("corner_moves", (), INNER, 1, 0),
    ("corner_moves", (), EMPTY, 4, 4),
    ("central_moves", (3,), OPEN, 0, 2),
    # Six rows have no three in the middle: rows 2 and 3, columns 2 to 4.
    ("central_moves", (3,), INNER, 1, 0),
    # Rows 1 to 4, and seven columns have no four in the middle: columns 2 to 4.
    ("central_moves", (4,), INNER, 1, 1),
    # Rows 1 to 4, columns 1 to 5.
    ("central_moves", (5,), INNER, 2, 5),
    ("central_moves", (99,), INNER, 5, 7),
    ("central_moves", (0,), INNER, 0, 0),
    ("central_moves", (-3,), INNER, 0, 0),
    ("central_moves", (1,), EMPTY, 1, 1),
)
