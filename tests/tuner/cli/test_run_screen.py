"""The screen of a run: everything at 80 columns, what fits at 40, names as text."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len
from rich.console import Console

from tuner.cli.console import ConsoleProgress
from tuner.cli.screen import FinishedStage, ScreenView, SearchView, interval_bar, screen
from tuner.matches.pace import StageState
from tuner.stats.interval import Interval

CURVE = [0.38] * 4 + [0.5] * 4 + [0.62] * 2
SEARCH = SearchView(10, 40, Interval(0.62, 0.6, 0.64), 8, Interval(0.38, 0.36, 0.4), CURVE)
STAGE = StageState("search", 1_008_000, 2_240_000, "games", 181_234.5, 6.8)
VIEW = ScreenView("pressure, isolation-7x7", (FinishedStage("warm start", 12.3),), STAGE, SEARCH)

AT_80 = """\
╭─ pressure, isolation-7x7 ─────────────────────────────────────────────────╮
│ warm start 12 s                                                           │
│ search ━━━━━━━━━━━━━━━━━━━━━━━━━━━╸                                   45% │
│ trial 10 of 40 · 181,234 games/s · about 7 s left in this stage           │
│ 1,008,000 of 2,240,000 games                                              │
│                                                                           │
│ best so far 62.0% (60.0 to 64.0)                        ├─●─┤             │
│ hand-set    38.0% (36.0 to 40.0) ├─●─┤                                    │
│ ▁▁▁▁▅▅▅▅██                                                                │
│ best: trial 8; corrected for the luck of the best of many                 │
╰───────────────────────────────────────────────────────────────────────────╯
"""

AT_40 = """\
╭─ pressure, isolation-7x7 ─────────╮
│ warm start 12 s                   │
│ search ━━━━━━━━━╸             45% │
│ trial 10 of 40 · 181,234 games/s  │
│ about 7 s left in this stage      │
│ 1,008,000 of 2,240,000 games      │
│                                   │
│ best so far 62.0% (60.0 to 64.0)  │
│ hand-set    38.0% (36.0 to 40.0)  │
│ ▁▁▁▁▅▅▅▅██                        │
│ best: trial 8; without its luck   │
╰───────────────────────────────────╯
"""


def drawn(view: ScreenView, width: int) -> str:
    """What is seen, without colours."""
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=True, color_system=None)
    console.print(screen(console, view))
    return file.getvalue()


@pytest.mark.parametrize(("width", "expected"), [(80, AT_80), (40, AT_40)])
def test_the_screen(width: int, expected: str) -> None:
    assert drawn(VIEW, width) == expected


def test_every_width_is_kept_and_names_are_text() -> None:
    name = '[red]<script>"\x1b[2J 🐎' + "x" * 40
    view = replace(VIEW, title=name, stage=replace(STAGE, stage=f"verdict {name}"))
    for width in (30, 40, 80, 200):
        lines = drawn(view, width).splitlines()
        assert {cell_len(line) for line in lines} == {min(width - 3, 100)}
        assert "[red]<script>" in lines[0]
    assert "\x1b" not in drawn(view, 200)


def test_before_the_first_trial_and_where_nothing_is_known_there_is_a_bar_alone() -> None:
    stage = StageState("compare", 0, 0, "games", None, None)
    assert drawn(ScreenView("", (), stage, None), 40).splitlines()[1:-1] == [
        "│ compare                           │",
        "│ 0 of 0 games                      │",
    ]


def test_the_hand_set_values_may_be_the_best() -> None:
    hand_set = Interval(0.5, 0.5, 0.5)
    search = SearchView(1, 40, hand_set, 0, hand_set, [0.5])
    shown = drawn(replace(VIEW, search=search), 80).splitlines()
    assert shown[6].startswith("│ best so far 50.0% (50.0 to 50.0) ● ")
    assert shown[8].startswith("│ ▁ ")
    assert "best: the hand-set values" in shown[9]


def test_an_alphabet_without_blocks_gets_the_numbers_alone() -> None:
    file = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    console = Console(file=file, width=80, force_terminal=True, color_system=None)
    console.print(screen(console, VIEW))
    file.seek(0)
    shown = file.read()
    assert "best so far 62.0% (60.0 to 64.0)" in shown
    assert "trial 10 of 40" in shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (Interval(0.5, 0.0, 1.0), "├────●────┤"),
        (Interval(0.0, 0.0, 0.1), "●┤         "),
        (Interval(0.7, 0.6, 0.8), "      ├●┤  "),
    ],
)
def test_an_interval_lies_where_it_is_on_the_scale(value: Interval, shown: str) -> None:
    assert interval_bar(value, (0.0, 1.0), 11) == shown


def test_a_terminal_that_becomes_narrower_is_drawn_anew_with_its_notes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    file = io.StringIO()
    console = Console(file=file, width=80, force_terminal=True, color_system=None)
    with ConsoleProgress("a study", console) as progress:
        progress.stage("search", 100)
        progress.note("'floor' changes no choice")
        before = len(file.getvalue())
        console.width = 40
        progress._live.refresh()
        shown = file.getvalue()[before:]
        # Clear, home, the note, the screen.
        assert shown.index("\x1b[2J") < shown.index("\x1b[H") < shown.index("note: 'floor'")
        assert shown.index("note: 'floor'") < shown.rindex("a study")
    # The cursor is shown again.
    assert file.getvalue().rindex("\x1b[?25h") > file.getvalue().rindex("\x1b[?25l")
