"""Every example of docs/agents.md works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

from features.presets import presets

PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    return [content for found, content in _FENCED.findall(PAGE) if found == language]


def commands() -> list[list[str]]:
    """The words of each command; what stands in quotes may be several lines."""
    text = "".join(blocks("sh"))
    found = re.findall(r"""^tune ((?:"[^"]*"|[^"\n])*)$""", text, re.MULTILINE)
    assert len(found) == text.count("tune ")
    return [shlex.split(words) for words in found]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the files that the page shows; a comment names each."""
    for text in blocks("yaml"):
        named = re.match(r"# (\S+)\n", text)
        assert named is not None
        (tmp_path / named[1]).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", commands(), ids=lambda words: " ".join(words[:2]))
def test_the_commands_run(tune: CommandLine, words: list[str], folder: Path) -> None:
    ended = tune(*words)
    assert (ended.status, bool(ended.out)) == (0, True), ended.err


def test_the_baselines_of_the_example(folder: Path) -> None:
    from tuner.config.study import load_study  # noqa: PLC0415 - the only test that needs it

    study = load_study(folder / "next.yaml")
    whole, deeper, _ = study.baselines
    assert [one.name for one in study.baselines] == ["careful", "careful at depth 3", "improved"]
    assert (whole.values, whole.search.depth) == ((2.0,), 2)
    assert (deeper.values, deeper.search.depth) == ((2.0,), 3)
    assert study.heuristic.defaults == (2.0,)


def test_the_words_of_the_table_are_what_they_are_said_to_be() -> None:
    preset, reading, *_ = re.findall(r"^\| `(\S+)` \|", PAGE, re.MULTILINE)
    assert preset in {one.name for one in presets()}
    assert reading in {f"{one.name}:{one.variant}" for one in presets()}
