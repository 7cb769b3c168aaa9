"""A verdict that is read back from its file is the verdict that the study ended with."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from small_studies import small_study
from verdicts import HAND_MADE, verdict_with

from tuner.files import RunError, save_json
from tuner.matches.objective import ACCURACY, WORST
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.json import verdict_json
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

BUDGET = "{trials: 3, pairs: 3, finalists: 1, final_pairs: 3, verdict_pairs: 16}"

KINDS: dict[str, tuple[dict[str, str], Any]] = {
    "score, with equal time": (
        {},
        lambda verdict: any(one.shares for one in verdict.conditions),
    ),
    "worst": ({"objective": "worst"}, lambda verdict: verdict.objective is WORST),
    "accuracy": (
        {"game": "isolation", "objective": "accuracy"},
        lambda verdict: verdict.accuracy is not None and verdict.objective is ACCURACY,
    ),
    "with a limit in time": (
        {"search": "{algorithm: alphabeta, time_ms: 0.1}"},
        lambda verdict: verdict.clock is not None,
    ),
    "with a depth and a number of nodes": (
        {"search": "{algorithm: alphabeta, depth: 3, nodes: 9}"},
        lambda verdict: verdict.limits is not None and verdict.limits.cut[0] > verdict.limits.games,
    ),
    "all finalists are one function": (
        {
            "heuristic": "{parameters: {a: {default: 1, low: 1, high: 2}}, "
            "formula: a * moves(own)}",
        },
        lambda verdict: verdict.same is not None,
    ),
    "a search that ended early, for there was nothing left to try": (
        {
            "heuristic": "{parameters: {a: {default: 1, low: 1, high: 2, integer: true}}, "
            "formula: moves(own) - a * moves(opp)}",
            "sampler": "tpe",
        },
        lambda verdict: verdict.unneeded > 0,
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_the_verdict_of_a_run_is_read_back(tmp_path: Path, kind: str) -> None:
    changes, is_of_kind = KINDS[kind]
    study = small_study(tmp_path, budget=BUDGET, **changes)
    verdict = run_study(study, tmp_path, 1, Silent())
    assert is_of_kind(verdict)
    assert load_verdict(run_folder(study, tmp_path).verdict) == verdict


def test_one_sided_intervals_are_read_back(tmp_path: Path) -> None:
    assert HAND_MADE.against_baselines.by_baseline[0][1].bound == "at least"
    assert load_verdict(saved(tmp_path, verdict_json(HAND_MADE))) == HAND_MADE


def test_a_verdict_without_further_conditions_is_read_back(tmp_path: Path) -> None:
    verdict = verdict_with(conditions=())
    assert load_verdict(saved(tmp_path, verdict_json(verdict))) == verdict


def saved(folder: Path, content: dict[str, Any]) -> Path:
    path = folder / "verdict.json"
    save_json(path, content)
    return path


def edited(folder: Path, old: str, new: str, verdict: Verdict = HAND_MADE) -> Path:
    text = json.dumps(verdict_json(verdict))
    assert old in text
    return saved(folder, json.loads(text.replace(old, new)))


@pytest.mark.parametrize(
    ("old", "new", "cause"),
    [
        ('"vectors"', '"vektors"', "it has no 'vectors' where a verdict has one"),
        ('"late_own": 0, ', "", "it has no 'late_own' where a verdict has one"),
        ('"pairs": 20000', '"pears": 20000', "it has no 'pairs' where a verdict has one"),
        ('"tuned_low": 0.606', '"tuned_low": 0.7', "a value in it is not what a verdict has there"),
        ('"hand_set": null', '"hand_set": 5', "a value in it is not what a verdict has there"),
        (
            '"objective": "score"',
            '"objective": "luck"',
            "a value in it is not what a verdict has there",
        ),
        ('"conditions": [', '"conditions": [3, ', "a value in it is not what a verdict has there"),
        (
            '"verdict": "better"',
            '"verdict": "banana"',
            "a value in it is not what a verdict has there",
        ),
        ('"exported": "tuned"', '"exported": "both"', "its 'exported' does not fit the rest"),
        ('"exported": "tuned"', '"exported": "hand_set"', "its 'exported' does not fit the rest"),
        (
            f'"games": {HAND_MADE.games}',
            '"games": "many"',
            "a value in it is not what a verdict has there",
        ),
        (
            f'"seconds": {HAND_MADE.seconds}',
            '"seconds": null',
            "a value in it is not what a verdict has there",
        ),
        (
            f'"openings": {HAND_MADE.openings}',
            '"openings": true',
            "a value in it is not what a verdict has there",
        ),
        ('"exported"', '"given"', "it has no 'exported' where a verdict has one"),
        ('"everywhere": false', '"everywhere": true', "its 'holds' does not fit the rest"),
        ('"decision": "pass"', '"decision": "fail"', "its 'head_to_head' does not fit the rest"),
        ('"games"', '"mood": "good", "games"', "its 'mood' does not fit the rest"),
    ],
)
def test_an_old_or_edited_file_is_refused_in_one_line(
    tmp_path: Path, old: str, new: str, cause: str
) -> None:
    path = edited(tmp_path, old, new)
    with pytest.raises(RunError) as caught:
        load_verdict(path)
    assert str(caught.value) == (
        f"{path} is no verdict of this version: {cause}; remove it and run the study again"
    )


def test_a_verdict_that_an_earlier_version_has_written_is_read(tmp_path: Path) -> None:
    """It lacks looks, level and few openings, the cap of a match and the shrunken claim."""
    claim = replace(HAND_MADE.search_claim, shrunken=None)
    verdict = verdict_with(search_claim=claim)
    content = verdict_json(verdict)
    del content["looks"], content["level"], content["few_openings"]
    del content["head_to_head"]["sprt"]["cap"]
    del content["search_claim"]["shrunken"], content["search_claim"]["shrinkage"]
    found = load_verdict(saved(tmp_path, content))
    assert found == verdict
    assert (found.looks, found.against_baselines.difference.confidence) == ((), 0.95)


def test_the_table_of_a_run_that_an_earlier_version_has_begun_stays_without_noise(
    tmp_path: Path,
) -> None:
    study = small_study(tmp_path, budget=BUDGET, sampler="random")
    run_study(study, tmp_path, 1, Silent())
    table = run_folder(study, tmp_path).trials
    older = [line.rpartition(",")[0] for line in table.read_text().splitlines()]
    assert table.read_text().startswith(f"{older[0]},noise\n")
    table.write_text("".join(f"{line}\n" for line in older))
    run_study(study, tmp_path, 1, Silent())
    assert table.read_text().splitlines() == older
    more = replace(study, budget=replace(study.budget, trials=4))
    run_study(more, tmp_path, 1, Silent())
    assert table.read_text().splitlines()[:-1] == older
