"""The command that puts a verdict into the README."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from command_line import TINY, CommandLine

from makers.readme_screen import ScreenError, replace_screen, write_screen

PAGE = "# A page\n\n<!-- verdict screen -->\n```\nold\nlines\n```\n\n```sh\ntune check\n```\n"


def test_only_the_block_behind_the_mark_is_replaced() -> None:
    assert replace_screen(PAGE, "new \\1 line\n") == (
        "# A page\n\n<!-- verdict screen -->\n```\nnew \\1 line\n```\n\n```sh\ntune check\n```\n"
    )


@pytest.mark.parametrize("page", [PAGE.replace("verdict screen", "main command"), PAGE + PAGE])
def test_a_page_without_one_place_for_it_is_refused(page: str) -> None:
    with pytest.raises(ScreenError, match=r"blocks behind <!-- verdict screen -->; keep one"):
        replace_screen(page, "new\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_the_page_shows_what_the_terminal_shows(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tiny.yaml").write_text(TINY)
    Path("README.md").write_text(PAGE)
    write_screen(Path("README.md"), Path("tiny.yaml"), Path("runs"))
    page = Path("README.md").read_text()
    screen = page.partition("<!-- verdict screen -->\n```\n")[2].partition("\n```\n")[0]
    shown = screen.splitlines()
    assert shown[0].startswith("Verdict: ")
    assert max(map(len, shown)) <= 80
    # In a pipe the finished study says the same on whole lines.
    whole = tune("run", "tiny.yaml", "--runs", "runs").out
    assert max(map(len, whole.splitlines())) > 80
    assert screen.split() == whole.split()
    assert page.endswith("```\n\n```sh\ntune check\n```\n")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_a_study_that_fails_leaves_the_page_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("README.md").write_text(PAGE)
    with pytest.raises(ScreenError, match=r"^tune run absent\.yaml .* ended with status 2"):
        write_screen(Path("README.md"), Path("absent.yaml"), Path("runs"))
    assert Path("README.md").read_text() == PAGE
