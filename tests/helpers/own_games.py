"""Games of somebody's own: the files of the examples, and changed ones in a folder of a test."""

from __future__ import annotations

from pathlib import Path

from checkout import ROOT

EXAMPLE = ROOT / "examples" / "connect_four"
GAME_TEXT = (EXAMPLE / "game.py").read_text(encoding="utf-8")

NOUGHTS = '''"""Noughts and crosses: the rules are who has three in a row, all else is derived."""

import numpy as np

from engine.kernels.interface import DRAWN, GOING, LOST, WON
from engine.stones.kernels import ZERO, Memory, State, Word
from engine.stones.stones_game import StonesGame


def three_along(stones: Word, step: int) -> bool:
    return bool(stones & (stones >> np.uint64(step)) & (stones >> np.uint64(2 * step)) != ZERO)


def has_three(stones: Word) -> bool:
    return (
        three_along(stones, 1)
        or three_along(stones, 3)
        or three_along(stones, 4)
        or three_along(stones, 5)
    )


def outcome(_board: Memory, state: State, cursor: Word) -> int:
    if has_three(state[1]):
        return LOST
    if has_three(state[0]):
        return WON
    return DRAWN if cursor == ZERO else GOING


GAME = StonesGame(
    name="noughts",
    height=3,
    width=3,
    gap=1,
    rules=(outcome,),
    symmetries=("left-right", "diagonal"),
)
'''
"""The whole file of a game: on a board with a gap of one bit, lines go 1, 4, 3 and 5 bits on."""


def game_folder(folder: Path, text: str = GAME_TEXT, name: str = "mine") -> Path:
    """Return a folder with the file of a game."""
    (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / name / "game.py").write_text(text, encoding="utf-8")
    return folder / name


def changed(old: str, new: str, text: str = GAME_TEXT) -> str:
    """Return the text of a game with one part of it changed."""
    assert old in text
    return text.replace(old, new)
