"""Studies with limits in time say that they are not reproducible, all others are."""

from __future__ import annotations

from pathlib import Path

from small_studies import small_study

from tuner.matches.progress import Silent
from tuner.tuning.plan import plan_lines, plan_study
from tuner.tuning.run import run_study
from tuner.verdict.json import verdict_json
from tuner.verdict.text import verdict_lines

BUDGET = "{trials: 2, pairs: 3, finalists: 1, final_pairs: 3, verdict_pairs: 16}"


def test_a_study_with_a_limit_in_time_says_that_it_is_not_reproducible(tmp_path: Path) -> None:
    study = small_study(tmp_path, search="{algorithm: alphabeta, time_ms: 0.1}", budget=BUDGET)
    assert not study.reproducible
    plan = plan_study(study)
    lines = plan_lines(study, plan, plan.games)
    (warning,) = [line for line in lines if "warning" in line]
    assert "not reproducible" in warning
    verdict = run_study(study, tmp_path, 1, Silent())
    assert verdict.clock is not None
    assert verdict.clock.games == 2 * 2 * 16
    # The baselines have no limit in time.
    assert (verdict.clock.cut[1], verdict.clock.late[1]) == (0, 0)
    words = "\n".join(verdict_lines(verdict))
    assert "Not reproducible: with limits in time" in words
    content = verdict_json(verdict)
    assert content["reproducible"] is False
    assert content["clock"]["cut_tuned"] == verdict.clock.cut[0]


def test_a_baseline_with_a_limit_in_time_is_enough(tmp_path: Path) -> None:
    timed = "[{name: A, heuristic: open, search: {algorithm: alphabeta, time_ms: 0.1}}]"
    assert not small_study(tmp_path, baselines=timed).reproducible


def test_a_study_without_is_reproducible(tmp_path: Path) -> None:
    study = small_study(tmp_path, budget=BUDGET)
    assert study.reproducible
    verdict = run_study(study, tmp_path, 1, Silent())
    assert verdict.clock is None
    assert verdict_json(verdict)["reproducible"] is True
    assert "reproducible" not in "\n".join(verdict_lines(verdict)).lower()
