"""The score functions of the 7x7 course: on a double of its board, in Python as old as its own."""

from __future__ import annotations

import ast
import math
import random
from typing import Any

import pytest
from aind_board import AindBoard
from exported_modules import best_moves, exported, of_every_feature, run_module, same
from finished_runs import finished_run

from engine.errors import TuneError
from engine.games import find_game
from engine.isolation.position import Position
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.export.export import export_run, export_text
from tuner.export.formats.aind_v1 import scores_text

ALLOWED = {"random", "numpy", "scipy", "sklearn", "itertools", "math", "heapq", "collections"}
"""Of what the course's checker lets a student import."""

GAME = find_game("isolation")


def boards_of_games(count: int, seed: int) -> list[AindBoard]:
    """Boards of random games from the first placement to the end."""
    rng, found = random.Random(seed), list[AindBoard]()
    while len(found) < count:
        board = AindBoard("first", "second", seed)
        found.append(board)
        while moves := board.get_legal_moves():
            board = board.forecast_move(rng.choice(moves))
            found.append(board)
    return found[:count]


def position_of(board: AindBoard) -> Position:
    places = [board.get_player_location(player) for player in ("first", "second")]
    cells = [["x"] * 7 for _ in range(7)]
    for row, column in board.get_blank_spaces():
        cells[row][column] = "."
    for piece, place in zip("12", places, strict=True):
        if place is not None:
            cells[place[0]][place[1]] = piece
    position: Position = GAME.parse_position("/".join("".join(row) for row in cells))
    return position


def is_over(board: AindBoard) -> bool:
    return not board.get_legal_moves()


def test_every_feature_scores_a_thousand_positions_as_its_kernel() -> None:
    heuristic = of_every_feature("isolation")
    module: dict[str, Any] = run_module(scores_text(exported("isolation", heuristic)))
    boards = boards_of_games(1_000, seed=11)
    going = [board for board in boards if not is_over(board)]
    states = GAME.pack([position_of(board) for board in going])
    for chosen in range(int(heuristic.parameters[0].high) + 1):
        module["EXPORTED"] = (float(chosen),)
        kernels = evaluate(GAME, heuristic, [float(chosen)], states)
        values = [module["custom_score"](board, board.active_player) for board in going]
        assert all(isinstance(value, float) for value in values)
        assert all(map(same, values, kernels)), chosen
    for board in boards:
        if is_over(board):
            assert module["custom_score"](board, board.active_player) == -math.inf
            assert module["custom_score"](board, board.inactive_player) == math.inf


def test_the_best_moves_are_those_of_the_kernels() -> None:
    heuristic = find_preset("pressure")
    module = run_module(scores_text(exported("isolation", heuristic)))
    for board in boards_of_games(60, seed=12)[2:]:
        player, moves = board.active_player, sorted(board.get_legal_moves())
        after = [board.forecast_move(move) for move in moves]
        # A player who is not stuck sees the position after its move as the side that waits.
        states = GAME.seen_by_other(GAME.pack([position_of(one) for one in after]))
        kernels = evaluate(GAME, heuristic, heuristic.defaults, states)
        values = [module["custom_score"](one, player) for one in after]
        over = [is_over(one) for one in after]
        kernels[over] = math.inf
        assert best_moves(range(len(moves)), values) == best_moves(range(len(moves)), kernels)


def test_the_score_is_that_of_the_player_who_is_named() -> None:
    module = run_module(scores_text(exported("isolation", find_preset("improved"))))
    board = AindBoard("first", "second").forecast_move((0, 0)).forecast_move((3, 3))
    # Two moves from the corner, neither of them taken; eight from the middle.
    assert module["custom_score"](board, "first") == 2.0 - 8.0
    assert module["custom_score"](board, "second") == 8.0 - 2.0


def test_the_three_functions_have_the_three_sets_of_values(tmp_path: Any) -> None:
    module = run_module(export_text(finished_run(tmp_path, "isolation"), "aind-v1"))
    assert module["EXPORTED"] == (0.75, -0.123456789)
    assert module["RUNNER_UP"] == (0.7, -0.5)
    assert module["HAND_SET"] == (0.3, 1.0)
    board = AindBoard("first", "second").forecast_move((0, 0)).forecast_move((3, 3))
    # 2 / 8 moves and a distance of 6, with these values of floor and weight.
    for name, floor, weight in (
        ("custom_score", 0.75, -0.123456789),
        ("custom_score_2", 0.7, -0.5),
        ("custom_score_3", 0.3, 1.0),
    ):
        wanted = floor * 2 / 8 + (1 - floor) * weight * 6
        assert module[name](board, "first") == pytest.approx(wanted, rel=1e-12)


@pytest.mark.parametrize("name", ["pressure", "weighted_space_path", "place_partition", "null"])
def test_the_text_is_what_the_course_takes(name: str) -> None:
    text = scores_text(exported("isolation", find_preset(name)))
    # The oldest grammar that this Python knows has no f-string and no walrus.
    tree = ast.parse(text, feature_version=(3, 5))
    assert "bit_count" not in text
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(isinstance(node, ast.Import) for node in imports)
    modules = {alias.name for node in imports for alias in node.names}
    assert modules <= ALLOWED
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert names >= {"custom_score", "custom_score_2", "custom_score_3"}


def test_the_head_says_once_what_is_done_with_finished_games() -> None:
    text = " ".join(scores_text(exported("isolation", find_preset("improved"))).split())
    assert "Won and lost: the score functions look for both before they ask the formula" in text
    assert "does not look for" not in text


def test_a_division_by_zero_is_a_score_too() -> None:
    heuristic = Heuristic("tried", "isolation", (), (), "moves(own) / (plies() - 2)")
    module = run_module(scores_text(exported("isolation", heuristic)))
    board = AindBoard("first", "second").forecast_move((0, 0)).forecast_move((3, 3))
    assert module["custom_score"](board, "first") == math.inf


def test_the_run_of_another_board_is_refused(tmp_path: Any) -> None:
    with pytest.raises(
        TuneError, match=r"the format aind-v1 is for isolation, and .* isolation-5x5"
    ):
        export_run(finished_run(tmp_path), "aind-v1")
