"""Go through the boards of a late position of Pentago, layer by layer, as kernels.

A layer is all boards with equally many stones added to the position. Of each board it keeps the
ways in which the side to move there reaches its goal: a win, or a draw at least. Where that is the
one side's goal, the other one's is to prevent it, so goals alternate between the layers.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_integer, load_word, local_words, store_integer, store_word
from engine.kernels.proof import NODES, is_spent
from engine.pentago.bits import ONE, ZERO, Memory, Word, count, lowest, single, without_lowest
from engine.pentago.position import SQUARES
from engine.pentago.solver.memory import (
    binomial,
    first_stones,
    fives_slot,
    layer_slot,
    next_of_size,
    set_number,
)
from engine.pentago.solver.ways import (
    WAYS_SLOTS,
    Ways,
    both,
    either,
    every_way,
    load_ways,
    one_quarter_away,
    store_ways,
    without,
)

__all__ = ["fill_layers"]

TWO = np.int64(2)

# A layer: the empty squares of the position, the stones added, where the layer with a stone more
# begins, and whether a draw is enough for the side that is to move.
Layer = tuple[np.int64, np.int64, np.int64, bool]

# Slots of a placement: its square as a set, the numbers of the added stones before it, what it adds
# to the first side's stones among them, and where the boards that it leads to begin.
SQUARE = 0
BEFORE = 1
OF_FIRST = 2
BOARDS = 3
PLACEMENT_SLOTS = 4
# A placement on each square.
PLACEMENTS = SQUARES * PLACEMENT_SLOTS


def is_second(layer: Layer) -> np.int64:
    """Return 1 where the second side is to move, else 0."""
    return layer[1] % TWO


def list_placements(notes: Memory, layer: Layer, taken: Word, placements: Memory) -> np.int64:
    """Write down the placements on boards whose added stones are on `taken`; the slot behind."""
    empty, added, next_layer, _ = layer
    of_first = is_second(layer) == np.int64(0)
    free = ((ONE << np.uint64(empty)) - ONE) & ~taken
    after = added + np.int64(1)
    boards_each = binomial(after, first_stones(after))
    slot = np.int64(0)
    while free != ZERO:
        square = single(lowest(free))
        free = without_lowest(free)
        place = ONE << np.uint64(count(taken & (square - ONE)))
        boards = set_number(notes, taken | square) * boards_each
        first = next_layer + boards * np.int64(WAYS_SLOTS)
        store_word(placements, slot + np.int64(SQUARE), square)
        store_word(placements, slot + np.int64(BEFORE), place - ONE)
        store_word(placements, slot + np.int64(OF_FIRST), place if of_first else ZERO)
        store_integer(placements, slot + np.int64(BOARDS), first)
        slot += np.int64(PLACEMENT_SLOTS)
    return slot


def after_placement(notes: Memory, placements: Memory, slot: np.int64, stones: Word) -> Ways:
    """Return the ways in which the other side reaches its goal on the board behind a placement.

    `stones` are the first side's among the added ones, by their number.
    """
    before = load_word(placements, slot + np.int64(BEFORE))
    own = load_word(placements, slot + np.int64(OF_FIRST))
    stones = (stones & before) | ((stones & ~before) << ONE) | own
    first = load_integer(placements, slot + np.int64(BOARDS))
    return load_ways(notes, first + set_number(notes, stones) * np.int64(WAYS_SLOTS))


def reached_by_moving(
    notes: Memory, placements: Memory, end: np.int64, stones: Word, fives: tuple[np.int64, Word]
) -> Ways:
    """Return the ways in which the side to move has a move that reaches its goal.

    `fives` are where its ways with five in a row begin, and its added stones.
    """
    slot = np.int64(0)
    five = every_way(False)
    answered = every_way(True)
    while slot < end:
        mine = fives[1] | load_word(placements, slot + np.int64(SQUARE))
        five = either(five, load_ways(notes, fives[0] + np.int64(mine) * np.int64(WAYS_SLOTS)))
        answered = both(answered, after_placement(notes, placements, slot, stones))
        slot += np.int64(PLACEMENT_SLOTS)
    return either(five, one_quarter_away(without(every_way(True), answered)))


def with_ends(reached: Ways, mine: Ways, theirs: Ways, draw_is_enough: bool) -> Ways:
    """Return the ways in which the goal is reached, when those with five in a row end the game."""
    going = without(without(reached, mine), theirs)
    won = without(mine, theirs)
    if draw_is_enough:
        won = mine
    return either(won, going)


def fill_boards(notes: Memory, layer: Layer, taken: Word, slot: np.int64) -> np.int64:
    """Fill the boards whose added stones are on `taken`, from a slot on; the slot behind them."""
    empty, added, _, draw_is_enough = layer
    placements = local_words(PLACEMENTS)
    end = list_placements(notes, layer, taken, placements)
    own_fives = fives_slot(empty, is_second(layer))
    opp_fives = fives_slot(empty, np.int64(1) - is_second(layer))
    size = first_stones(added)
    first = ZERO
    for stones in range(np.int64(1) << added):
        if count(first) == size:
            second = taken & ~first
            own = first if is_second(layer) == np.int64(0) else second
            opp = second if is_second(layer) == np.int64(0) else first
            if end == np.int64(0):
                reached = every_way(draw_is_enough)
            else:
                fives = (own_fives, own)
                reached = reached_by_moving(notes, placements, end, np.uint64(stones), fives)
            mine = load_ways(notes, own_fives + np.int64(own) * np.int64(WAYS_SLOTS))
            theirs = load_ways(notes, opp_fives + np.int64(opp) * np.int64(WAYS_SLOTS))
            store_ways(notes, slot, with_ends(reached, mine, theirs, draw_is_enough))
            slot += np.int64(WAYS_SLOTS)
        # The next larger subset of `taken`, in step with the count.
        first = (first - taken) & taken
    return slot


def fill_layer(notes: Memory, layer: Layer) -> None:
    """Fill a layer from the one with a stone more; breaks off where the budget ends."""
    empty, added, _, _ = layer
    slot = layer_slot(empty, added)
    boards = binomial(added, first_stones(added))
    taken = (ONE << np.uint64(added)) - ONE
    for _ in range(binomial(empty, added)):
        if is_spent(notes):
            return
        slot = fill_boards(notes, layer, taken, slot)
        taken = next_of_size(taken)
        store_integer(notes, NODES, load_integer(notes, NODES) + boards)


def fill_layers(notes: Memory, empty: np.int64, draw_is_enough: bool) -> None:
    """Fill all layers, the full boards first, for a goal of the side to move in the position.

    Its boards with one stone more are what is left in the end.
    """
    added = empty
    while added > np.int64(0):
        next_layer = layer_slot(empty, added + np.int64(1))
        other_side = added % TWO == np.int64(1)
        fill_layer(notes, (empty, added, next_layer, draw_is_enough != other_side))
        added -= np.int64(1)
