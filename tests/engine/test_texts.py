"""The names of joined texts: what decides machine code, besides the text, is in them."""

from __future__ import annotations

import ast
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import ROOT

from engine.games import find_game
from engine.link import texts
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.link.texts import text_path
from engine.play.compiler import NOTHING
from engine.play.joined_texts import chooser_texts, driver_text, values_text

# What is run when a text is loaded, and writes no machine code.
ONLY_LOADS = {
    "engine.errors": "names faults",
    "engine.link.cache": "runs texts",
    "engine.link.compiling": "says that it takes long",
    "engine.link.folder": "finds the folder",
    "engine.link.texts": "writes texts down; the name of a file is that of its whole text",
    "engine.link.turn": "lets one process wait for another",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()
    forget_sources()


def forget_sources() -> None:
    for kept in (texts.machine_digest, texts._platform_digest, texts._machine_sources):
        kept.cache_clear()


def imported(text: str) -> set[str]:
    """The modules of the engine that a text imports anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "engine":
            package = str(node.module)
            # A name is a module of the package, or something that the module offers.
            inner = {f"{package}.{alias.name}" for alias in node.names}
            found |= {name for name in inner if file_of(name).exists()} or {package}
    return found


def file_of(module: str) -> Path:
    return (ROOT / module.replace(".", "/")).with_suffix(".py")


def run_by_texts(folder: Path) -> set[str]:
    """The modules that the texts of two games import, and those that these import in turn."""
    for name in ("isolation", "pentago"):
        game = find_game(name)
        made = [*chooser_texts(game, NOTHING)[0], driver_text(game)]
        made.append(values_text(game, NOTHING.as_written)[0])
        for one in made:
            texts.hold(one)
    waiting = {name for file in folder.glob("*.py") for name in imported(file.read_text())}
    found: set[str] = set()
    while waiting:
        found |= waiting
        waiting = {name for one in waiting for name in imported(file_of(one).read_text())} - found
    return found


def test_a_change_of_any_module_that_machine_code_comes_from_gives_texts_other_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = run_by_texts(folder)
    assert set(ONLY_LOADS) < modules
    assert {"engine.intrinsics", "engine.link.operations"} < modules
    copied = tmp_path / "engine"
    shutil.copytree(ROOT / "engine", copied)
    monkeypatch.setattr(texts, "__file__", str(copied / "link" / "texts.py"))
    forget_sources()
    same, same_digest = text_path("toy", "text"), texts.machine_digest()
    unheeded = []
    for module in sorted(modules):
        source = (tmp_path / module.replace(".", "/")).with_suffix(".py")
        before = source.read_text()
        source.write_text(before + "# A change.\n")
        forget_sources()
        if text_path("toy", "text") == same:
            assert texts.machine_digest() == same_digest
            unheeded.append(module)
        else:
            assert texts.machine_digest() != same_digest
        source.write_text(before)
    assert unheeded == sorted(ONLY_LOADS)
