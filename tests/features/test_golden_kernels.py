"""The compiled presets give the values that the documents' own code gave."""

from __future__ import annotations

from itertools import groupby

import numpy as np
import pytest
from golden import CHANGED, EXACT, PRESETS, SeenRow, position_seen, seen

from engine.games import find_game
from features.compiled import evaluate
from features.presets import find_preset


def board_name(case: SeenRow) -> str:
    return f"isolation-{case.view.height}x{case.view.width}"


@pytest.mark.parametrize("key", PRESETS)
def test_compiled_presets_give_the_golden_values(key: str) -> None:
    preset = find_preset(PRESETS[key]).with_defaults(CHANGED.get(key, {}))
    compared = 0
    for name, group in groupby(sorted(seen(key), key=board_name), key=board_name):
        cases = list(group)
        game = find_game(name)
        states = game.pack([position_seen(case.view) for case in cases])
        values = evaluate(game, preset, preset.defaults, states)
        expected = np.array([case.value for case in cases])
        tolerance = 0.0 if key in EXACT else 1e-9
        np.testing.assert_allclose(values, expected, rtol=0, atol=tolerance, err_msg=name)
        compared += len(cases)
    assert compared == len(seen(key)) > 2_643
