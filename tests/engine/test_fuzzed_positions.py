"""Texts of positions and moves changed at random: refused in one line, or a position as written.

`TUNE_FUZZ=1 pytest tests/engine/test_fuzzed_positions.py` tries 5,000 of them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from fuzz import SEEDS, fuzzed, mutated_text, outcome
from hypothesis import given
from own_games import EXAMPLE

from engine.games import find_game, game_of_position
from engine.isolation.course import format_state
from engine.own_games import load_own_game

NAMES = ("isolation", "isolation-9x11", "isolation-3x3", "isolation-5x6", "pentago")
GAMES = [*map(find_game, NAMES), load_own_game(EXAMPLE / "game.py").game]

COURSE_BOARD = """\
     0   1   2
0  |   | 1 |   |
1  |   |   | - |
2  | 2 | - |   |
"""
"""As the 7x7 course draws boards; the text of the 9x11 course comes from `format_state`."""


def played(random: Random, game: Any) -> Any:
    """A position after some random plies, from the rules in plain Python."""
    position = game.initial()
    for _ in range(random.randrange(game.max_plies)):
        moves = game.legal_moves(position)
        if not moves:
            break
        position = game.play(position, random.choice(moves))
    return position


def written(random: Random, game: Any) -> str:
    position = played(random, game)
    if game.name == "isolation-9x11" and random.random() < 0.5:
        return format_state(position)
    if game.name == "isolation-3x3" and random.random() < 0.5:
        return COURSE_BOARD
    return game.format_position(position)


@given(random=SEEDS)
@fuzzed(150, 4_000)
def test_a_position_is_refused_in_one_line_or_read(random: Random) -> None:
    game, other = random.choice(GAMES), random.choice(GAMES)
    text = mutated_text(random, written(random, game), written(random, other))
    outcome(lambda: game_of_position(text))
    position = outcome(lambda: game.parse_position(text))
    if position is None:
        return
    again = game.format_position(position)
    assert game.parse_position(again) == position
    assert game.are_positions(game.pack([position])).all()
    assert game.unpack(game.pack([position])[0]) == position
    assert game.winner(position) is None or isinstance(game.winner(position), int)
    assert game.draw(position)


@given(random=SEEDS)
@fuzzed(60, 1_000)
def test_a_move_is_refused_in_one_line_or_legal(random: Random) -> None:
    game = random.choice(GAMES)
    position = played(random, game)
    moves = game.legal_moves(position)
    known = game.format_move(random.choice(moves)) if moves else "c4"
    text = mutated_text(random, known, game.format_position(position))
    move = outcome(lambda: game.parse_move(text, position))
    if move is not None:
        assert move in moves
        assert game.parse_move(game.format_move(move), position) == move


@given(random=SEEDS)
@fuzzed(50, 500)
def test_changed_states_are_told_from_positions(random: Random) -> None:
    """Kernels read memory where a state tells them to: any bits may come, and none may crash."""
    game = random.choice(GAMES)
    states = game.pack([played(random, game)])
    states[0, random.randrange(states.shape[1])] ^= np.uint64(1 << random.randrange(64))
    if game.are_positions(states).all():
        assert np.array_equal(game.pack([game.unpack(states[0])]), states)
