"""The page on features of one's own: its examples are short, pass, and are what they say."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from once_pentago import best_row_expected

from engine.games import find_game
from engine.isolation import squares as isolation_squares
from engine.pentago import squares as pentago_squares
from features.catalogue import load_features
from features.conformance import random_positions
from features.feature import Feature
from features.subset_cures import CALLABLE
from tuner.config.study import load_study

PAGE = (ROOT / "docs" / "own_features.md").read_text(encoding="utf-8")
EXAMPLES = dict(re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
LONGEST = 15


def example(folder: Path, file: str) -> Feature:
    (folder / file).write_text(EXAMPLES[file], encoding="utf-8")
    (found,) = load_features(folder / file).values()
    return found


@pytest.mark.parametrize("file", EXAMPLES)
def test_an_example_is_short(file: str) -> None:
    lines = [line for line in EXAMPLES[file].splitlines() if line.strip()]
    assert len(lines) <= LONGEST


def test_the_study_of_the_page_is_one(tmp_path: Path) -> None:
    """Its file of features is tried: compiled, and compared with plain Python."""
    (study,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    example(tmp_path, "border.py")
    (tmp_path / "borders.yaml").write_text(study, encoding="utf-8")
    heuristic = load_study(tmp_path / "borders.yaml").heuristic
    assert {call.feature for call in heuristic.features_used} == {"moves", "border_moves"}


@pytest.mark.parametrize("border", [1, 2])
def test_the_example_of_isolation_counts_moves_at_the_border(tmp_path: Path, border: int) -> None:
    game: Any = find_game("isolation")
    feature = example(tmp_path, "border.py")
    for position in random_positions(game, 100, seed=4):
        view = game.view(position, game.player_to_move(position))
        inner = range(border, 7 - border)
        there = [square for square in view.targets(view.own) if not set(square) <= set(inner)]
        assert feature.twin(view, border) == len(there)


def test_the_example_of_pentago_takes_the_best_turn(tmp_path: Path) -> None:
    game: Any = find_game("pentago")
    feature = example(tmp_path, "rows.py")
    for position in random_positions(game, 100, seed=4):
        view = game.view(position, game.player_to_move(position))
        assert feature.twin(view) == best_row_expected(view)


@pytest.mark.parametrize(
    "module", [isolation_squares, pentago_squares], ids=lambda one: one.__name__
)
def test_the_page_names_every_function_that_reads_a_position(module: Any) -> None:
    table = PAGE.split(f"from `{module.__name__}` |")[1].split("\n\n")[0]
    assert set(re.findall(r"`(\w+)\(", table)) >= set(module.__all__)


def test_the_page_names_the_functions_of_python() -> None:
    (row,) = re.findall(r"^\| functions of Python \| (.*) \|$", PAGE, re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", row)) == sorted(CALLABLE)
