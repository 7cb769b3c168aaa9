"""Kernels that Numba compiles, or would, and that cannot be written as C without a guess."""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_number, load_word, local_words, nanoseconds, store_word
from engine.isolation.bits import KNIGHT_TARGETS, Memory, State, blanks, own_square
from engine.table import NumberTable

__all__ = ["REFUSED"]

HALVES = NumberTable("halves", lambda height, width: [0.5] * (height * width))


def mixes_words_and_numbers(board: Memory, state: State) -> float:
    return np.float64(blanks(state) - own_square(state))


def negates_a_word(board: Memory, state: State) -> float:
    return np.float64(-blanks(state))


def divides_words(board: Memory, state: State) -> float:
    return np.float64(blanks(state) // np.int64(3))


def divides_floats(board: Memory, state: State) -> float:
    return np.float64(own_square(state)) // 3.0


def has_a_power(board: Memory, state: State) -> float:
    return np.float64(own_square(state) ** own_square(state))


def makes_a_word_of_a_float(board: Memory, state: State) -> float:
    return np.float64(np.uint64(np.float64(own_square(state)) / 2.0))


def sets_two_at_once(board: Memory, state: State) -> float:
    first = second = own_square(state)
    return np.float64(first + second)


def shifts_too_far(board: Memory, state: State) -> float:
    return np.float64(blanks(state) >> np.uint64(64))


def has_two_kinds(board: Memory, state: State) -> float:
    value = own_square(state)
    if value > 3:
        value = 0.5  # type: ignore[assignment]
    return np.float64(value)


def ends_without_a_number(board: Memory, state: State) -> float:  # type: ignore[return]
    if own_square(state) > 3:
        return 1.0


def reads_before(board: Memory, state: State) -> float:
    value = value + 1.0  # type: ignore[has-type]  # noqa: F821, F841
    return 0.0


def asks_the_clock(board: Memory, state: State) -> float:
    return np.float64(nanoseconds())


def reads_an_unknown_slot(board: Memory, state: State) -> float:
    return np.float64(load_word(board, own_square(state)))


def reads_behind_the_memory(board: Memory, state: State) -> float:
    return np.float64(load_word(board, np.int64(1_000_000)))


def reads_words_as_numbers(board: Memory, state: State) -> float:
    return load_number(board, np.int64(KNIGHT_TARGETS) + own_square(state))


def reads_numbers_as_words(board: Memory, state: State) -> float:
    return np.float64(load_word(board, np.int64(HALVES) + own_square(state)))


def writes_to_the_board(board: Memory, state: State) -> float:
    store_word(board, own_square(state), blanks(state))
    return 0.0


def sets_the_counter(board: Memory, state: State) -> float:
    total = 0
    for step in range(own_square(state)):
        step += 1  # noqa: PLW2901
        total += step
    return np.float64(total)


def has_an_else_of_a_loop(board: Memory, state: State) -> float:
    for step in range(own_square(state)):
        if step > 3:
            break
    else:
        return 1.0
    return 0.0


def looks_up_a_tuple(board: Memory, state: State) -> float:
    return np.float64(state[own_square(state) % np.int64(3)])


def goes_through_a_tuple(board: Memory, state: State) -> float:
    total = 0.0
    for word in state:
        total += np.float64(word)
    return total


def asks_for_much_memory(board: Memory, state: State) -> float:
    count = 2
    for _ in range(2):
        memory = local_words(4)
        store_word(memory, count, blanks(state))
        memory = local_words(5)
    return 0.0


def calls_what_c_lacks(board: Memory, state: State) -> float:
    return np.float64(np.sinc(np.float64(own_square(state))))


def has_small_numbers(board: Memory, state: State) -> float:
    return np.float64(np.int32(own_square(state)))


REFUSED = (
    (mixes_words_and_numbers, r"a uint64 - an int64 is not sure to be the same in C; cast one"),
    (negates_a_word, "a uint64 has no negative; cast it to np.int64 or np.float64"),
    (divides_words, "FloorDiv of a uint64 and an int64 is not known in C; cast them to"),
    (divides_floats, "FloorDiv of a float64 and a float64 is not known in C; cast"),
    (has_a_power, "a power of an int64 needs a whole exponent that is written out, up to 64"),
    (makes_a_word_of_a_float, "np.uint64 of a float64; cast it to np.int64 first"),
    (sets_two_at_once, "'first = second = own_square.*': set one variable, to a value"),
    (shifts_too_far, "a shift by 64 has no value; write 0 to 63"),
    (has_two_kinds, "the variable 'value' is a float64 and an int64; use two variables"),
    (ends_without_a_number, "it gives no number at its end; add a return"),
    (reads_before, "the variable 'value' is read before it is set"),
    (asks_the_clock, "'nanoseconds' is not known in C"),
    (
        reads_an_unknown_slot,
        "what stands in this slot is not known here; read the board by",
    ),
    (reads_behind_the_memory, "the memory of the board has no slot 1000000"),
    (reads_words_as_numbers, "a table of words is read as numbers; use load_word"),
    (reads_numbers_as_words, "a table of numbers is read as words; use load_number"),
    (writes_to_the_board, "only memory from local_words can be changed"),
    (sets_the_counter, "the loop's variable 'step' is set inside the loop; use another one"),
    (has_an_else_of_a_loop, r"'for step in range\(own_square\(state\)\):' is not known in C"),
    (looks_up_a_tuple, "a tuple's index must be a number that is written out"),
    (goes_through_a_tuple, r"a for loop goes over range\(...\) here; use while for others"),
    (asks_for_much_memory, "local_words needs a number and a variable that is set once"),
    (calls_what_c_lacks, "'np.sinc' is not known in C"),
    (has_small_numbers, "'np.int32' is not known in C"),
)
"""Each with what the error says."""
