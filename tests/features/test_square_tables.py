"""Tables whose numbers are parameters: in plain Python, compiled, in searches and in exports."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from c_programs import CHECKED, assert_same, build, needs_compiler, run, with_values
from plain_texts import COURSE, PlainText
from table_heuristics import BOTH, of_tables

from engine.errors import EngineError
from engine.games import find_game
from engine.plain.board import Numbering
from engine.play.driver import analyse
from engine.play.searches import make_search
from features.c_text import write_evaluation
from features.compiled import evaluate, prepare_heuristic
from features.conformance import random_positions
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.scaling import find_free_scales
from features.square_table import SquareTable

BOARDS: list[tuple[str, int, int, str, Numbering | None]] = [
    ("isolation", 7, 7, BOTH, Numbering(tuple(reversed(range(49))))),
    ("isolation-9x11", 9, 11, BOTH, COURSE),
    ("pentago", 6, 6, "w * (place(own) - place(opp)) + far(own)", None),
]
on_every_board = pytest.mark.parametrize(
    ("name", "height", "width", "formula", "numbering"), BOARDS, ids=[name for name, *_ in BOARDS]
)


def expected(heuristic: Heuristic, view: Any, height: int, width: int) -> float:
    """The formula by dicts of squares: what lies equally far from the edges is equal."""
    values = {one.name: one.default for one in heuristic.parameters}

    def place(square: tuple[int, int]) -> float:
        row, column = square
        steps = [min(row, height - 1 - row), min(column, width - 1 - column)]
        if height == width:
            steps.sort()
        return values[f"place_{steps[0]}_{steps[1]}"]

    def far(square: tuple[int, int]) -> float:
        return values[f"far_{square[0]}_{square[1]}"]

    def pieces(side: Any) -> list[tuple[int, int]]:
        if hasattr(side, "blanks"):
            return [] if side.own is None else [side.own]
        return list(side.own)

    own, opp = pieces(view), pieces(view.swapped())
    value = values["w"] * (sum(map(place, own)) - sum(map(place, opp))) + sum(map(far, own))
    if hasattr(view, "blanks"):
        value += sum(map(place, view.targets(view.own))) / 8
    return value


@pytest.mark.parametrize(
    ("height", "width", "symmetric", "numbers"),
    [(7, 7, True, 10), (6, 6, True, 6), (9, 11, True, 30), (7, 7, False, 49), (3, 4, True, 4)],
)
def test_a_table_has_as_many_numbers_as_squares_that_differ(
    height: int, width: int, symmetric: bool, numbers: int
) -> None:
    table = SquareTable("place", symmetric, height, width)
    assert len(table.parameters) == len(set(table.parameters)) == numbers
    for square in ((row, column) for row in range(height) for column in range(width)):
        image = (height - 1 - square[0], width - 1 - square[1])
        assert (table.entry(*square) == table.entry(*image)) is (symmetric or square == image)


def test_the_numbers_are_named_by_the_first_square_that_has_them() -> None:
    table = SquareTable("place", True, 7, 7)
    assert table.parameters == (
        *("place_0_0", "place_0_1", "place_0_2", "place_0_3", "place_1_1"),
        *("place_1_2", "place_1_3", "place_2_2", "place_2_3", "place_3_3"),
    )


@on_every_board
def test_a_formula_has_its_value_compiled_and_in_every_export(
    name: str, height: int, width: int, formula: str, numbering: Numbering | None, tmp_path: Path
) -> None:
    game: Any = find_game(name)
    heuristic = of_tables(game.family, height, width, formula)
    positions = random_positions(game, 60, seed=3)
    views = [game.view(one, game.player_to_move(one)) for one in positions]
    wanted = np.array([expected(heuristic, view, height, width) for view in views])
    walked = [interpret(heuristic, heuristic.defaults, view) for view in views]
    assert_same(np.array(walked), wanted, "walked")
    for of_search in (False, True):
        found = evaluate(game, heuristic, heuristic.defaults, game.pack(positions), of_search)
        assert_same(found, wanted, f"of a search: {of_search}")
    for text in {None, numbering}:
        plain = PlainText(name, heuristic, heuristic.defaults, text)
        found = np.array([plain.value(one, game.player_to_move(one)) for one in positions])
        assert_same(found, wanted, f"Python with {text}")


@needs_compiler
@on_every_board
def test_a_formula_has_its_value_in_c(
    name: str, height: int, width: int, formula: str, numbering: Numbering | None, tmp_path: Path
) -> None:
    game: Any = find_game(name)
    heuristic = of_tables(game.family, height, width, formula)
    positions = random_positions(game, 60, seed=4)
    views = [game.view(one, game.player_to_move(one)) for one in positions]
    wanted = [expected(heuristic, view, height, width) for view in views]
    evaluation = write_evaluation(game, heuristic)
    program = build(with_values(evaluation, heuristic.defaults), tmp_path / "t", CHECKED)
    found = run(program, game.pack(positions), len(evaluation.layout.arguments))
    assert_same(found, np.array(wanted), "C")


def test_a_table_is_for_its_own_board() -> None:
    game: Any = find_game("isolation-9x11")
    heuristic = of_tables("isolation", 7, 7, BOTH)
    message = "table 'place' of heuristic 'tables' is for a board of 7x7; choose a heuristic for"
    with pytest.raises(EngineError, match=message):
        evaluate(game, heuristic, heuristic.defaults, game.pack([game.initial()]))


def test_the_numbers_of_a_table_that_nothing_reads_are_unused() -> None:
    heuristic = of_tables("isolation", 7, 7, "w * place_moves(own)")
    assert set(heuristic.unused_parameters()) == set(heuristic.tables[1].parameters)


def test_only_the_ratios_of_a_table_count_where_it_is_all() -> None:
    heuristic = of_tables("isolation", 7, 7, "place(own) - place(opp)")
    tuned = [*heuristic.tables[0].parameters]
    (scale,) = find_free_scales(heuristic, tuned)
    assert list(scale.names) == tuned
    assert scale.ratios
    beside = of_tables("isolation", 7, 7, "moves(own) + place(own) - place(opp)")
    assert find_free_scales(beside, tuned) == ()


@pytest.mark.parametrize(("name", "size"), [("isolation", 7), ("pentago", 6)])
def test_a_search_goes_where_the_table_says(name: str, size: int) -> None:
    """The square with the largest number is chosen: 9 is on one square, all others have 1."""
    game: Any = find_game(name)
    table = SquareTable("place", False, size, size)
    parameters = tuple(Parameter(one, 1.0, 0.0, 9.0) for one in table.parameters)
    heuristic = Heuristic("t", game.family, parameters, (), "place(own)", tables=(table,))
    prepared, search = prepare_heuristic(game, heuristic), make_search("alphabeta", depth=1)
    for row, column in ((0, 0), (1, 4), (size - 1, 2)):
        values = [9.0 if one == f"place_{row}_{column}" else 1.0 for one in table.parameters]
        player = prepared.player(values, search)
        (move,) = analyse(game, player, game.pack([game.initial()]), np.array([1])).moves
        reached = game.view(game.play(game.initial(), int(move)), 1).own
        # In Pentago the stone may also be placed so that the turn takes it there.
        assert reached in ((row, column), frozenset({(row, column)}))
