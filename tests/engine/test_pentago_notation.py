"""What people type for Pentago, and what they are told when it cannot be read."""

from __future__ import annotations

import pytest
from pentago_golden import GAME, drawn, rows

from engine.errors import EngineError, IllegalError, NotationError
from engine.pentago.position import Position

EMPTY = "....../....../....../....../....../......"

UNREADABLE = [
    ("", "the position has 1 rows, the board 6; join 6 rows by '/', or name its game"),
    ("......", "the position has 1 rows, the board 6; join 6 rows by '/', or name its game"),
    (
        f"{EMPTY}/......",
        "the position has 7 rows, the board 6; join 6 rows by '/', or name its game",
    ),
    (f"{EMPTY}/", "the position has 7 rows, the board 6; join 6 rows by '/', or name its game"),
    (
        "....../...../....../....../....../......",
        "row 2 from the top, '.....', has 5 squares; write 6",
    ),
    (
        "....../....../....../....../....../.......",
        "row 6 from the top, '.......', has 7 squares; write 6",
    ),
    (
        "....../....../.bX.../....../....../......",
        "row 3 from the top, '.bX...', has 'X'; write '.' for an empty square, 'B' for black and "
        "'W' for white",
    ),
    (
        "ß...../....../....../....../....../......",
        "row 1 from the top, 'ß.....', has 'ß'; write '.' for an empty square, 'B' for black and "
        "'W' for white",
    ),
]

ILLEGAL = [
    (
        "W...../....../....../....../....../......",
        "0 black and 1 white stones cannot be, since black begins and both take turns; write as "
        "many of each, or one black more",
    ),
    (
        "BB..../....../....../....../....../......",
        "2 black and 0 white stones cannot be, since black begins and both take turns; write as "
        "many of each, or one black more",
    ),
]

NO_MOVES = ["", "c", "c7", "g1", "c0", "c4-tl", "c4-cw", "c4-tl-up", "c4-mid-cw", "c4tlcw", "4c"]


@pytest.mark.parametrize(("text", "message"), UNREADABLE)
def test_positions_that_cannot_be_read(text: str, message: str) -> None:
    with pytest.raises(NotationError) as failure:
        GAME.parse_position(text)
    assert str(failure.value) == message


@pytest.mark.parametrize(("text", "message"), ILLEGAL)
def test_positions_that_the_rules_do_not_allow(text: str, message: str) -> None:
    with pytest.raises(IllegalError) as failure:
        GAME.parse_position(text)
    assert str(failure.value) == message


@pytest.mark.parametrize("text", NO_MOVES)
def test_moves_that_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError) as failure:
        GAME.parse_move(text, GAME.initial())
    assert str(failure.value) == (
        f"'{text}' is no move; write square-quadrant-direction such as c4-tl-cw (quadrants tl tr "
        "bl br, directions cw ccw), or the square alone for a placement that wins"
    )


def test_unreadable_and_illegal_are_different_errors_of_the_engine() -> None:
    assert issubclass(NotationError, EngineError)
    assert issubclass(IllegalError, EngineError)
    assert not issubclass(NotationError, IllegalError)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (EMPTY, Position(0, 0)),
        (f"  {EMPTY}\n", Position(0, 0)),
        ("B....W/....../....../....../....../.....b", Position(1 | 1 << 35, 1 << 5)),
        ("b....w/....../....../....../....../......", Position(1, 1 << 5)),
    ],
)
def test_positions_that_can_be_read(text: str, position: Position) -> None:
    assert GAME.parse_position(text) == position
    assert GAME.format_position(position) == text.strip().upper()


def test_black_begins_and_both_take_turns() -> None:
    texts = [EMPTY, f"B{EMPTY[1:]}", f"BW{EMPTY[2:]}", f"BWB{EMPTY[3:]}"]
    positions = [GAME.parse_position(text) for text in texts]
    assert [GAME.player_to_move(position) for position in positions] == [1, 2, 1, 2]


@pytest.mark.parametrize(
    "text", ["c4-tl-cw", " C4-TL-CW\n", "c4 tl cw", "c4:tl:cw", "c4 - tl - cw"]
)
def test_ways_to_write_a_move(text: str) -> None:
    move = GAME.parse_move(text, GAME.initial())
    assert GAME.format_move(move) == "c4-tl-cw"


@pytest.mark.parametrize(
    ("move", "board"),
    [
        # The stone goes to b5, the middle of its quadrant, or to a corner that turns.
        ("b5-tl-cw", "....../.B..../....../....../....../......"),
        ("a6-tl-cw", "..B.../....../....../....../....../......"),
        ("a6-tl-ccw", "....../....../B...../....../....../......"),
        ("d6-tr-cw", ".....B/....../....../....../....../......"),
        ("e6-tr-ccw", "....../...B../....../....../....../......"),
        ("b3-bl-cw", "....../....../....../....../..B.../......"),
        ("f1-br-ccw", "....../....../....../.....B/....../......"),
        ("f1-bl-ccw", "....../....../....../....../....../.....B"),
    ],
)
def test_squares_quadrants_and_directions(move: str, board: str) -> None:
    start = GAME.initial()
    assert GAME.format_position(GAME.play(start, GAME.parse_move(move, start))) == board


def test_every_legal_move_of_golden_positions_keeps_its_name() -> None:
    for row in rows()[::40]:
        position = row.position
        moves = GAME.legal_moves(position)
        names = [GAME.format_move(move) for move in moves]
        assert len(set(names)) == len(moves)
        assert tuple(GAME.parse_move(name, position) for name in names) == moves


def test_a_drawn_board() -> None:
    position = drawn("""
        B.....
        .W....
        ......
        ...B..
        ......
        .....W
    """)
    assert GAME.draw(position).splitlines() == [
        "6 B . . | . . .",
        "5 . W . | . . .",
        "4 . . . | . . .",
        "  ------+------",
        "3 . . . | B . .",
        "2 . . . | . . .",
        "1 . . . | . . W",
        "  a b c | d e f",
    ]
