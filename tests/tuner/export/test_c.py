"""What a finished run becomes as C: a file that compiles as it is, with the tuned evaluation."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from c_programs import STRICT, assert_same, build, main_of, needs_compiler, run
from finished_runs import finished_run
from played_positions import played_positions
from verdicts import HAND_MADE

from engine.games import find_game
from features.compiled import evaluate
from features.presets import find_preset
from tuner.export.export import export_run, export_text
from tuner.files import RunError, save_json
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


@needs_compiler
def test_the_file_has_the_kernels_values_in_1000_positions(text: str, tmp_path: Path) -> None:
    game, pressure = find_game("isolation"), find_preset("pressure")
    states = played_positions(game, pressure, 1_000)
    states = np.concatenate([states, game.seen_by_other(states)])
    program = build(text + main_of(game.c_layout), tmp_path / "evaluation")
    expected = evaluate(game, pressure, TUNED, states)
    # The opponent has no move in some of them.
    assert np.isinf(expected).any()
    assert_same(run(program, states, words=3), expected, "pressure")


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


def test_the_file_says_what_it_is(finished: RunFolder, text: str) -> None:
    head = text.split("*/", maxsplit=1)[0]
    plain = re.sub(r"\s*\n \*\s*", " ", head)
    assert f"tune export {finished.path} --to c" in plain
    assert "Values: floor 0.75, distance_weight -0.123456789." in plain
    assert "Set by hand: floor 0.3, distance_weight 1.0." in plain
    assert "Verdict: better at alphabeta depth 3" in plain
    assert re.search(r"Study: [0-9a-f]{64}", plain)
    for word in ("View:", "Finished games:", "has no move has lost", "Ties:", "Square s = 7 * row"):
        assert word in plain
    assert "static const double FLOOR = 0.75; /* set by hand: 0.3 */\n" in text
    assert "static const double DISTANCE_WEIGHT = -0.123456789; /* set by hand: 1.0 */\n" in text
    assert max(map(len, text.splitlines())) <= 100


def test_the_file_names_the_features_as_the_formula_does(text: str) -> None:
    assert "static inline double moves(State state)" in text
    assert "/* Number of legal moves: blank squares a knight's move away;" in text
    assert "w * ratio(own_moves, opp_moves, INFINITY)" in text


def test_without_a_better_verdict_the_hand_set_values_leave(tmp_path: Path) -> None:
    run_folder = finished_run(tmp_path)
    save_json(run_folder.verdict, verdict_json(replace(HAND_MADE, verdict="not better")))
    assert "static const double FLOOR = 0.3; /* set by hand: 0.3 */\n" in export_text(
        run_folder, "c"
    )


def test_a_run_without_a_verdict_is_refused(tmp_path: Path) -> None:
    run_folder = finished_run(tmp_path)
    run_folder.verdict.unlink()
    with pytest.raises(RunError, match="has no verdict yet; finish the run"):
        export_run(run_folder, "c")
