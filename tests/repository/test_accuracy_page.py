"""The page on accuracy is what its command writes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from checkout import ROOT

from engine.games import find_game
from features.presets import find_preset, presets, spelling
from makers.accuracy_page import DEPTHS, accuracy_page, inputs_digest, main, page_agents
from tuner.solved.positions import find_solved

PAGE = ROOT / "docs" / "accuracy.md"
GAME = find_game("isolation")
MEASURED = [
    "random play",
    *(f"{name}, depth {depth}" for depth in DEPTHS for name in ("improved", "pressure")),
]
"""Rows that are measured again; each formula more would be compiled."""


def rows(text: str) -> dict[str, str]:
    """The lines of all tables by their first cell."""
    return {line.split(" | ")[0][2:]: line for line in text.splitlines() if line[:2] == "| "}


def test_the_page_has_every_preset_at_every_depth() -> None:
    names = [spelling(preset) for preset in presets() if preset.family == "isolation"]
    found = rows(PAGE.read_text(encoding="utf-8"))
    for name in names:
        for depth in DEPTHS:
            assert f"{name}, depth {depth}" in found
    assert {"chance", "random play"} <= set(found)


def test_the_page_was_measured_with_what_is_here() -> None:
    """Where this fails, run the command that the page begins with."""
    found = re.findall(r"^<!-- inputs (\w+) -->$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found == [inputs_digest(GAME)]


def test_the_digest_is_of_formulas_numbers_and_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    before, others = inputs_digest(GAME), [one for one in presets() if one.name != "pressure"]
    with monkeypatch.context() as patch:
        patch.setattr("makers.accuracy_page.presets", lambda: others)
        fewer = inputs_digest(GAME)
    with monkeypatch.context() as patch:
        (floor, *_) = find_preset("pressure").parameters
        other = find_preset("pressure").with_defaults({floor.name: floor.high})
        patch.setattr("makers.accuracy_page.presets", lambda: [*others, other])
        changed = inputs_digest(GAME)
    with monkeypatch.context() as patch:
        solved = find_solved(GAME)
        patch.setattr("makers.accuracy_page.find_solved", lambda _: replace(solved, header={}))
        positions = inputs_digest(GAME)
    assert len({before, fewer, changed, positions}) == 4
    assert inputs_digest(GAME) == before


def test_some_rows_and_all_else_but_the_tuning_are_measured_again() -> None:
    """Values of all presets are held by golden rows, and their formulas by the digest."""
    text = PAGE.read_text(encoding="utf-8")
    (command,) = re.findall(r"^python -m makers\.accuracy_page \S+$", text, re.MULTILINE)
    agents = [(label, agent) for label, agent in page_agents(GAME, DEPTHS) if label in MEASURED]
    assert [label for label, _ in agents] == MEASURED
    again = accuracy_page(GAME, agents, command, 2)
    skipped = {f"{label} " for label, _ in page_agents(GAME, DEPTHS)} - {f"{o} " for o in MEASURED}
    kept = [line for line in text.splitlines() if line[2:].partition("|")[0] not in skipped]
    expected = "\n".join(kept) + "\n"
    assert again == re.sub(r"## What tuning.*?(?=## The solved)", "", expected, flags=re.DOTALL)


def test_the_command_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    monkeypatch.setattr("makers.accuracy_page.DEPTHS", ())
    monkeypatch.setattr("makers.accuracy_page.tuning_part", lambda *_: ["## What tuning\n"])
    monkeypatch.setattr(sys, "argv", ["accuracy_page", str(page)])
    main()
    text = page.read_text(encoding="utf-8")
    assert text.startswith(
        "# Accuracy on solved positions\n\nWritten by\n\n```sh\n"
        f"python -m makers.accuracy_page {page.as_posix()}\n"
    )
    assert list(rows(text))[:4] == ["agent", "---", "chance", "random play"]
    assert capsys.readouterr() == ("", "")
