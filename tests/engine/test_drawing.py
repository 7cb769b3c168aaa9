"""Drawn boards show what the text boards show, and mark what the last move did."""

from __future__ import annotations

import random
from typing import Any

import pytest
from own_games import EXAMPLE

from engine.conformance import ConformanceError, check_game
from engine.drawing import Drawing, Turn, drawing_of
from engine.games import find_game
from engine.isolation.game import IsolationGame
from engine.own_games import load_own_game
from engine.pentago.game import PentagoGame

NAMES = ("isolation", "isolation-3x5", "isolation-9x11", "isolation-3x30", "pentago")


def games() -> list[Any]:
    return [*map(find_game, NAMES), load_own_game(EXAMPLE).game]


def random_game(game: Any, seed: int) -> list[Any]:
    generator, positions = random.Random(seed), [game.initial()]
    while game.legal_moves(positions[-1]):
        move = generator.choice(game.legal_moves(positions[-1]))
        positions.append(game.play(positions[-1], move))
    return positions


def read_text_board(text: str) -> tuple[list[str], list[str], str]:
    """Row names, cells and the last letters of the columns' names of a board as text."""
    *rows, columns = [line for line in text.splitlines() if "+" not in line]
    names, cells = zip(*(row.split(maxsplit=1) for row in rows), strict=True)
    bare = [cell.replace(" ", "").replace("|", "") for cell in cells]
    return list(names), bare, columns.replace(" ", "").replace("|", "")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_squares_are_those_of_the_text_board(game: Any) -> None:
    pieces = {"pentago": "BW", "connect-four": "xo"}.get(game.name, "12")
    for position in random_game(game, 1):
        drawing = drawing_of(game, position)
        names, cells, columns = read_text_board(game.draw(position))
        assert list(drawing.row_names) == names
        assert "".join(name[-1] for name in drawing.column_names) == columns
        shown = str.maketrans("12", pieces)
        assert [row.translate(shown) for row in drawing.rows] == cells


def marked_names(drawing: Drawing) -> list[str]:
    return sorted(map(drawing.name_of, drawing.marked))


def test_a_knight_is_marked_where_it_was_and_is() -> None:
    game = find_game("isolation")
    before = game.parse_position("......./......./..1..../......./....2../......./.......")
    move = game.parse_move("e6", before)
    drawing = drawing_of(game, game.play(before, move), before, move)
    assert drawing.rows[1:3] == ("....1..", "..x....")
    assert marked_names(drawing) == ["c5", "e6"]
    assert drawing.turn is None


@pytest.mark.parametrize(
    ("move", "marked", "turn"),
    [
        ("a6-tl-cw", "c6", Turn(top=0, left=0, size=3, clockwise=True)),
        ("a6-tl-ccw", "a4", Turn(top=0, left=0, size=3, clockwise=False)),
        ("f1-br-cw", "d1", Turn(top=3, left=3, size=3, clockwise=True)),
        ("a6-br-ccw", "a6", Turn(top=3, left=3, size=3, clockwise=False)),
        ("e2-tr-cw", "e2", Turn(top=0, left=3, size=3, clockwise=True)),
        ("b1-bl-cw", "a2", Turn(top=3, left=0, size=3, clockwise=True)),
    ],
)
def test_a_stone_is_marked_where_the_turn_has_carried_it(
    move: str, marked: str, turn: Turn
) -> None:
    """Read off a board of paper: the corner of a quadrant goes to the next corner."""
    game = find_game("pentago")
    before = game.initial()
    number = game.parse_move(move, before)
    drawing = drawing_of(game, game.play(before, number), before, number)
    assert marked_names(drawing) == [marked]
    assert drawing.turn == turn
    assert [drawing.name_of(square) for square in drawing.squares_with("1")] == [marked]


def test_a_winning_stone_turns_nothing() -> None:
    game = find_game("pentago")
    before = game.parse_position("BBBB../W...../.W..../..W.../....W./......")
    move = game.parse_move("e6", before)
    drawing = drawing_of(game, game.play(before, move), before, move)
    assert marked_names(drawing) == ["e6"]
    assert drawing.turn is None


def test_a_stone_of_an_own_game_is_marked() -> None:
    game = load_own_game(EXAMPLE).game
    first = game.play(game.initial(), game.parse_move("4", game.initial()))
    second = game.play(first, game.parse_move("4", first))
    drawing = drawing_of(game, second, first, game.parse_move("4", first))
    assert marked_names(drawing) == ["d2"]
    assert drawing.sides == ("x", "o")


class WithoutSquares(IsolationGame):
    """A game of a user's own that has no drawing."""

    drawing = None  # type: ignore[assignment]


def test_a_game_without_squares_is_drawn_as_text() -> None:
    game = WithoutSquares(3, 4)
    drawing = drawing_of(game, game.initial())
    assert drawing.rows == ()
    assert "\n".join(drawing.lines) == game.draw(game.initial())
    check_game(game, compiled=False)


class ForgetsARow(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        return Drawing(whole.rows[1:], whole.row_names, whole.column_names)


class DrawsOtherSigns(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        rows = tuple(row.replace(".", "?") for row in whole.rows)
        return Drawing(rows, whole.row_names, whole.column_names)


class NamesColumnsAlike(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        return Drawing(whole.rows, whole.row_names, ("a",) * self.width)


class MarksNothing(IsolationGame):
    def drawing(self, position: Any, before: Any = None, _move: int | None = None) -> Drawing:
        return super().drawing(position)


class MarksOutside(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        return whole if before is None else whole.marking([(0, self.width)])


class TurnsOutside(PentagoGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        return whole if before is None else whole.marking(whole.marked, Turn(4, 4, 3, True))


class DrawsTheBoardBefore(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        return super().drawing(before or position, None, move)


class DrawsOneCornerEmpty(IsolationGame):
    def drawing(self, position: Any, before: Any = None, move: int | None = None) -> Drawing:
        whole = super().drawing(position, before, move)
        rows = (f".{whole.rows[0][1:]}", *whole.rows[1:])
        return Drawing(rows, whole.row_names, whole.column_names, marked=whole.marked)


BROKEN = [
    (ForgetsARow(3, 4), "other squares than its 3 rows and 4 columns have"),
    (DrawsOtherSigns(3, 4), r"is drawn with the signs '\?'; use \. 1 2 x"),
    (NamesColumnsAlike(3, 4), "two squares of one name"),
    (MarksNothing(3, 4), "move 0 changes squares and marks none"),
    (MarksOutside(3, 4), "move 0 is marked beside the board"),
    (TurnsOutside(), "move 0 is marked beside the board"),
    (DrawsTheBoardBefore(3, 4), "move 0 is marked on another board"),
    (DrawsOneCornerEmpty(3, 4), "one of its images is drawn with other pieces"),
]


@pytest.mark.parametrize(
    ("game", "complaint"), BROKEN, ids=[type(one).__name__ for one, _ in BROKEN]
)
def test_a_game_that_draws_itself_wrongly_is_found(game: Any, complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint):
        check_game(game, compiled=False)
