"""The page on accuracy is what its command writes."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from checkout import ROOT

from engine.games import find_game
from features.presets import presets, spelling
from makers.accuracy_page import DEPTHS, accuracy_page, main

PAGE = ROOT / "docs" / "accuracy.md"


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


def test_all_but_the_tuning_is_measured_again() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (command,) = re.findall(r"^python -m tuner\.accuracy_page \S+$", text, re.MULTILINE)
    again = accuracy_page(find_game("isolation"), DEPTHS, command, 2)
    assert again == re.sub(r"## What tuning.*?(?=## The solved)", "", text, flags=re.DOTALL)


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
