"""Sets of up to 128 squares in two words: each operation against plain Python sets of squares."""

from __future__ import annotations

import random
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from engine.isolation import bits, bits_two_words
from engine.isolation.board import board_memory, first_slot
from engine.isolation.view import KNIGHT_STEPS
from engine.link.cache import load_module
from engine.link.linker import Linker
from engine.table import MaskTable, NumberTable, Table

BOARDS = ((9, 11), (5, 13), (8, 16), (3, 42), (42, 3))
"""99 squares, 65 (one in the second word), all 128, and the widest and the highest board."""

EDGES: list[set[int]] = [
    *({0}, {63}, {64}, {127}, {63, 64}, {0, 127}),
    *(set(), set(range(64)), set(range(64, 128))),
]
"""Sets around the ends of the words."""

UNPLACED = 128

CORNERS = MaskTable("corners", lambda height, width: [1 << width - 1] * (height * width))
NUMBERS = NumberTable("numbers", lambda height, width: [float(s) for s in range(height * width)])


def _compiled() -> Any:
    """The operations as machine code, linked as kernels are."""
    linker = Linker({}, {CORNERS: first_slot(99), NUMBERS: first_slot(99) + 2 * 129}.__getitem__)
    for name in bits_two_words.__all__:
        if isinstance(getattr(bits_two_words, name), FunctionType):
            linker.add(getattr(bits_two_words, name))
    for shift in (bits_two_words.shifted_up, bits_two_words.shifted_down):
        linker.add(shift)
    head = "import numpy as np\nfrom numba import njit\n\nkernel = njit(error_model='numpy')\n\n"
    return load_module("two_words_operations", head + linker.text())


OPERATIONS = _compiled()


def words(squares: set[int]) -> tuple[np.uint64, np.uint64]:
    mask = sum(1 << square for square in squares)
    return np.uint64(mask & (1 << 64) - 1), np.uint64(mask >> 64)


def held(found: Any) -> tuple[np.uint64, ...]:
    """Words that came back from machine code, which Python sees as plain integers."""
    return tuple(np.uint64(word) for word in found)


def squares_in(found: tuple[np.uint64, np.uint64]) -> set[int]:
    return {
        64 * number + bit for number in (0, 1) for bit in range(64) if int(found[number]) >> bit & 1
    }


def some_sets(squares: int = 128) -> list[set[int]]:
    """The edges, and sets of any size."""
    generator = random.Random(squares)
    drawn = [
        set(generator.sample(range(squares), generator.randrange(squares + 1))) for _ in range(60)
    ]
    return [edge & set(range(squares)) for edge in EDGES] + drawn


def address(memory: Any) -> int:
    return int(memory.ctypes.data)


def knight_squares(height: int, width: int, square: int) -> set[int]:
    """On paper: rows and columns, step by step."""
    row, column = divmod(square, width)
    return {
        (row + down) * width + column + right
        for down, right in KNIGHT_STEPS
        if 0 <= row + down < height and 0 <= column + right < width
    }


def test_both_layouts_offer_the_same_operations() -> None:
    offered = [
        {name for name in module.__all__ if isinstance(getattr(module, name), FunctionType)}
        for module in (bits, bits_two_words)
    ]
    assert len(offered[0]) > 20
    assert offered[0] == offered[1]


def test_numbers_of_squares() -> None:
    for squares in some_sets():
        assert OPERATIONS.count(words(squares)) == len(squares)
        assert OPERATIONS.is_empty(words(squares)) == (not squares)


def test_squares_one_after_the_other() -> None:
    for squares in some_sets():
        left: Any = words(squares)
        walked = []
        while not OPERATIONS.is_empty(left):
            walked.append(int(OPERATIONS.lowest(left)))
            left = held(OPERATIONS.without_lowest(left))
        assert walked == sorted(squares)


def test_sets_of_one_square() -> None:
    for square in range(128):
        assert squares_in(OPERATIONS.single(np.int64(square))) == {square}


def test_two_sets() -> None:
    sets = some_sets()
    for left, right in zip(sets, sets[::-1], strict=True):
        assert squares_in(OPERATIONS.common(words(left), words(right))) == left & right
        assert squares_in(OPERATIONS.either(words(left), words(right))) == left | right
        assert squares_in(OPERATIONS.all_but(words(left), words(right))) == left - right


@pytest.mark.parametrize("steps", [1, 2, 11, 42, 63])
def test_sets_that_move(steps: int) -> None:
    for squares in some_sets():
        up = OPERATIONS.shifted_up(words(squares), np.uint64(steps))
        down = OPERATIONS.shifted_down(words(squares), np.uint64(steps))
        assert squares_in(up) == {square + steps for square in squares if square + steps < 128}
        assert squares_in(down) == {square - steps for square in squares if square >= steps}


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_knight_moves_from_each_square(height: int, width: int) -> None:
    memory = board_memory(height, width, ())
    for square in range(height * width):
        found = OPERATIONS.knight_targets(address(memory), np.int64(square))
        assert squares_in(found) == knight_squares(height, width, square)
    everywhere = OPERATIONS.knight_targets(address(memory), np.int64(UNPLACED))
    assert squares_in(everywhere) == set(range(height * width))
    assert OPERATIONS.square_count(address(memory)) == height * width


@pytest.mark.parametrize(("height", "width"), BOARDS)
def test_knight_moves_from_all_squares_of_a_set_at_once(height: int, width: int) -> None:
    memory = board_memory(height, width, ())
    for squares in [*some_sets(height * width), *({square} for square in range(height * width))]:
        found = OPERATIONS.spread(address(memory), words(squares))
        expected = {to for square in squares for to in knight_squares(height, width, square)}
        assert squares_in(found) == expected


def test_tables_of_sets_and_of_numbers() -> None:
    memory = board_memory(9, 11, (CORNERS, NUMBERS))
    slots = {table: first_slot(99) + place for table, place in ((CORNERS, 0), (NUMBERS, 258))}

    def at(operation: Any, table: Table, square: int) -> Any:
        return operation(address(memory), np.int64(slots[table]), np.int64(square))

    for square in (0, 63, 64, 98):
        assert squares_in(at(OPERATIONS.mask_at, CORNERS, square)) == {10}
        assert at(OPERATIONS.number_at, NUMBERS, square) == square
    assert squares_in(at(OPERATIONS.mask_at, CORNERS, UNPLACED)) == set()
    assert at(OPERATIONS.number_at, NUMBERS, UNPLACED) == 0.0


def test_sets_and_states_in_memory() -> None:
    for squares in some_sets():
        memory = np.zeros(8, dtype=np.uint64)
        OPERATIONS.store_squares(address(memory), np.int64(3), words(squares))
        kept = tuple(int(word) for word in words(squares))
        assert memory.tolist() == [0, 0, 0, *kept, 0, 0, 0]
        assert OPERATIONS.load_squares(address(memory), np.int64(3)) == kept
        state = held(OPERATIONS.make_state(words(squares), np.int64(127), np.int64(UNPLACED)))
        OPERATIONS.store_state(address(memory), np.int64(2), state)
        assert memory.tolist() == [0, 0, *kept, 127, 128, 0, 0]
        assert OPERATIONS.load_state(address(memory), np.int64(2)) == state


def test_states() -> None:
    for squares in some_sets():
        state = held(OPERATIONS.make_state(words(squares), np.int64(64), np.int64(UNPLACED)))
        assert squares_in(OPERATIONS.blanks(state)) == squares
        assert OPERATIONS.blank_count(state) == len(squares)
        assert (OPERATIONS.own_square(state), OPERATIONS.opp_square(state)) == (64, UNPLACED)
        assert OPERATIONS.is_placed(OPERATIONS.own_square(state))
        assert not OPERATIONS.is_placed(OPERATIONS.opp_square(state))
        other = held(OPERATIONS.swap_sides(state))
        assert squares_in(OPERATIONS.blanks(other)) == squares
        assert (OPERATIONS.own_square(other), OPERATIONS.opp_square(other)) == (UNPLACED, 64)


def test_a_visited_square_is_blank_no_more_and_the_sides_change() -> None:
    for squares in some_sets():
        state = held(OPERATIONS.make_state(words(squares), np.int64(5), np.int64(70)))
        for square in squares & {0, 1, 62, 63, 64, 65, 126, 127}:
            after = held(OPERATIONS.visit(state, np.int64(square)))
            assert squares_in(OPERATIONS.blanks(after)) == squares - {square}
            assert (OPERATIONS.own_square(after), OPERATIONS.opp_square(after)) == (70, square)


def test_boards_of_one_and_of_two_words_have_their_own_machine_code() -> None:
    assert find_game("isolation-8x8").kernel_name == "isolation"
    names = {find_game(f"isolation-{h}x{w}").kernel_name for h, w in ((9, 11), (5, 13), (3, 42))}
    assert names == {"isolation_two_words"}


def test_packed_positions_of_large_boards_come_back(on_board: Any) -> None:
    game, position = on_board("""
        1....x.......
        .............
        .....x.......
        .............
        ......x.....2
    """)
    (state,) = game.pack([position])
    blank = set(range(65)) - {0, 5, 31, 58, 64}
    assert (squares_in((state[0], state[1])), list(state[2:])) == (blank, [64, 0])
    assert game.unpack(state) == position
    unplaced = game.pack([game.initial()])[0]
    assert list(unplaced[2:]) == [UNPLACED, UNPLACED]
    assert game.unpack(unplaced) == game.initial()
