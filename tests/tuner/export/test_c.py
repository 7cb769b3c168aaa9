"""What a finished run becomes as C: a file that compiles as it is, with the tuned evaluation."""

from __future__ import annotations

import itertools
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from c_programs import STRICT, assert_same, build, main_of, needs_compiler, run
from exported_modules import best_moves, exported
from finished_runs import best_text, finished_run
from own_features import ROW, row_file
from played_positions import played_positions
from verdicts import HAND_MADE

from engine.c99.kinds import CTextError
from engine.games import find_game
from engine.play.driver import random_positions
from features.compiled import evaluate
from features.presets import find_preset
from tuner.config.study import load_study
from tuner.export.export import export_run, export_text
from tuner.export.formats.c import c_file
from tuner.files import RunError, save_json, save_text
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import verdict_json

TUNED = (0.75, -0.123456789)
"""The values of the verdict that is made by hand."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return finished_run(tmp_path_factory.mktemp("finished"), "isolation")


@pytest.fixture(scope="module")
def text(finished: RunFolder) -> str:
    return export_text(finished, "c")


@pytest.fixture(scope="module")
def program(text: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported file as a program that prints the value of each position that it reads."""
    layout = find_game("isolation").c_layout
    return build(text + main_of(layout), tmp_path_factory.mktemp("program") / "evaluation")


@needs_compiler
def test_the_file_has_the_kernels_values_in_1000_positions(program: Path) -> None:
    game, pressure = find_game("isolation"), find_preset("pressure")
    states = played_positions(game, pressure, 1_000)
    states = np.concatenate([states, game.seen_by_other(states)])
    expected = evaluate(game, pressure, TUNED, states)
    # The opponent has no move in some of them.
    assert np.isinf(expected).any()
    assert_same(run(program, states, words=3), expected, "pressure")


@needs_compiler
def test_the_best_moves_are_the_kernels_in_1000_positions(program: Path) -> None:
    game, pressure = find_game("isolation"), find_preset("pressure")
    positions = [game.unpack(state) for state in played_positions(game, pressure, 1_100)]
    choices = [(one, moves) for one in positions if (moves := game.legal_moves(one))][:1_000]
    assert len(choices) == 1_000
    after = [game.play(position, move) for position, moves in choices for move in moves]
    # As the side sees them that has moved.
    states = game.seen_by_other(game.pack(after))
    kernel = evaluate(game, pressure, TUNED, states)
    values = iter(zip(run(program, states, words=3), kernel, strict=True))
    for _, moves in choices:
        found, kernels = zip(*itertools.islice(values, len(moves)), strict=True)
        assert best_moves(moves, found) == best_moves(moves, kernels)


@needs_compiler
def test_the_command_in_the_file_makes_a_demonstration(text: str, tmp_path: Path) -> None:
    source = tmp_path / "small.c"
    source.write_text(text, encoding="utf-8")
    flag = re.findall(r"-D\w+_MAIN", text)
    program = build(text, tmp_path / "demonstration", (*STRICT, *flag))
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    game = find_game("isolation")
    corners = game.parse_position("/".join(["1......", *["......."] * 5, "......2"]))
    (value,) = evaluate(game, find_preset("pressure"), TUNED, game.pack([corners]))
    assert float(printed) == value


SHOW = """
#include <stdio.h>
int main(void)
{{
    uint64_t set[4] = {{0}};
    {lines}
    printf("%.17g\\n", evaluate({arguments}));
    return 0;
}}
"""


def in_set(word: int, row: int, column: int) -> str:
    """A line of C that puts a square into a set of one or two words, as the file says it."""
    return (
        f"set[{word} + square_of({row}, {column}) / 64] |= "
        f"UINT64_C(1) << square_of({row}, {column}) % 64;"
    )


@needs_compiler
@pytest.mark.parametrize(
    ("name", "preset", "plies"),
    [
        ("isolation", "pressure", 9),
        ("isolation-9x11", "liberty_center", 11),
        ("pentago", "straights", 12),
    ],
)
def test_squares_are_those_that_the_file_says(
    name: str, preset: str, plies: int, tmp_path: Path
) -> None:
    game, heuristic = find_game(name), find_preset(preset)
    states, _ = random_positions(game, plies, np.arange(1, dtype=np.uint64))
    position = game.unpack(states[0])
    view = game.view(position, game.player_to_move(position))
    if name == "pentago":
        lines = [
            in_set(word, *one) for word, stones in ((0, view.own), (2, view.opp)) for one in stones
        ]
        arguments = "set[0], set[2]"
    else:
        lines = [in_set(0, *one) for one in view.blanks]
        words = "set[0], set[1]" if name == "isolation-9x11" else "set[0]"
        own, opp = (f"square_of({row}, {column})" for row, column in (view.own, view.opp))
        arguments = f"{words}, {own}, {opp}"
    _, text = c_file(exported(name, heuristic))
    text += SHOW.format(lines="\n    ".join(sorted(lines)), arguments=arguments)
    program = build(text, tmp_path / "squares")
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert_same(
        np.array([float(printed)]), evaluate(game, heuristic, heuristic.defaults, states), name
    )


def test_the_file_says_what_it_is(finished: RunFolder, text: str) -> None:
    head = text.split("*/", maxsplit=1)[0]
    plain = re.sub(r"\s*\n \*\s*", " ", head)
    assert f"tune export {finished.path} --to c" in plain
    assert re.search(r"\* +parameter +exported +runner-up +hand-set\n", head)
    assert re.search(r"\* +floor +0\.75 +0\.7 +0\.3\n", head)
    assert re.search(r"\* +distance_weight +-0\.123456789 +-0\.5 +1\.0\n", head)
    assert "Formula: w * ratio(moves(own), moves(opp), inf)" in plain
    assert "Verdict: better at alphabeta depth 3" in plain
    assert re.search(r"the study with the digest [0-9a-f]{64}\.", plain)
    for word in ("View:", "Finished games:", "has no move has lost", "Ties:", "Square s = 7 * row"):
        assert word in plain
    assert "static const double FLOOR = 0.75;\n" in text
    assert "static const double DISTANCE_WEIGHT = -0.123456789;\n" in text
    assert max(map(len, text.splitlines())) <= 100


@needs_compiler
def test_the_file_says_what_a_leaf_costs_beside_the_baseline(text: str) -> None:
    plain = re.sub(r"\s*\n \*\s*", " ", text.split("*/", maxsplit=1)[0])
    number = r"\d+\.\d"
    assert re.search(
        rf"Cost of a leaf in C, compiled by \S+ -O2 -std=c99: {number} times that of improved "
        rf"\({number} to {number}\), each the median and the range of 9 repeats",
        plain,
    )


def test_without_a_compiler_the_file_says_that_the_cost_was_not_measured(
    finished: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    text = export_text(finished, "c")
    assert "Cost of a leaf: not measured, for the machine that wrote this file has no C" in text


def test_a_compiler_that_refuses_the_text_is_no_reason_to_export_nothing(
    finished: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "false")
    assert "Cost of a leaf: not measured, for the compiler of the machine" in export_text(
        finished, "c"
    )


def test_the_file_names_the_features_as_the_formula_does(text: str) -> None:
    assert "static inline double moves(State state)" in text
    assert "/* Number of legal moves: blank squares a knight's move away;" in text
    assert "w * ratio(own_moves, opp_moves, INFINITY)" in text


def test_comments_say_nothing_of_how_the_file_is_made() -> None:
    _, text = c_file(exported("isolation", find_preset("center")))
    assert "/* Return the square's entry of a table; 0 for UNPLACED. */" in text
    assert "linker" not in text


def test_a_name_that_begins_with_a_digit_becomes_one_of_c() -> None:
    run = replace(exported("isolation", find_preset("open")), name="7x7.study-2")
    name, text = c_file(run)
    assert name == "study_7x7_study_2.c"
    assert "#ifdef STUDY_7X7_STUDY_2_MAIN\n" in text


def test_without_a_better_verdict_the_hand_set_values_leave(tmp_path: Path) -> None:
    run_folder = finished_run(tmp_path)
    kept = replace(HAND_MADE, verdict="not better")
    save_json(run_folder.verdict, verdict_json(kept))
    save_text(run_folder.best, best_text(load_study(run_folder.study), kept))
    assert "static const double FLOOR = 0.3;\n" in export_text(run_folder, "c")


def test_a_run_without_a_verdict_is_refused(tmp_path: Path) -> None:
    run_folder = finished_run(tmp_path)
    run_folder.verdict.unlink()
    with pytest.raises(RunError, match="has no verdict yet; finish the run"):
        export_run(run_folder, "c")


STUDY = """\
name: own-features
game: isolation
baselines: udacity-2017-02
heuristic:
  features: [row.py]
  parameters:
    nan: {default: 2, low: 0, high: 5}
  formula: nan * rank(own) - HALF(opp)
"""

HALVED = '''

@feature("isolation", twin=lambda view: rank_twin(view) // 2.0)
def halved(board, state):
    """Half the row, rounded down."""
    line = number_at(board, ROWS, own_square(state))
    return line // 2.0
'''


@pytest.fixture(scope="module")
def own_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with a file of two features, one of which C does not know."""
    folder = tmp_path_factory.mktemp("own")
    row_file(folder, ROW + HALVED)
    return folder / "study.yaml"


@needs_compiler
def test_a_feature_of_ones_own_is_written_too(own_study: Path, tmp_path: Path) -> None:
    own_study.write_text(STUDY.replace("HALF", "rank"), encoding="utf-8")
    name, text = c_file(exported("isolation", load_study(own_study).heuristic, [3.0]))
    assert name == "tried.c"
    # C has a macro of the parameter's name.
    assert "static const double NAN_VALUE = 3.0;\n" in text
    assert "/* Row of the own piece; 0 before its placement. */" in text
    game = find_game("isolation")
    position = game.parse_position("......./......./..1..../......./......./....2../.......")
    program = build(text + main_of(game.c_layout), tmp_path / "own")
    assert run(program, game.pack([position]), words=3) == [3.0 * 2 - 5]


def test_a_feature_that_c_does_not_know_is_one_line(own_study: Path) -> None:
    own_study.write_text(STUDY.replace("HALF", "halved"), encoding="utf-8")
    line = 1 + (own_study.parent / "row.py").read_text().split("\n").index("    return line // 2.0")
    with pytest.raises(CTextError) as error:
        c_file(exported("isolation", load_study(own_study).heuristic))
    assert str(error.value) == (
        f"kernel 'halved' (row.py, line {line}): FloorDiv of a float64 and a float64 is not known "
        "in C; cast them to np.int64, or use np.floor"
    )
