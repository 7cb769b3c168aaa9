"""Boards as the 2017 course draws them, in both of its forms."""

from __future__ import annotations

import pytest

from engine.errors import IllegalError, NotationError
from engine.games import find_game, game_of_position

GAME = find_game("isolation")

NUMBERED = """\
     0   1   2   3   4   5   6\n\r\
0  | - |   |   |   |   |   | - | \n\r\
1  |   |   |   |   |   |   |   | \n\r\
2  |   |   | 1 |   |   |   |   | \n\r\
3  |   |   |   |   |   |   |   | \n\r\
4  |   |   |   |   |   |   |   | \n\r\
5  |   |   |   |   |   | 2 |   | \n\r\
6  |   |   |   |   |   |   |   | \n\r"""
"""Typed from the course's `to_string`: four plies were played."""

BARE = "".join(f"{line[2:]}\n\r" for line in NUMBERED.split("\n\r")[1:-1])
"""As its first version drew it, without numbers."""

ROWS = "x.....x/......./..1..../......./......./.....2./......."


@pytest.mark.parametrize(
    "text",
    [
        NUMBERED,
        BARE,
        NUMBERED.replace("\r", ""),
        repr(NUMBERED),
        "\n" + NUMBERED.replace(" \n\r", "\n") + "\n\n",
    ],
    ids=["numbered", "bare", "printed", "as a value", "trimmed"],
)
def test_drawings_are_read(text: str) -> None:
    position = GAME.parse_position(text)
    assert GAME.format_position(position) == ROWS
    assert GAME.player_to_move(position) == 1


def test_an_empty_board_and_one_piece() -> None:
    empty = NUMBERED.replace("-", " ").replace("| 1", "|  ").replace("| 2", "|  ")
    assert GAME.parse_position(empty) == GAME.initial()
    one = GAME.parse_position(empty.replace("3  |   |", "3  | 1 |"))
    assert GAME.format_position(one) == "......./......./......./1....../......./......./......."
    assert GAME.player_to_move(one) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            NUMBERED.replace("- |", "* |"),
            "row 1 of the drawing has '*' between its bars; the course draws a blank, '-', '1' or "
            "'2' there",
        ),
        (
            NUMBERED.split("6  |", maxsplit=1)[0],
            "the position has 6 rows, the board 7; join 7 rows by '/', or name its game",
        ),
        (
            NUMBERED.replace("0  | -", "0  "),
            "row 1 from the top, '.....x', has 6 squares; write 7",
        ),
    ],
)
def test_drawings_that_are_none(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse_position(text)
    assert str(caught.value) == message


def test_a_drawing_that_the_rules_do_not_allow() -> None:
    with pytest.raises(IllegalError, match=r"^piece 1 stands on 2 squares; keep one$"):
        GAME.parse_position(NUMBERED.replace("- |", "1 |", 1))


def test_only_a_state_of_the_later_course_tells_its_game() -> None:
    state = "Isolation(board=41523161203939122082683632224299007, ply_count=0, locs=(None, None))"
    assert game_of_position(f" {state}\n") == "isolation-9x11"
    assert game_of_position(NUMBERED) == ""
    assert game_of_position("....../....../....../....../....../......") == ""
