"""What cannot go together is refused in one line of the library's own, before any game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tuner

WEIGHT = tuner.Parameter("weight", default=0.2, low=0.0, high=2.0)
MINE = tuner.heuristic("moves(own) - weight * moves(opp)", parameters=[WEIGHT], name="mine")
SEVEN = "......./......./..1..../......./....2../......./......."
PENTAGO = "....../.B..W./..B.../...B../....W./...W.."


def study(**changes: object) -> tuner.Study:
    keys: dict[str, object] = {"name": "mine", "heuristic": MINE, "baselines": ["improved"]}
    return tuner.study(**{**keys, **changes})  # type: ignore[arg-type]


def half_a_search() -> object:
    return tuner.agent(MINE, depth=3, search={"algorithm": "minimax", "depth": 3})


CASES: dict[str, tuple[Callable[[], object], str]] = {
    "a name that the formula does not know": (
        lambda: tuner.heuristic("moves(own) - wieght", parameters=[WEIGHT]),
        "heuristic: formula: unknown name 'wieght' (column 14 of the text, "
        "at >> in moves(own) - >>wieght); did you mean 'weight'?",
    ),
    "a formula of Python": (
        lambda: tuner.heuristic("__import__('os').getcwd()"),
        "heuristic: formula: a dot after a name is not allowed",
    ),
    "a formula that is no agent": (
        lambda: tuner.agent("moves(me)"),
        "heuristic: formula: 'moves' needs a side",
    ),
    "a parameter twice": (
        lambda: tuner.heuristic("weight", parameters=[WEIGHT, WEIGHT]),
        "parameters.weight: another parameter has this name",
    ),
    "parameters by name": (
        lambda: tuner.heuristic("weight", parameters={"weight": 0.2}),  # type: ignore[arg-type]
        "parameters: parameters are a list of tuner.Parameter",
    ),
    "a default outside its range": (
        lambda: tuner.Parameter("weight", default=3.0, low=0.0, high=2.0),
        "parameters.weight: default 3 is outside 0 to 2",
    ),
    "a file of features that is not there": (
        lambda: tuner.heuristic("f()", features=["nowhere.py"]),
        "heuristic: features[0]: ",
    ),
    "a game that is not there": (
        lambda: tuner.heuristic("moves(own)", game="chess"),
        "unknown game 'chess'; known: ",
    ),
    "a preset that is not there": (
        lambda: tuner.agent("improvd"),
        "unknown preset 'improvd'; did you mean 'improved'?",
    ),
    "a file that is not there": (
        lambda: tuner.agent("nowhere/best.yaml"),
        "nowhere/best.yaml: there is no such file",
    ),
    "a value outside its range": (
        lambda: tuner.agent(MINE, values={"weight": 5}),
        "the value 5 of 'weight' is outside its range, 0 to 2; give another",
    ),
    "a value of no parameter": (
        lambda: tuner.agent(MINE, values={"height": 1}),
        "unknown parameter 'height'",
    ),
    "a value that is no number": (
        lambda: tuner.agent(MINE, values={"weight": float("nan")}),
        "the value nan of 'weight' is outside its range",
    ),
    "a depth of 0": (
        lambda: tuner.agent(MINE, depth=0),
        "search: depth: 0 is too small; give at least 1",
    ),
    "nodes and time": (
        lambda: tuner.agent(MINE, search={"algorithm": "alphabeta", "nodes": 9, "time_ms": 9}),
        "search: search 'alphabeta' takes nodes or time_ms; leave one of them out",
    ),
    "depth and a search": (half_a_search, "a search has its own depth or nodes"),
    "a search that is a word": (
        lambda: tuner.agent(MINE, search="greedy"),  # type: ignore[arg-type]
        "search: 'greedy' is not a mapping",
    ),
    "a position that is none": (
        lambda: tuner.evaluate(MINE, "x1/2."),
        "the position has 2 rows, the board 7",
    ),
    "a position of another board": (
        lambda: tuner.evaluate(MINE, [SEVEN], game="isolation-9x11"),
        "the position has 7 rows, the board 9",
    ),
    "a position from the middle of a game on a smaller board": (
        lambda: tuner.evaluate(MINE, "x.2../.x.../..1x./...../x...."),
        "the position has 5 rows, the board 7",
    ),
    "a Pentago player on 7x7": (
        lambda: tuner.evaluate(tuner.agent("straights"), SEVEN),
        "the position has 7 rows, the board 6",
    ),
    "a Pentago player that shall play Isolation": (
        lambda: tuner.evaluate(tuner.agent("straights"), SEVEN, game="isolation"),
        "agent 'straights:runs' plays pentago, not isolation-7x7",
    ),
    "an Isolation player on a Pentago board": (
        lambda: tuner.evaluate(MINE, PENTAGO),
        "the position has 6 rows, the board 7",
    ),
    "a position that is packed": (
        lambda: tuner.evaluate(MINE, [0, 1]),  # type: ignore[list-item]
        "positions are texts",
    ),
    "agents of two games": (
        lambda: tuner.match(MINE, tuner.agent("straights"), pairs=2),
        "agent 'straights:runs' plays pentago, not isolation-7x7",
    ),
    "an agent against itself": (
        lambda: tuner.match(MINE, MINE, pairs=2),
        "two agents are called 'mine'; leave one out, or give one another name",
    ),
    "no pairs": (
        lambda: tuner.match(MINE, "improved", pairs=0),
        "pairs must be a whole number, at least 2, not 0",
    ),
    "half a pair": (
        lambda: tuner.match(MINE, "improved", pairs=2.5),  # type: ignore[arg-type]
        "pairs must be a whole number, at least 2, not 2.5",
    ),
    "no threads": (
        lambda: tuner.match(MINE, "improved", threads=0),
        "threads must be a whole number, 1 to 4096, not 0",
    ),
    "more threads than any machine has": (
        lambda: tuner.match(MINE, "improved", threads=4097),
        "threads must be a whole number, 1 to 4096, not 4097",
    ),
    "threads that are a truth": (
        lambda: tuner.match(MINE, "improved", threads=True),
        "threads must be a whole number, 1 to 4096, not True",
    ),
    "pairs that are a truth": (
        lambda: tuner.match(MINE, "improved", pairs=True),
        "pairs must be a whole number, at least 2, not True",
    ),
    "openings as long as the game": (
        lambda: tuner.match(MINE, "improved", plies=49),
        "openings of 49 plies fill the board of isolation-7x7",
    ),
    "one agent compared": (lambda: tuner.compare([MINE]), "a comparison needs at least two agents"),
    "a text compared": (lambda: tuner.compare("improved"), "agents must be a list"),
    "baselines of another game": (
        lambda: tuner.compare([MINE, "improved"], baselines="pentago-classic"),
        "the baselines 'pentago-classic' play pentago, not isolation-7x7",
    ),
    "baselines that are one agent": (
        lambda: study(baselines=tuner.agent("improved")),
        "study: baselines: baselines must be a list; put them into [...]",
    ),
    "values without their names": (
        lambda: tuner.agent(MINE, values=[1.0]),  # type: ignore[arg-type]
        "values must be a mapping",
    ),
    "a study whose name is no folder": (
        lambda: study(name="a/b"),
        "study: name: 'a/b' cannot be the name of a folder",
    ),
    "a study with two mistakes": (
        lambda: study(budget={"trials": 0, "paris": 3}),
        "study: budget.trials: 0 is too small; give at least 1 (and 1 more mistake)",
    ),
    "a study of another game": (
        lambda: study(game="pentago"),
        "study: heuristic: agent 'mine' plays isolation, not pentago; choose another",
    ),
    "a baseline of another game": (
        lambda: study(baselines=[tuner.agent("straights")]),
        "study: baselines[0]: agent 'straights:runs' plays pentago, not isolation-7x7; choose",
    ),
    "a baseline that is not there": (
        lambda: study(baselines=["improved", "improvd"]),
        "study: baselines[1]: unknown preset 'improvd'; did you mean 'improved'?",
    ),
    "a baseline twice": (
        lambda: study(baselines=["improved", "improved"]),
        "study: baselines[1].name: there is another agent 'improved'",
    ),
    "a range without the hand-set value": (
        lambda: study(tune={"weight": {"low": 1}}),
        "study: tune.weight.low: the hand-set value 0.2 is outside 1 to 2",
    ),
    "nothing to tune": (
        lambda: study(heuristic="improved"),
        "study: heuristic: heuristic 'improved' has no parameters to tune",
    ),
    "a study of a path with the name of a preset": (
        lambda: study(heuristic=Path("pressure")),
        "study: heuristic: unknown preset './pressure'",
    ),
    "a study file that is not there": (
        lambda: tuner.run("nowhere.yaml"),
        "nowhere.yaml: there is no such file",
    ),
}


@pytest.mark.parametrize(("call", "beginning"), CASES.values(), ids=CASES)
def test_it_is_refused_in_one_line(
    call: Callable[[], object],
    beginning: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(tuner.TuneError) as refused:
        call()
    text = str(refused.value)
    assert text.startswith(beginning)
    assert ";" in text
    assert "\n" not in text
    assert list(tmp_path.iterdir()) == []


def test_a_formula_without_a_value_is_refused_before_a_study_plays(tmp_path: Path) -> None:
    nothing = tuner.heuristic("0 / 0 * moves(own) * weight", parameters=[WEIGHT])
    with pytest.raises(tuner.TuneError, match="the formula is not a number in"):
        tuner.run(study(heuristic=nothing), runs=tmp_path / "runs")
    assert not (tmp_path / "runs").exists()


def test_a_name_that_is_not_offered_is_missing_as_in_any_module() -> None:
    with pytest.raises(AttributeError, match="module 'tuner' has no attribute 'nothing'"):
        _ = tuner.nothing  # type: ignore[attr-defined]
