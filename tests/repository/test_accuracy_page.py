"""The page on accuracy is what its command writes."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import partial
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


def labels() -> list[str]:
    """First cells of the page's rows of agents."""
    return [label for label in rows(PAGE.read_text(encoding="utf-8")) if ", depth " in label]


def test_the_page_has_its_presets_at_every_depth() -> None:
    """A preset that is newer than the page waits for the next time that the page is written."""
    names = {label.partition(", depth ")[0] for label in labels()}
    assert len(names) > 20
    assert names <= {spelling(preset) for preset in presets() if preset.family == "isolation"}
    assert sorted(labels()) == sorted(f"{name}, depth {d}" for name in names for d in DEPTHS)
    assert {"chance", "random play"} <= set(rows(PAGE.read_text(encoding="utf-8")))


def test_the_page_was_measured_with_what_is_here() -> None:
    """Where this fails, run the command that the page begins with."""
    found = re.findall(r"^<!-- inputs (\w+) -->$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert found == [inputs_digest(GAME, ["random play", *labels()])]


def test_the_digest_is_of_formulas_numbers_and_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    digest = partial(inputs_digest, GAME, [label for label, _ in page_agents(GAME, DEPTHS)])
    before, others = digest(), [one for one in presets() if one.name != "pressure"]
    with monkeypatch.context() as patch:
        patch.setattr("makers.accuracy_page.presets", lambda: others)
        fewer = digest()
    with monkeypatch.context() as patch:
        (floor, *_) = find_preset("pressure").parameters
        other = find_preset("pressure").with_defaults({floor.name: floor.high})
        patch.setattr("makers.accuracy_page.presets", lambda: [*others, other])
        changed = digest()
    with monkeypatch.context() as patch:
        solved = find_solved(GAME)
        patch.setattr("makers.accuracy_page.find_solved", lambda _: replace(solved, header={}))
        positions = digest()
    assert len({before, fewer, changed, positions}) == 4
    assert digest() == before


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
    expected = re.sub(r"## What tuning.*?(?=## The solved)", "", expected, flags=re.DOTALL)
    digest = re.compile(r"<!-- inputs \w+ -->")
    assert digest.sub("", again) == digest.sub("", expected)


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
