"""Studies made in code, and what their runs leave."""

from __future__ import annotations

import csv
import inspect
import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from small_studies import SMALL, reproducible_files, small_study
from studies import OWN_FEATURES, load

import tuner
from tuner.config.canonical import effective_config, study_digest
from tuner.config.reader import read_document
from tuner.config.sections import StudySection
from tuner.matches.objective import ACCURACY
from tuner.tuning.run_folder import RunFolder

WRITTEN = SMALL.replace("trials: 8", "trials: 12")
"""With fewer trials a study warns that they are too few."""

BUDGET = {"trials": 12, "pairs": 150, "finalists": 4, "final_pairs": 150, "verdict_pairs": 200}

CONDITION = {"search": {"algorithm": "alphabeta", "nodes": 20}, "pairs": 16}


def in_code(**changes: object) -> tuner.Study:
    """The study `WRITTEN`, made in Python."""
    keys: dict[str, object] = {
        "name": "small",
        "game": "isolation-5x5",
        "heuristic": "pressure",
        "search": {"algorithm": "alphabeta", "depth": 1},
        "baselines": [
            {"name": "random", "search": {"algorithm": "random"}},
            {
                "name": "improved",
                "heuristic": "improved",
                "search": {"algorithm": "alphabeta", "depth": 2},
                "weight": 2,
            },
        ],
        "openings": {"plies": 4},
        "budget": BUDGET,
        "seed": 1,
    }
    return tuner.study(**{**keys, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def small_run(tmp_path_factory: pytest.TempPathFactory) -> tuner.Run:
    return tuner.run(in_code(), runs=tmp_path_factory.mktemp("api") / "runs", threads=2)


def test_every_key_of_a_study_file_is_a_keyword() -> None:
    """But the variant, which the name of a preset may hold."""
    keywords = set(inspect.signature(tuner.study).parameters)
    assert keywords == set(StudySection.model_fields) - {"variant"}


def test_a_study_is_the_same_in_yaml_and_in_python(tmp_path: Path) -> None:
    written = load(tmp_path, WRITTEN)
    assert effective_config(in_code()) == effective_config(written)
    assert study_digest(in_code()) == study_digest(written)


def test_every_key_arrives(tmp_path: Path) -> None:
    changes = {
        "tune": {"floor": {"low": 0.1}},
        "objective": "worst",
        "sampler": "cmaes",
        "seed": 7,
        "conditions": [CONDITION],
    }
    text = {key: json.dumps(value) for key, value in changes.items()}
    text["budget"] = json.dumps(BUDGET)
    assert effective_config(in_code(**changes)) == effective_config(small_study(tmp_path, **text))
    solved = tuner.study(
        "solved", heuristic="pressure", baselines="udacity-2017-02", warm_start="accuracy"
    )
    assert (solved.warm_start, solved.game.name) == (ACCURACY, "isolation-7x7")


def test_values_of_python_stand_for_what_a_file_says(tmp_path: Path) -> None:
    """A heuristic, agents, formulas and paths in place of mappings."""
    weight = tuner.Parameter("weight", default=1.0, low=0.0, high=2.0, summary="of theirs")
    mine = tuner.heuristic("moves(own) - weight * moves(opp)", parameters=[weight], name="mine")
    found = tuner.study(
        "mine",
        heuristic=mine,
        baselines=[tuner.agent("open", depth=2), "improved", "moves(own) - 2 * moves(opp)"],
        tune=["weight"],
    )
    assert found.heuristic == mine
    assert [agent.describe() for agent in found.baselines] == [
        "open, alphabeta depth 2",
        "improved, alphabeta depth 3",
        "custom, alphabeta depth 3",
    ]
    file = tmp_path / "own.yaml"
    file.write_text("parameters: {w: {default: 1, low: 0, high: 2}}\nformula: w * moves(own)\n")
    assert tuner.study("own", heuristic=file, baselines=["open"]).heuristic.name == "own"
    by_formula = tuner.study(
        "f",
        heuristic="moves(own)",
        baselines=["open"],
        search=None,
        game=None,
        tune={"search.depth": {"low": 1, "high": 3}},
    )
    assert [one.name for one in by_formula.tune] == ["search.depth"]


def test_features_of_ones_own_stay_with_the_heuristic(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_FEATURES)
    weight = tuner.Parameter("weight", default=1.0, low=0.0, high=2.0)
    mine = tuner.heuristic("weight * open_squares()", parameters=[weight], features=[file])
    found = tuner.study("mine", heuristic=mine, baselines=[tuner.agent(mine, name="itself")])
    assert found.heuristic == found.baselines[0].heuristic == mine


def test_a_run_is_the_one_of_the_file(small_run: tuner.Run, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text(WRITTEN)
    other = tuner.run(tmp_path / "small.yaml", runs=tmp_path / "runs", threads=1)
    assert other.path.name == small_run.path.name
    found = reproducible_files(small_run.study(), small_run.path.parent)
    assert found == reproducible_files(other.study(), other.path.parent)


def test_a_run_is_taken_up_by_its_folder(small_run: tuner.Run) -> None:
    before = small_run.verdict()
    # That all trials are kept from before is no warning: it would be an error here.
    assert tuner.run(small_run.path) == small_run
    assert replace(small_run.verdict(), seconds=0.0) == replace(before, seconds=0.0)


def test_the_trials_are_those_of_the_file_to_the_last_digit(small_run: tuner.Run) -> None:
    trials = small_run.trials()
    with (small_run.path / "trials.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(trials.columns) == list(rows[0])
    assert len(trials) == len(rows) == 12
    for name in ("value", "params_floor"):
        assert [repr(float(value)) for value in trials[name]] == [row[name] for row in rows]


def test_the_games_are_all_there_with_the_agents_in_words(small_run: tuner.Run) -> None:
    games = small_run.games()
    assert 2 * len(games) == small_run.verdict().games
    verdict = small_run.games("verdict")
    assert set(verdict["openings"]) == {"verdict"}
    assert len(verdict) == (games["openings"] == "verdict").sum()
    improved = verdict["opponent_plays"] == "improved, alphabeta depth 2"
    tuned = f"floor {small_run.verdict().tuned['floor']:g}"
    own = verdict["candidate_plays"].str.contains(tuned, regex=False)
    table = verdict[improved & own]
    assert len(table) == 200
    points = (2 + table["result_0"] + table["result_1"]) / 4
    name, tuned_score, _ = small_run.verdict().against_baselines.by_baseline[1]
    assert name == "improved"
    assert points.mean() == pytest.approx(tuned_score.estimate, abs=1e-12)


def test_the_exported_agent_is_that_of_the_verdict(small_run: tuner.Run) -> None:
    verdict, agent = small_run.verdict(), small_run.agent()
    assert agent.name == f"small-{verdict.exported.replace('_', '-')}"
    values = {"tuned": verdict.tuned, "hand_set": verdict.hand_set}[verdict.exported]
    assert list(agent.values) == list(values.values())
    assert agent == tuner.agent(small_run.path)
    match = tuner.match(small_run.path, "improved", pairs=2, plies=4)
    assert match.game == "isolation-5x5"


def test_a_run_says_where_it_stands(small_run: tuner.Run) -> None:
    assert str(small_run).splitlines()[0].startswith(f"{small_run.path}: small, isolation-5x5, ")
    assert f"\n  Verdict: {small_run.verdict().verdict} " in str(small_run)


def test_notes_are_warnings_at_the_line_that_runs_the_study(tmp_path: Path) -> None:
    budget = {"trials": 2, "pairs": 16, "final_pairs": 16, "verdict_pairs": 300}
    with pytest.warns(UserWarning, match="2 trials are too few for 2 tuned") as told:
        tuner.run(in_code(budget=budget), runs=tmp_path)
    assert {one.filename for one in told} == {__file__}


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    for call in (tuner.load_run, tuner.agent, tuner.run):
        with pytest.raises(tuner.TuneError, match="is no run folder"):
            call(tmp_path)
    with pytest.raises(tuner.TuneError, match="is no run folder"):
        tuner.load_run(tmp_path / "nothing")


def test_an_unfinished_run_tells_what_it_lacks(small_run: tuner.Run, tmp_path: Path) -> None:
    """As it was left in the selection, in the search, and before its first game."""
    shutil.copytree(small_run.path, tmp_path / small_run.path.name)
    run = tuner.load_run(tmp_path / small_run.path.name)
    folder = RunFolder(run.path)
    folder.verdict.unlink()
    assert not run.finished
    assert len(run.trials()) == 12
    for ask in (run.verdict, run.agent):
        with pytest.raises(tuner.TuneError, match="no verdict yet; run its study to the end"):
            ask()
    folder.trials.write_text("trial,value\n0\n")
    with pytest.raises(tuner.TuneError, match=r"trials.csv cannot be read"):
        run.trials()
    folder.trials.unlink()
    with pytest.raises(tuner.TuneError, match="no table of trials yet"):
        run.trials()
    assert not run.games("search").empty
    with pytest.raises(tuner.TuneError, match="unknown set of openings 'serch'"):
        run.games("serch")
    folder.ledger.unlink()
    with pytest.raises(tuner.TuneError, match="no games yet"):
        run.games()
    assert "no verdict yet" in str(run)
    assert read_document(folder.study).tree["name"] == "small"
