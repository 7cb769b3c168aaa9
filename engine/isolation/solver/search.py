"""Find who wins a position of knights Isolation with perfect play, as kernels.

For boards of one word. Outcomes are LOST and WON as the side to move sees them, and GOING for
what is not known.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_word, local_words, store_integer, store_word
from engine.isolation.bits import (
    SQUARES,
    STATE_WORDS,
    ZERO,
    Memory,
    State,
    Word,
    blank_count,
    blanks,
    common,
    count,
    either,
    is_empty,
    is_placed,
    knight_targets,
    load_state,
    lowest,
    make_state,
    opp_square,
    own_square,
    single,
    square_count,
    store_state,
    visit,
    without_lowest,
)
from engine.isolation.images import first_image, half_turned
from engine.isolation.reach import longest_walk, reachable_squares, walk_bound
from engine.isolation.solver.memory import known_outcome, remember_outcome
from engine.kernels.interface import GOING, LOST, NO_MOVE, WON
from engine.kernels.proof import MOVE, count_node, is_spent

__all__ = ["prove"]

FEW_VISITED = np.int64(4)
"""With at most so many visited squares, positions that are images of each other are common."""

# Slots of a stack frame, behind the state.
UNTRIED = STATE_WORDS
LAST_MOVE = STATE_WORDS + 1
FRAME = STATE_WORDS + 2
# A frame for each position of the longest line, for every ply visits a square.
STACK_SLOTS = (SQUARES + 1) * FRAME

ODD = np.int64(1)
ONE_STEP = np.int64(1)


def open_moves(board: Memory, state: State) -> Word:
    """Return the blank squares that own can go to."""
    return common(knight_targets(board, own_square(state)), blanks(state))


def race(board: Memory, notes: Memory, state: State, mine: Word, theirs: Word) -> np.int64:
    """Return the outcome when the sides' squares in reach, `mine` and `theirs`,
    have none in common.

    Each side just walks, and who is out of squares first loses: own needs the longer walk.
    """
    bound = walk_bound(board, mine, own_square(state))
    if bound <= ONE_STEP:
        return np.int64(LOST)
    longest = longest_walk(board, notes, theirs, opp_square(state), (np.int64(0), bound))
    if longest >= bound:
        return np.int64(LOST)
    limits = (longest, longest + ONE_STEP)
    steps = longest_walk(board, notes, mine, own_square(state), limits)
    return np.int64(WON) if steps > longest else np.int64(LOST)


def has_centre(board: Memory) -> bool:
    """Return whether half a turn leaves a square where it is."""
    return bool(square_count(board) & ODD == ODD)


def half_turn(board: Memory, square: np.int64) -> np.int64:
    """Return the square that half a turn of the board brings a square to."""
    return square_count(board) - np.int64(1) - square


def is_mirrored(board: Memory, state: State) -> bool:
    """Return whether half a turn exchanges the sides, and no blank square stays where it is.

    Then the side to move loses: the other one answers every move by its image, which is always
    there. A blank centre would be its own image. Before the placements, too.
    """
    if is_placed(opp_square(state)):
        if own_square(state) != half_turn(board, opp_square(state)):
            return False
    elif is_placed(own_square(state)):
        return False
    blank = blanks(state)
    if half_turned(board, blank) != blank:
        return False
    centre = square_count(board) // np.int64(2)
    return not has_centre(board) or is_empty(common(blank, single(centre)))


def outcome_at_once(board: Memory, notes: Memory, state: State) -> tuple[np.int64, State]:
    """Return the outcome where it follows without trying moves, and the state
    without useless squares.

    Means nothing once the budget is spent.
    """
    if is_empty(open_moves(board, state)):
        return (np.int64(LOST), state)
    own, opp = own_square(state), opp_square(state)
    if is_placed(own) and is_placed(opp):
        mine = reachable_squares(board, blanks(state), own)
        theirs = reachable_squares(board, blanks(state), opp)
        if is_empty(theirs):
            return (np.int64(WON), state)
        if is_empty(common(mine, theirs)):
            return (race(board, notes, state, mine, theirs), state)
        state = make_state(either(mine, theirs), own, opp)
    if is_mirrored(board, state):
        return (np.int64(LOST), state)
    return (np.int64(GOING), state)


def promising(board: Memory, state: State, untried: Word) -> np.int64:
    """Return the next move to try: one that leaves the other side few moves, then own many.

    On boards without a centre the image of the other side's placement wins at once.
    """
    opp = opp_square(state)
    if not is_placed(opp):
        return lowest(untried)
    image = single(half_turn(board, opp))
    if not is_placed(own_square(state)) and not has_centre(board) and untried & image != ZERO:
        return lowest(image)
    targets = common(knight_targets(board, opp), blanks(state))
    best_move = np.int64(0)
    least = np.int64(1 << 30)
    while not is_empty(untried):
        square = lowest(untried)
        untried = without_lowest(untried)
        theirs = count(targets & ~single(square))
        mine = count(knight_targets(board, square) & blanks(state))
        badness = np.int64(4) * theirs - mine
        if badness < least:
            least = badness
            best_move = square
    return best_move


def open_frame(board: Memory, stack: Memory, ply: np.int64, state: State) -> None:
    """Begin to try the moves of a position."""
    frame = ply * np.int64(FRAME)
    store_state(stack, frame, state)
    store_word(stack, frame + np.int64(UNTRIED), open_moves(board, state))


def next_child(board: Memory, stack: Memory, frame: np.int64) -> State:
    """Return the position behind the next move of a frame that has one."""
    state = load_state(stack, frame)
    untried = load_word(stack, frame + np.int64(UNTRIED))
    move = promising(board, state, untried)
    store_word(stack, frame + np.int64(UNTRIED), untried & ~single(move))
    store_integer(stack, frame + np.int64(LAST_MOVE), move)
    return visit(state, move)


def known_child(board: Memory, notes: Memory, child: State) -> tuple[np.int64, State]:
    """Return what is known of a position, and the one that stands for all that are equal to it."""
    outcome, child = outcome_at_once(board, notes, child)
    if outcome == np.int64(GOING):
        if blank_count(child) >= square_count(board) - FEW_VISITED:
            child = first_image(board, child)
        outcome = known_outcome(notes, child)
    return (outcome, child)


def outcome_of(board: Memory, notes: Memory, start: State) -> np.int64:
    """Return the outcome of a position; GOING if the budget ended first.

    MOVE becomes the winning move if one was tried, else NO_MOVE. Depth first, with what was
    proven of positions kept in the notes. One lost child makes a position won, so both end
    together; a position that runs out of moves is lost.
    """
    store_integer(notes, MOVE, NO_MOVE)
    outcome, state = outcome_at_once(board, notes, start)
    if is_spent(notes):
        return np.int64(GOING)
    if outcome != np.int64(GOING):
        return outcome
    stack = local_words(STACK_SLOTS)
    open_frame(board, stack, np.int64(0), state)
    ply = np.int64(0)
    while ply >= 0:
        frame = ply * np.int64(FRAME)
        if load_word(stack, frame + np.int64(UNTRIED)) == ZERO:
            outcome = np.int64(LOST)
            remember_outcome(notes, load_state(stack, frame), outcome)
            ply -= np.int64(1)
        else:
            count_node(notes)
            outcome, child = known_child(board, notes, next_child(board, stack, frame))
            if is_spent(notes):
                return np.int64(GOING)
            if outcome == np.int64(GOING):
                ply += np.int64(1)
                open_frame(board, stack, ply, child)
        if outcome == np.int64(LOST) and ply >= 0:
            # The position at this ply has a move to a lost one.
            frame = ply * np.int64(FRAME)
            outcome = np.int64(WON)
            remember_outcome(notes, load_state(stack, frame), outcome)
            ply -= np.int64(1)
    if outcome == np.int64(WON):
        store_integer(notes, MOVE, load_integer(stack, np.int64(LAST_MOVE)))
    return outcome


def prove(board: Memory, notes: Memory, position: Memory) -> np.int64:
    """Return the outcome of the position at an address, and in MOVE a winning move if there is one.

    GOING if the budget does not suffice for both.
    """
    state = load_state(position, np.int64(0))
    outcome = outcome_of(board, notes, state)
    if outcome != np.int64(WON) or load_integer(notes, MOVE) != NO_MOVE:
        return outcome
    # Won without trying a move: one of them leads to a position that is lost.
    untried = open_moves(board, state)
    while not is_empty(untried) and not is_spent(notes):
        move = lowest(untried)
        untried = without_lowest(untried)
        count_node(notes)
        if outcome_of(board, notes, visit(state, move)) == np.int64(LOST):
            store_integer(notes, MOVE, move)
            return outcome
    return np.int64(GOING)
