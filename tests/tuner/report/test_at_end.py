"""The reports at the end of a run: none is older than the verdict, and none hides it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import CommandLine, Ended

import tuner
from tuner.report import write, write_markdown

STALE = "No verdict yet\n"


@pytest.fixture
def defect(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither report can be made, by what nobody has foreseen."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError("a defect")

    monkeypatch.setattr(write, "report_page", fail)
    monkeypatch.setattr(write_markdown, "plots_of", fail)


def run_again(tune: CommandLine, finished: Path, *words: str) -> Ended:
    return tune(
        *("run", finished.parents[1] / "tiny.yaml", "--runs", finished.parent, "--threads", "1"),
        *words,
    )


def test_markdown_of_a_run_that_went_on_is_written_anew_at_its_end(
    tune: CommandLine, finished: Path
) -> None:
    report = finished / "report.md"
    report.write_text(STALE)
    ended = run_again(tune, finished)
    *_, page, markdown, first, _ = ended.lines
    assert page == f"Report: {finished / 'report.html'}"
    assert markdown == f"Report: {report}"
    assert ended.lines[0] == first
    word = json.loads((finished / "verdict.json").read_text())["verdict"]
    assert "No verdict yet" not in report.read_text()
    assert f"Verdict: {word}" in report.read_text()


def test_that_a_verdict_has_few_openings_stands_once_in_what_to_mind(
    tune: CommandLine, finished: Path
) -> None:
    """Noted before the games and found after them, it is one caution (best.yaml repeats it)."""
    report = finished / "report.md"
    report.write_text(STALE)
    run_again(tune, finished)
    said = [line for line in report.read_text().splitlines() if "large losses that are" in line]
    assert len([line for line in said if line.startswith("- ")]) == 1


@pytest.mark.filterwarnings("ignore:4 trials are too few:UserWarning")
@pytest.mark.filterwarnings(r"ignore:\d+ different openings may hold none:UserWarning")
def test_in_python_it_is_written_anew_too(finished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_markdown, "plots_of", lambda report: {})
    (finished / "report.md").write_text(STALE)
    tuner.run(finished, threads=1)
    assert "No verdict yet" not in (finished / "report.md").read_text()


def test_no_markdown_is_made_where_there_is_none(tune: CommandLine, finished: Path) -> None:
    run_again(tune, finished)
    assert not (finished / "report.md").exists()


@pytest.mark.filterwarnings("ignore:4 trials are too few:UserWarning")
@pytest.mark.filterwarnings(r"ignore:\d+ different openings may hold none:UserWarning")
@pytest.mark.usefixtures("defect")
def test_reports_that_cannot_be_made_do_not_hide_the_verdict(
    tune: CommandLine, finished: Path
) -> None:
    (finished / "report.md").write_text(STALE)
    ended = run_again(tune, finished)
    first, *_, page, markdown, again, _ = ended.lines
    assert ended.status == 0
    assert first.startswith("Verdict: ")
    assert again == first
    assert page == "No report: ZeroDivisionError, a defect"
    assert markdown == (
        f"{finished / 'report.md'} is as it was before the end, it could not be written anew: "
        "ZeroDivisionError, a defect"
    )
    with pytest.warns(UserWarning, match=" is not written: a defect") as told:
        tuner.run(finished, threads=1)
    texts = [str(one.message) for one in told]
    for name in ("report.html", "report.md"):
        assert f"{finished / name} is not written: a defect" in texts


@pytest.mark.usefixtures("defect")
def test_in_json_the_verdict_stands_alone_and_the_reports_on_standard_error(
    tune: CommandLine, finished: Path
) -> None:
    ended = run_again(tune, finished, "--json")
    assert ended.status == 0
    assert ended.json["verdict"] == json.loads((finished / "verdict.json").read_text())["verdict"]
    assert "note: No report: ZeroDivisionError, a defect" in ended.err.splitlines()
