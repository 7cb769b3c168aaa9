"""Values beyond what a search can tell apart are said to be so; infinity on purpose is no fault."""

from __future__ import annotations

import numpy as np
import pytest

from engine.games import find_game
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import presets
from tuner.matches.clamped import Clamped, clamped_line, find_clamped, is_clamped
from tuner.matches.sample import sample_positions

GAME = find_game("isolation")
STATES = sample_positions(GAME, 400)

HALVES = np.concatenate([STATES[:50], GAME.seen_by_other(STATES[:50])])
"""Fewer positions, seen by both sides."""

POSITION = "......./.x...../....x../..1..../...x.../....2../......."

SCALED = Heuristic(
    "scaled",
    "isolation",
    (Parameter("a", 1.0, 0.0, 1e308), Parameter("b", 0.0, 0.0, 1.0)),
    (),
    "a * (10 + moves(own) - moves(opp)) + (inf if b > 0.5 and moves(opp) < 1 else 0)",
)


def found(a: float, b: float = 0.0) -> Clamped | None:
    return find_clamped(GAME, SCALED, (a, b), STATES)


@pytest.mark.parametrize("a", [1.0, 1e9, 1e100, -1e118])
def test_values_within_the_limit(a: float) -> None:
    assert found(a) is None


# From 10 - 8 on, every value is at least 2 * a.
@pytest.mark.parametrize("a", [1e120, -1e125, 1e300])
def test_finite_values_beyond_the_limit(a: float) -> None:
    clamped = found(a)
    assert clamped is not None
    assert clamped.count == clamped.views == len(STATES)


def test_numbers_that_grow_too_large_for_a_float() -> None:
    clamped = found(1.7e308)
    assert clamped is not None
    assert clamped.count == len(STATES)


def test_infinity_on_purpose_is_no_fault() -> None:
    assert found(1.0, 1.0) is None
    for preset in presets():
        if preset.family == "isolation":
            assert find_clamped(GAME, preset, preset.defaults, HALVES) is None, preset.name


def test_a_division_by_zero_is_told_elsewhere() -> None:
    quotient = Heuristic("quotient", "isolation", (), (), "1 / (moves(own) - moves(own))")
    assert find_clamped(GAME, quotient, (), HALVES) is None


def test_one_position() -> None:
    view = GAME.view(GAME.parse_position(POSITION), 1)
    assert not is_clamped(SCALED, (1e9, 0.0), view, 1e10)
    assert is_clamped(SCALED, (1e120, 0.0), view, 1e121)
    assert is_clamped(SCALED, (1.7e308, 0.0), view, float("inf"))
    assert not is_clamped(SCALED, (1.0, 1.0), view, float("inf"))


def test_the_line() -> None:
    assert clamped_line("mine", Clamped(12, 800, POSITION, -3e125)) == (
        "mine: in 12 of 800 views of sampled positions the value is beyond 1.3e+120, where a "
        f"search takes all values for one, for example -3e+125 in {POSITION}; make its numbers "
        "smaller"
    )
