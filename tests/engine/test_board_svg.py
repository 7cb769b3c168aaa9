"""Boards as SVG: well-formed, described in words, told apart without colours, and no two alike."""

from __future__ import annotations

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import pytest
from own_games import EXAMPLE

from engine.board_svg import MARGIN, SQUARE, position_svg
from engine.games import find_game
from engine.isolation.game import IsolationGame
from engine.own_games import load_own_game

SVG = "{http://www.w3.org/2000/svg}"


def shapes(svg: str) -> Counter[str]:
    """How many elements there are of each class, after the frame of the board."""
    found = Counter(one.get("class", "") for one in ElementTree.fromstring(svg).iter())
    return Counter({name.removeprefix("tune-board-"): count for name, count in found.items()})


def places(svg: str, name: str) -> list[tuple[int, int]]:
    """(row, column) of each shape of a class."""
    root = ElementTree.fromstring(svg)
    found = []
    for group in root.iter(f"{SVG}g"):
        if any(shape.get("class") == f"tune-board-{name}" for shape in list(group)):
            numbers = group.get("transform", "").removeprefix("translate(").rstrip(")").split()
            found.append((int(numbers[1]) // SQUARE, int(numbers[0]) // SQUARE))
    return sorted(found)


def test_isolation_is_drawn() -> None:
    game = find_game("isolation-3x4")
    before = game.parse_position("x.../.1../..2.")
    move = game.parse_move("d3", before)
    svg = position_svg(game, game.play(before, move), before, move)
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" class="tune-board" role="img" ')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == (
        "isolation-3x4 after 4 plies, player 1 to move: "
        "player 1 on b2, player 2 on d3, blocked a3 c1"
    )
    assert root.get("viewBox") == f"0 0 {MARGIN + 4 * SQUARE + 4} {3 * SQUARE + MARGIN + 4}"
    assert shapes(svg)["square"] == 12
    assert places(svg, "dark") == [(1, 1)]
    assert places(svg, "light") == [(0, 3)]
    assert places(svg, "blocked") == [(0, 0), (2, 2)]
    assert places(svg, "mark") == [(0, 3), (2, 2)]


def test_pentago_is_drawn_with_its_turn() -> None:
    game = find_game("pentago")
    before = game.initial()
    move = game.parse_move("b5-br-ccw", before)
    svg = position_svg(game, game.play(before, move), before, move, title="First ply")
    assert 'aria-label="First ply after 1 ply, white to move: black on b5"' in svg
    found = shapes(svg)
    assert (found["square"], found["part"], found["dark"], found["light"]) == (36, 2, 1, 0)
    # One frame around the stone, one around the quadrant, and the arrow.
    assert found["mark"] == 3
    # From the right of the quadrant's middle up to the top, against the clock: SVG's sweep flag 0.
    assert 'd="M232 180A52 52 0 0 0 180 128' in svg
    still = position_svg(game, game.play(before, move))
    assert shapes(still)["mark"] == 0


def test_an_end_is_said() -> None:
    game = find_game("pentago")
    won = game.parse_position("BBBBB./W...../.W..../..W.../....W./......")
    assert 'aria-label="pentago after 9 plies, black has won: ' in position_svg(game, won)
    both = game.parse_position("BBBBB./....../....../....../....../WWWWW.")
    assert 'aria-label="pentago after 10 plies, a draw: ' in position_svg(game, both)
    assert ": the board is empty" in position_svg(game, game.initial())


def test_pieces_differ_without_colours() -> None:
    """A light piece has a ring where letters do not tell it from a dark one."""
    game = find_game("pentago")
    position = game.parse_position("BB..../WW..../....../....../....../......")
    found = shapes(position_svg(game, position))
    assert (found["dark"], found["light"], found["ring"]) == (2, 2, 2)
    isolation = find_game("isolation")
    placed = isolation.parse_position("1....../.2...../......./......./......./......./.......")
    texts = [
        one.text
        for one in ElementTree.fromstring(position_svg(isolation, placed)).iter(f"{SVG}text")
    ]
    assert texts[:2] == ["1", "2"]


class TextOnly(IsolationGame):
    drawing = None  # type: ignore[assignment]

    def draw(self, position: Any) -> str:
        return '<script>alert("&")</script>\n' + super().draw(position)


def test_texts_are_escaped() -> None:
    game = TextOnly(3, 3)
    svg = position_svg(game, game.initial(), title='"><script>')
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == '"><script> after 0 plies, player 1 to move'
    assert [one.text for one in root.iter(f"{SVG}text")][:2] == [
        '<script>alert("&")</script>',
        "3 . . .",
    ]
    assert "<script" not in svg


@pytest.mark.parametrize("name", ["isolation", "isolation-9x11", "pentago", "connect-four"])
def test_nothing_has_an_id_or_comes_from_elsewhere(name: str) -> None:
    game = load_own_game(EXAMPLE).game if name == "connect-four" else find_game(name)
    svg = position_svg(game, game.initial())
    assert ' id="' not in svg
    assert "url(" not in svg
    assert svg.count("http") == 1  # The name of SVG itself.
