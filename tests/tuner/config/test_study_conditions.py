"""Conditions that a study names: read, written out, played."""

from __future__ import annotations

from pathlib import Path

import pytest
from checkout import ROOT
from small_studies import small_study
from studies import MINIMAL, load

from engine.play.searches import make_search
from tuner.config.canonical import study_digest, write_effective_yaml
from tuner.config.conditions import StudyCondition
from tuner.config.errors import ConfigError
from tuner.config.study import load_study
from tuner.matches.progress import Silent
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

NODES = "{search: {algorithm: alphabeta, nodes: 2000}}"


def with_conditions(folder: Path, *conditions: str) -> tuple[StudyCondition, ...]:
    lines = "".join(f"- {condition}\n" for condition in conditions)
    return load(folder, f"{MINIMAL}conditions:\n{lines}").conditions


def test_a_condition_has_the_study_s_openings_and_an_eighth_of_its_pairs(tmp_path: Path) -> None:
    (found,) = with_conditions(tmp_path, NODES)
    assert found == StudyCondition(
        "with 2,000 nodes", make_search("alphabeta", nodes=2000), 4, 2500
    )


def test_what_is_given_is_taken(tmp_path: Path) -> None:
    first, second = with_conditions(
        tmp_path,
        "{name: as published, search: {algorithm: greedy}, openings: {plies: 2}, pairs: 50}",
        "{search: {algorithm: alphabeta, depth: 5}, openings: {plies: 2}}",
    )
    assert first == StudyCondition("as published", make_search("greedy"), 2, 50)
    assert second.name == "at alphabeta depth 5 from openings of 2 plies"


def test_the_effective_study_has_the_same_conditions(tmp_path: Path) -> None:
    study = load(tmp_path, f"{MINIMAL}conditions: [{NODES}]\n")
    again = load(tmp_path, write_effective_yaml(study), "again.yaml")
    assert again.conditions == study.conditions
    assert study_digest(again) == study_digest(study)
    assert study_digest(study) != study_digest(load(tmp_path, MINIMAL))


def test_a_study_without_conditions_is_the_study_that_it_was(tmp_path: Path) -> None:
    assert "conditions" not in write_effective_yaml(load(tmp_path, MINIMAL))


@pytest.mark.parametrize(
    ("conditions", "message"),
    [
        ([NODES, NODES], "there is another condition 'with 2,000 nodes'"),
        (["{search: {algorithm: random}}"], "plays the same with all values"),
        (["{search: {algorithm: greedy}, openings: {plies: 49}}"], "49 plies fill the board"),
        (["{openings: {plies: 2}}"], "the key is missing"),
        (["{search: {algorithm: greedy}, pairs: 3}"], "3 is too small; give at least 16"),
    ],
)
def test_what_cannot_be_played_is_told_with_its_place(
    tmp_path: Path, conditions: list[str], message: str
) -> None:
    with pytest.raises(ConfigError, match=message) as caught:
        with_conditions(tmp_path, *conditions)
    assert caught.value.line is not None


def test_where_only_the_search_is_tuned_there_is_nothing_to_replace(tmp_path: Path) -> None:
    text = MINIMAL.replace("pressure", "improved") + "tune: {search.depth: {low: 1, high: 4}}\n"
    with pytest.raises(ConfigError, match="only numbers of the search are tuned"):
        load(tmp_path, f"{text}conditions: [{NODES}]\n")


def test_both_agents_are_played_against_the_baselines_as_they_are(tmp_path: Path) -> None:
    study = small_study(
        tmp_path, conditions="[{search: {algorithm: greedy}, openings: {plies: 2}, pairs: 40}]"
    )
    verdict = run_study(study, tmp_path, 2, Silent())
    condition = verdict.conditions[0]
    assert condition.name == "with greedy from openings of 2 plies"
    assert condition.reproducible
    pairs = read_pairs(run_folder(study, tmp_path).ledger, study.game)
    played = pairs[pairs["openings"] == f"condition {condition.name}"]
    # The baselines are those of the verdict, unchanged.
    verdicts = pairs[pairs["openings"] == "verdict"]
    assert set(played["opponent"]) < set(verdicts["opponent"])
    points = played[["result_0", "result_1"]].sum(axis=1) / 4 + 0.5
    means = points.groupby([played["candidate"], played["opponent"]]).mean()
    assert len(played) == 40 * len(means)
    # One baseline counts once and the other one twice; whichever comes first by its key.
    rows = [group.to_numpy() for _, group in means.groupby(level=0)]
    orders = [[(row @ weights) / 3 for row in rows] for weights in ([1, 2], [2, 1])]
    assert condition.hand_set is not None
    scores = sorted({condition.tuned.estimate, condition.hand_set.estimate})
    assert any(scores == pytest.approx(sorted(set(order))) for order in orders)


def test_the_shipped_pressure_study_names_the_search_of_its_document() -> None:
    study = load_study(ROOT / "configs" / "pressure.yaml")
    (condition,) = study.conditions
    assert condition.search == make_search("alphabeta", nodes=6_200)  # measured in 150 ms
    assert condition.opening_plies == 2
