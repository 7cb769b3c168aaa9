"""Every feature and every preset keeps what it promises, and what does not is found out."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import pytest

from engine.errors import TuneError
from engine.games import find_game, usual_game
from engine.isolation.bits import Memory, State, blank_count
from engine.isolation.position import Position
from engine.isolation.view import View
from features.catalogue import find_features
from features.conformance import (
    ConformanceError,
    check_feature,
    check_features,
    check_heuristic,
    random_positions,
)
from features.feature import feature
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import presets, spelling

FAMILIES = sorted({preset.family for preset in presets()})


@pytest.mark.parametrize("family", FAMILIES)
def test_all_features_conform(family: str) -> None:
    check_features(tuple(find_features(family).values()), usual_game(family))


@pytest.mark.parametrize("preset", presets(), ids=spelling)
def test_all_presets_conform(preset: Heuristic) -> None:
    check_heuristic(preset, usual_game(preset.family))


def blanks_twin(view: View) -> float:
    return float(len(view.blanks))


@feature("isolation", twin=blanks_twin)
def free_squares(board: Memory, state: State) -> float:
    """Number of blank squares, right."""
    return float(blank_count(state))


@feature("isolation", twin=blanks_twin)
def one_too_many(board: Memory, state: State) -> float:
    """Number of blank squares, wrong by one."""
    return float(blank_count(state)) + 1.0


@feature("isolation", twin=blanks_twin)
def unexplained(board: Memory, state: State) -> float:
    return float(blank_count(state))


@feature("isolation", twin=lambda view: 1.0 / len(view.blanks) if view.blanks else math.inf)
def blank_share(board: Memory, state: State) -> float:
    """One over the blank squares."""
    return 1.0 / float(blank_count(state))


@feature("isolation", twin=lambda view: len(view.blanks))
def whole_number(board: Memory, state: State) -> float:
    """Number of blank squares; the twin gives an int."""
    return float(blank_count(state))


SMALL = find_game("isolation-3x3")


def test_an_own_feature_that_is_right_passes() -> None:
    check_feature(free_squares, SMALL)


def test_a_kernel_that_differs_from_its_twin_is_found() -> None:
    with pytest.raises(ConformanceError, match=r"one_too_many\(own\).*10\.0 compiled, 9\.0"):
        check_feature(one_too_many, SMALL)


def test_a_feature_without_docstring_is_found() -> None:
    with pytest.raises(ConformanceError, match="'unexplained' has no docstring"):
        check_feature(unexplained, SMALL)


def test_an_infinite_feature_is_found() -> None:
    full = Position(3, 3, blanks=0, mover=3, waiter=8)
    with pytest.raises(ConformanceError, match="is inf"):
        check_feature(blank_share, SMALL, [full])


def test_a_twin_that_gives_no_float_is_found() -> None:
    with pytest.raises(ConformanceError, match="must give a float"):
        check_feature(whole_number, SMALL)


def test_a_parameter_without_use_is_found() -> None:
    idle = Heuristic("idle", "isolation", (Parameter("weight", 1, 0, 2),), (), "moves(own)")
    with pytest.raises(ConformanceError, match="'idle' does not use weight"):
        check_heuristic(idle, SMALL)


def test_nan_of_a_heuristic_is_found() -> None:
    faulty = Heuristic("faulty", "isolation", (), (), "moves(own) / (0 * moves(own))")
    with pytest.raises(ConformanceError, match="NaN"):
        check_heuristic(faulty, SMALL)


def test_conformance_errors_are_ours_and_assertions() -> None:
    assert issubclass(ConformanceError, TuneError)
    assert issubclass(ConformanceError, AssertionError)


def test_random_positions_repeat_with_their_seed() -> None:
    first = random_positions(SMALL, 50, seed=1)
    assert first == random_positions(SMALL, 50, seed=1)
    assert first != random_positions(SMALL, 50, seed=2)
    assert SMALL.initial() in first
    assert any(SMALL.winner(position) is not None for position in first)


def test_positions_of_a_game_without_an_end_come_to_an_end() -> None:
    endless: Any = SimpleNamespace(
        initial=lambda: 0,
        winner=lambda _: None,
        legal_moves=lambda _: (1,),
        play=lambda position, move: position + move,
    )
    assert random_positions(endless, 5, seed=1) == (0, 1, 2, 3, 4)
