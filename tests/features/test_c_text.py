"""Evaluations in C have the values of the compiled kernels."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from c_programs import (
    CHECKED,
    assert_same,
    build,
    needs_compiler,
    run,
    with_settable_values,
    with_values,
)
from golden import CHANGED, PRESETS, position_seen, seen
from golden9x11 import PENALTY, rows
from played_positions import played_positions

from engine.games import find_game
from features.c_text import write_evaluation
from features.calls import call_chooser, feature_calls, kernel_values, pieces_of
from features.catalogue import find_features
from features.compiled import evaluate
from features.conformance import random_positions
from features.heuristic import Heuristic
from features.language.functions import FUNCTIONS
from features.parameter import Parameter
from features.presets import find_preset, presets

GAMES = ("isolation", "isolation-9x11", "pentago")
"""One word of squares, two words, and stones."""


@needs_compiler
@pytest.mark.parametrize("name", GAMES)
def test_every_feature_has_the_kernels_value_and_nothing_is_undefined(
    name: str, tmp_path: Path
) -> None:
    game = find_game(name)
    features = tuple(find_features(game.family).values())
    calls = [call for feature in features for call in feature_calls(feature)]
    states = game.pack(random_positions(game, 300, seed=1))
    expected = kernel_values(features, game, calls, states)
    found = []
    for number, piece in enumerate(pieces_of(calls)):
        evaluation = write_evaluation(game, call_chooser(features, game.family, piece))
        loop = f"for (CHOSEN_CALL = 0; CHOSEN_CALL < {len(piece)}; CHOSEN_CALL++)"
        text = with_settable_values(evaluation, f'{loop} printf("%.17g\\n", {{value}});')
        program = build(text, tmp_path / f"piece_{number}", CHECKED)
        values = run(program, states, len(evaluation.layout.arguments))
        found.append(values.reshape(len(states), len(piece)).T)
    for call, values, kernel in zip(calls, np.concatenate(found), expected, strict=True):
        assert_same(values, kernel, str(call))


@needs_compiler
@pytest.mark.parametrize("key", PRESETS)
def test_presets_have_the_values_of_the_documents_own_code(key: str, tmp_path: Path) -> None:
    game = find_game("isolation")
    cases = [case for case in seen(key) if (case.view.height, case.view.width) == (7, 7)]
    assert len(cases) > 2_000
    preset = find_preset(PRESETS[key]).with_defaults(CHANGED.get(key, {}))
    program = build(with_values(write_evaluation(game, preset), preset.defaults), tmp_path / "c")
    found = run(program, game.pack([position_seen(case.view) for case in cases]), words=3)
    assert_same(found, np.array([case.value for case in cases]), key)


@needs_compiler
@pytest.mark.parametrize(
    ("name", "preset_name"), [("isolation-9x11", "liberty_center"), ("pentago", "straights")]
)
def test_presets_have_the_kernels_values_in_games_that_agents_play(
    name: str, preset_name: str, tmp_path: Path
) -> None:
    game = find_game(name)
    states = played_positions(game, find_preset(preset_name), 1_000)
    assert len(states) == 1_000
    variants = [preset for preset in presets() if preset.name == preset_name]
    for preset in variants[:5]:
        evaluation = write_evaluation(game, preset)
        program = build(with_values(evaluation, preset.defaults), tmp_path / "c")
        found = run(program, states, len(evaluation.layout.arguments))
        expected = evaluate(game, preset, preset.defaults, states)
        assert_same(found, expected, f"{preset.name} {preset.variant}")


@needs_compiler
@pytest.mark.parametrize(("variant", "reading"), [("formula", "base"), ("divide", "divide")])
def test_the_course_report_on_9x11_has_its_costs(
    variant: str, reading: str, tmp_path: Path
) -> None:
    game = find_game("isolation-9x11")
    preset = find_preset("liberty_center", variant)
    actions = [(row, action) for row in rows() for action in row.actions]
    after = [game.play(row.position, action.move) for row, action in actions]
    # The cost is that of the side that has moved.
    states = game.seen_by_other(game.pack(after))
    program = build(with_values(write_evaluation(game, preset), preset.defaults), tmp_path / "c")
    costs = np.array([action.costs[reading] for _, action in actions], dtype=np.float64)
    assert len(costs) > 1_000
    np.testing.assert_allclose(-run(program, states, words=4) * PENALTY, costs, rtol=1e-9, atol=0)


SPECIAL = (-math.inf, -1e300, -2.5, -1.0, -0.0, 0.0, 0.5, 1.5, 2.0, 3.0, 1e300, math.inf, math.nan)

FUNCTIONS_OF_FORMULAS = (
    *("a + b", "a - b", "a * b", "a / b", "a ** b", "-a", "a % b", "min(a, b)", "max(a, b)"),
    *("abs(a)", "sqrt(a)", "exp(a)", "log(a)", "tanh(a)", "floor(a)", "round(a)"),
    *("clamp(a, b, 2)", "clamp(1, a, b)", "ratio(a, b, -1)", "mod(a, b)", "min(a, b, 1, a)"),
    *("1 if a < b else 0", "1 if a == b and not a > 0 else 2", "1 if a != b or b >= a else 3"),
)


@needs_compiler
def test_formulas_keep_infinities_and_nan(tmp_path: Path) -> None:
    assert all(f"{name}(" in " ".join(FUNCTIONS_OF_FORMULAS) for name in FUNCTIONS)
    formula = "f_0"
    for index in range(1, len(FUNCTIONS_OF_FORMULAS)):
        formula = f"f_{index} if which == {index} else ({formula})"
    heuristic = Heuristic(
        "functions",
        "isolation",
        tuple(Parameter(name, 0, -1, 1) for name in ("which", "a", "b")),
        tuple((f"f_{index}", text) for index, text in enumerate(FUNCTIONS_OF_FORMULAS)),
        formula,
    )
    game = find_game("isolation")
    evaluation = write_evaluation(game, heuristic)
    numbers = ", ".join(str(number).upper().replace("INF", "INFINITY") for number in SPECIAL)
    loops = (
        f"static const double SPECIAL[] = {{{numbers}}};"
        f"for (WHICH = 0; WHICH < {len(FUNCTIONS_OF_FORMULAS)}; WHICH++)"
        f"for (int i = 0; i < {len(SPECIAL)}; i++) for (int j = 0; j < {len(SPECIAL)}; j++)"
        '{ A = SPECIAL[i]; B = SPECIAL[j]; printf("%.17g\\n", {value}); }'
    )
    program = build(with_settable_values(evaluation, loops), tmp_path / "functions", CHECKED)
    state = game.pack([game.initial()])
    found = run(program, state, words=3)
    vectors = itertools.product(range(len(FUNCTIONS_OF_FORMULAS)), SPECIAL, SPECIAL)
    expected = [evaluate(game, heuristic, vector, state)[0] for vector in vectors]
    assert_same(found, np.array(expected), "functions")
