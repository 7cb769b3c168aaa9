"""List the turns of a position as kernels: each different rotated board once, and who wins there.

A turn places a stone and rotates a quadrant. To place a stone on the rotated board gives the same
positions as to place it before, so the children of a position are, for each rotation, the rotated
board with one more stone on each of its empty squares. A quadrant that looks the same after half a
turn has the same children in both directions; one that looks the same after a quarter turn changes
nothing, and one such rotation stands for all of them. None of this depends on the formula.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word, store_integer, store_word
from engine.kernels.evaluation import win_in
from engine.pentago.bits import (
    FOURTH,
    LINE_MASKS,
    NEAR_LINES,
    SECOND,
    THIRD,
    Memory,
    State,
    Word,
    count,
    empties,
    full_lines,
    load_state,
    lowest,
    rotate,
    store_state,
    without_lowest,
)

__all__ = ["OPEN", "ROTATION", "TURN_SLOTS", "completions", "list_turns", "open_turns", "turned"]

ZERO = np.uint64(0)
NINE = np.uint64(9)
EIGHTEEN = np.uint64(18)
TWENTY_SEVEN = np.uint64(27)
QUADRANT = np.uint64(511)
HALF_WORD = np.uint64(32)
LINES = np.uint64((1 << 32) - 1)
EVERY_SQUARE = np.uint64((1 << 36) - 1)

FOUR = np.int64(4)
FIVE = np.int64(5)

# Slots of a turn: the rotated board, the rotation, and the squares whose children go on.
ROTATION = 2
OPEN = 3
TURN_SLOTS = 4


def near_lines(board: Memory, slot: int, pattern: Word) -> Word:
    """Return lines that lack no square of a quadrant; above them those that lack at most one."""
    return load_word(board, np.int64(NEAR_LINES + slot) + np.int64(pattern & QUADRANT))


def either_near(first: Word, second: Word) -> Word:
    """Return the same for two parts of the board together."""
    near = ((first >> HALF_WORD) & second) | (first & (second >> HALF_WORD))
    return (first & second & LINES) | (near << HALF_WORD)


def completions(board: Memory, stones: Word) -> Word:
    """Return the squares on which a stone completes a line of five, or all if one is full."""
    upper = either_near(near_lines(board, 0, stones), near_lines(board, SECOND, stones >> NINE))
    lower = either_near(
        near_lines(board, THIRD, stones >> EIGHTEEN),
        near_lines(board, FOURTH, stones >> TWENTY_SEVEN),
    )
    lines = either_near(upper, lower)
    squares = ZERO
    if lines != ZERO:
        if lines & LINES != ZERO:
            return EVERY_SQUARE
        lines = lines >> HALF_WORD
        while lines != ZERO:
            squares |= load_word(board, np.int64(LINE_MASKS) + lowest(lines))
            lines = without_lowest(lines)
        squares &= ~stones
    return squares


def turned(board: Memory, state: State, rotation: np.int64) -> State:
    """Return the position after one of the eight rotations, 2 * quadrant + clockwise."""
    quadrant = rotation >> np.int64(1)
    clockwise = rotation & np.int64(1)
    return (
        rotate(board, state[0], quadrant, clockwise),
        rotate(board, state[1], quadrant, clockwise),
    )


def keep_turn(turns: Memory, count: np.int64, state: State, rotation: np.int64) -> np.int64:
    """Append to the list, return its new length."""
    slot = count * np.int64(TURN_SLOTS)
    store_state(turns, slot, state)
    store_integer(turns, slot + np.int64(ROTATION), rotation)
    return count + np.int64(1)


def list_turns(board: Memory, state: State, turns: Memory) -> np.int64:
    """Write the rotated boards, each once, as TURN_SLOTS slots; return their number, 1 to 8."""
    count = np.int64(0)
    still = False
    for quadrant in range(4):
        rotation = np.int64(2) * np.int64(quadrant)
        one_way = turned(board, state, rotation)
        if one_way[0] == state[0] and one_way[1] == state[1]:
            if not still:
                still = True
                count = keep_turn(turns, count, one_way, rotation)
        else:
            count = keep_turn(turns, count, one_way, rotation)
            rotation += np.int64(1)
            other_way = turned(board, state, rotation)
            if other_way[0] != one_way[0] or other_way[1] != one_way[1]:
                count = keep_turn(turns, count, other_way, rotation)
    return count


def open_turns(board: Memory, state: State, ply: np.int64, turns: Memory) -> tuple[np.int64, float]:
    """List the turns with the squares whose children go on, and settle the other children.

    Args:
        board: memory of the board.
        state: a position that goes on, `ply` plies below the root.
        ply: of the position.
        turns: receives the list of `list_turns`, and in OPEN the squares of each.

    Returns:
        (number of turns, best value of a child that is over): win_in(ply + 1) if there is a win at
        once, and then the turns mean nothing.
    """
    win = win_in(ply + np.int64(1))
    fields = empties(state)
    mine, theirs = state
    may_win = count(mine) >= FOUR
    if may_win and completions(board, mine) & fields != ZERO:
        return (np.int64(0), win)
    may_lose = count(theirs) >= FIVE
    is_last = without_lowest(fields) == ZERO
    best = -np.inf
    number = list_turns(board, state, turns)
    for index in range(number):
        slot = np.int64(index) * np.int64(TURN_SLOTS)
        after = load_state(turns, slot)
        fields = empties(after)
        fives = completions(board, after[0]) & fields if may_win else ZERO
        if may_lose and full_lines(board, after[1]) != ZERO:
            if fives != ZERO:
                best = max(best, 0.0)
            if fields & ~fives != ZERO:
                best = max(best, -win)
            fields = ZERO
        elif fives != ZERO:
            return (np.int64(0), win)
        elif is_last:
            best = max(best, 0.0)
            fields = ZERO
        store_word(turns, slot + np.int64(OPEN), fields)
    return (number, best)
