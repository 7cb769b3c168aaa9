"""Spaces with few vectors: each is tried once, and what is left of the budget is said."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_studies import reproducible_files, small_study

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.tuning.plan import plan_lines, plan_study, vectors_to_try
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.text import verdict_lines

ONE = "[{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]"


def study_of(folder: Path, sampler: str, tune: str, trials: int) -> Study:
    budget = f"{{trials: {trials}, pairs: 100, finalists: 2, final_pairs: 100, verdict_pairs: 100}}"
    return small_study(
        folder,
        heuristic="{parameters: {k: {default: 1, low: 0, high: 1, integer: true}, "
        "x: {default: 0.5, low: 0, high: 1}}, formula: moves(own) - k * moves(opp) - x}",
        tune=tune,
        sampler=sampler,
        baselines=ONE,
        budget=budget,
    )


@pytest.mark.parametrize(
    ("sampler", "tune", "trials", "vectors"),
    [
        ("grid", "[k]", 100, 2),
        ("random", "[k]", 100, 2),
        ("cmaes", "[k]", 100, 2),
        ("tpe", "[k]", 1, 1),
        # 0, 0.5 and 1 are asked, and 0.5 is hand-set.
        ("grid", "[x]", 4, 3),
        # 0 and 1 are asked.
        ("grid", "[x]", 3, 3),
        # 9 x 9 points are the most that 99 trials allow, with two values of k; and the hand-set.
        ("grid", "[k, x]", 100, 18),
        ("random", "[x]", 100, 100),
    ],
)
def test_how_many_vectors_there_are(
    tmp_path: Path, sampler: str, tune: str, trials: int, vectors: int
) -> None:
    study = study_of(tmp_path, sampler, tune, trials)
    assert vectors_to_try(study) == vectors
    assert plan_study(study).search_games == 2 * 100 * vectors


@pytest.mark.parametrize("sampler", ["grid", "random"])
def test_two_vectors_are_four_hundred_games(tmp_path: Path, sampler: str) -> None:
    study = study_of(tmp_path, sampler, "[k]", 100)
    plan = plan_study(study)
    lines = plan_lines(study, plan, plan.games)
    said = "there are only 2 different vectors to try; 98 of 100 trials are not needed"
    assert f"  search: {said}" in lines
    assert any(line.startswith("  games, at most: 400 in the search, ") for line in lines)
    verdict = run_study(study, tmp_path / "runs", 2, Silent())
    pairs = read_pairs(run_folder(study, tmp_path / "runs").ledger, study.game)
    assert 2 * (pairs["openings"] == "search").sum() == 400
    assert verdict.vectors == 2
    (line,) = (one for one in verdict_lines(verdict) if "vectors" in one)
    assert line.startswith("  The search tried all 2 different vectors that there are; ")
    # Run again it reads what it played, and ends alike.
    before = reproducible_files(study, tmp_path / "runs")
    run_study(study, tmp_path / "runs", 1, Silent())
    assert reproducible_files(study, tmp_path / "runs") == before
