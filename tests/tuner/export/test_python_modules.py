"""The formula as a module of plain Python: the kernels' values on real games, by feature."""

from __future__ import annotations

import ast
import math
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exported_modules import (
    best_moves,
    exported,
    game_positions,
    of_every_feature,
    run_module,
    same,
)
from finished_runs import finished_run
from own_features import row_file
from plain_texts import positions_of_games

from engine.games import find_game
from engine.isolation.bits import blank_count
from features.compiled import evaluate
from features.feature import feature
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.presets import find_preset, presets
from tuner.config.study import load_study
from tuner.export.export import export_text
from tuner.export.formats.python import module_text
from tuner.matches.agent import Agent

BOARDS = {"isolation": "isolation", "pentago": "pentago"}


@pytest.fixture(scope="module", params=sorted(BOARDS))
def played(request: pytest.FixtureRequest) -> Any:
    """A game, a heuristic of all its features, and the positions of games that they played."""
    game = find_game(BOARDS[request.param])
    heuristic = of_every_feature(game.family)
    branches = 49 if game.family == "isolation" else 6
    return game, heuristic, game_positions(game, heuristic, 1_000, branches)


def test_values_and_best_moves_are_those_of_the_kernels(played: Any) -> None:
    game, heuristic, found = played
    module = run_module(module_text(exported(game.name, heuristic)))
    for position, moves, (chosen, *kernels) in found:
        module["CHOSEN"] = chosen
        player = game.player_to_move(position)
        after = [game.format_position(game.play(position, move)) for move in moves]
        values = [module["value"](module["position_of"](text), player) for text in after]
        wrong = [pair for pair in zip(values, kernels, strict=True) if not same(*pair)]
        assert wrong == []
        assert best_moves(moves, values) == best_moves(moves, kernels)


def test_every_feature_agrees_on_every_tenth_position(played: Any) -> None:
    game, heuristic, found = played
    module = run_module(module_text(exported(game.name, heuristic)))
    positions = [position for position, *_ in found[::10]]
    read = [module["position_of"](game.format_position(position)) for position in positions]
    players = [game.player_to_move(position) for position in positions]
    for chosen in range(int(heuristic.parameters[0].high) + 1):
        module["CHOSEN"] = float(chosen)
        kernels = evaluate(game, heuristic, [float(chosen)], game.pack(positions))
        values = [module["value"](one, side) for one, side in zip(read, players, strict=True)]
        assert all(isinstance(value, float) for value in values)
        assert all(map(same, values, kernels)), chosen


@pytest.mark.parametrize("preset", presets(), ids=lambda one: f"{one.name}-{one.variant}")
def test_a_preset_is_worth_what_a_walk_over_its_formula_says(preset: Heuristic) -> None:
    name = "isolation-9x11" if preset.name == "liberty_center" else preset.family
    game = find_game(name)
    text = module_text(exported(name, preset))
    module = run_module(text)
    for number, position in enumerate(positions_of_games(name, 60, seed=5)):
        player = 1 + number % 2
        read = module["position_of"](game.format_position(position))
        walked = interpret(preset, preset.defaults, game.view(position, player))
        assert same(module["value"](read, player), walked), game.format_position(position)
    assert imported(text) <= {"math", "sys"}


def imported(text: str) -> set[str]:
    return {
        str(getattr(node, "module", None) or alias.name)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }


def trial(formula: str, *parameters: str) -> Heuristic:
    made = tuple(Parameter(name, 2.0, -9.0, 9.0) for name in parameters)
    return Heuristic("tried", "isolation", made, (), formula)


def test_a_division_by_zero_is_what_ieee_754_says() -> None:
    module = run_module(module_text(exported("isolation", trial("moves(own) / (moves(opp) - 49)"))))
    start = module["position_of"]("/".join(["......."] * 7))
    assert module["value"](start, 1) == math.inf
    never = run_module(module_text(exported("isolation", trial("0 / (moves(opp) - 49)"))))
    assert math.isnan(never["value"](start, 1))


def test_names_of_parameters_never_hide_what_the_module_has() -> None:
    names = ("height", "board", "unplaced", "row_2", "example", "value", "divide")
    formula = " + ".join([*names, "distance()"])
    text = module_text(exported("isolation", trial(formula, *names)))
    module = run_module(text)
    assert "HEIGHT_VALUE = 2.0\n" in text
    assert "VALUE = 2.0\n" in text
    position = module["position_of"]("1....../......./......./......./......./......./......2")
    assert module["value"](position, 1) == 14.0 + 12.0


def test_a_feature_may_have_the_name_of_a_function_of_the_module() -> None:
    def score(_board: Any, state: Any) -> float:
        return float(blank_count(state) > 10)

    made = feature("isolation", twin=lambda _view: 1.0)(score)
    heuristic = Heuristic("tried", "isolation", (), (), "score(own) + 1", extra_features=(made,))
    module = run_module(module_text(exported("isolation", heuristic)))
    start = module["position_of"](["......."] * 7)
    assert module["value"](start, 1) == module["score"](start, 1) == 2.0


def test_a_baseline_that_cannot_be_written_keeps_no_export_back() -> None:
    made = feature("isolation", twin=lambda _view: 0.0)(wave)
    other = Heuristic("waves", "isolation", (), (), "wave(own)", extra_features=(made,))
    run = exported("isolation", find_preset("improved"))
    baseline = Agent("waves", other, (), run.exported.search)
    text = module_text(replace(run, baselines=(baseline, replace(baseline, name="open"))))
    assert "no baseline has another formula to compare it with" in " ".join(text.split())


def wave(_board: Any, state: Any) -> float:
    """What plain Python has no counterpart of."""
    return np.sin(np.float64(blank_count(state)))


def test_squares_and_rows_give_the_same_position() -> None:
    module = run_module(module_text(exported("isolation-4x3", trial("moves(own)"))))
    blanks = {(row, column) for row in range(4) for column in range(3)} - {(0, 1), (3, 2), (2, 2)}
    written = module["position_of"](".1.\n...\n..x\n..2")
    assert module["position_of_squares"](blanks, (0, 1), (3, 2)) == written
    # From the top row's middle a knight goes two down: to the left and to the right, which is x.
    assert module["value"](written, 1) == 1.0
    with pytest.raises(ValueError, match="write 4 rows of 3 squares"):
        module["position_of"](".1./...")


@pytest.mark.parametrize("game", ["isolation", "pentago"])
def test_what_is_no_board_is_one_line(tmp_path: Path, game: str) -> None:
    file = tmp_path / "mine.py"
    heuristic = Heuristic("tried", game, (), (), "plies()")
    file.write_text(module_text(exported(game, heuristic)), encoding="utf-8")
    size = find_game(game).max_plies // {"isolation": 7, "pentago": 6}[game]
    for rows in ("..", "/".join(["?" * size] * size)):
        ended = subprocess.run(
            [sys.executable, str(file), rows], capture_output=True, text=True, check=False
        )
        assert (ended.returncode, ended.stdout) == (1, "")
        assert ended.stderr.startswith("error: write ")
        assert ended.stderr.count("\n") == 1


def test_a_finished_game_is_infinite_for_its_winner() -> None:
    module = run_module(module_text(exported("isolation-3x3", trial("moves(own)"))))
    # Three squares are visited, so player 2 is to move, and stands in the middle.
    stuck = module["position_of"](".1./.2./x..")
    assert (module["score"](stuck, 1), module["score"](stuck, 2)) == (math.inf, -math.inf)
    assert module["value"](stuck, 2) == 0.0


@pytest.mark.parametrize(
    ("rows", "black"),
    [
        ("BBBBB./WWWW../....../....../....../......", math.inf),
        ("BBBB../WWWWW./....../....../B...../......", -math.inf),
        ("BBBBB./WWWWW./....../....../....../......", 0.0),
        ("BWBWBW/WBWBWB/BWBWBW/WBWBWB/BWBWBW/BWBWBW", None),
    ],
)
def test_a_finished_game_of_pentago(rows: str, black: float | None) -> None:
    heuristic = Heuristic("tried", "pentago", (), (), "fives(own) - fives(opp)")
    module = run_module(module_text(exported("pentago", heuristic)))
    read, game = module["position_of"](rows), find_game("pentago")
    if black is None:
        # Full: whoever has a line on a diagonal wins, and nobody has all the same.
        winner = game.winner(game.parse_position(rows))
        black = {0: 0.0, 1: math.inf, 2: -math.inf}[winner if winner is not None else 0]
    assert module["score"](read, 1) == black
    assert module["score"](read, 2) == -black


def test_the_module_shows_a_position_by_itself(tmp_path: Path) -> None:
    text = export_text(finished_run(tmp_path), "python")
    file = tmp_path / "mine.py"
    file.write_text(text, encoding="utf-8")
    position = "1..../..2../...../...../....."
    shown = subprocess.run(
        [sys.executable, "-I", "-S", str(file), position],
        capture_output=True,
        text=True,
        check=True,
    )
    game, heuristic = find_game("isolation-5x5"), load_study(tmp_path / "run/study.yaml").heuristic
    view = game.view(game.parse_position(position), 1)
    first, second = (
        interpret(heuristic, (0.75, -0.123456789), one) for one in (view, view.swapped())
    )
    *board, one, two = shown.stdout.splitlines()
    assert "/".join(board) == position
    assert one == f"player 1 sees {first!r}"
    assert two == f"player 2 sees {second!r}"


def test_the_module_says_what_its_value_means(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    document = ast.get_docstring(ast.parse(export_text(run, "python"))) or ""
    text = " ".join(document.split())
    for said in (
        f"Made by `tune export {run.path} --to python` from the study 'small', digest",
        "Verdict: better at alphabeta depth 3, +2.00 points",
        "floor 0.75 0.7 0.3",
        "Whose view: the value is that of the player who is named",
        "Won and lost: the formula does not look for them. ",
        "Coordinates: Rows are written from the top, columns from the left",
        "Ties: the tuned agent takes one at random",
        "times that of improved (",
        "on the machine that wrote this file",
    ):
        assert said in text


def test_all_but_the_measured_cost_is_the_same_each_time(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    texts = [export_text(run, "python") for _ in range(2)]
    kept = [text[: text.index("Cost of a leaf")] + text[text.index('\n"""\n') :] for text in texts]
    assert kept[0] == kept[1]


def test_a_feature_of_ones_own_is_exported(tmp_path: Path) -> None:
    row_file(tmp_path)
    study = tmp_path / "study.yaml"
    study.write_text(
        "name: own\ngame: isolation\nbaselines: udacity-2017-02\nheuristic:\n"
        "  features: [row.py]\n  parameters:\n    weight: {default: 2, low: 0, high: 5}\n"
        "  formula: weight * rank(own) - rank(opp)\n",
        encoding="utf-8",
    )
    heuristic = load_study(study).heuristic
    module = run_module(module_text(exported("isolation", heuristic, [3.0])))
    position = module["position_of"]("......./......./..1..../......./......./....2../.......")
    assert module["value"](position, 1) == 3.0 * 2 - 5
    assert np.isclose(module["value"](position, 2), 3.0 * 5 - 2)
