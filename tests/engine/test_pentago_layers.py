"""What Pentago's solver keeps of boards in all ways of their quadrants, also those no game has."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import plain_pentago as plain
import pytest
from entry_points import entry_to
from pentago_golden import GAME
from pentago_probes import fill_first_layer

from engine.entries import ADDRESS, INTEGER
from engine.kernels.proof import NODE_LIMIT
from engine.pentago.geometry import KERNEL_SQUARES
from engine.pentago.solver.memory import slots_needed
from engine.play.compiler import compile_routines

CORNERS = ((0, 0), (0, 3), (3, 0), (3, 3))

FIVE_BY_PLACEMENT_ONLY = "WWBBWW/BWWWBW/WBWWWB/BBBBWW/BBBWB./BWBBBW"
"""f2 completes a diagonal of white that turns of three quadrants break; turns of the fourth give
black five, too."""


@pytest.fixture(scope="module")
def probe() -> Any:
    entry = entry_to(fill_first_layer, ADDRESS, ADDRESS, ADDRESS, INTEGER)
    routines = {fill_first_layer: entry}
    return compile_routines(GAME, "layer_probe", routines)[0].fill_first_layer_routine


def boards_in_all_ways(board: str) -> list[str]:
    """The board with its quadrants turned by 0 to 3 quarters, the first quadrant fastest."""
    boards = [board]
    for corner in CORNERS:
        quarters = [boards]
        for _ in range(3):
            quarters.append([plain.turned(one, *corner, clockwise=True) for one in quarters[-1]])
        boards = [one for turned in quarters for one in turned]
    return boards


def boards_with_one_stone_more(board: str) -> list[str]:
    """A stone of the side to move on each empty square, in the kernels' order."""
    cells = board.replace("/", "")
    squares = sorted((KERNEL_SQUARES[s], s) for s, cell in enumerate(cells) if cell == ".")
    placed = [cells[:s] + plain.mover(board) + cells[s + 1 :] for _, s in squares]
    return ["/".join(one[row : row + 6] for row in range(0, 36, 6)) for one in placed]


def ways_kept(probe: Any, board: str, draw_is_enough: bool) -> list[bool]:
    """Whether the side to move reaches its goal: a bit for each board and way."""
    empty = board.count(".")
    notes = np.zeros(int(slots_needed(np.int64(empty))), dtype=np.int64)
    notes[NODE_LIMIT] = 10**6
    memory, state = GAME.memory(()), GAME.pack([GAME.parse_position(board)])
    addresses = (memory.ctypes.data, notes.ctypes.data, state.ctypes.data)
    first = probe(*addresses, int(draw_is_enough))
    words = notes[first : first + 4 * empty].view(np.uint64)
    return [bool(int(word) >> bit & 1) for word in words for bit in range(64)]


def compare(probe: Any, board: str) -> set[int]:
    """Compare both questions with the plain rules; the values that the boards have."""
    boards = [way for one in boards_with_one_stone_more(board) for way in boards_in_all_ways(one)]
    values = [plain.value(one) for one in boards]
    # Who moves now wants a draw at least: then the other side has to win to prevent that.
    assert ways_kept(probe, board, draw_is_enough=True) == [value == 1 for value in values]
    assert ways_kept(probe, board, draw_is_enough=False) == [value >= 0 for value in values]
    return set(values)


@pytest.mark.parametrize(("empty", "count"), [(1, 10), (2, 10), (3, 2)])
def test_every_way_of_every_board(probe: Any, empty: int, count: int) -> None:
    generator = random.Random(empty)
    found = set()
    for _ in range(count):
        found |= compare(probe, plain.random_board(empty, generator))
    assert found == {1, 0, -1}


def test_five_by_placement_wins_before_anything_turns(probe: Any) -> None:
    board = FIVE_BY_PLACEMENT_ONLY
    winning = [after for after in plain.boards_after(board) if plain.result(after) == -1]
    assert winning == [board.replace(".", "W")]
    compare(probe, board.replace("WWBB", "WW.B"))
