"""Numbers of the search that are tuned beside those of the heuristic, or alone."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from small_studies import small_study
from studies import MINIMAL, load

from engine.play.searches import make_search
from features.parameter import Parameter
from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.reader import read_document
from tuner.config.searches import search_numbers, with_numbers
from tuner.config.study import Study, load_study
from tuner.matches.progress import Silent
from tuner.tuning.lookup import find_agent
from tuner.tuning.plan import plan_lines, plan_study
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

DEEP = make_search("alphabeta", depth=3)
STAGED = make_search("staged", switch_ply=12, first=make_search("greedy"), then=DEEP)

DIGEST = "305d1ea57d209ec2f07cca8c66fdd465980fcfb372ad0a051c07d1c0b0b974f7"

STAGES = (
    "search: {algorithm: staged, switch_ply: 12, first: {algorithm: greedy}, "
    "then: {algorithm: alphabeta, depth: 3}}\n"
)
TUNE = (
    "tune: {floor: , search.then.depth: {low: 1, high: 4}, search.switch_ply: {low: 4, high: 20}}\n"
)


def staged_study(folder: Path, tune: str = TUNE) -> Study:
    return load(folder, MINIMAL + STAGES + tune)


def test_the_numbers_of_a_search() -> None:
    assert search_numbers(DEEP) == {"search.depth": 3}
    assert search_numbers(STAGED) == {"search.switch_ply": 12, "search.then.depth": 3}
    assert search_numbers(make_search("alphabeta", nodes=100)) == {}


def test_a_search_with_other_numbers() -> None:
    assert with_numbers(DEEP, {"search.depth": 5.0}) == make_search("alphabeta", depth=5)
    changed = with_numbers(STAGED, {"search.switch_ply": 7.0, "floor": 0.5})
    assert (changed.switch_ply, changed.first, changed.then) == (7, STAGED.first, DEEP)
    changed = with_numbers(STAGED, {"search.then.depth": 4.0})
    assert (changed.switch_ply, changed.then) == (12, make_search("alphabeta", depth=4))
    assert with_numbers(STAGED, {}) == STAGED


def test_the_parameters_come_first_then_the_numbers_of_the_search(tmp_path: Path) -> None:
    study = staged_study(tmp_path)
    names = [one.name for one in study.tune]
    assert names == ["floor", "search.switch_ply", "search.then.depth"]
    switch = study.tune[1]
    assert (switch.default, switch.low, switch.high) == (12.0, 4.0, 20.0)
    assert switch.integer
    assert not isinstance(switch, Parameter)
    assert study.search == STAGED
    assert [one.name for one in study.heuristic.parameters] == ["floor", "distance_weight"]


def test_a_heuristic_without_parameters_may_have_its_search_tuned(tmp_path: Path) -> None:
    text = MINIMAL.replace("pressure", "improved") + "tune: {search.depth: {low: 1, high: 4}}\n"
    study = load(tmp_path, text)
    assert [(one.name, one.default) for one in study.tune] == [("search.depth", 3.0)]


def test_the_effective_configuration_reads_back_to_the_same_study(tmp_path: Path) -> None:
    study = staged_study(tmp_path)
    again = load(tmp_path, write_effective_yaml(study), "effective.yaml")
    assert again == study
    assert study_digest(again) == study_digest(study)
    assert effective_config(study)["tune"]["search.switch_ply"] == {
        **{"low": 4.0, "high": 20.0},
        **{"log": False, "integer": True},
    }


def test_what_is_tuned_of_the_search_is_another_study(tmp_path: Path) -> None:
    digests = {study_digest(staged_study(tmp_path, tune)) for tune in (TUNE, "", "tune: [floor]\n")}
    assert len(digests) == 3


def test_a_study_that_does_not_tune_its_search_has_the_digest_that_it_always_had(
    tmp_path: Path,
) -> None:
    """Digests name run folders: those of studies from before stages and limits in time."""
    assert study_digest(load(tmp_path, MINIMAL + "sampler: tpe\n")) == DIGEST


def test_the_plan_names_them(tmp_path: Path) -> None:
    study = staged_study(tmp_path)
    text = "\n".join(plan_lines(study, plan_study(study), 0))
    assert "    search.switch_ply: 4 to 20, hand-set 12, whole numbers" in text
    assert "greedy to ply 12, then alphabeta depth 3" in text
    assert "not tuned, hand-set values stay: distance_weight" in text


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Study, Path]:
    """A run in which the search is far too short-sighted, and deeper ones can be had."""
    folder = tmp_path_factory.mktemp("tuned_search")
    study = small_study(
        folder,
        heuristic="improved",
        search="{algorithm: staged, switch_ply: 20, first: {algorithm: random}, "
        "then: {algorithm: alphabeta, depth: 1}}",
        tune="{search.switch_ply: {low: 1, high: 24}, search.then.depth: {low: 1, high: 3}}",
    )
    run_study(study, folder, 2, Silent())
    return study, run_folder(study, folder).path


def test_trials_have_a_column_for_each_number(finished: tuple[Study, Path]) -> None:
    trials = pd.read_csv(finished[1] / "trials.csv")
    assert (trials["params_search.switch_ply"][0], trials["params_search.then.depth"][0]) == (20, 1)
    assert trials["params_search.switch_ply"].between(1, 24).all()
    assert trials["params_search.then.depth"].nunique() > 1


def test_the_tuned_search_is_better_and_exported(finished: tuple[Study, Path]) -> None:
    study, folder = finished
    verdict = read_document(folder / "verdict.json").tree
    assert (verdict["verdict"], verdict["exported"]) == ("better", "tuned")
    assert verdict["hand_set"] == {"search.switch_ply": 20, "search.then.depth": 1}
    tuned = verdict["tuned"]
    assert tuned["search.switch_ply"] < 20
    agent = find_agent(str(folder), study.game, None)
    assert agent.search == with_numbers(study.search, tuned)
    assert agent.search.switch_ply == tuned["search.switch_ply"]
    assert str(agent.search) in (folder / "ledger.db").read_bytes().decode("latin-1")


def test_agents_with_the_same_heuristic_do_not_meet_with_one_and_the_same_search(
    finished: tuple[Study, Path],
) -> None:
    names = [one["name"] for one in read_document(finished[1] / "verdict.json").tree["conditions"]]
    assert len(names) == 3
    assert all("at equal time" in name for name in names[:2])
    assert names[2] == "against open, which is no baseline of this study"


def test_the_hand_set_agent_is_the_study_s_own(finished: tuple[Study, Path]) -> None:
    study, folder = finished
    assert load_study(folder / "study.yaml").search == study.search
