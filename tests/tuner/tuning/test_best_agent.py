"""The agent that a run exports is used again at once."""

from __future__ import annotations

from pathlib import Path

from finished_runs import best_text, finished_run
from small_studies import small_study
from verdicts import HAND_MADE, verdict_with

from tuner.stats.interval import Interval
from tuner.verdict.findings import Condition


def test_the_agent_can_be_the_heuristic_of_the_next_study(tmp_path: Path) -> None:
    finished = finished_run(tmp_path)
    study = small_study(tmp_path, heuristic=str(finished.best))
    assert study.heuristic.defaults == (0.75, -0.123456789)
    assert study.heuristic.digest == small_study(tmp_path).heuristic.digest
    assert [(one.low, one.high) for one in study.heuristic.parameters] == [(0, 1), (-2, 2)]


def test_the_first_lines_are_the_verdict(tmp_path: Path) -> None:
    lines = finished_run(tmp_path).best.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# Verdict: better")
    assert "# " + "  Exported: the tuned values." in lines


def test_the_file_does_not_depend_on_the_speed_of_the_machine(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    fast = verdict_with(seconds=1.0)
    score, lead = Interval(0.9, 0.8, 1.0), Interval(0.0, -0.1, 0.1)
    timed = Condition("at equal time", score, score, lead, False)
    slow = verdict_with(seconds=99.0, conditions=(timed, HAND_MADE.conditions[1]))
    assert best_text(study, fast) == best_text(study, slow)
    assert "equal time" not in best_text(study, fast)
    assert "with greedy" in best_text(study, fast)
