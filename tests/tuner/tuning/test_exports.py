"""What a run leaves: an agent that is used again at once."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from small_studies import small_study
from verdicts import HAND_MADE, verdict_with

from tuner.config.study import Study
from tuner.files import RunError, save_json, save_text
from tuner.matches.agent import Agent
from tuner.stats.interval import Interval
from tuner.tuning.exports import FORMATS, best_agent_text, export_run
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.findings import Condition
from tuner.verdict.json import verdict_json
from tuner.verdict.model import Verdict


def best(study: Study, verdict: Verdict = HAND_MADE) -> str:
    agent = Agent("tuned", study.heuristic, (0.75, -0.123456789), study.search)
    return best_agent_text(study, agent, verdict)


@pytest.fixture
def finished(tmp_path: Path) -> RunFolder:
    folder = RunFolder(tmp_path / "run")
    study = small_study(tmp_path)
    folder.open(study, 1)
    save_text(folder.best, best(study))
    save_json(folder.verdict, verdict_json(HAND_MADE))
    return folder


def test_the_agent_can_be_the_heuristic_of_the_next_study(finished: RunFolder) -> None:
    folder = finished.path.parent
    study = small_study(folder, heuristic=str(finished.best))
    assert study.heuristic.defaults == (0.75, -0.123456789)
    assert study.heuristic.digest == small_study(folder).heuristic.digest
    assert [(one.low, one.high) for one in study.heuristic.parameters] == [(0, 1), (-2, 2)]


def test_the_first_lines_are_the_verdict(finished: RunFolder) -> None:
    lines = finished.best.read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("# Verdict: better")
    assert "# " + "  Exported: the tuned values." in lines


def test_the_file_does_not_depend_on_the_speed_of_the_machine(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    fast = verdict_with(seconds=1.0)
    score, lead = Interval(0.9, 0.8, 1.0), Interval(0.0, -0.1, 0.1)
    timed = Condition("at equal time", score, score, lead, False)
    slow = verdict_with(seconds=99.0, conditions=(timed, HAND_MADE.conditions[1]))
    assert best(study, fast) == best(study, slow)
    assert "equal time" not in best(study, fast)
    assert "with greedy" in best(study, fast)


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_the_tuned_values(finished: RunFolder, form: str) -> None:
    text = export_run(finished, form)
    assert text.endswith("\n")
    for value in ("floor", "0.75", "distance_weight", "-0.123456789"):
        assert value in text


def test_the_json_has_agent_and_verdict(finished: RunFolder) -> None:
    content = json.loads(export_run(finished, "json"))
    assert content["agent"]["game"] == "isolation-5x5"
    assert content["agent"]["search"]["depth"] == 1
    assert content["verdict"]["verdict"] == "better"


def test_the_table_sets_both_values_beside_the_exported_one(finished: RunFolder) -> None:
    assert export_run(finished, "csv") == (
        "parameter,value,tuned,hand_set\n"
        "floor,0.75,0.75,0.3\n"
        "distance_weight,-0.123456789,-0.123456789,1.0\n"
    )
    kept = replace(HAND_MADE, verdict="not better")
    save_json(finished.verdict, verdict_json(kept))
    assert "floor,0.3,0.75,0.3\n" in export_run(finished, "csv")


def test_unknown_formats_and_unfinished_runs_are_errors(
    finished: RunFolder, tmp_path: Path
) -> None:
    with pytest.raises(RunError, match="unknown format 'xml'; choose one of: yaml, json, csv"):
        export_run(finished, "xml")
    with pytest.raises(RunError, match="other is no run folder"):
        export_run(RunFolder(tmp_path / "other"), "yaml")
    finished.verdict.unlink()
    with pytest.raises(RunError, match="has no verdict yet; finish the run"):
        export_run(finished, "yaml")
