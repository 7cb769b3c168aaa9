"""The heuristics of `configs/heuristics/` give the values of plain functions without a formula."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import golden
import golden9x11
import pentago_golden
import published_isolation
import published_pentago
import pytest
from checkout import ROOT

from engine.game import Game
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.presets import presets
from tuner.config.shipped_heuristics import ShippedHeuristic, read_shipped, shipped_heuristics

FILES = sorted((ROOT / "configs" / "heuristics").glob("*.yaml"))


@cache
def shipped(file: Path) -> ShippedHeuristic:
    return read_shipped(file)


def loaded(file: Path) -> Heuristic:
    return shipped(file).heuristic


def game_of(file: Path) -> Game[Any]:
    return shipped(file).game


@cache
def views_of(game: Game[Any]) -> list[Any]:
    """Positions of real games as both sides see them, finished ones among them.

    Those of smaller and larger boards, too, as long as these have a middle square.
    """
    if game.name == "pentago":
        return [view for row in pentago_golden.rows()[::20] for view in row.views]
    if game.name == "isolation-7x7":
        views = [view for row in golden.rows()[::20] for view in row.views if view.height % 2]
    else:
        rows = golden9x11.rows()[::10]
        views = [game.view(row.position, side) for row in rows for side in (1, 2)]
    return [view for view in views if None not in (view.own, view.opp)]


def plain_value(file: Path, view: Any, values: Sequence[float] | None = None) -> float:
    """The value by the function that has the name of the file, hand-set or with other values."""
    module: Any
    if game_of(file).family == "pentago":
        module = published_pentago
        seen = module.Seen(view.own, view.opp)
    else:
        module = published_isolation
        seen = module.Seen(view.height, view.width, view.blanks, view.own, view.opp)
    names = [] if values is None else [one.name for one in loaded(file).parameters]
    return float(getattr(module, file.stem)(seen, **dict(zip(names, values or (), strict=True))))


def moved(parameter: Parameter) -> float:
    """A value in the range that is not the hand-set one."""
    value = parameter.low + 0.35 * (parameter.high - parameter.low)
    value = round(value) if parameter.integer else value
    return value


def test_there_are_enough() -> None:
    games = Counter(game_of(file).name for file in FILES)
    assert len(FILES) >= 25
    assert min(games[name] for name in ("isolation-7x7", "isolation-9x11", "pentago")) >= 4


def test_each_is_found_by_its_name_which_no_preset_has() -> None:
    names = [one.name for one in shipped_heuristics()]
    assert names == [file.stem for file in FILES]
    assert not set(names) & {preset.name for preset in presets()}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_says_what_it_is_and_where_it_comes_from(file: Path) -> None:
    heuristic = loaded(file)
    assert heuristic.name == file.stem
    assert heuristic.summary
    assert shipped(file).origin
    assert heuristic.parameters
    assert all(one.summary for one in heuristic.parameters)
    assert heuristic.unused_parameters() == heuristic.unused_terms() == ()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_hand_set_values_are_those_of_a_plain_function(file: Path) -> None:
    heuristic = loaded(file)
    for view in views_of(game_of(file)):
        value = interpret(heuristic, heuristic.defaults, view)
        assert value == pytest.approx(plain_value(file, view), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_parameter_means_the_same_there(file: Path) -> None:
    heuristic = loaded(file)
    values = [moved(one) for one in heuristic.parameters]
    assert all(a != b for a, b in zip(values, heuristic.defaults, strict=True))
    for view in views_of(game_of(file))[::4]:
        expected = plain_value(file, view, values)
        assert interpret(heuristic, values, view) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("name", ["two_ratios", "stages_by_blanks", "wins_at_hand"])
def test_compiled_values_are_those_of_a_plain_function(name: str) -> None:
    """Of formulas with infinite values, with branches and of Pentago."""
    (file,) = [file for file in FILES if file.stem == name]
    heuristic, game = loaded(file), game_of(file)
    views = views_of(game)
    if game.family == "isolation":
        views = [view for view in views if (view.height, view.width) == (7, 7)]
        states = game.pack([golden.position_seen(view) for view in views])
    else:
        states = pentago_golden.states_of(views)
    found = evaluate(game, heuristic, heuristic.defaults, states)
    expected = [plain_value(file, view) for view in views]
    assert found.tolist() == pytest.approx(expected, rel=1e-9, abs=1e-9)
