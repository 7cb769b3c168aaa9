"""The command line on speed: tune bench. No test asks how fast anything is."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import CommandLine

from tuner.bench import speed, start, study, whole, yardsticks
from tuner.bench.cases import find_cases
from tuner.bench.figures import report_lines
from tuner.bench.whole import Plan, measure

TINY = Plan(divisor=400, search_rounds=1, game_rounds=1, cold=0, warm=1, study_divisor=40)


@pytest.fixture
def tune(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> CommandLine:
    monkeypatch.setattr(whole, "QUICK", TINY)
    return CommandLine(monkeypatch, capsys)


def test_one_game_as_json(tune: CommandLine) -> None:
    ended = tune("bench", "--quick", "--game", "isolation-9x11", "--json", "--threads", 2)
    assert ended.status == 0
    (section,) = ended.json["sections"]
    assert section["title"] == "isolation-9x11, 0.4 * moves(own) - 0.6 * moves(opp)"
    searches, *games, warm = section["rows"]
    assert searches["unit"] == "nodes a second of CPU time"
    assert [row["what"] for row in games] == [f"games at depth {depth}" for depth in (1, 2, 3, 4)]
    assert warm["what"].endswith("compiled before")
    compared = [ratio["to"].split()[-1] for ratio in searches["ratios"]]
    assert compared[-1] == "3)"
    for row in section["rows"]:
        for spread in (row, *row["ratios"]):
            assert 0 < spread["low"] <= spread["value"] <= spread["high"]
            assert (spread["target"] is None) == (spread["met"] is None)
    assert "times of compiling anew are left out by --quick" in ended.json["notes"]
    assert ended.err.splitlines()[0] == "measuring isolation-9x11: nodes a second"


def test_without_a_compiler_the_rest_is_measured(
    tune: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    ended = tune("bench", "--quick", "--game", "pentago", "--threads", 1)
    assert ended.status == 0
    assert "note: no ratios to C: there is no C compiler (no-such-compiler); install one" in (
        ended.lines
    )
    assert "no C programs" in ended.lines[0]
    assert "times the C program" not in ended.out
    assert "times the plain Python board" in ended.out
    # There is nothing to compare one thread with.
    assert "threads" not in ended.out.replace("several threads", "")


def test_the_study_is_measured_in_a_process_of_its_own() -> None:
    section = study.study_section(40, 2)
    assert section.title == "pressure.yaml, a 40th of its trials, pairs and finalists, 2 threads"
    share, processor, kept, waited = section.rows
    for row in (share, processor):
        assert 0 < row.spread.value < 1
    # The target is that of the whole study.
    assert share.target is None
    assert kept.unit == "milliseconds of processor time"
    assert waited.unit == "milliseconds of wall time"
    assert kept.spread.basis.startswith("mean of 4 trials")


def test_where_the_study_is_not_installed_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "STUDY", tmp_path / "none.yaml")
    monkeypatch.setattr(yardsticks, "SOURCES", tmp_path)
    monkeypatch.setattr(whole, "_section", lambda case, *_: whole.Section(case.name, ()))
    report = measure(TINY, "isolation", 1, lambda _: None)
    assert [section.title for section in report.sections] == ["isolation"]
    lines = report_lines(report)
    assert (
        "note: no study: the example study is not installed; run in a checkout, which has configs"
    ) in lines
    assert any(line.startswith("note: no ratios to C: isolation7.c does not") for line in lines)


def test_compiled_code_of_a_cold_start_is_put_elsewhere(tmp_path: Path) -> None:
    script = "import os, sys; sys.stdout.write(os.environ['TUNE_CACHE_DIR'])"
    found = start.child(["-c", script], {"TUNE_CACHE_DIR": str(tmp_path)})
    assert found == str(tmp_path)


def test_a_process_that_fails_is_one_line() -> None:
    with pytest.raises(start.TuneError, match="a measured process failed: ValueError: no"):
        start.child(["-c", "raise ValueError('no')"], {})


def test_a_game_that_is_not_measured(tune: CommandLine) -> None:
    assert tune("bench", "--game", "isolation-5x5").error == (
        "error: unknown game to measure 'isolation-5x5'; did you mean 'isolation'? "
        "known: isolation, isolation-9x11, pentago"
    )
    assert "unknown game 'chess'" in tune("bench", "--game", "chess").error


def test_a_game_goes_by_all_of_its_names() -> None:
    assert find_cases("isolation-7x7")[0].name == "isolation"


def test_threads_must_be_at_least_one(tune: CommandLine) -> None:
    assert "Invalid value for '--threads'" in tune("bench", "--threads", 0).usage


def test_the_target_of_threads_is_asked_for_one_depth_only() -> None:
    (case,) = find_cases("isolation")
    rows = speed.game_rows(case.shortened(400), speed.Effort(1, 2))
    targets = [[ratio.target for ratio in row.ratios if "threads" in ratio.to] for row in rows]
    assert [[None if one is None else one.value for one in row] for row in targets] == [
        [None],
        [None],
        [1.9],
        [None],
        [None],
    ]
    assert [row.target and row.target.value for row in rows] == [None, None, 90_000.0, None, None]
