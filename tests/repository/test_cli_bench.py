"""The command line on speed: tune bench. No test asks how fast anything is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine

from benchmarks import speed, study, whole
from benchmarks.cases import find_cases
from benchmarks.figures import Target, report_lines
from benchmarks.laps import Patience
from benchmarks.whole import QUICK, THOROUGH, Plan, measure

TINY = Plan(
    divisor=400,
    patience=Patience(1.0, 0.0),
    cold=0,
    warm=1,
    study_divisor=40,
    study_repeats=1,
)


@pytest.fixture
def tune(tune: CommandLine, monkeypatch: pytest.MonkeyPatch) -> CommandLine:
    monkeypatch.setattr(whole, "QUICK", TINY)
    return tune


def test_one_game_as_json(tune: CommandLine) -> None:
    ended = tune("bench", "--quick", "--game", "isolation-9x11", "--json", "--threads", 2)
    assert ended.status == 0
    (section,) = ended.json["sections"]
    assert section["title"] == "isolation-9x11, 0.4 * moves(own) - 0.6 * moves(opp)"
    assert section["conditions"].startswith("searches begin after 8 random plies, games after 2;")
    searches, *games, warm = section["rows"]
    assert searches["unit"] == "nodes a second of CPU time"
    assert [row["what"] for row in games] == [
        f"games at depth {depth}" for depth in (1, 2, 3, 4, 5)
    ]
    assert warm["what"].endswith("compiled before")
    # That is a process of the benchmark; targets are for commands.
    assert warm["target"] is None
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
    section = study.study_section(40, 2, 1)
    assert section.title == "pressure.yaml, a 40th of its trials, pairs and finalists, 2 threads"
    share, processor, kept, waited = section.rows
    for row in (share, processor):
        assert 0 < row.spread.value < 1
        assert row.spread.basis == "one run"
    # The target is that of the whole study.
    assert share.target is None
    assert kept.unit == "milliseconds of processor time"
    assert waited.unit == "milliseconds of wall time"
    assert kept.spread.basis.startswith("mean of 4 trials")


def run_of(games_wall: float, trial_seconds: float) -> dict[str, Any]:
    """What the clocks of a run of 20 seconds say, made up."""
    return {
        "wall": 20.0,
        "games_wall": games_wall,
        "processor": 30.0,
        "games_processor": games_wall,
        "games": 1000,
        "trial_processor": [trial_seconds] * 3,
        "trial_wall": [2 * trial_seconds] * 3,
    }


def test_two_runs_of_the_study_give_a_mean_and_a_range() -> None:
    rows = study.study_rows([run_of(12.0, 0.004), run_of(18.0, 0.006)], Target(0.8))
    lines = report_lines(whole.Report("", (whole.Section("", rows),), ()))[3:]
    assert lines[0].startswith("  share of the wall time in which games are played")
    assert "it depends on the study's budget" in lines[0]
    assert lines[0].endswith(
        ": 0.75 of 20.0 seconds, 1,000 games (mean of 2: 0.60 to 0.90); target at least 0.8: missed"
    )
    assert lines[1].endswith(": 0.50 of 30.0 seconds (mean of 2: 0.40 to 0.60)")
    assert "5.00 milliseconds of processor time (mean of 6 trials" in lines[2]
    assert "10.0 milliseconds of wall time (mean of 6 trials" in lines[3]


@pytest.mark.parametrize(
    ("plan", "studies", "cold"), [(THOROUGH, [(1, 2, 2)], 1), (QUICK, [(10, 2, 1)], 0)]
)
def test_the_study_is_run_twice_and_one_run_of_the_command_is_cold_but_not_if_quick(
    plan: Plan, studies: list[tuple[int, ...]], cold: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = whole.Section("", ())
    found: list[tuple[int, ...]] = []
    waits: list[tuple[Any, ...]] = []
    monkeypatch.setattr(whole, "_section", lambda *_: nothing)
    monkeypatch.setattr(whole, "study_section", lambda *how: found.append(how) or nothing)
    monkeypatch.setattr(whole, "commands_section", lambda *how: waits.append(how) or nothing)
    monkeypatch.setenv("CC", "no-such-compiler")
    report = measure(plan, None, 2, lambda _: None)
    assert len(report.sections) == 5
    assert found == studies
    ((config, warm, colds, _),) = waits
    assert config == study.STUDY
    assert (warm, colds) == (plan.warm, cold)


def test_an_installed_package_says_that_the_benchmarks_are_in_the_checkout(
    tmp_path: Path, tune: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuner.cli.bench.CHECKOUT", tmp_path)
    ended = tune("bench", "--quick")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err == (
        "error: the benchmarks are not installed; clone the repository, 'pip install -e .' there, "
        "and ask again\n"
    )


def test_the_help_says_what_is_equal(tune: CommandLine) -> None:
    words = " ".join(tune("bench", "--help").out.split())
    assert "the C programs have found the same values in as many nodes" in words
    assert "the plain Python boards the same moves and values" in words


def test_a_game_that_is_not_measured(tune: CommandLine) -> None:
    assert tune("bench", "--game", "isolation-5x5").error == (
        "error: unknown game to measure 'isolation-5x5'; did you mean 'isolation'? "
        "known: isolation, isolation-9x11, pentago"
    )
    assert "unknown game 'chess'" in tune("bench", "--game", "chess").error


def test_a_game_goes_by_all_of_its_names() -> None:
    assert find_cases("isolation-7x7")[0].name == "isolation"


def test_threads_must_be_at_least_one(tune: CommandLine) -> None:
    assert "Invalid value for '--threads'" in tune("bench", "--threads", 0).error


def test_two_threads_have_a_target_at_each_depth() -> None:
    (case,) = find_cases("isolation")
    rows = speed.game_rows(case.shortened(400), speed.Effort(TINY.patience, 2), None)
    targets = [[ratio.target for ratio in row.ratios if "threads" in ratio.to] for row in rows]
    assert [[one and one.value for one in row] for row in targets] == [[1.95]] * 5
