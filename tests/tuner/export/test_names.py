"""Parameters and terms may have the names of what the exported functions take."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import course_9x11
import pytest
from aind_board import AindBoard
from exported_modules import exported, run_module

from features.heuristic import Heuristic
from features.parameter import Parameter
from tuner.export.formats.aind_v1 import scores_text
from tuner.export.formats.aind_v2 import player_text
from tuner.export.formats.python import module_text

ISOLATION = ("blanks", "own_square", "opp_square")
PENTAGO = ("own_stones", "opp_stones")

# Every name is worth 2, on an empty board where both can go everywhere and no stone stands.
KINDS = ("parameters", "terms")


def named(family: str, names: tuple[str, ...], kind: str) -> Heuristic:
    """The sum of the names and of a feature of each side that is equal for both."""
    feature = "moves(own) - moves(opp)" if family == "isolation" else "stones(own) - stones(opp)"
    formula = " + ".join([*names, feature])
    if kind == "terms":
        return Heuristic("tried", family, (), tuple((name, "2") for name in names), formula)
    parameters = tuple(Parameter(name, 2.0, 0.0, 9.0) for name in names)
    return Heuristic("tried", family, parameters, (), formula)


@pytest.mark.parametrize("kind", KINDS)
def test_in_a_module_of_isolation(kind: str) -> None:
    module = run_module(module_text(exported("isolation", named("isolation", ISOLATION, kind))))
    assert module["value"](module["position_of"](["......."] * 7), 1) == 6.0


@pytest.mark.parametrize("kind", KINDS)
def test_in_a_module_of_pentago(kind: str) -> None:
    module = run_module(module_text(exported("pentago", named("pentago", PENTAGO, kind))))
    assert module["value"](module["position_of"](["......"] * 6), 1) == 4.0


@pytest.mark.parametrize("kind", KINDS)
def test_in_the_score_functions_of_the_7x7_course(kind: str) -> None:
    module = run_module(scores_text(exported("isolation", named("isolation", ISOLATION, kind))))
    assert module["custom_score"](AindBoard("first", "second"), "first") == 6.0


@pytest.mark.parametrize("kind", KINDS)
def test_in_the_player_of_the_9x11_course(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    starter: Any = ModuleType("sample_players")
    starter.DataPlayer = course_9x11.DataPlayer
    monkeypatch.setitem(sys.modules, "sample_players", starter)
    text = player_text(exported("isolation-9x11", named("isolation", ISOLATION, kind)))
    module: dict[str, Any] = {}
    exec(text, module)
    assert module["evaluate"](course_9x11.FULL, 115, 115) == 6.0
