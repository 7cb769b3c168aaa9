"""Positions in Python: they say what can be played, and draw themselves."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import tuner

PLAYED = "......./......./..x..../......./...12../......./......."
"""Player 1 on c5, player 2 on e3, player 1 on to d3."""


def label(position: tuner.Position) -> str:
    """What the picture of a position is called, for those who cannot see it."""
    picture = ElementTree.fromstring(position._repr_svg_())
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    return picture.attrib["aria-label"]


def test_moves_lead_from_one_position_to_the_next() -> None:
    start = tuner.position()
    assert (start.game, start.ply, start.player, start.winner) == ("isolation-7x7", 0, 1, None)
    assert len(start.moves) == 49
    played = start.play("c5", "e3", "d3")
    assert played.text == PLAYED
    assert (played.ply, played.player) == (3, 2)
    # From e3 a knight reaches these squares, and none of them is taken.
    assert sorted(played.moves) == ["c2", "c4", "d1", "d5", "f1", "f5", "g2", "g4"]
    assert start == tuner.position()
    assert played == tuner.position(PLAYED)
    assert str(played).splitlines()[4:] == [
        "3 . . . 1 2 . .",
        "2 . . . . . . .",
        "1 . . . . . . .",
        "  a b c d e f g",
    ]


def test_a_position_draws_itself_and_marks_the_last_move() -> None:
    read, played = tuner.position(PLAYED), tuner.position().play("c5", "e3", "d3")
    words = "player 1 on d3, player 2 on e3, blocked c5"
    assert label(read) == f"isolation-7x7 after 3 plies, player 2 to move: {words}"
    assert label(played) == label(read)
    assert read._repr_svg_().count('class="tune-board-mark"') == 0
    assert played._repr_svg_().count('class="tune-board-mark"') > 0
    turned = tuner.position(game="pentago").play("a6-tl-cw")
    # The stone of the upper left corner goes to the upper right one of its quadrant.
    assert label(turned) == "pentago after 1 ply, white to move: black on c6"


def test_the_end_of_a_game_has_no_moves() -> None:
    over = tuner.position("x.xxx/..xxx/xxxx./..x1x/.2...", game="isolation-5x5")
    assert (over.winner, over.moves) == (1, ())
    with pytest.raises(tuner.TuneError, match=r"the game is over in x\.xxx/"):
        over.play("a1")


def test_what_is_no_position_or_no_move_is_one_error() -> None:
    with pytest.raises(tuner.TuneError, match="the position has 1 rows, the board 7"):
        tuner.position("...")
    with pytest.raises(tuner.TuneError, match="square 'z9' is not on the board"):
        tuner.position().play("z9")
    with pytest.raises(tuner.TuneError, match="unknown game 'chess'"):
        tuner.position(game="chess")
