"""The rules of Isolation against positions of the reference games and of the rule book."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
from checkout import DATA

from engine.errors import EngineError, IllegalError, UnknownNameError
from engine.games import find_game, game_names
from engine.isolation.position import Position
from engine.play.driver import random_positions
from engine.play.perft import count_lines

FILE = DATA / "isolation7_positions.jsonl.gz"

OnBoard = Callable[[str], tuple[Any, Any]]


@cache
def golden() -> tuple[dict[str, Any], ...]:
    """All rows, as they were written by the reference games."""
    with gzip.open(FILE, "rt", encoding="utf-8") as lines:
        return tuple(json.loads(line) for line in lines)


def drawn(row: dict[str, Any]) -> str:
    """The position of a golden row in our notation, written cell by cell."""
    cells = [["."] * row["width"] for _ in range(row["height"])]
    for r, c in row["blocked"]:
        cells[r][c] = "x"
    for piece in "12":
        if row[f"p{piece}"] is not None:
            r, c = row[f"p{piece}"]
            cells[r][c] = piece
    return "/".join("".join(cell) for cell in cells)


def read(row: dict[str, Any]) -> tuple[Any, Any]:
    game = find_game(f"isolation-{row['height']}x{row['width']}")
    return game, game.parse_position(drawn(row))


def test_number_of_golden_positions() -> None:
    boards = [f"{row['height']}x{row['width']}" for row in golden()]
    assert len(boards) == 1_980
    assert set(boards) == {"5x5", "6x6", "7x7", "8x8", "9x9", "5x7", "7x5"}
    assert boards.count("9x9") == 55
    assert {row["stage"] for row in golden()} == {
        "empty",
        "one_placed",
        "opening",
        "middle",
        "late",
        "terminal",
    }


def test_legal_moves_of_both_sides() -> None:
    for row in golden():
        game, position = read(row)
        for player in (1, 2):
            moves = [[*divmod(move, game.width)] for move in game.moves_of(position, player)]
            assert moves == row[f"legal{player}"], game.draw(position)


def test_side_to_move_and_number_of_plies() -> None:
    for row in golden():
        game, position = read(row)
        assert game.player_to_move(position) == row["to_move"], game.draw(position)
        assert position.ply == row["move_count"], game.draw(position)


def test_end_and_winner() -> None:
    ended = 0
    for row in golden():
        game, position = read(row)
        assert game.winner(position) == row["winner"], game.draw(position)
        assert (game.legal_moves(position) == ()) == row["terminal"], game.draw(position)
        ended += row["terminal"]
    assert ended > 200


def test_compiled_moves_and_ends_are_the_golden_ones() -> None:
    for row in golden():
        game, position = read(row)
        now, after = count_lines(game, position, 1)
        mover = row[f"legal{row['to_move']}"]
        assert now.finished == row["terminal"], game.draw(position)
        assert after.count == len(mover), game.draw(position)


def test_notation_of_golden_positions() -> None:
    for row in golden():
        game, position = read(row)
        assert game.format_position(position) == drawn(row)


def test_pieces_and_blanks_of_golden_positions() -> None:
    for row in golden():
        game, position = read(row)
        blocked = {tuple(square) for square in row["blocked"]}
        for player in (1, 2):
            view = game.view(position, player)
            here, there = row[f"p{player}"], row[f"p{3 - player}"]
            assert view.own == (None if here is None else tuple(here))
            assert view.opp == (None if there is None else tuple(there))
            assert len(view.blanks) == game.height * game.width - len(blocked)
            assert not view.blanks & blocked


def test_packed_golden_positions_come_back() -> None:
    for row in golden():
        game, position = read(row)
        packed = game.pack([position])
        assert game.unpack(packed[0]) == position
        # Seen by the other side, the two pieces change places and the board stays.
        other = game.unpack(game.seen_by_other(packed)[0])
        assert (other.blanks, other.mover, other.waiter) == (
            position.blanks,
            position.waiter,
            position.mover,
        )


def test_a_game_by_the_rule_book() -> None:
    game = find_game("isolation-3x4")
    position = game.initial()
    boards = []
    for text in ("a3", "d3", "c2", "b2", "a1"):
        position = game.play(position, game.parse_move(text, position))
        boards.append(game.format_position(position))
    assert boards == [
        "1.../..../....",
        "1..2/..../....",
        "x..2/..1./....",
        "x..x/.21./....",
        "x..x/.2x./1...",
    ]
    assert [game.format_move(move) for move in game.legal_moves(position)] == ["d1"]
    assert game.winner(position) is None


def test_the_side_to_move_that_cannot_move_has_lost(on_board: OnBoard) -> None:
    game, position = on_board("""
        ...
        .1.
        2..
    """)
    assert game.player_to_move(position) == 1
    assert game.legal_moves(position) == ()
    assert game.winner(position) == 2


def test_the_side_that_is_not_to_move_may_be_stuck(on_board: OnBoard) -> None:
    game, position = on_board("""
        x..
        .1.
        2..
    """)
    assert game.player_to_move(position) == 2
    assert game.moves_of(position, 1) == ()
    assert game.winner(position) is None


def test_an_illegal_move_is_refused_with_the_legal_ones(on_board: OnBoard) -> None:
    game, position = on_board("""
        1.x.
        ....
        ..2.
    """)
    assert game.player_to_move(position) == 2
    with pytest.raises(IllegalError) as failure:
        game.play(position, 7)
    assert str(failure.value) == "player 2 cannot move to d2; legal: b3 d3 a2"


def test_no_move_is_legal_in_a_finished_game(on_board: OnBoard) -> None:
    game, position = on_board("""
        ...
        .1.
        2..
    """)
    with pytest.raises(IllegalError, match=r"^player 1 cannot move to a3; legal: none$"):
        game.play(position, 0)


def test_moves_may_be_numpy_integers() -> None:
    game = find_game("isolation-8x8")
    position = game.play(game.initial(), np.int64(63))
    assert position == game.play(game.initial(), 63)
    assert type(position.waiter) is int


def test_positions_of_random_games_follow_from_each_other() -> None:
    game = find_game("isolation-5x4")
    seeds = np.arange(50, dtype=np.uint64)
    for plies in range(12):
        states, going = random_positions(game, plies, seeds)
        later, _ = random_positions(game, plies + 1, seeds)
        for state, next_state, on in zip(states, later, going, strict=True):
            position, after = game.unpack(state), game.unpack(next_state)
            children = [game.play(position, move) for move in game.legal_moves(position)]
            assert bool(children) == on
            assert after in children if on else after == position


def test_names_of_games() -> None:
    assert find_game("isolation").name == "isolation-7x7"
    assert find_game("isolation") == find_game("isolation-7x7")
    assert find_game("isolation-5x8").name == "isolation-5x8"
    assert "isolation" in game_names()


@pytest.mark.parametrize("board", ["3x3", "3x21", "8x8", "9x11", "5x13", "8x16", "3x42", "42x3"])
def test_supported_boards(board: str) -> None:
    assert find_game(f"isolation-{board}").name == f"isolation-{board}"


@pytest.mark.parametrize("board", ["2x9", "9x2", "2x64", "3x43", "12x11", "999x999"])
def test_boards_that_are_too_small_or_too_large(board: str) -> None:
    with pytest.raises(EngineError) as failure:
        find_game(f"isolation-{board}")
    assert str(failure.value) == (
        f"an Isolation board of {board} is not supported; both sides have at least 3 squares and "
        "the board at most 128"
    )


@pytest.mark.parametrize(
    "name", ["isolaton", "isolation-07x7", "isolation-7", "isolation-7x7 ", ""]
)
def test_unknown_games(name: str) -> None:
    with pytest.raises(UnknownNameError, match="known: isolation, isolation-HxW"):
        find_game(name)


def test_an_unknown_game_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError) as failure:
        find_game("isolaton")
    assert str(failure.value) == (
        "unknown game 'isolaton'; did you mean 'isolation'? "
        "known: isolation, isolation-HxW, pentago"
    )


def test_players_of_a_position() -> None:
    position = Position(3, 3, blanks=0b011111110, mover=0, waiter=8)
    assert (position.ply, position.player) == (2, 1)
    assert (position.square_of(1), position.square_of(2)) == (0, 8)
