"""Every example of docs/ratings.md works."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

PAGE = (ROOT / "docs" / "ratings.md").read_text(encoding="utf-8")
_FENCED = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FOUND = _FENCED.findall(PAGE)
COMMANDS = [
    shlex.split(line.removeprefix("tune "))
    for language, text in _FOUND
    if language == "sh"
    for line in text.splitlines()
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the table that the page shows; a comment names it."""
    (table,) = (text for language, text in _FOUND if language == "csv")
    name, _, content = table.partition("\n")
    (tmp_path / name.removeprefix("# ")).write_text(content, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
@pytest.mark.usefixtures("folder")
def test_the_commands_run(tune: CommandLine, words: list[str]) -> None:
    ended = tune(*words)
    assert (ended.status, bool(ended.out)) == (0, True), ended.err


def test_the_table_of_the_page_has_the_faults_that_it_names(
    tune: CommandLine, folder: Path
) -> None:
    found = tune("table", folder / "results.csv").out
    assert "Finding: yours against MM_Open: no number of wins in 30 games is 71.0%." in found
    assert "71.0% of 30 games" in PAGE
    assert "Finding: yours: the cells have a mean of 73.7%, not 75%." in found
