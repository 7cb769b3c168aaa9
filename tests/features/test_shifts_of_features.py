"""A feature of one's own that shifts by 64 or more has one value: in searches, shown, exported."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import plain_search
from c_programs import assert_same, called_in_c, needs_compiler
from plain_texts import PlainText

from engine.games import find_game
from engine.isolation.bits import blanks, count, own_square
from engine.kernels.interface import Memory, State
from engine.play.driver import analyse
from engine.play.searches import make_search
from features.compiled import evaluate, heuristic_player
from features.conformance import random_positions
from features.feature import feature
from features.heuristic import Heuristic
from features.language.expression import FeatureCall

GAME = find_game("isolation")
WIDTH = 7


def bits_behind(view: Any) -> float:
    """By the last six bits of the number, as one instruction of a CPU shifts one word."""
    word = sum(1 << WIDTH * row + column for row, column in view.blanks)
    square = WIDTH * view.own[0] + view.own[1]
    return float(sum((word >> (square + more) % 64).bit_count() for more in (0, 17, 34, 51)))


@feature("isolation", twin=bits_behind)
def spread(_board: Memory, state: State) -> float:
    """Blank squares behind the own piece, in four shifts that a CPU can do side by side."""
    word, square = np.uint64(blanks(state)), np.uint64(own_square(state))
    first = count(word >> square) + count(word >> (square + np.uint64(17)))
    second = count(word >> (square + np.uint64(34))) + count(word >> (square + np.uint64(51)))
    return np.float64(first + second)


SPREAD = Heuristic("h", "isolation", (), (), "spread(own)", extra_features=(spread,))
POSITIONS = [one for one in random_positions(GAME, 120, seed=5) if one.blanks.bit_count() <= 47]
EXPECTED = np.array(
    [bits_behind(GAME.view(one, GAME.player_to_move(one))) for one in POSITIONS], np.float64
)


def test_its_values_are_those_of_single_shifts() -> None:
    assert_same(evaluate(GAME, SPREAD, (), GAME.pack(POSITIONS)), EXPECTED, "spread")


def test_a_search_sees_the_same() -> None:
    player = heuristic_player(GAME, SPREAD, (), make_search("alphabeta", depth=1, ties="ordered"))
    going = [one for one in POSITIONS if GAME.winner(one) is None]
    found = analyse(GAME, player, GAME.pack(going), np.zeros(len(going), np.uint64))
    expected = [plain_search.minimax(GAME, one, bits_behind, 1) for one in going]
    assert found.moves.tolist() == [one.move for one in expected]
    assert found.values.tolist() == [one.value for one in expected]


def test_exported_python_says_the_same() -> None:
    text = PlainText("isolation", SPREAD)
    found = [text.value(one, GAME.player_to_move(one)) for one in POSITIONS]
    assert_same(np.array(found), EXPECTED, "spread")


@needs_compiler
def test_exported_c_says_the_same(tmp_path: Path) -> None:
    calls = [FeatureCall("spread", side) for side in ("own", "opp")]
    found = called_in_c(GAME, [spread], calls, GAME.pack(POSITIONS), tmp_path / "spread")
    assert_same(found[0], EXPECTED, "spread")
