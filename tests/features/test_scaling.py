"""Superfluous parameters, found in the formula: right by algebra, and by the values themselves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.games import find_game
from features.heuristic import Heuristic
from features.interpret import interpret
from features.parameter import Parameter
from features.scaling import find_free_scales, null_space

PARAMETERS = tuple(Parameter(name, 1.5, 0.25, 4.0) for name in "abc")

POSITIONS = (
    "......./......./......./...1.../......./......./......2",
    "..x..../.x...../..x2.../...x.../.1...../......./.......",
    "xxxxxx./......./..1..../......./....2../......./.......",
)


def heuristic(formula: str, *terms: tuple[str, str], fixed: float | None = None) -> Heuristic:
    """A heuristic of the parameters a, b and c; `fixed` is the value of another one, f."""
    extra = () if fixed is None else (Parameter("f", fixed, fixed - 1.0, fixed + 1.0),)
    return Heuristic("tried", "isolation", (*PARAMETERS, *extra), terms, formula)


def found(tried: Heuristic) -> list[tuple[tuple[str, ...], bool, bool]]:
    return [(one.names, one.scales, one.ratios) for one in find_free_scales(tried, "abc")]


@pytest.mark.parametrize(
    ("formula", "scales"),
    [
        ("a * (moves(own) - moves(opp))", ["a"]),
        ("a * moves(own) - a * moves(opp)", ["a"]),
        ("a * moves(own) - b * moves(opp)", ["ab"]),
        ("a * moves(own) - b * moves(opp) + c", ["abc"]),
        ("a * (moves(own) - b * moves(opp))", ["a"]),
        ("moves(own) - a * moves(opp)", []),
        ("moves(own) - moves(opp) + a * distance()", []),
        ("a * max(b, moves(own))", ["a"]),
        ("ratio(a * moves(own), b * moves(opp), inf)", ["a", "b"]),
        ("ratio(a * moves(own), b * moves(opp), 2)", ["ab"]),
        ("tanh(a * moves(own)) - tanh(b * moves(opp))", []),
        ("c * tanh(a * moves(own))", ["c"]),
        ("sqrt(a) * moves(own) - b * moves(opp)", ["ab"]),
        ("(a * moves(own)) ** 2 - b * moves(opp)", ["ab"]),
        ("moves(own) ** a", []),
        ("a * moves(own) if blank_squares() < c else b * moves(opp)", ["ab"]),
        ("moves(own) if a * moves(own) > b * moves(opp) else -moves(opp)", ["ab"]),
        ("a * moves(own) if a * moves(own) > 3 else 0", []),
        ("a * moves(own) if not (a > b or b < 0) else -inf", ["ab"]),
        ("clamp(a * moves(own), -b, b) - min(a, c)", ["abc"]),
        ("a * moves(own) % b", ["ab"]),
        ("floor(a * moves(own)) - b", []),
        ("abs(-a * moves(own)) / b", ["a", "b"]),
    ],
)
def test_degrees_by_hand(formula: str, scales: list[str]) -> None:
    assert ["".join(names) for names, _, _ in found(heuristic(formula))] == scales


def test_parameters_that_count_only_as_a_product_leave_the_value_as_it_is() -> None:
    (one,) = find_free_scales(heuristic("a * b * moves(own) - moves(opp)"), "abc")
    assert dict(one.degrees) == {"a": Fraction(-1), "b": Fraction(1)}
    assert (one.scales, one.ratios) == (False, False)


def test_only_the_ratio_counts_where_all_have_one_degree() -> None:
    assert found(heuristic("a * moves(own) - b * moves(opp)")) == [(("a", "b"), True, True)]
    (square,) = find_free_scales(heuristic("a * moves(own) - b * b * moves(opp)"), "abc")
    assert dict(square.degrees) == {"a": Fraction(2), "b": Fraction(1)}
    assert (square.scales, square.ratios) == (True, False)


def test_a_fixed_weight_leaves_no_free_scale() -> None:
    assert found(heuristic("f * moves(own) - a * moves(opp)", fixed=1.0)) == []
    assert found(heuristic("f * distance() + a * moves(own)", fixed=0.0)) == [(("a",), True, True)]


def test_a_fixed_exponent_is_a_number() -> None:
    formula = "(a * moves(own)) ** f - b * moves(opp)"
    (one,) = find_free_scales(heuristic(formula, fixed=2.0), "abc")
    assert dict(one.degrees) == {"a": Fraction(1, 2), "b": Fraction(1)}


def test_a_tolerance_for_rounding_is_no_scale() -> None:
    formula = "d if abs(d) > {} else c * distance()"
    terms = (("d", "a * moves(own) - b * moves(opp)"),)
    assert found(heuristic(formula.format("1e-9"), *terms)) == [(("a", "b", "c"), True, True)]
    assert found(heuristic(formula.format("0.5"), *terms)) == []


def test_unused_parameters_are_not_its_business() -> None:
    assert found(heuristic("moves(own) - moves(opp)")) == []


@pytest.mark.parametrize(
    "formula",
    [
        "a * moves(own) - b * moves(opp) + c",
        "ratio(a * moves(own), b * moves(opp), inf) * sqrt(c)",
        "a * moves(own) if a * moves(own) > b * distance() else -b * c ** -2 * moves(opp)",
        "max(a * b, moves(own) * b) / c",
    ],
)
@pytest.mark.parametrize("factor", [0.25, 4.0])
def test_what_is_found_multiplies_every_value_alike(formula: str, factor: float) -> None:
    tried, game = heuristic(formula), find_game("isolation")
    scales = find_free_scales(tried, "abc")
    assert scales
    for scale in scales:
        degrees = dict(scale.degrees)
        values = [1.5 * factor ** float(degrees.get(name, 0)) for name in "abc"]
        ratios = set()
        for text in POSITIONS:
            view = game.view(game.parse_position(text), 1)
            before, after = (interpret(tried, one, view) for one in ([1.5] * 3, values))
            ratios.add(round(after / before, 9))
        assert len(ratios) == 1
        (ratio,) = ratios
        assert ratio > 0
        assert (ratio != 1) == scale.scales


def test_solutions_have_as_few_unknowns_as_they_can() -> None:
    # x = y and z = 2 w have the solutions (1, 1, 0, 0) and (0, 0, 2, 1).
    one = Fraction(1)
    zeros = [{"x": one, "y": -one}, {"z": one, "w": Fraction(-2)}, {"x": one, "y": -one}]
    assert null_space(zeros, ["x", "y", "z", "w"]) == [
        {"x": one, "y": one, "z": 0, "w": 0},
        {"x": 0, "y": 0, "z": Fraction(2), "w": one},
    ]
