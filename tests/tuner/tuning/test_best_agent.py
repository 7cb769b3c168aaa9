"""The agent that a run exports is used again at once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from finished_runs import best_text, finished_run
from small_studies import small_study
from verdicts import HAND_MADE, verdict_with

from tuner.config.study import load_study
from tuner.files import RunError
from tuner.stats.interval import Interval
from tuner.tuning.best_agent import exported_file
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


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("default: 0.75", "default: 0.76", "parameters"),
        ("distance_weight:\n", "distance_weights:\n", "parameters"),
        ("+ (1 - w)", "- (1 - w)", "formula"),
        ("max(progress(), floor)", "min(progress(), floor)", "where"),
        ("depth: 1", "depth: 2", "search"),
        ("isolation-5x5", "isolation-5x6", "game"),
        ("heuristic:", "heuristics:", "heuristic"),
    ],
)
def test_an_agent_that_the_run_did_not_find_is_refused(
    tmp_path: Path, old: str, new: str, key: str
) -> None:
    """A disk that loses a digit, or the file of another run, would give another agent silently."""
    run = finished_run(tmp_path)
    assert exported_file(run) == run.best
    text = run.best.read_text(encoding="utf-8")
    assert old in text
    run.best.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RunError) as caught:
        exported_file(run)
    assert str(caught.value) == (
        f"{run.best} is not what the run has found: its '{key}' does not fit verdict.json and "
        "study.yaml; remove it and run the study again"
    )


@pytest.mark.parametrize("name", ["study", "best"])
def test_a_formula_may_be_wrapped_otherwise(tmp_path: Path, name: str) -> None:
    """The digest of the study does not change, so that to run it again would mend nothing."""
    run = finished_run(tmp_path)
    file: Path = getattr(run, name)
    text = file.read_text(encoding="utf-8")
    wrapped = re.sub(
        r"^(  formula:|    \w+:) (.* \+ .*|max\(.*)$",
        lambda line: f"{line[1]} >-\n      {line[2]}".replace(", ", ",\n        "),
        text,
        flags=re.M,
    )
    assert wrapped.count(">-") == 2
    assert len(wrapped.splitlines()) > len(text.splitlines()) + 2
    file.write_text(wrapped, encoding="utf-8")
    assert exported_file(run) == run.best
    run.require_unchanged(load_study(run.study))


def test_comments_and_names_are_the_users(tmp_path: Path) -> None:
    run = finished_run(tmp_path)
    text = run.best.read_text(encoding="utf-8").replace("name: pressure", "name: mine")
    run.best.write_text(f"# My best one.\n{text}", encoding="utf-8")
    assert exported_file(run) == run.best
