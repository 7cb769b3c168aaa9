"""What docs/formulas.md says of formulas is so."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest
import yaml
from checkout import ROOT

import tuner
from engine.games import find_game
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.kernels.rounding import NOISE, SIGNIFICANT_BITS, TIE
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.interpret import interpret
from features.language.functions import FUNCTIONS
from features.parameter import Parameter
from features.square_table import SquareTable

PAGE = (ROOT / "docs" / "formulas.md").read_text()

# Eight visited squares.
EIGHT_PLIES = "xxxxxx./......./..1..../......./....2../......./......."


CASES = {
    "plies()": 8.0,
    "squares()": 49.0,
    "1 if plies() < 8 else 2": 2.0,
    # As students write it: 8 / 49 * 49 is less than 8.
    "progress() * 49": 7.999999999999999,
    "1 if progress() * 49 < 8 else 2": 1.0,
    "1 / (moves(own) - moves(own))": math.inf,
    "-1 / (moves(own) - moves(own))": -math.inf,
    "(moves(own) - moves(own)) / 0": math.nan,
    "inf - inf": math.nan,
    "0 * inf": math.nan,
    "sqrt(-1)": math.nan,
    "log(-1)": math.nan,
    "log(0)": -math.inf,
    "(-8) ** 0.5": math.nan,
    "exp(1000)": math.inf,
    "min(1, 0 * inf)": math.nan,
    "max(0 * inf, 1)": math.nan,
    "clamp(0 * inf, 0, 1)": math.nan,
    "-1 % 3": 2.0,
    "1 % 0": math.nan,
    "round(2.5)": 2.0,
    "floor(-0.5)": -1.0,
    "1 if 0 * inf == 0 * inf else 2": 2.0,
    "1 if 0 * inf < 1 else 2": 2.0,
    "1 if 0 * inf != 0 * inf else 2": 1.0,
    "1 if 1 < 2 else 0 * inf": 1.0,
    "ratio(0, 0, 5)": 5.0,
    "ratio(1, 4, 5)": 0.25,
}


def test_its_example_is_a_heuristic() -> None:
    (example,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    written = yaml.safe_load(example)["heuristic"]
    parameters = tuple(
        Parameter(name, one["default"], one["low"], one["high"])
        for name, one in written["parameters"].items()
    )
    where = tuple(written["where"].items())
    Heuristic("example", "isolation", parameters, where, written["formula"])


def test_it_names_every_function() -> None:
    (row,) = [line for line in PAGE.splitlines() if line.startswith("| functions |")]
    assert re.findall(r"`([^`]+)`", row) == [function.usage for function in FUNCTIONS.values()]


def test_the_formulas_of_published_ideas_can_be_read() -> None:
    ideas = PAGE.partition("## How to write what people have published")[2].partition("\n\nA ")[0]
    formulas = re.findall(r"`([^`]+)`", ideas)
    assert len(formulas) > 15
    names = ("early", "late", "bonus", "r", "near", "far")
    parameters = tuple(Parameter(name, 0.5, 0, 1) for name in names)
    for formula in formulas:
        pentago = "winning" in formula or "rotated" in formula
        Heuristic("idea", "pentago" if pentago else "isolation", parameters, (), formula)


def test_its_numbers_are_those_of_the_search() -> None:
    powers = re.findall(r"2\\\*\\\*(-?\d+)(?:, which is about | \()([\de.+-]+\d)", PAGE)
    assert [2.0 ** int(exponent) for exponent, _ in powers] == [EVALUATION_LIMIT, NOISE, TIE]
    for exponent, decimal in powers:
        assert float(decimal) == pytest.approx(2.0 ** int(exponent), rel=0.05)
    assert re.findall(r"keeps (\d+) significant bits", PAGE) == [str(SIGNIFICANT_BITS)]


def test_the_values_that_it_gives() -> None:
    """Compiled and by the plain walk; one formula holds all cases, so that one is compiled."""
    text = "0"
    for number, case in enumerate(CASES):
        text = f"({case}) if k == {number} else {text}"
    heuristic = Heuristic("cases", "isolation", (Parameter("k", 0, 0, 99),), (), text)
    game = find_game("isolation")
    position = game.parse_position(EIGHT_PLIES)
    view = game.view(position, game.player_to_move(position))
    for number, (case, expected) in enumerate(CASES.items()):
        (compiled,) = evaluate(game, heuristic, (number,), game.pack([position]))
        for found in (compiled, interpret(heuristic, (number,), view)):
            assert found == expected or (math.isnan(found) and math.isnan(expected)), case


def test_the_rounding_that_it_shows() -> None:
    assert 0.1 * 3 - 0.1 * 2 != 0.1 * 2 - 0.1 * 1
    assert np.float64(0.4) * 3 - 0.6 * 2 != 0.0


def test_the_tables_of_the_page_have_the_numbers_that_it_says() -> None:
    section = PAGE.split("## Tables of squares")[1].split("\n## ")[0]
    numbers = re.search(r"(\d+) numbers on 7x7, (\d+) on 9x11, (\d+)\s+in Pentago", section)
    assert numbers is not None
    tables = [SquareTable("place", True, *size) for size in ((7, 7), (9, 11), (6, 6))]
    assert [len(table.parameters) for table in tables] == [int(one) for one in numbers.groups()]
    assert f"`{tables[0].parameters[0]}` to `{tables[0].parameters[-1]}` on 7x7" in section
    (written,) = re.findall(r"```\n(.*?)```", section, re.DOTALL)
    table = yaml.safe_load(written)["heuristic"]["tables"]["place"]
    made = tuner.heuristic("place(own) + place_moves(own)", tables={"place": table})
    assert [one.name for one in made.parameters] == [*tables[0].parameters]
