"""What may grow in a run that goes on, and what names it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from own_features import row_file
from studies import MINIMAL, load

from tuner.config.canonical import deciding_config
from tuner.config.growth import changes_text, growth, run_digest
from tuner.config.study import Budget, Study
from tuner.matches.objective import ACCURACY

NODES = "{algorithm: alphabeta, nodes: 500}"
CONDITIONS = f"conditions: [{{search: {NODES}, pairs: 20}}]\n"


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load(tmp_path, MINIMAL)


def changed(study: Study, **counts: int) -> Study:
    return replace(study, budget=replace(study.budget, **counts))


def grown(old: Study, new: Study) -> list[str] | None:
    return growth(deciding_config(old), deciding_config(new))


@pytest.mark.parametrize("key", ["trials", "finalists", "final_pairs", "verdict_pairs"])
def test_these_counts_may_grow_and_not_shrink_and_the_folder_stays(study: Study, key: str) -> None:
    count = getattr(study.budget, key)
    more = changed(study, **{key: count + 1})
    assert grown(study, more) == [f"budget.{key}: {count} -> {count + 1}"]
    assert grown(more, study) is None
    assert run_digest(more) == run_digest(study)


def test_nothing_grows_in_the_same_study(study: Study) -> None:
    assert grown(study, study) == []


def test_pairs_of_a_trial_decide_what_the_search_sees(study: Study) -> None:
    more = changed(study, pairs=201)
    assert grown(study, more) is None
    assert run_digest(more) != run_digest(study)


@pytest.mark.parametrize("change", [{"seed": 2}, {"sampler": "random"}, {"opening_plies": 2}])
def test_all_else_is_another_run(study: Study, change: dict[str, Any]) -> None:
    other = replace(study, **change)
    assert grown(study, other) is None
    assert run_digest(other) != run_digest(study)


@pytest.mark.parametrize("sampler", ["spsa", "grid"])
def test_a_sampler_that_plans_for_its_trials_gets_no_more_of_them(
    study: Study, sampler: str
) -> None:
    """Its gains, or the steps of a grid, follow from the number of trials."""
    planned = replace(study, sampler=sampler)
    assert grown(planned, changed(planned, trials=301)) is None
    assert grown(planned, changed(planned, finalists=11)) == ["budget.finalists: 10 -> 11"]


@pytest.mark.parametrize("sampler", ["cmaes", "cmaes-noise", "tpe", "gp", "random", "qmc"])
def test_other_samplers_get_more_trials(study: Study, sampler: str) -> None:
    begun = replace(study, sampler=sampler)
    assert grown(begun, changed(begun, trials=301)) == ["budget.trials: 300 -> 301"]


def test_a_warm_start_takes_its_share_of_the_trials_and_of_the_finalists(study: Study) -> None:
    warm = replace(study, warm_start=ACCURACY)
    assert grown(warm, changed(warm, trials=301)) is None
    assert grown(warm, changed(warm, finalists=11)) is None
    assert grown(warm, changed(warm, final_pairs=5001)) == ["budget.final_pairs: 5000 -> 5001"]


def test_conditions_are_added_behind_the_others_or_get_more_pairs(tmp_path: Path) -> None:
    none, one = load(tmp_path, MINIMAL), load(tmp_path, MINIMAL + CONDITIONS)
    more = load(tmp_path, MINIMAL + CONDITIONS.replace("20", "30"))
    other = load(tmp_path, MINIMAL + CONDITIONS.replace("500", "600"))
    found = grown(none, one)
    assert found is not None
    assert found[0].startswith("conditions: (absent) -> [")
    assert grown(one, more) == ["conditions[0].pairs: 20 -> 30"]
    assert grown(more, one) is None
    assert grown(one, other) is None
    assert grown(one, none) is None
    assert len({run_digest(each) for each in (none, one, more, other)}) == 1


def test_the_digest_of_a_run_is_that_of_json_without_what_may_grow(study: Study) -> None:
    config = deciding_config(study)
    config["budget"] = {"pairs": 200}
    text = json.dumps(config, separators=(",", ":"))
    assert run_digest(study) == hashlib.sha256(text.encode()).hexdigest()


def test_the_first_differences_are_told_and_the_others_counted(study: Study) -> None:
    """What may grow, and does, is no reason to refuse."""
    other = replace(study, seed=2, sampler="random", budget=Budget(1, 2, 11, 5000, 16))
    assert changes_text(deciding_config(study), deciding_config(other)) == (
        "budget.trials: 300 -> 1; budget.pairs: 200 -> 2; budget.verdict_pairs: 20000 -> 16; 2 more"
    )


def test_a_range_is_told_once(tmp_path: Path) -> None:
    one, other = (load(tmp_path, f"{MINIMAL}tune: {{floor: {{low: {low}}}}}\n") for low in (0, 0.1))
    assert changes_text(deciding_config(one), deciding_config(other)) == (
        "tune.floor.low: 0.0 -> 0.1"
    )


def test_of_a_file_of_features_it_is_said_that_its_content_differs(tmp_path: Path) -> None:
    text = MINIMAL.replace(
        "pressure",
        "{parameters: {w: {default: 1, low: 0, high: 2}}, formula: w * rank(own), "
        "features: [row.py]}",
    )
    code = (
        "from engine.isolation.squares import row\nfrom features.feature import feature\n\n\n"
        '@feature("isolation")\ndef rank(board, side):\n    """Row of the side."""\n'
        "    return row(board, side){}\n"
    )
    configs = []
    for more in ("", " + 1"):
        row_file(tmp_path, code.format(more))
        configs.append(deciding_config(load(tmp_path, text)))
    assert changes_text(*configs) == "heuristic.features[0]: its content"
