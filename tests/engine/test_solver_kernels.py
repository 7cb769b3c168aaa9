"""The parts of the solver that only cost time, or are rarely wrong, when they are broken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from entry_points import entry_to
from solver_probes import first_image_of, recall_another

from engine.entries import ADDRESS, INTEGER
from engine.games import find_game
from engine.isolation.position import Position
from engine.kernels.interface import GOING, LOST, WON
from engine.kernels.proof import HEADER_SLOTS
from engine.play.compiler import compile_routines
from engine.play.driver import random_positions

GAME = find_game("isolation")


@pytest.fixture(scope="module")
def probes() -> Any:
    routines = {
        recall_another: entry_to(recall_another, ADDRESS, ADDRESS, ADDRESS, INTEGER),
        first_image_of: entry_to(first_image_of, ADDRESS, ADDRESS),
    }
    return compile_routines(GAME, "probes", routines)[0]


def recalled(probes: Any, kept: Position, asked: Position, outcome: int) -> int:
    """From a memory of one entry, in which all positions meet."""
    notes = np.zeros(HEADER_SLOTS + 2, dtype=np.int64)
    states = GAME.pack([kept, asked])
    addresses = (notes.ctypes.data, states[0:].ctypes.data, states[1:].ctypes.data)
    found: int = probes.recall_another_routine(*addresses, outcome)
    return found


KEPT = Position(7, 7, blanks=(1 << 49) - 1 - 0b11, mover=0, waiter=1)

OTHERS = {
    "another blank": Position(7, 7, KEPT.blanks - (1 << 48), 0, 1),
    "a piece more to the left": Position(7, 7, KEPT.blanks, 0, 2),
    "the other side to move": Position(7, 7, KEPT.blanks, 1, 0),
    "not yet placed": Position(7, 7, KEPT.blanks, None, 1),
}


@pytest.mark.parametrize("outcome", [WON, LOST])
def test_what_was_proven_is_known(probes: Any, outcome: int) -> None:
    assert recalled(probes, KEPT, KEPT, outcome) == outcome


@pytest.mark.parametrize("other", OTHERS.values(), ids=OTHERS)
@pytest.mark.parametrize("outcome", [WON, LOST])
def test_nothing_is_known_of_another_position(probes: Any, other: Position, outcome: int) -> None:
    assert recalled(probes, KEPT, other, outcome) == GOING


@pytest.mark.parametrize("board", ["3x3", "7x7", "8x8", "4x6", "6x4", "4x16"])
@pytest.mark.parametrize("plies", [0, 1, 2, 4])
def test_all_images_of_a_position_become_the_same_one(probes: Any, board: str, plies: int) -> None:
    game = find_game(f"isolation-{board}")
    memory = game.memory(())
    states, _ = random_positions(game, plies, np.arange(20, dtype=np.uint64))
    for position in map(game.unpack, states):
        images = game.images(position)
        first = game.pack(images)
        for state in first:
            probes.first_image_of_routine(memory.ctypes.data, state.ctypes.data)
        assert len(np.unique(first, axis=0)) == 1
        assert game.unpack(first[0]) in images
