"""Every Isolation feature on boards that can be counted by hand, twin and kernel alike."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from functools import cache

import pytest
from golden import position_seen
from isolation_boards import EMPTY, OPEN, RING, STUCK, WIDE, Case
from isolation_place_cases import PLACE_CASES
from isolation_step_cases import STEP_CASES

from engine.games import find_game
from engine.isolation.position import Position
from engine.isolation.view import View
from features.calls import feature_calls, kernel_values
from features.catalogue import find_features
from features.conformance import check_features
from features.language.expression import FeatureCall

FEATURES = find_features("isolation")

BOARDS = (
    *((3, 3), (3, 8), (5, 7), (7, 5), (7, 7), (8, 8)),
    # Two words of squares.
    *((9, 9), (9, 11), (10, 12), (3, 42), (16, 8)),
)


CASES: tuple[Case, ...] = (
    ("moves", (), OPEN, 8, 4),
    ("moves", (), STUCK, 0, 2),
    ("moves", (), EMPTY, 9, 9),
    # Both go to (1,0) and (1,4).
    ("exclusive_moves", (), OPEN, 6, 2),
    ("exclusive_moves", (), EMPTY, 0, 0),
    # Own: (1,1) (2,0) (2,4) (3,3) (4,2); the other: (0,0) (0,4) (1,1) (3,3) (4,2) (4,4).
    ("second_moves", (), OPEN, 5, 6),
    # Place anywhere, then move: every square but the middle.
    ("second_moves", (), EMPTY, 8, 8),
    ("center_distance", (), OPEN, 0, 2),
    ("center_distance", (), WIDE, 5, 4),
    ("center_distance", (), EMPTY, 0, 0),
    ("center_square_distance", (), OPEN, 0.5, 6.5),
    ("center_square_distance", (), WIDE, 15.25, 6.25),
    ("center_square_distance", (), EMPTY, 0, 0),
    ("center_euclidean", (), OPEN, 0, 2),
    ("center_euclidean", (), WIDE, math.sqrt(13), math.sqrt(8)),
    ("center_euclidean", (), EMPTY, 0, 0),
    ("center_chebyshev", (), OPEN, 0, 2),
    ("center_chebyshev", (), WIDE, 3, 2),
    ("center_chebyshev", (), EMPTY, 0, 0),
    ("center_half", (), OPEN, 1, 3),
    ("center_half", (), WIDE, 5.5, 3.5),
    ("center_half", (), EMPTY, 0, 0),
    ("nearby_blanks", (1,), OPEN, 6, 4),
    ("nearby_blanks", (2,), OPEN, 20, 12),
    ("nearby_blanks", (3,), OPEN, 20, 16),
    ("nearby_blanks", (3,), WIDE, 15, 15),
    ("nearby_blanks", (1,), EMPTY, 0, 0),
    ("nearby_blanks", (4,), OPEN, math.nan, math.nan),
    ("distance", (), OPEN, 2, 2),
    ("distance", (), WIDE, 9, 9),
    ("distance", (), EMPTY, 0, 0),
    ("euclidean", (), OPEN, 2, 2),
    ("euclidean", (), WIDE, math.sqrt(41), math.sqrt(41)),
    ("euclidean", (), EMPTY, 0, 0),
    ("chebyshev", (), OPEN, 2, 2),
    ("chebyshev", (), WIDE, 5, 5),
    ("chebyshev", (), EMPTY, 0, 0),
    ("progress", (), OPEN, 0.2, 0.2),
    ("progress", (), EMPTY, 0, 0),
    ("plies", (), OPEN, 5, 5),
    ("plies", (), EMPTY, 0, 0),
    ("squares", (), OPEN, 25, 25),
    ("blank_squares", (), OPEN, 20, 20),
    ("blank_squares", (), EMPTY, 9, 9),
    # Own walks (1,2) (2,0) (0,1) one way and (2,1) (0,2) the other; X only (0,1) (2,0) (1,2).
    ("reachable", (), RING, 5, 3),
    ("reachable", (), EMPTY, 9, 9),
    ("path_bound", (), RING, 5, 3),
    ("path_bound", (), EMPTY, 0, 0),
    ("longest_path", (), RING, 3, 3),
    # (1,1) (2,3) (0,2) (1,0) (2,2) (0,1), then one of the dead ends (1,3) and (2,0).
    ("longest_path", (), STUCK, 0, 7),
    ("longest_path", (), EMPTY, 0, 0),
    # 28 squares in reach are more than the search takes on.
    ("longest_path", (), WIDE, math.nan, math.nan),
    # Own is first at (1,2), alone at (2,1) and (0,2); X is first at (0,1); (2,0) is a tie.
    ("territory", (), RING, 3, 1),
    ("territory", (), EMPTY, 0, 0),
    ("territory_difference", (), RING, 2, -2),
    # Eight edge squares of value 2; two of 2 and two of 6.
    ("place_sum", (), OPEN, 16, 16),
    ("place_sum", (), EMPTY, 16, 16),
    # Blocks by place values of blanks / squares: 24/9 and 14/6 above, 13/6 and 9/4 below.
    # Own has moves worth 4 in each of them; X has 2 + 6 in each of the upper ones.
    ("place_partition_sum", (3, 3), OPEN, 4 * (24 / 9 + 14 / 6 + 13 / 6 + 9 / 4), 40),
    # One block: the whole board. 81 - 3 - 4 - 9 - 4 - 1 = 60 blank of 25 squares.
    ("place_partition_sum", (0, 0), OPEN, 16 * 60 / 25, 16 * 60 / 25),
    ("place_partition_sum", (9, -64), OPEN, 16 * 60 / 25, 16 * 60 / 25),
    *PLACE_CASES,
    *STEP_CASES,
)


USUAL = tuple(call for one in FEATURES.values() for call in feature_calls(one))
"""What conformance tries: compiled in the same pieces, so both use the same machine code."""

ASKED = tuple(
    FeatureCall(name, "own" if FEATURES[name].sided else "", integers)
    for name, integers, *_ in CASES
)

FURTHER = tuple(dict.fromkeys(call for call in ASKED if call not in USUAL))

CALLS = (*USUAL, *FURTHER)


def compiled(views: Sequence[View]) -> dict[FeatureCall, list[float]]:
    """The kernels' values of every call in CALLS, for views of one board size."""
    game = find_game(f"isolation-{views[0].height}x{views[0].width}")
    states = game.pack([position_seen(view) for view in views])
    features = tuple(FEATURES.values())
    values = [
        row for calls in (USUAL, FURTHER) for row in kernel_values(features, game, calls, states)
    ]
    return {call: row.tolist() for call, row in zip(CALLS, values, strict=True)}


@cache
def counted(height: int, width: int) -> dict[View, dict[FeatureCall, float]]:
    """The kernels' values of every view in CASES of a board size, seen from both sides."""
    drawn = [view for *_, view, _, _ in CASES if (view.height, view.width) == (height, width)]
    views = tuple(dict.fromkeys(seen for view in drawn for seen in (view, view.swapped())))
    values = compiled(views)
    return {view: {call: values[call][index] for call in CALLS} for index, view in enumerate(views)}


def scattered(height: int, width: int, count: int, seed: int) -> list[Position]:
    """Positions that no game need reach: any squares blank, any piece not placed."""
    generator = random.Random(seed)
    positions = []
    for _ in range(count):
        squares = generator.sample(range(height * width), height * width)
        own, opp = (squares.pop() if generator.random() < 0.85 else None for _ in range(2))
        blanks = squares[: generator.choice((generator.randrange(20), len(squares)))]
        positions.append(Position(height, width, sum(1 << square for square in blanks), own, opp))
    return positions


def test_every_feature_has_a_board() -> None:
    assert {name for name, *_ in CASES} == set(FEATURES)


@pytest.mark.parametrize(("name", "integers", "view", "own", "opp"), CASES)
def test_twins_count_what_hands_count(
    name: str, integers: tuple[int, ...], view: View, own: float, opp: float
) -> None:
    twin = FEATURES[name].twin
    assert twin(view, *integers) == pytest.approx(own, nan_ok=True)
    assert twin(view.swapped(), *integers) == pytest.approx(opp, nan_ok=True)


@pytest.mark.parametrize(("name", "integers", "view", "own", "opp"), CASES)
def test_kernels_count_what_hands_count(
    name: str, integers: tuple[int, ...], view: View, own: float, opp: float
) -> None:
    values = counted(view.height, view.width)
    call = FeatureCall(name, "own" if FEATURES[name].sided else "", integers)
    assert values[view][call] == pytest.approx(own, nan_ok=True)
    assert values[view.swapped()][call] == pytest.approx(opp, nan_ok=True)


@pytest.mark.parametrize("board", BOARDS)
def test_kernels_equal_twins_on_scattered_positions(board: tuple[int, int]) -> None:
    game = find_game("isolation-{}x{}".format(*board))
    check_features(tuple(FEATURES.values()), game, scattered(*board, count=150, seed=sum(board)))


@pytest.mark.parametrize(
    ("board", "tour"),
    [
        ((3, 3), False),
        ((3, 4), True),
        ((3, 5), False),
        ((3, 6), False),
        ((3, 7), True),
        ((4, 4), False),
        ((4, 5), True),
    ],
)
def test_longest_path_finds_the_open_knight_tours(board: tuple[int, int], tour: bool) -> None:
    """Open tours of 3 x n exist for n = 4 and from 7 on, of 4 x n for n = 3 and from 5 on."""
    height, width = board
    squares = frozenset((row, column) for row in range(height) for column in range(width))
    views = [View(height, width, squares - {start}, start, None) for start in sorted(squares)]
    longest = max(compiled(views)[FeatureCall("longest_path", "own")])
    assert (longest == height * width - 1) == tour


def test_longest_path_of_small_boards() -> None:
    """The ring of 3x3 takes seven moves; one square of 4x4 must stay out (15 squares, 14 moves)."""
    for side, moves in ((3, 7), (4, 14)):
        squares = frozenset((row, column) for row in range(side) for column in range(side))
        views = [View(side, side, squares - {start}, start, None) for start in sorted(squares)]
        assert max(compiled(views)[FeatureCall("longest_path", "own")]) == moves


def test_no_path_is_longer_than_its_bound() -> None:
    for position in scattered(5, 7, count=200, seed=4):
        view = find_game("isolation-5x7").view(position, position.player)
        longest = FEATURES["longest_path"].twin(view)
        assert math.isnan(longest) or longest <= FEATURES["path_bound"].twin(view)
