"""Features that use all that a kernel may, for comparisons of C with the compiled kernels.

What they compute means nothing: each has one corner of the language in which C differs from Python.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import (
    fmod,
    load_integer,
    load_number,
    load_word,
    local_words,
    nearest,
    store_integer,
    store_number,
    store_word,
)
from engine.isolation.bits import (
    KNIGHT_TARGETS,
    Memory,
    State,
    Word,
    blank_count,
    blanks,
    count,
    is_placed,
    number_at,
    opp_square,
    own_square,
)
from engine.table import MaskTable, NumberTable
from features.feature import Feature, feature

__all__ = ["KERNELS"]

KERNELS: list[Feature] = []
"""All features of this file."""

SEVEN = 7
ALSO_SEVEN = 7
INT = np.int64(-3)
NAN = 0.5
"""A name that C gives to something else."""

ROW = NumberTable("row of own file", lambda height, width: [r / 3 for r in range(height * width)])
LOWER = MaskTable("lower", lambda height, width: [(1 << s) - 1 for s in range(height * width)])


def no_twin(_view: object) -> float:
    raise NotImplementedError


def kept(kernel: object) -> Feature:
    found = feature("isolation", twin=no_twin, sided=False)(kernel)  # type: ignore[arg-type]
    KERNELS.append(found)
    return found


@kept
def floor_divisions(board: Memory, state: State) -> float:
    """Divide whole numbers of both signs, rounded down, and by 0."""
    left = own_square(state) - np.int64(30)
    right = opp_square(state) % np.int64(SEVEN) - np.int64(3)
    zero = right - right
    divided = left // right + left % right * np.int64(100)
    return np.float64(divided) + np.float64(left // INT) + np.float64(left // zero + left % zero)


@kept
def other_remainders(board: Memory, state: State) -> float:
    """Divide words, and floats of both signs, with remainders; multiply numbers by themselves."""
    zero = blanks(state) ^ blanks(state)
    words_left = blanks(state) // np.uint64(1000) % np.uint64(SEVEN) + blanks(state) // zero
    number = np.float64(own_square(state)) - 20.25
    left = number % 3.5 + number % -2.5 + number % SEVEN
    first = second = 2
    return np.float64(words_left + blanks(state) % zero) + left + INT**3 * first + second


@kept
def remainders_of_zero(board: Memory, state: State) -> float:
    """Divide floats by 0, with a remainder."""
    return np.float64(own_square(state)) % (np.float64(opp_square(state)) * 0.0)


@kept
def true_divisions(board: Memory, state: State) -> float:
    """Divide whole numbers as floats, also by 0."""
    left = own_square(state) - np.int64(24)
    return left / np.int64(SEVEN) + 1 / (opp_square(state) % np.int64(2))


@kept
def shifts(board: Memory, state: State) -> float:
    """Shift negative numbers and words."""
    steps = own_square(state) % np.int64(SEVEN)
    down = (INT * own_square(state)) >> steps
    up = INT << steps
    word = (blanks(state) << np.uint64(3)) >> np.uint64(steps)
    return np.float64(down) + np.float64(up) + np.float64(word & np.uint64(0xFFFF)) + (1 << 40)


@kept
def words(board: Memory, state: State) -> float:
    """Compute with whole words: differences below 0 wrap."""
    free = blanks(state)
    low = free & (~free + np.uint64(1))
    wrapped = (np.uint64(3) - free) ^ (free * np.uint64(0x9E3779B97F4A7C15)) | low
    return np.float64(wrapped >> np.uint64(11)) + np.float64(wrapped > free) + (free != 0)


@kept
def extremes(board: Memory, state: State) -> float:
    """Take min and max of numbers, NaN among them: the first one stays where none is beyond it."""
    number = np.float64(own_square(state)) - 20.5
    root = np.sqrt(number)
    total = max(root, 1.0, number) if number < 0.0 else 0.0
    if number < 10.0:
        first = max(1.0, root)
        total += first
    total += np.maximum(number, 2.0) - np.minimum(number, 3.0)
    square = min(own_square(state), opp_square(state), np.int64(12))
    return total + np.float64(square) + np.float64(abs(square - np.int64(9)))


@kept
def nan_tests(board: Memory, state: State) -> float:
    """Ask for NaN in three ways."""
    root = np.sqrt(np.float64(own_square(state)) - 20.0)
    total = 0.0
    if root != root:  # noqa: PLR0124
        total += 1.0
    if root == root:  # noqa: PLR0124
        total += 2.0
    if np.isnan(root) and not np.isfinite(root):
        total += 4.0
    return total + (8.0 if np.isinf(1.0 / (root - root)) else 16.0)


@kept
def roundings(board: Memory, state: State) -> float:
    """Turn floats into whole numbers: towards 0, to the nearest even one, and down."""
    number = (np.float64(own_square(state)) - 24.0) / 4.0
    towards_zero = np.int64(number) + int(number * 3.0)
    return towards_zero + round(number) + nearest(number) + np.floor(number) + fmod(number, 3.0)


@kept
def conditions(board: Memory, state: State) -> float:
    """Mix truth values and numbers."""
    own, opp = own_square(state), opp_square(state)
    far = 3 <= own - opp < 20 or not (own > 10 and opp != 4)
    found = far & (own > 5)
    total = np.int64(0)
    total += own > opp
    total = total + far * 2 - True
    total += ((not far) == found) + ((not found) & (own < 9)) * 4
    if own % np.int64(4):
        total += np.int64(10)
    double = (own if found else opp) if is_placed(own) else np.int64(-1)
    return np.float64(total) + double + (1.5 if found == far else own)


@kept
def loops(board: Memory, state: State) -> float:
    """Go through ranges, leave them early, and use a loop's variable behind it."""
    total = np.int64(0)
    for short in range(own_square(state)):
        if short % 3 == 1:
            continue
        if short > 20:
            break
        total += short
    for short in range(20, 0, -3):
        for inner in range(short, SEVEN):
            total += inner * short
    last = np.int64(0)
    for index in range(opp_square(state) + np.int64(1)):
        last = index  # type: ignore[assignment]
        for _ in range(2):
            total ^= index
    while True:
        total -= 5
        if total < 100:
            return np.float64(total + last + index)


def both(first: np.int64, second: float) -> tuple[np.int64, float]:
    """Return a tuple of a whole number and a float."""
    if first > 20:
        return first, second
    return np.int64(0), 1


@kept
def tuples(board: Memory, state: State) -> float:
    """Pack, unpack, exchange and choose tuples."""
    first, second = both(own_square(state), 2.5)
    pair = (second, np.float64(first))
    left, right = pair if first > 30 else (0.25, 4)
    left, right = right + left, left  # type: ignore[assignment]
    int_, float_ = np.int64(left), right
    return pair[0] * 3.0 + pair[-1] + left * 7.0 + right + int_ + float_ + both(int_, 0.5)[1]


def halved(number: float, times: np.int64) -> float:
    """Halve a number so many times: both arguments are set."""
    while times > 0:
        times -= np.int64(1)
        if number > 0.5:
            number = number / 2.0
    return number


@kept
def set_arguments(board: Memory, state: State) -> float:
    """Call what sets its arguments."""
    return halved(np.float64(own_square(state)), opp_square(state) % np.int64(SEVEN))


@kept
def own_memory(board: Memory, state: State) -> float:
    """Keep words, whole numbers and floats."""
    memory = local_words(SEVEN + 3)
    for slot in range(SEVEN):
        store_word(memory, slot, blanks(state) >> np.uint64(slot))
    store_integer(memory, np.int64(SEVEN), INT)
    store_number(memory, SEVEN + 1, NAN)
    total = np.int64(0)
    for slot in range(SEVEN):
        total += count(load_word(memory, slot)) * (slot + 1)
    return total + load_number(memory, np.int64(SEVEN + 1)) * np.float64(blank_count(state))


def entry(board: Memory, table: int, square: np.int64) -> Word:
    """Return an entry of a table that is an argument."""
    place = np.int64(table)
    return load_word(board, place + square) | load_word(board, square + table)


@kept
def tables(board: Memory, state: State) -> float:
    """Read tables by their names, by a variable and as an argument."""
    square = own_square(state)
    table = LOWER if square > 20 else KNIGHT_TARGETS
    found = entry(board, LOWER, square) ^ entry(board, table, opp_square(state))
    width = load_integer(board, 1)
    return load_number(board, np.int64(ROW) + square) + np.float64(count(found) * width)


OTHER_ROW = NumberTable(ROW.name, lambda height, width: [r / 7 for r in range(height * width)])


@kept
def tables_of_one_name(board: Memory, state: State) -> float:
    """Read two tables that have one name, and memory of as many slots as ALSO_SEVEN says."""
    memory = local_words(ALSO_SEVEN)
    store_word(memory, 0, blanks(state))
    square = own_square(state)
    found = load_number(board, np.int64(ROW) + square) - number_at(board, OTHER_ROW, square)
    return found + np.float64(load_word(memory, 0) & np.uint64(1))


def remainder(number: float) -> float:
    """Have the name of a function of C's library."""
    return number - np.float64(np.int64(number))


@kept
def names(board: Memory, state: State) -> float:
    """Use names that mean something in C."""
    double = np.float64(own_square(state)) / 4.0
    register, exp, I = remainder(double), np.exp(-double), 2.5  # noqa: E741, N806
    SEVEN_HERE: float = I * NAN  # noqa: N806
    M_PI = np.pi + np.tanh(register) + np.hypot(register, exp) + np.arctan2(exp, 2.0)  # noqa: N806
    return M_PI + SEVEN_HERE + double**0.5 + (-0.0 if register > 0.5 else 0.0) + np.log(register)


@kept
def kinds_that_grow(board: Memory, state: State) -> float:
    """Begin with a whole literal and go on with floats; set a variable that nobody reads."""
    total = 0
    nobody = 0
    for square in range(own_square(state)):
        nobody += 2
        if square > 10:
            part = 1
            total += 0.5 * square  # type: ignore[assignment]
        else:
            part = square / 4  # type: ignore[assignment]
        total += part
    return total
