"""Remember the outcomes that were proven, as kernels: the memory of the solver.

Slots: the head of `engine.kernels.proof`, then as many entries of two slots as POSITION_MASK
says, plus one. An entry holds its whole key, so nothing that is read belongs to another position; a
new entry takes the place of the one that was there.
"""

from __future__ import annotations

import numpy as np

from engine.intrinsics import load_word, store_word
from engine.isolation.bits import Memory, State, Word
from engine.kernels.proof import HEADER_SLOTS, POSITION_MASK

__all__ = ["known_outcome", "remember_outcome"]

# The second word of an entry: two squares of a byte each, and above them the outcome plus
# OUTCOME_SHIFT, so that an entry of zeros is none.
EIGHT = np.uint64(8)
SIXTEEN = np.uint64(16)
BOTH_SQUARES = np.uint64(0xFFFF)
OUTCOME_SHIFT = np.int64(2)

HALF_WORD = np.uint64(32)
FACTOR = np.uint64(0xD6E8FEB86659FD93)


def mixed(word: Word, more: Word) -> Word:
    """Return a hash of two words, the second of at most 32 bits.

    Source: rounds of xorshift and multiplication as in Degski's 64-bit mixer.
    """
    word = (word ^ (word >> HALF_WORD) ^ (more << HALF_WORD)) * FACTOR
    word = (word ^ (word >> HALF_WORD) ^ more) * FACTOR
    return word ^ (word >> HALF_WORD)


def both_squares(state: State) -> Word:
    """Return the pieces' squares in one word."""
    return state[1] | (state[2] << EIGHT)


def entry_slot(notes: Memory, state: State) -> np.int64:
    """Return where the outcome of a position is kept."""
    entry = mixed(state[0], both_squares(state)) & load_word(notes, POSITION_MASK)
    return np.int64(HEADER_SLOTS) + np.int64(entry + entry)


def known_outcome(notes: Memory, state: State) -> np.int64:
    """Return what was proven of a position: LOST or WON for its side to move, or GOING (0)."""
    slot = entry_slot(notes, state)
    rest = load_word(notes, slot + np.int64(1))
    kept = np.int64(rest >> SIXTEEN)
    if (
        load_word(notes, slot) == state[0]
        and rest & BOTH_SQUARES == both_squares(state)
        and kept != np.int64(0)
    ):
        return kept - OUTCOME_SHIFT
    return np.int64(0)


def remember_outcome(notes: Memory, state: State, outcome: np.int64) -> None:
    """Keep what was proven of a position."""
    slot = entry_slot(notes, state)
    kept = np.uint64(outcome + OUTCOME_SHIFT) << SIXTEEN
    store_word(notes, slot, state[0])
    store_word(notes, slot + np.int64(1), both_squares(state) | kept)
