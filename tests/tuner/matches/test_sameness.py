"""Which formulas are the same function: known from algebra, and from the documents' own tables."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.games import find_game
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.likeness import find_same_functions

GAME = find_game("isolation")

# factor * (m - n) + offset
LINE = Heuristic(
    "line",
    "isolation",
    (Parameter("factor", 1.0, -10.0, 1e12), Parameter("offset", 0.0, -10.0, 10.0)),
    (),
    "factor * (moves(own) - moves(opp)) + offset",
)

# factor * m / n, infinite where n is 0
RATIO = Heuristic(
    "ratio",
    "isolation",
    (Parameter("factor", 1.0, -10.0, 10.0),),
    (),
    "factor * ratio(moves(own), moves(opp), inf)",
)


def agent(
    name: str, heuristic: Heuristic, values: Sequence[float] | None = None, depth: int = 1
) -> Agent:
    given = heuristic.defaults if values is None else tuple(values)
    return Agent(name, heuristic, given, make_search("alphabeta", depth=depth))


def line(name: str, factor: float, offset: float = 0.0) -> Agent:
    return agent(name, LINE, (factor, offset))


def groups(*agents: Agent) -> list[tuple[tuple[str, ...], bool]]:
    return [(same.names, same.factor) for same in find_same_functions(GAME, agents)]


def test_the_printed_h1_to_h3_are_one_function() -> None:
    """They differ in their tie-breaks only, and 0.4 m == 0.6 n in floating point never holds."""
    names = ("weighted_center", "weighted_space", "weighted_center_space")
    written = [agent(name, find_preset(name, "as_written")) for name in names]
    assert groups(*written) == [(names, False)]


def test_the_described_h1_and_h2_are_two() -> None:
    names = ("weighted_center", "weighted_space")
    assert groups(*(agent(name, find_preset(name, "as_described")) for name in names)) == []


def test_description_and_code_are_two_functions() -> None:
    described, written = (
        agent(variant, find_preset("weighted_center", variant))
        for variant in ("as_described", "as_written")
    )
    assert groups(described, written) == []


def test_two_spellings_of_the_same_sum() -> None:
    assert groups(agent("improved", find_preset("improved")), line("line", 1.0)) == [
        (("improved", "line"), False)
    ]


@pytest.mark.parametrize("factor", [3.0, 0.1, 1e-6, 1e6, 1e10, 1e100])
def test_a_positive_factor_changes_no_move(factor: float) -> None:
    assert groups(line("one", 1.0), line("other", factor)) == [(("one", "other"), True)]


def test_a_negative_factor_is_another_function() -> None:
    assert groups(line("one", 1.0), line("other", -1.0)) == []


def test_an_offset_is_another_function() -> None:
    assert groups(line("one", 1.0), line("other", 1.0, 0.5)) == []


def test_nothing_is_no_multiple_of_something() -> None:
    assert groups(line("zero", 0.0), line("one", 1.0)) == []


def test_two_ways_to_value_nothing() -> None:
    assert groups(line("zero", 0.0), agent("null", find_preset("null"))) == [
        (("zero", "null"), False)
    ]


def test_a_factor_that_the_search_cuts_off_is_another_function() -> None:
    """Evaluations are clamped to 1.3e120: 3 and 4 moves more are the same there."""
    assert groups(line("one", 1.0), line("large", 1e125)) == []


@pytest.mark.parametrize(("factor", "same"), [(2.0, True), (-2.0, False)])
def test_infinite_values_may_stand_beside_a_factor(factor: float, same: bool) -> None:
    edge = agent("edge", find_preset("edge"))
    found = groups(edge, agent("other", RATIO, (factor,)))
    assert found == ([(("edge", "other"), True)] if same else [])


def test_values_of_a_parameter_make_two_presets_one() -> None:
    """Without the opponent's share the difference of place values is their sum."""
    whole = agent("place_sum", find_preset("place_sum"))
    difference = find_preset("place_difference")
    assert groups(whole, agent("difference", difference, (0.0,))) == [
        (("place_sum", "difference"), False)
    ]
    assert groups(whole, agent("difference", difference, (1.0,))) == []


def test_several_groups_in_the_order_of_their_first_agents() -> None:
    found = groups(
        line("a", 1.0), line("b", -1.0), line("c", 2.0), line("d", 1.0, 1.0), line("e", -1.0)
    )
    assert found == [(("a", "c"), True), (("b", "e"), False)]


def formula(name: str, text: str) -> Agent:
    return agent(name, Heuristic(name, "isolation", (), (), text))


@pytest.mark.parametrize("huge", ["1e10", "1e20", "1e99", "inf"])
def test_a_huge_value_in_some_positions_hides_no_difference_in_the_others(huge: str) -> None:
    """The huge value is that of a conditional, so it rounds nothing away."""
    one, other, twice = (
        formula(name, f"{huge} if moves(opp) == 0 else {rest}")
        for name, rest in (
            ("one", "moves(own) - 3 * moves(opp)"),
            ("other", "moves(opp) - moves(own)"),
            ("twice", "2 * moves(own) - 6 * moves(opp)"),
        )
    )
    assert groups(one, other) == []
    # A factor of a part of the values is none of the whole, but infinity has no size.
    assert groups(one, twice) == ([(("one", "twice"), True)] if huge == "inf" else [])


@pytest.mark.parametrize("scale", ["1e-10", "1e10", "1e99"])
def test_a_factor_of_all_values_is_one_however_far_apart_they_are(scale: str) -> None:
    one = formula("one", "1e10 if moves(opp) == 0 else moves(own) - moves(opp)")
    other = formula(
        "other",
        f"1e10 * {scale} if moves(opp) == 0 else {scale} * moves(own) - {scale} * moves(opp)",
    )
    assert groups(one, other) == [(("one", "other"), True)]


def test_what_rounding_leaves_of_a_difference_is_0() -> None:
    """0.4 * 3 - 0.6 * 2 is 2e-16 as written, and 0 in a search."""
    assert 0.4 * 3 - 0.6 * 2 != 0.0
    whole = formula("whole", "2 * moves(own) - 3 * moves(opp)")
    fractions = formula("fractions", "0.4 * moves(own) - 0.6 * moves(opp)")
    assert groups(whole, fractions) == [(("whole", "fractions"), True)]


def test_a_tiny_value_is_not_0() -> None:
    """No search takes 1e-15 alone for rounding: it is a choice between positions."""
    flat = formula("flat", "0 if moves(own) == moves(opp) else moves(own) - moves(opp)")
    tilted = formula("tilted", "1e-15 if moves(own) == moves(opp) else moves(own) - moves(opp)")
    assert groups(flat, tilted) == []


def test_how_they_search_does_not_count() -> None:
    shallow, deep = (agent(f"to {depth}", LINE, depth=depth) for depth in (1, 5))
    assert groups(shallow, deep) == [(("to 1", "to 5"), False)]


def test_both_sides_of_thousands_of_positions_are_looked_at() -> None:
    (same,) = find_same_functions(GAME, [line("one", 1.0), line("other", 1.0)])
    assert same.views % 2 == 0
    assert same.views > 5000
