"""The presets in plain Python give the values that the documents' own code gave."""

from __future__ import annotations

import pytest
from golden import CHANGED, EXACT, PRESETS, ROWS, rows, seen

from features.interpret import interpret
from features.presets import find_preset


def test_golden_positions_are_complete() -> None:
    assert len(rows()) == ROWS
    assert sum(row.views[0].height == row.views[0].width == 9 for row in rows()) == 55


def test_every_published_value_has_a_preset() -> None:
    assert {key for row in rows() for values in row.values for key in values} == set(PRESETS)


@pytest.mark.parametrize("key", PRESETS)
def test_presets_give_the_golden_values(key: str) -> None:
    preset = find_preset(PRESETS[key]).with_defaults(CHANGED.get(key, {}))
    cases = seen(key)
    assert len(cases) > 3_000 - 357
    for case in cases:
        value = interpret(preset, preset.defaults, case.view)
        expected = case.value if key in EXACT else pytest.approx(case.value, rel=0, abs=1e-9)
        assert value == expected, f"row {case.identity}, player {case.player}"
