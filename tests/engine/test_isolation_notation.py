"""What people type: positions and moves, and one line for each thing that is wrong with them.

A text that cannot be read and a position that the rules do not allow are different errors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import EngineError, IllegalError, NotationError
from engine.games import find_game
from engine.isolation.position import Position

SMALL = find_game("isolation-3x4")

OnBoard = Callable[[str], tuple[Any, Any]]

CELLS = "write '.' for a blank square, 'x' for a visited one, '1' and '2' for the pieces"

UNREADABLE = [
    ("", "the position has 1 rows, the board 3; join 3 rows by '/', or name its game"),
    ("..../....", "the position has 2 rows, the board 3; join 3 rows by '/', or name its game"),
    (
        "..../..../..../",
        "the position has 4 rows, the board 3; join 3 rows by '/', or name its game",
    ),
    ("..../.../....", "row 2 from the top, '...', has 3 squares; write 4"),
    ("..../..../.....", "row 3 from the top, '.....', has 5 squares; write 4"),
    ("..../.X../....", f"row 2 from the top, '.X..', has 'X'; {CELLS}"),
    ("..../..../3...", f"row 3 from the top, '3...', has '3'; {CELLS}"),
    ("..../. ../....", f"row 2 from the top, '. ..', has ' '; {CELLS}"),
    ("..../..\n./....", f"row 2 from the top, '..\\n.', has '\\n'; {CELLS}"),
]

ILLEGAL = [
    ("1.../..1./...2", "piece 1 stands on 2 squares; keep one"),
    ("2.2./..2./...1", "piece 2 stands on 3 squares; keep one"),
    (
        "..../.2../....",
        "before the second ply only player 1 has visited a square; write one '1' or none",
    ),
    (
        "..../.x../....",
        "before the second ply only player 1 has visited a square; write one '1' or none",
    ),
    (
        "x.../.1../....",
        "2 squares are visited, so both pieces are placed; write the '2' too",
    ),
    (
        "x.x./.2../....",
        "3 squares are visited, so both pieces are placed; write the '1' too",
    ),
    (
        "x.x./.x../x...",
        "4 squares are visited, so both pieces are placed; write the '1' too",
    ),
]

NO_SQUARES = [
    ("", "'' is no square; write a column and a row, from a1 to d3"),
    ("5c", "'5c' is no square; write a column and a row, from a1 to d3"),
    ("a0", "'a0' is no square; write a column and a row, from a1 to d3"),
    ("a1b2", "'a1b2' is no square; write a column and a row, from a1 to d3"),
    ("ä1", "'ä1' is no square; write a column and a row, from a1 to d3"),
    ("a\n1", "'a\\n1' is no square; write a column and a row, from a1 to d3"),
    ("a" * 9 + "1", "'aaaaaaaaa1' is no square; write a column and a row, from a1 to d3"),
    ("a9999", "'a9999' is no square; write a column and a row, from a1 to d3"),
    ("a4", "square 'a4' is not on the board; squares go from a1 to d3"),
    ("e1", "square 'e1' is not on the board; squares go from a1 to d3"),
    ("aa1", "square 'aa1' is not on the board; squares go from a1 to d3"),
]


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_positions_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        SMALL.parse_position(text)
    assert str(failure.value) == message


@pytest.mark.parametrize(("text", "message"), ILLEGAL)
def test_positions_that_the_rules_do_not_allow(text: str, message: str) -> None:
    with pytest.raises(IllegalError) as failure:
        SMALL.parse_position(text)
    assert str(failure.value) == message


@pytest.mark.parametrize(("text", "message"), NO_SQUARES)
def test_moves_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        SMALL.parse_move(text, SMALL.initial())
    assert str(failure.value) == message


def test_a_move_that_can_be_read_but_is_not_legal(on_board: OnBoard) -> None:
    game, position = on_board("""
        1...
        ....
        ...2
    """)
    with pytest.raises(IllegalError) as failure:
        game.parse_move("d1", position)
    assert str(failure.value) == "player 1 cannot move to d1; legal: c2 b1"


def test_unreadable_and_illegal_are_different_errors_of_the_engine() -> None:
    assert issubclass(NotationError, EngineError)
    assert issubclass(IllegalError, EngineError)
    assert not issubclass(NotationError, IllegalError)
    assert not issubclass(IllegalError, NotationError)


def test_squares_are_named_as_in_chess(on_board: OnBoard) -> None:
    game, position = on_board("""
        ....
        .1..
        ....
    """)
    assert game.parse_move("a1", position) == 8
    assert game.parse_move("d3", position) == 3
    assert game.parse_move(" C2\n", position) == 6
    assert game.format_move(5) == "b2"


def test_every_square_keeps_its_name() -> None:
    for board in ("3x4", "8x8", "21x3", "3x21"):
        game = find_game(f"isolation-{board}")
        names = [game.format_move(move) for move in range(game.max_plies)]
        assert len(set(names)) == game.max_plies
        assert [game.parse_move(name, game.initial()) for name in names] == list(
            range(game.max_plies)
        )


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("..../..../....", Position(3, 4, 0b111111111111, None, None)),
        ("..../.1../....", Position(3, 4, 0b111111011111, None, 5)),
        ("2.../.1../....", Position(3, 4, 0b111111011110, 5, 0)),
        ("2.../.x../1...", Position(3, 4, 0b111011011110, 0, 8)),
        ("\n2.../.x../1...  ", Position(3, 4, 0b111011011110, 0, 8)),
    ],
)
def test_the_side_to_move_follows_from_the_visited_squares(text: str, position: Position) -> None:
    assert SMALL.parse_position(text) == position
    assert SMALL.format_position(position) == text.strip()


def test_a_drawn_board(on_board: OnBoard) -> None:
    game, position = on_board("""
        2...
        .x..
        1...
    """)
    assert game.draw(position).splitlines() == [
        "3 2 . . .",
        "2 . x . .",
        "1 1 . . .",
        "  a b c d",
    ]


def test_a_drawn_board_of_more_than_nine_rows() -> None:
    game = find_game("isolation-10x3")
    lines = game.draw(game.initial()).splitlines()
    assert lines[0] == "10 . . ."
    assert lines[1] == " 9 . . ."
    assert lines[-1] == "   a b c"
    assert len(lines) == 11
