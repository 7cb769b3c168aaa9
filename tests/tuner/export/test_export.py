"""What a finished run becomes in other programs' files, in every format."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import best_text, finished_run
from verdicts import HAND_MADE

from engine.errors import UnknownNameError
from tuner.config.study import load_study
from tuner.export import export
from tuner.export.export import export_run, export_text, save_export
from tuner.export.exported_run import read_exported_run
from tuner.export.format import Format
from tuner.export.formats import find_format, format_names
from tuner.files import RunError, save_json, save_text
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import verdict_json


@pytest.fixture
def finished(tmp_path: Path) -> RunFolder:
    return finished_run(tmp_path)


@pytest.mark.parametrize("form", format_names())
def test_every_format_has_the_tuned_values(tmp_path: Path, form: str) -> None:
    run = finished_run(tmp_path, find_format(form).game or "isolation")
    files = export_run(run, form)
    text = "".join(content if isinstance(content, str) else "" for content in files.values())
    assert text.endswith("\n")
    for value in ("floor", "0.75", "distance_weight", "-0.123456789"):
        assert value in text.lower()


def test_the_json_has_agent_and_verdict(finished: RunFolder) -> None:
    content = json.loads(export_text(finished, "json"))
    assert content["agent"]["game"] == "isolation-5x5"
    assert content["agent"]["search"]["depth"] == 1
    assert content["verdict"]["verdict"] == "better"


def test_the_table_sets_both_values_beside_the_exported_one(finished: RunFolder) -> None:
    assert export_text(finished, "csv") == (
        "parameter,value,tuned,hand_set\n"
        "floor,0.75,0.75,0.3\n"
        "distance_weight,-0.123456789,-0.123456789,1.0\n"
    )
    kept = replace(HAND_MADE, verdict="not better")
    save_json(finished.verdict, verdict_json(kept))
    save_text(finished.best, best_text(load_study(finished.study), kept))
    assert "floor,0.3,0.75,0.3\n" in export_text(finished, "csv")


def test_unknown_formats_and_unfinished_runs_are_errors(
    finished: RunFolder, tmp_path: Path
) -> None:
    with pytest.raises(UnknownNameError, match="unknown format 'xml'"):
        export_run(finished, "xml")
    with pytest.raises(RunError, match="other is no run folder"):
        export_run(RunFolder(tmp_path / "other"), "yaml")
    finished.verdict.unlink()
    with pytest.raises(RunError, match="has no verdict yet; finish the run"):
        export_run(finished, "yaml")


def test_three_agents_leave_a_run(finished: RunFolder) -> None:
    run = read_exported_run(finished)
    assert run.exported.values == (0.75, -0.123456789)
    assert run.runner_up.values == (0.7, -0.5)
    assert run.hand_set.values == (0.3, 1.0)
    assert run.sentence.startswith("Verdict: better at alphabeta depth 3")
    assert run.command("csv") == f"tune export {finished.path} --to csv"
    save_json(finished.verdict, verdict_json(replace(HAND_MADE, verdict="not better")))
    assert read_exported_run(finished).exported.values == (0.3, 1.0)


def test_the_verdict_of_another_study_is_refused(finished: RunFolder) -> None:
    other = replace(HAND_MADE, tuned={"weight": 1.0})
    save_json(finished.verdict, verdict_json(other))
    with pytest.raises(RunError, match="has other parameters than"):
        read_exported_run(finished)


def test_files_are_written_into_a_new_folder_and_never_over_others(
    finished: RunFolder, tmp_path: Path
) -> None:
    target = tmp_path / "mine" / "agents"
    (path,) = save_export(finished, "csv", target)
    assert path.read_text(encoding="utf-8") == export_text(finished, "csv")
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(RunError, match=r"values.csv is there already; move it away"):
        save_export(finished, "csv", target)
    assert path.read_text(encoding="utf-8") == "mine"


def test_a_format_of_another_game_is_refused(
    finished: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    course = Format("for the course", lambda _: {"mine.py": ""}, "isolation-9x11")
    monkeypatch.setattr(export, "find_format", lambda _: course)
    with pytest.raises(RunError, match=r"is for isolation-9x11, and .* played isolation-5x5"):
        export_run(finished, "course")


def test_a_format_of_several_files_asks_for_a_folder(
    finished: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    two = Format("two files", lambda _: {"a.py": "", "b.pickle": b""})
    monkeypatch.setattr(export, "find_format", lambda _: two)
    with pytest.raises(RunError, match=r"has the files a.py, b.pickle; name a folder"):
        export_text(finished, "two")
