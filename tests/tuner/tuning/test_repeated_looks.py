"""What counts as a further look at a study, and what a second match head to head may err."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest
from node_costs import equally_dear_nodes
from small_studies import small_study

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.stats.sprt import Sprt
from tuner.tuning.manifest import read_manifest
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import run_folder
from tuner.tuning.sequential_duel import shared_test
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict

__all__ = ["equally_dear_nodes"]

BUDGET = "{{trials: {}, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: {}}}"


def study_with(folder: Path, trials: int = 3, pairs: int = 30, **changes: str) -> Study:
    budget = BUDGET.format(trials, pairs)
    return small_study(folder, budget=budget, sampler="random", **changes)


def run(study: Study, folder: Path) -> Verdict:
    verdict = run_study(study, folder / "runs", 1, Silent())
    assert load_verdict(run_folder(study, folder / "runs").verdict) == verdict
    return verdict


def test_a_verdict_on_the_very_same_pairs_is_the_same_look_again(tmp_path: Path) -> None:
    condition = "{name: deeper, search: {algorithm: alphabeta, depth: 2}, pairs: 16}"
    first = run(study_with(tmp_path), tmp_path)
    again = run(study_with(tmp_path, conditions=f"[{condition}]"), tmp_path)
    assert len(again.conditions) == len(first.conditions) + 1
    assert again.against_baselines == first.against_baselines
    assert (again.earlier_verdicts, again.looks) == (0, ())
    # Once more, and nothing is other.
    assert run(study_with(tmp_path, conditions=f"[{condition}]"), tmp_path) == again
    # More pairs are a further look: the second one, for the one in between was none.
    larger = study_with(tmp_path, pairs=31, conditions=f"[{condition}]")
    more = run(larger, tmp_path)
    assert (more.earlier_verdicts, more.against_baselines.difference.confidence) == (1, 0.975)
    assert [look.difference for look in more.looks] == [first.against_baselines.difference]
    folder = run_folder(larger, tmp_path / "runs").path
    # Each file is kept, that of the look again too.
    assert sorted(path.name for path in (folder / "earlier").iterdir()) == ["1", "2"]


def test_a_fork_counts_a_look_that_was_repeated_once(tmp_path: Path) -> None:
    condition = "{name: deeper, search: {algorithm: alphabeta, depth: 2}, pairs: 16}"
    run(study_with(tmp_path), tmp_path)
    run(study_with(tmp_path, conditions=f"[{condition}]"), tmp_path)
    fork = study_with(tmp_path, pairs=29)
    verdict = run_study(fork, choose_run(fork, tmp_path / "runs", fork=True), 1, Silent())
    assert read_manifest(run_folder(fork, tmp_path / "runs").manifest).fork["verdicts"] == 1
    assert (verdict.earlier_verdicts, verdict.against_baselines.difference.confidence) == (1, 0.975)


def test_all_matches_of_a_line_of_runs_err_in_at_most_twice_alpha() -> None:
    alphas = [shared_test(Sprt(0, 5), earlier).alpha for earlier in range(1000)]
    assert alphas[:4] == [0.05, 0.025, 0.0125, 0.00625]
    # The geometric series; its far terms are the last one that counts, again and again.
    assert math.fsum(alphas) == pytest.approx(0.1, abs=1e-9)


def test_the_match_of_other_values_errs_half_as_often_and_a_larger_cap_goes_on(
    tmp_path: Path,
) -> None:
    def study(trials: int, cap: int) -> Study:
        return study_with(tmp_path, trials, verdict=f"{{sprt: [0, 60], cap: {cap}}}")

    first = run(study(3, 100), tmp_path)
    longer = run(study(3, 120), tmp_path)
    assert (first.head_to_head.test, longer.head_to_head.test) == (Sprt(0, 60), Sprt(0, 60))
    assert (longer.earlier_verdicts, longer.looks) == (0, ())
    other = run(study(12, 120), tmp_path)
    assert other.tuned != first.tuned
    test = other.head_to_head.test
    assert test == replace(Sprt(0, 60), alpha=0.025)
    # Wald's bounds: ln(0.95 / 0.025) and ln(0.05 / 0.975).
    assert (test.upper, test.lower) == pytest.approx((3.63759, -2.97041), abs=1e-5)
    fork = study_with(tmp_path, 12, 29, verdict="{sprt: [0, 60], cap: 120}")
    forked = run_study(fork, choose_run(fork, tmp_path / "runs", fork=True), 1, Silent())
    # A fork knows of both matches: that of the same values is the second one again.
    assert (forked.tuned, forked.head_to_head.test) == (other.tuned, test)
