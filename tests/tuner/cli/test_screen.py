"""What a terminal shows: lines folded between words, the verdict in bold; lines in a pipe."""

from __future__ import annotations

import io
import os
import re
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from command_line import TINY
from rich.console import Console

from makers.readme_screen import screen_of
from tuner.cli.console import ConsoleProgress
from tuner.cli.output import folded, print_lines
from tuner.matches.pace import Pace
from tuner.stats.interval import Interval


def console(width: int) -> Console:
    return Console(file=io.StringIO(), width=width, force_terminal=True)


def test_a_line_that_fits_stays_as_it_is() -> None:
    line = "    Random         tuned 80.3% (78.9 to 81.6)   hand-set 60.3% (58.5 to 62.1)"
    assert folded(console(80), line) == [line]


def test_a_long_line_goes_on_further_in() -> None:
    line = (
        "  The mean score against the baselines, on 239 openings that the search never saw, "
        "2,000 pairs each (95% intervals):"
    )
    assert folded(console(80), line) == [
        "  The mean score against the baselines, on 239 openings that the search never",
        "    saw, 2,000 pairs each (95% intervals):",
    ]
    assert folded(console(40), line) == [
        "  The mean score against the baselines,",
        "    on 239 openings that the search",
        "    never saw, 2,000 pairs each (95%",
        "    intervals):",
    ]


def test_columns_that_do_not_fit_go_under_each_other() -> None:
    line = "    Random         tuned 80.3% (78.9 to 81.6)   hand-set 60.3% (58.5 to 62.1)"
    assert folded(console(40), line) == [
        "    Random",
        "      tuned 80.3% (78.9 to 81.6)",
        "      hand-set 60.3% (58.5 to 62.1)",
    ]


def test_a_path_is_never_cut() -> None:
    path = "/a/path/that/is/longer/than/forty/columns-and-has-hyphens"
    assert folded(console(40), f"413,000 games in 12 seconds. Results: {path}") == [
        "413,000 games in 12 seconds. Results:",
        f"  {path}",
    ]


def read_all(terminal: int) -> str:
    """What was written to a terminal that nobody writes to any more."""
    found = b""
    # Linux says with an error that there is no more.
    with os.fdopen(terminal, "rb", buffering=0) as file, suppress(OSError):
        while piece := file.read(10_000):
            found += piece
    return found.decode()


def on_a_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a line in a style looks like there."""
    reading, writing = os.openpty()
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    with os.fdopen(writing, "w") as terminal:
        monkeypatch.setattr(sys, "stdout", terminal)
        print_lines(["Verdict: better - the tuned values are better"], "bold green")
    return read_all(reading)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_style_is_for_terminals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as patch:
        shown = on_a_terminal(40, patch)
    # 1 is bold, 32 green.
    assert shown == (
        "\x1b[1;32mVerdict: better - the tuned values are\x1b[0m\r\n\x1b[1;32m  better\x1b[0m\r\n"
    )
    print_lines(["Verdict: better - the tuned values are better"], "bold green")
    assert capsys.readouterr().out == "Verdict: better - the tuned values are better\n"


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_study_on_a_narrow_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    monkeypatch.chdir(tmp_path)
    shown = screen_of(["run", "tiny.yaml", "--threads", "1"], 40)
    *lines, following = shown.splitlines()
    assert max(map(len, lines)) <= 40
    headline = [line for line in lines if line.startswith("Verdict: ")]
    # It comes first, and last again.
    assert len(headline) == 2
    assert lines[0] == headline[0]
    again = lines[lines.index(headline[1], 1) :]
    assert again == lines[: len(again)]
    assert re.fullmatch(r"Next: tune export runs/tiny-\w{8} --to yaml", following)


def test_a_pipe_gets_whole_lines(capsys: pytest.CaptureFixture[str]) -> None:
    text = "a note of many words, which is as long as notes can be " * 3
    with ConsoleProgress() as progress:
        progress.stage("search", 2_240_000)
        progress.trial(0, 200, Interval(0.382, 0.375, 0.39), 0)
        progress.note(text)
    assert capsys.readouterr().err.splitlines() == [
        "search: 2,240,000 games",
        "search: first trial, hand-set: 38.2% (37.5 to 39.0)",
        f"note: {text}",
    ]


def test_a_terminal_that_cannot_move_back_gets_the_lines_of_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    dumb = Console(file=io.StringIO(), width=80, force_terminal=True)
    with ConsoleProgress("a study", dumb) as progress:
        progress.stage("search", 100)
    assert capsys.readouterr().err == "search: 100 games\n"
    assert dumb.file.getvalue() == ""  # type: ignore[attr-defined]


def test_a_pipe_hears_now_and_then_how_far_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    progress = ConsoleProgress()
    progress.stage("search", 1_000)
    progress._pace = Pace("search", 1_000, "games", lambda: now[0])
    for _ in range(6):
        now[0] += 1.0
        progress.played(100)
    progress.trial(7, 40, Interval(0.5, 0.25, 0.75), 3)
    now[0] += 6.0
    progress.played(100)
    assert capsys.readouterr().err.splitlines() == [
        "search: 1,000 games",
        "search: 600 of 1,000 games, 100 games/s, about 4 s left",
        # 700 games in twelve seconds.
        "search: 700 of 1,000 games, 58 games/s, about 5 s left, trial 8 of 40, "
        "best 50.0% (25.0 to 75.0) (trial 3)",
    ]


def test_a_study_that_goes_on_says_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleProgress().go_on(1200, 1300)
    assert capsys.readouterr().err == (
        "note: 1,200 of 1,300 trials are kept from an earlier start; they are read first\n"
    )
