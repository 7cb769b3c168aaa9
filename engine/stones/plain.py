"""Write the kernels of a game of stones in plain Python, with the same bits."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from engine.errors import EngineError
from engine.plain.board import Numbering, PlainBoard
from engine.plain.fitting import ANYTHING
from engine.plain.operations import Operation
from engine.plain.values import INTEGER, MEMORY, NUMBER, TABLE, WORD, Kind
from engine.stones import kernels

__all__ = ["plain_board"]


def plain_board(game: Any, numbering: Numbering | None = None) -> PlainBoard:
    """Return how the board is written.

    Raises:
        EngineError: if another numbering than that of the kernels is asked for.
    """
    bits = game.board.bits
    if numbering not in (None, Numbering(bits)):
        raise EngineError(f"{game.name} has one numbering in plain Python, that of its kernels")
    names = ("own_stones", "opp_stones", *(("plies",) if game.counts_plies else ()))
    state: Kind = (WORD,) * len(names)
    operations = {
        kernels.own_stones: Operation("a[0]", (state,), WORD),
        kernels.opp_stones: Operation("a[1]", (state,), WORD),
        kernels.board_height: Operation(str(game.height), (MEMORY,), INTEGER),
        kernels.board_width: Operation(str(game.width), (MEMORY,), INTEGER),
        kernels.board_stride: Operation(str(game.board.stride), (MEMORY,), INTEGER),
        kernels.empties: Operation("BOARD & ~(a[0] | a[1])", (MEMORY, state), WORD),
        kernels.mask_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), WORD),
        kernels.number_at: Operation("a[b]", (MEMORY, TABLE, ANYTHING), NUMBER),
    }
    return PlainBoard(
        game.height,
        game.width,
        Numbering(bits),
        state=tuple((name, WORD) for name in names),
        swapped=(1, 0, 2)[: len(names)],
        operations=MappingProxyType(operations),
        definitions={"BOARD": f"# All squares.\nBOARD = {game.board.squares:#x}\n"},
        set_kind=WORD,
        square_kind=INTEGER,
        kernel_squares=bits,
        unplaced=None,
    )
