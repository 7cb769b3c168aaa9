"""What `tune check` says of the choices that each parameter changes."""

from __future__ import annotations

import json
from pathlib import Path

from small_studies import small_study

from features.parameter import Parameter
from tuner.tuning.preflight import inspect_study
from tuner.tuning.sensitivity import Sensitivity, sensitivity_lines, sensitivity_tree


def changing(name: str, changed: int, positions: int = 30) -> Sensitivity:
    return Sensitivity(Parameter(name, 1.0, 0.0, 2.0), changed, positions)


def test_the_largest_share_comes_first_with_its_interval() -> None:
    # Of 15 of 30 the spec has Wilson's interval.
    assert sensitivity_lines([changing("few", 0), changing("many", 15)]) == [
        "  choices that the range of a parameter changes, of 30 sampled positions:",
        "    many: 50.0% (33.2 to 66.8)",
        "    few: 0.0% (0.0 to 11.4)",
    ]
    assert sensitivity_lines([]) == []


def test_of_many_parameters_the_screen_has_the_most_and_the_least() -> None:
    lines = sensitivity_lines([changing(f"p{n}", n) for n in range(15)])
    assert [line.split(":")[0].strip() for line in lines[1:]] == [
        *("p14", "p13", "p12"),
        "and 11 more between these and the least",
        "p0",
    ]


def test_a_parameter_that_is_the_same_in_all_leaves_is_least(tmp_path: Path) -> None:
    """All leaves of a search at a fixed depth have as many blank squares."""
    study = small_study(
        tmp_path,
        heuristic="{parameters: {idle: {default: 1, low: 0, high: 2}, live: {default: 1, low: -2, "
        'high: 2}}, formula: "moves(own) - live * moves(opp) + idle * blank_squares()"}',
    )
    found = inspect_study(study)
    live, idle = json.loads(json.dumps(sensitivity_tree(found.sensitivities)))
    assert (live["parameter"], idle["parameter"]) == ("live", "idle")
    assert idle["share"] == idle["low"] == 0 < idle["high"] < 0.01
    assert 0.1 < live["low"] < live["share"] < live["high"] < 1
    assert not live["only_ties"]
    assert [one.split(":")[0] for one in found.notes if "no choice" in one] == [
        "idle changes no choice"
    ]
