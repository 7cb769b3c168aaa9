"""A feature that is written once is the same in plain Python, compiled, and in every export."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from c_programs import assert_same, called_in_c, needs_compiler
from once_isolation import ISOLATION
from once_pentago import PENTAGO
from plain_texts import COURSE, PlainText

from engine.games import find_game
from engine.plain.board import Numbering
from features.calls import feature_calls, kernel_values
from features.conformance import random_positions
from features.feature import Feature
from features.heuristic import Heuristic
from features.language.expression import FeatureCall

Expected = Mapping[Feature, Callable[..., float]]

BOARDS: list[tuple[str, Expected, Numbering | None]] = [
    ("isolation", ISOLATION, Numbering(tuple(reversed(range(49))))),
    ("isolation-9x11", ISOLATION, COURSE),
    ("pentago", PENTAGO, None),
]
"""Each board with another numbering of its squares for plain Python."""

on_every_board = pytest.mark.parametrize(
    ("name", "expected", "numbering"), BOARDS, ids=[name for name, *_ in BOARDS]
)


def calls_of(expected: Expected) -> list[FeatureCall]:
    return [call for one in expected for call in feature_calls(one)]


def expected_values(
    name: str, expected: Expected, positions: tuple[Any, ...]
) -> dict[FeatureCall, list[float]]:
    """What each call must give in each position, seen by the side to move."""
    game, found = find_game(name), {}
    for one, function in expected.items():
        for call in feature_calls(one):
            views = [game.view(position, game.player_to_move(position)) for position in positions]
            if call.side == "opp":
                views = [view.swapped() for view in views]
            found[call] = [function(view, *call.integers) for view in views]
            twins = [one.twin(view, *call.integers) for view in views]
            assert np.allclose(twins, found[call], rtol=1e-12, atol=0.0), call
            assert all(isinstance(value, float) for value in twins)
    return found


@on_every_board
def test_it_has_its_value_in_plain_python_and_compiled(
    name: str, expected: Expected, numbering: Numbering | None
) -> None:
    game, positions = find_game(name), random_positions(find_game(name), 200, seed=8)
    values = expected_values(name, expected, positions)
    found = kernel_values(list(expected), game, calls_of(expected), game.pack(positions))
    for call, row in zip(values, found, strict=True):
        assert_same(row, np.array(values[call]), str(call))


@on_every_board
def test_it_has_its_value_in_exported_python(
    name: str, expected: Expected, numbering: Numbering | None
) -> None:
    game, positions = find_game(name), random_positions(find_game(name), 60, seed=9)
    values = expected_values(name, expected, positions)
    for call in calls_of(expected):
        heuristic = Heuristic("h", game.family, (), (), str(call), extra_features=(*expected,))
        for text in {None, numbering}:
            plain = PlainText(name, heuristic, numbering=text)
            seen = [plain.value(one, game.player_to_move(one)) for one in positions]
            assert_same(np.array(seen), np.array(values[call]), f"{call} with {text}")


@needs_compiler
@on_every_board
def test_it_has_its_value_in_exported_c(
    name: str, expected: Expected, numbering: Numbering | None, tmp_path: Path
) -> None:
    game, positions = find_game(name), random_positions(find_game(name), 200, seed=10)
    values, calls = expected_values(name, expected, positions), calls_of(expected)
    found = called_in_c(game, list(expected), calls, game.pack(positions), tmp_path / "once")
    for call, row in zip(calls, found, strict=True):
        assert_same(row, np.array(values[call]), str(call))
