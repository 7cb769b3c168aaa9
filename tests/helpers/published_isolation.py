"""The Isolation heuristics of `configs/heuristics/`, again as plain functions on sets of squares.

Each is written from the summary of its file, knows nothing of features and formulas, and has the
name of the file; its arguments are the file's parameters with the hand-set values.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import inf

__all__ = ["Seen"]

Square = tuple[int, int]
Squares = frozenset[Square]


@dataclass(frozen=True)
class Seen:
    """A board on which both players stand, as one of them sees it."""

    height: int
    width: int
    blanks: Squares
    own: Square
    opp: Square

    @cached_property
    def m(self) -> int:
        return len(self.own_moves)

    @cached_property
    def n(self) -> int:
        return len(self.opp_moves)

    @cached_property
    def own_moves(self) -> Squares:
        return jumps(self.own) & self.blanks

    @cached_property
    def opp_moves(self) -> Squares:
        return jumps(self.opp) & self.blanks

    @cached_property
    def filled(self) -> float:
        return 1 - len(self.blanks) / (self.height * self.width)

    @property
    def middle(self) -> Square:
        return self.height // 2, self.width // 2


def jumps(square: Square) -> Squares:
    row, column = square
    two_and_one = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]
    return frozenset((row + a, column + b) for a, b in two_and_one)


def rows_and_columns(one: Square, other: Square) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def from_half(seen: Seen, square: Square) -> float:
    return (seen.height / 2 - square[0]) ** 2 + (seen.width / 2 - square[1]) ** 2


def after_two(seen: Seen, square: Square) -> Squares:
    """Blank squares after two moves over blank ones, the other side standing still."""
    return frozenset(
        last for first in jumps(square) & seen.blanks for last in jumps(first) & seen.blanks
    )


def reached(seen: Seen, square: Square) -> list[Squares]:
    """Squares that need one step, those that need two, and so on; the last set is empty."""
    rings, left, edge = [], seen.blanks, frozenset([square])
    while edge:
        edge = frozenset(after for before in edge for after in jumps(before)) & left
        left -= edge
        rings.append(edge)
    return rings


def within(seen: Seen, square: Square, steps: int) -> int:
    return sum(map(len, reached(seen, square)[:steps]))


def longest_walk(blanks: Squares, square: Square) -> int:
    return max(
        (1 + longest_walk(blanks - {after}, after) for after in jumps(square) & blanks), default=0
    )


def inner(seen: Seen, squares: Squares) -> int:
    row, column = seen.middle
    return sum(1 for r, c in squares if abs(r - row) <= 1 and abs(c - column) <= 1)


def on_edge(seen: Seen, square: Square) -> bool:
    return square[0] in (0, seen.height - 1) or square[1] in (0, seen.width - 1)


def in_corner(seen: Seen, square: Square) -> bool:
    return square[0] in (0, seen.height - 1) and square[1] in (0, seen.width - 1)


def aggressive_moves(seen: Seen, opp_weight: float = 2) -> float:
    return seen.m - opp_weight * seen.n


def defensive_moves(seen: Seen, own_weight: float = 2) -> float:
    return own_weight * seen.m - seen.n


def defensive_then_aggressive(
    seen: Seen, own_weight: float = 2, opp_weight: float = 2, switch: float = 0.5
) -> float:
    if seen.filled < switch:
        return own_weight * seen.m - seen.n
    return seen.m - opp_weight * seen.n


def central_moves(seen: Seen, center_weight: float = 1) -> float:
    middle = inner(seen, seen.own_moves) - inner(seen, seen.opp_moves)
    return seen.m - seen.n + center_weight * middle


def center_then_aggressive(
    seen: Seen, center_weight: float = 1, opp_weight: float = 4, switch: float = 0.4
) -> float:
    if seen.filled > switch:
        return seen.m - opp_weight * seen.n
    return central_moves(seen, center_weight)


def center_pull(seen: Seen, distance_weight: float = 0.6) -> float:
    return seen.m - seen.n - distance_weight * rows_and_columns(seen.own, seen.middle)


def center_difference(seen: Seen, center_weight: float = 1) -> float:
    farther = from_half(seen, seen.own) - from_half(seen, seen.opp)
    return seen.m - seen.n + center_weight * farther


def moves_over_center(seen: Seen, power: float = 1) -> float:
    away = float(from_half(seen, seen.own) ** power)
    return (seen.m - seen.n) / away if away else seen.m - seen.n


def moves_times_distance(seen: Seen, opp_weight: float = 1) -> float:
    own_away = rows_and_columns(seen.own, seen.middle)
    opp_away = rows_and_columns(seen.opp, seen.middle)
    return seen.m * opp_away - opp_weight * seen.n * own_away


def stages_by_blanks(
    seen: Seen, early_blanks: float = 34, late_blanks: float = 16, moves_weight: float = 0.25
) -> float:
    row, column = seen.middle
    if len(seen.blanks) > early_blanks:
        return (seen.own[0] - row) ** 2 + (seen.own[1] - column) ** 2
    if len(seen.blanks) > late_blanks:
        return seen.m - seen.n
    walk = longest_walk(seen.blanks, seen.own)
    return (walk if walk < 6 else 6) + moves_weight * (seen.m - seen.n)


def moves_with_bonus(seen: Seen, own_share: float = 0.7, bonus: float = 3) -> float:
    extra = bonus if seen.n in (0, 1) else 0
    return own_share * seen.m - (1 - own_share) * seen.n + extra


def second_moves_at_half(seen: Seen, second_weight: float = 0.5) -> float:
    second = len(after_two(seen, seen.own)) - len(after_two(seen, seen.opp))
    return seen.m - seen.n + second_weight * second


def ways_of_two_steps(seen: Seen, opp_weight: float = 1.5) -> float:
    own = [len(jumps(first) & seen.blanks) for first in seen.own_moves]
    opp = [len(jumps(first) & seen.blanks) for first in seen.opp_moves]
    return sum(own) - opp_weight * sum(opp)


def moves_and_blocking(seen: Seen, blocking_weight: float = 1) -> float:
    return seen.m - seen.n + blocking_weight * seen.filled * len(seen.own_moves & seen.opp_moves)


def common_moves_at_half(seen: Seen, shared_weight: float = 0.5) -> float:
    worth = [1 - shared_weight if one in seen.opp_moves else 1 for one in seen.own_moves]
    return sum(worth) - seen.n


def ratio_times_blanks(seen: Seen, added: float = 1) -> float:
    return (seen.m + added) / (seen.n + added) * len(seen.blanks)


def moves_times_blanks(seen: Seen, opp_weight: float = 1) -> float:
    safe = seen.blanks - seen.opp_moves
    return len(safe) * seen.m - opp_weight * seen.n


def moves_over_distance(seen: Seen, opp_weight: float = 2) -> float:
    return (seen.m - opp_weight * seen.n) / rows_and_columns(seen.own, seen.opp)


def moves_and_distance(seen: Seen, opp_weight: float = 1.5, distance_weight: float = 1) -> float:
    apart = rows_and_columns(seen.own, seen.opp)
    return seen.m - opp_weight * seen.n + distance_weight * apart


def squared_moves(seen: Seen, power: float = 2, opp_weight: float = 1) -> float:
    return float(seen.m**power - opp_weight * seen.n**power)


def squared_over_opponent(seen: Seen, power: float = 2, added: float = 1) -> float:
    return float(seen.m**power / (seen.n + added))


def two_ratios(seen: Seen, opp_weight: float = 2) -> float:
    if not seen.opp_moves:
        return inf
    if not seen.own_moves:
        return -inf
    return seen.m / seen.n - opp_weight * seen.n / seen.m


def corner_moves_by_phase(
    seen: Seen, early_loss: float = 1, late_loss: float = 4, switch: float = 0.75
) -> float:
    loss = late_loss if seen.filled > switch else early_loss
    own = [1 - loss if in_corner(seen, one) else 1 for one in seen.own_moves]
    opp = [1 - loss if in_corner(seen, one) else 1 for one in seen.opp_moves]
    return sum(own) - sum(opp)


def edge_moves_at_half(seen: Seen, edge_loss: float = 0.5) -> float:
    own = [1 - edge_loss if on_edge(seen, one) else 1 for one in seen.own_moves]
    opp = [1 - edge_loss if on_edge(seen, one) else 1 for one in seen.opp_moves]
    return sum(own) - sum(opp)


def steps_with_decay(seen: Seen, decay: float = 0.5) -> float:
    value = 0.0
    for sign, square in ((1, seen.own), (-1, seen.opp)):
        for step, ring in enumerate(reached(seen, square)[:4]):
            value += sign * decay**step * len(ring)
    return value


def within_three_steps(seen: Seen, opp_weight: float = 1) -> float:
    return within(seen, seen.own, 3) - opp_weight * within(seen, seen.opp, 3)


def reachable_area(seen: Seen, moves_weight: float = 1) -> float:
    most = len(seen.blanks)
    area = within(seen, seen.own, most) - within(seen, seen.opp, most)
    return area + moves_weight * (seen.m - seen.n)


def walk_after_separation(seen: Seen, late_blanks: float = 16, walk_weight: float = 2) -> float:
    own, opp = (frozenset().union(*reached(seen, one)) for one in (seen.own, seen.opp))
    if len(seen.blanks) > late_blanks or own & opp:
        return seen.m - seen.n
    own_walk, opp_walk = longest_walk(seen.blanks, seen.own), longest_walk(seen.blanks, seen.opp)
    return walk_weight * (own_walk - opp_walk)


def center_race(seen: Seen, center_weight: float = 1) -> float:
    nearer = rows_and_columns(seen.opp, seen.middle) - rows_and_columns(seen.own, seen.middle)
    return seen.m - seen.n + center_weight * nearer


def open_surroundings(seen: Seen, blank_weight: float = 0.5) -> float:
    def around(square: Square) -> int:
        row, column = square
        return sum(1 for r, c in seen.blanks if abs(r - row) <= 3 and abs(c - column) <= 3)

    return seen.m - seen.n + blank_weight * (around(seen.own) - around(seen.opp))


def two_step_squares(seen: Seen, second_weight: float = 0.5) -> float:
    def beyond(square: Square) -> int:
        on_board = {(r, c) for r in range(seen.height) for c in range(seen.width)}
        return len(
            {last for first in jumps(square) & on_board for last in jumps(first)} & seen.blanks
        )

    return seen.m - seen.n + second_weight * (beyond(seen.own) - beyond(seen.opp))


def off_the_edge(seen: Seen, opp_weight: float = 1, edge_loss: float = 2) -> float:
    own_loss = edge_loss if on_edge(seen, seen.own) else 0
    opp_loss = edge_loss if on_edge(seen, seen.opp) else 0
    return seen.m - own_loss - (opp_weight * seen.n - opp_loss)
