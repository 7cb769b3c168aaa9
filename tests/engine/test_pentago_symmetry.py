"""Turned quadrants, and mirror images of the board, made by turning the paper."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from pentago_golden import CALLS, GAME, compiled, rows, states_of, view_of

from engine.pentago import bits, geometry
from engine.pentago.view import View
from engine.play.driver import random_positions
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.language.expression import FeatureCall
from features.presets import presets, spelling

Paper = tuple[str, ...]


def mirrored(paper: Paper) -> Paper:
    return tuple(row[::-1] for row in paper)


def turned(paper: Paper) -> Paper:
    """A quarter turn clockwise."""
    return tuple("".join(column) for column in zip(*paper[::-1], strict=True))


def with_turned_quadrant(paper: Paper, quadrant: int, clockwise: bool) -> Paper:
    """Cut a quadrant out, turn it, and put it back."""
    top, left = quadrant // 2 * 3, quadrant % 2 * 3
    piece = tuple(row[left : left + 3] for row in paper[top : top + 3])
    for _ in range(1 if clockwise else 3):
        piece = turned(piece)
    result = list(paper)
    for number, row in enumerate(piece):
        whole = paper[top + number]
        result[top + number] = whole[:left] + row + whole[left + 3 :]
    return tuple(result)


def papers() -> list[Paper]:
    """Every tenth golden board."""
    return [tuple(row.text.split("/")) for row in rows()[::10]]


def views_of(boards: list[Paper]) -> list[View]:
    return [view_of(list(board), "B") for board in boards]


def test_moves_turn_quadrants_as_scissors_do() -> None:
    for row in rows()[::40]:
        position, paper = row.position, tuple(row.text.split("/"))
        for move in GAME.legal_moves(position):
            parts = GAME.format_move(move).split("-")
            column, line = "abcdef".index(parts[0][0]), 6 - int(parts[0][1])
            stone = "BW"[GAME.player_to_move(position) - 1]
            placed = list(paper)
            placed[line] = paper[line][:column] + stone + paper[line][column + 1 :]
            expected = tuple(placed)
            if len(parts) == 3:
                quadrant = ("tl", "tr", "bl", "br").index(parts[1])
                expected = with_turned_quadrant(expected, quadrant, parts[2] == "cw")
            assert GAME.format_position(GAME.play(position, move)) == "/".join(expected)


@pytest.mark.parametrize("clockwise", [False, True], ids=["ccw", "cw"])
def test_the_table_of_turned_quadrants(clockwise: bool) -> None:
    memory = GAME.memory(())
    for squares in product(".B", repeat=9):
        cells = "".join(squares)
        piece: Paper = (cells[:3], cells[3:6], cells[6:])
        for _ in range(1 if clockwise else 3):
            piece = turned(piece)
        pattern, result = (
            sum(1 << square for square, cell in enumerate(drawn) if cell == "B")
            for drawn in (cells, "".join(piece))
        )
        assert memory[bits.ROTATED + 512 * clockwise + pattern] == result


def test_a_quarter_turn_and_its_reverse_cancel() -> None:
    for quadrant in range(4):
        there = geometry.rotate_squares(quadrant, True)
        back = geometry.rotate_squares(quadrant, False)
        assert [back[square] for square in there] == list(range(36))
        assert sum(square != target for square, target in enumerate(there)) == 8


def test_images_are_those_of_the_paper() -> None:
    for plies in (0, 1, 2, 5, 12):
        states, _ = random_positions(GAME, plies, np.arange(8, dtype=np.uint64))
        for position in map(GAME.unpack, states):
            paper: Paper = tuple(GAME.format_position(position).split("/"))
            expected = set()
            for _ in range(4):
                expected |= {"/".join(paper), "/".join(mirrored(paper))}
                paper = turned(paper)
            images = GAME.images(position)
            assert images[0] == position
            assert len(images) == 8
            assert {GAME.format_position(image) for image in images} == expected


def swapped_directions(call: FeatureCall) -> FeatureCall | None:
    """The feature that a quarter turn makes of one, None if there is none."""
    if call.feature.startswith("row_pair"):
        return None
    for one, other in (("horizontal", "vertical"), ("vertical", "horizontal")):
        if call.feature.startswith(one):
            name = call.feature.replace(one, other)
            return FeatureCall(name, call.side, call.integers)
    return call


def test_features_of_mirror_images_are_equal() -> None:
    boards = papers()
    original = compiled(views_of(boards))
    for image in (mirrored, lambda paper: paper[::-1], lambda paper: turned(turned(paper))):
        found = compiled(views_of([image(board) for board in boards]))
        for call in CALLS:
            np.testing.assert_array_equal(found[call], original[call], err_msg=str(call))


def test_a_quarter_turn_changes_rows_and_columns_only() -> None:
    boards = papers()
    original, found = (compiled(views_of(each)) for each in (boards, list(map(turned, boards))))
    compared = 0
    for call in CALLS:
        same = swapped_directions(call)
        if same is not None:
            np.testing.assert_array_equal(found[call], original[same], err_msg=str(call))
            compared += 1
    assert compared == len(CALLS) - 4


@pytest.mark.parametrize(
    "preset", [one for one in presets() if one.family == "pentago"], ids=spelling
)
def test_presets_value_images_alike(preset: Heuristic) -> None:
    """All eight images; only four where rows and columns are counted in different ways."""
    boards = papers()
    values = evaluate(GAME, preset, preset.defaults, states_of(views_of(boards)))
    assert len(set(values.tolist())) > 30
    turns = [boards] if preset.variant == "printed" else [boards, list(map(turned, boards))]
    for here in turns:
        for images in (here, list(map(mirrored, here)), [paper[::-1] for paper in here]):
            found = evaluate(GAME, preset, preset.defaults, states_of(views_of(images)))
            np.testing.assert_array_equal(found, values)
