"""The library says what is wrong in words of its own; the command line adds its options."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

from tuner.cli.output import HINTS

LIBRARY = [
    path
    for package in ("engine", "features", "tuner")
    for path in sorted((ROOT / package).rglob("*.py"))
    if ROOT / "tuner" / "cli" not in path.parents
    # An exported file names the command that made it, a report the one that repeats its run.
    and path != ROOT / "tuner" / "export" / "exported_run.py"
    and path != ROOT / "tuner" / "report" / "repeat_section.py"
    and path != ROOT / "tuner" / "report" / "repeat_matches.py"
]
COMMAND = re.compile(
    r"(^|[\s'(])--[a-z]|\'tune |"
    r"\btune (accuracy|bench|book|check|compare|dashboard|explain|export|init|list)\b|"
    r"\btune (play|run|solve|status|tournament)\b|\bpip install\b"
)

CSS_VARIABLE = re.compile(r"\bvar\(--[\w-]+|(?<=[{;\s])--[\w-]+:")
"""Looks like an option, and is none."""


STUDY = "name: mine\ngame: isolation\nheuristic: pressure\nbaselines: udacity-2017-02\n"
TOURNAMENT = "name: cup\ngame: isolation\ncandidates: []\n"


def texts_of(path: Path) -> Iterator[str]:
    """All texts of a module, docstrings too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def hints_of(path: Path) -> Iterator[str]:
    """The hints that a module gives to the errors that it raises."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        for word in node.keywords:
            value = word.value
            either = [value.body, value.orelse] if isinstance(value, ast.IfExp) else [value]
            constants = (one for one in either if isinstance(one, ast.Constant))
            yield from (str(one.value) for one in constants if word.arg == "hint")


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_of_the_library_names_an_option_or_a_command(path: Path) -> None:
    assert [text for text in texts_of(path) if COMMAND.search(CSS_VARIABLE.sub("", text))] == []


def test_the_command_line_knows_every_hint() -> None:
    assert {hint for path in LIBRARY for hint in hints_of(path)} == set(HINTS)


@pytest.mark.parametrize(
    ("words", "text", "message"),
    [
        (
            ["check"],
            TOURNAMENT,
            "candidates: this file is a tournament, not a study; play it as a tournament "
            "(tune tournament {file})",
        ),
        (
            ["tournament"],
            STUDY,
            "baselines: this file is a study, not a tournament; run it as a study "
            "(tune run {file})",
        ),
        (
            ["check"],
            "formula: moves(own)\n",
            "formula: this file is a heuristic, not a study; write 'heuristic: my cup.yaml' in a "
            "study, or compare it with others (tune compare {file} ...)",
        ),
        (
            ["check"],
            STUDY.replace("pressure", "improved"),
            "heuristic: heuristic 'improved' has no parameters to tune; choose one that has "
            "(tune list presets)",
        ),
    ],
)
def test_an_error_of_a_file_ends_with_the_command_that_helps(
    tmp_path: Path, tune: CommandLine, words: list[str], text: str, message: str
) -> None:
    file = tmp_path / "my cup.yaml"
    file.write_text(text)
    error = tune(*words, file).error
    assert error.partition(": ")[2].partition(": ")[2] == message.format(file=f"'{file}'")
