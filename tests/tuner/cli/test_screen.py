"""What a terminal shows: lines folded between words, the verdict in bold, a line of progress."""

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
from rich.progress import Progress

from makers.readme_screen import screen_of
from tuner.cli.console import ConsoleProgress, StageColumn
from tuner.cli.output import folded, print_lines
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


def progress_line(width: int) -> str:
    """A search at 45%, as the terminal shows it."""
    shown = console(width)
    progress = Progress(StageColumn(shown), console=shown)
    progress.add_task(
        "search",
        total=2_240_000,
        completed=1_008_000,
        best="best 61.2% (60.4 to 62.0)",
        trial="trial 91 of 200",
        speed="181,234 games/s",
        holder="(trial 36)",
    )
    (task,) = progress.tasks
    with shown.capture() as captured:
        shown.print(StageColumn(shown).render(task))
    plain = re.sub(r"\x1b\[[0-9;]*m", "", captured.get())
    (line,) = plain.splitlines()
    assert len(line) <= width
    return re.sub("[━╸╺]+", "BAR", line).strip()


def test_a_narrow_line_of_progress_leaves_out_what_matters_least() -> None:
    assert progress_line(40) == "search BAR best 61.2% (60.4 to 62.0)"
    assert (
        progress_line(80) == "search BAR best 61.2% (60.4 to 62.0) 45% trial 91 of 200 (trial 36)"
    )
    assert progress_line(120) == (
        "search BAR best 61.2% (60.4 to 62.0) 45% trial 91 of 200 181,234 games/s (trial 36)"
    )


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


def test_a_study_that_goes_on_says_what_is_kept(capsys: pytest.CaptureFixture[str]) -> None:
    ConsoleProgress().go_on(1200, 1300)
    assert capsys.readouterr().err == (
        "note: 1,200 of 1,300 trials are kept from an earlier start; they are read first\n"
    )
