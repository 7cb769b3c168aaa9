"""Formulas changed at random: refused in one line, or worth what Python and NumPy make of the text.

`TUNE_FUZZ=1 pytest tests/features/test_fuzzed_formulas.py` tries 20,000 of them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from fuzz import SEEDS, fuzzed, mutated_text, outcome
from hypothesis import given

from engine.games import find_game
from features.codegen import formula_source
from features.feature import Feature
from features.heuristic import Heuristic
from features.interpret import interpret
from features.latex import heuristic_latex
from features.mathml import heuristic_mathml
from features.presets import presets
from tuner.config.shipped_heuristics import shipped_heuristics

SHIPPED = [
    one
    for one in (*presets(), *(shipped.heuristic for shipped in shipped_heuristics()))
    if not one.tables
]
TEXTS = [text for one in SHIPPED for text in (one.formula, *dict(one.where).values())]
POSITIONS = {
    "isolation": "......./..x..../..1..../..xx.../....2../..x..../.......",
    "pentago": "...B../.W...B/....BW/...W../.B..W./......",
}
OWN, OPP = object(), object()


def seen(family: str) -> Any:
    game = find_game(family)
    return game.view(game.parse_position(POSITIONS[family]), 1)


VIEWS = {family: seen(family) for family in POSITIONS}


class WithFloats(ast.NodeTransformer):
    """Makes each number a float of NumPy, whose arithmetic is IEEE 754's."""

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        number = ast.Call(ast.Name("float64", ast.Load()), [node], [])
        return ast.copy_location(number, node)


def feature_call(feature: Feature, view: Any) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        sides = {OWN: view, OPP: view.swapped()}
        side, *rest = arguments if feature.sided else (OWN, *arguments)
        return np.float64(feature.twin(sides[side], *map(int, rest)))

    return call


def folded(function: Any) -> Callable[..., Any]:
    return lambda *arguments: function.reduce(np.array(arguments))


FUNCTIONS: dict[str, Any] = {
    "float64": np.float64,
    "inf": np.float64(np.inf),
    "own": OWN,
    "opp": OPP,
    "min": folded(np.minimum),
    "max": folded(np.maximum),
    **{name: getattr(np, name) for name in ("abs", "sqrt", "exp", "log", "tanh", "floor", "mod")},
    "round": np.rint,
    "clamp": lambda number, low, high: np.minimum(np.maximum(number, low), high),
    "ratio": lambda above, below, if_zero: if_zero if below == 0 else above / below,
    "blend": lambda early, late, share: early + (late - early) * share,
    "indicator": lambda condition: np.float64(1.0 if condition else 0.0),
}


def python_value(heuristic: Heuristic, view: Any) -> float:
    """The value by Python's own reading of the texts."""
    names = {**FUNCTIONS, "__builtins__": {}}
    names |= {name: feature_call(one, view) for name, one in heuristic.features.items()}
    names |= {one.name: np.float64(one.default) for one in heuristic.parameters}
    for name, text in (*heuristic.where, ("value", heuristic.formula)):
        tree = ast.parse(" ".join(text.split()), mode="eval")
        code = compile(ast.fix_missing_locations(WithFloats().visit(tree)), name, "eval")
        with np.errstate(all="ignore"):
            names[name] = eval(code, names)
    return float(names["value"])


def changed(random: Random) -> Heuristic:
    """A shipped heuristic whose formula or one of whose terms is another text."""
    one, other = random.choice(SHIPPED), random.choice(TEXTS)
    where = dict(one.where)
    if where and random.random() < 0.4:
        name = random.choice([*where])
        where[name] = mutated_text(random, where[name], other)
        return replace(one, where=tuple(where.items()))
    return replace(one, formula=mutated_text(random, one.formula, other))


@pytest.mark.parametrize("one", SHIPPED, ids=lambda one: f"{one.name} {one.variant}".strip())
def test_the_twin_gives_the_value_of_what_is_shipped(one: Heuristic) -> None:
    view = VIEWS[one.family]
    assert python_value(one, view) == pytest.approx(interpret(one, one.defaults, view))


@given(random=SEEDS)
@fuzzed(300, 20_000)
def test_a_formula_is_refused_in_one_line_or_means_what_it_says(random: Random) -> None:
    heuristic = outcome(lambda: changed(random))
    if heuristic is None:
        return
    view = VIEWS[heuristic.family]
    value = outcome(lambda: interpret(heuristic, heuristic.defaults, view))
    expected = python_value(heuristic, view)
    assert value == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True)
    outcome(lambda: formula_source(heuristic, heuristic.features))
    assert heuristic_latex(heuristic, "v")
    assert heuristic_mathml(heuristic, "v")
