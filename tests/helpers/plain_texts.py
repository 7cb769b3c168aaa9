"""Run the plain Python of a formula, for comparison with twins and kernels."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from engine.games import find_game
from engine.plain.board import Numbering, PlainBoard
from engine.plain.compiler import PlainCode, compile_plain, plain_board_of
from engine.plain.library import FeatureNote
from engine.plain.text_library import PlainFormula
from features.codegen import formula_source
from features.heuristic import Heuristic

__all__ = ["COURSE", "PlainText", "positions_of_games", "state_items"]

COURSE = Numbering(
    tuple((8 - row) * 13 + (10 - column) for row in range(9) for column in range(11))
)
"""The bits of the 9x11 course."""


class PlainText:
    """The plain Python of a heuristic on a board, as a function of positions."""

    def __init__(
        self,
        game: str,
        heuristic: Heuristic,
        values: Sequence[float] = (),
        numbering: Numbering | None = None,
    ) -> None:
        self.game = find_game(game)
        self.board = plain_board_of(self.game, numbering)
        names = [f"P_{one.name.upper()}" for one in heuristic.parameters]
        notes = {
            one.name: FeatureNote(one.summary, one.sided, one.arguments)
            for one in heuristic.features.values()
        }
        kernel = formula_source(heuristic, heuristic.features)
        self.code: PlainCode = compile_plain(self.board, PlainFormula(kernel, names, notes))
        module: dict[str, Any] = dict(zip(names, values, strict=True))
        exec(self.code.imports + self.code.text, module)
        self.evaluate: Callable[..., float] = module[self.code.name]

    def value(self, position: Any, player: int) -> float:
        """Return the value of a position as a player sees it."""
        items = state_items(self.board, self.game.view(position, player))
        return self.evaluate(*(items[name] for name in self.code.arguments))


def state_items(board: PlainBoard, view: Any) -> dict[str, int]:
    """Return what the text takes for a position, from its plain view."""

    def bit(square: tuple[int, int] | None) -> int:
        if square is None:
            return board.numbering.size
        return board.numbering.bits[square[0] * board.width + square[1]]

    def bits(squares: frozenset[tuple[int, int]]) -> int:
        return sum(1 << bit(square) for square in squares)

    if hasattr(view, "blanks"):
        pieces = {"own_square": bit(view.own), "opp_square": bit(view.opp)}
        return {"blanks": bits(view.blanks), **pieces}
    return {"own_stones": bits(view.own), "opp_stones": bits(view.opp)}


def positions_of_games(name: str, count: int, seed: int) -> list[Any]:
    """Return the positions of random games, finished ones among them."""
    game, rng = find_game(name), random.Random(seed)
    positions: list[Any] = []
    while len(positions) < count:
        position = game.initial()
        while game.winner(position) is None:
            positions.append(position)
            position = game.play(position, rng.choice(game.legal_moves(position)))
        positions.append(position)
    return positions[:count]
