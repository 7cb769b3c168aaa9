"""What kernels were joined to is remembered, and never where it may be something else by now."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT

from engine.games import find_game
from engine.kernels import interface
from engine.link import remembering
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.link.joining import KernelSet, PlainSearch
from engine.play import joined_texts
from engine.play.joined_texts import chooser_texts, driver_text, values_text
from features.compiled import formula_kernels
from features.presets import find_preset

GAME = find_game("isolation")
PRESSURE = formula_kernels(find_preset("pressure"))

PATH_OF_DRIVER = """
from engine.games import find_game
from engine.play import joined_texts
from engine.play.joined_texts import driver_text
if {refuse}:
    joined_texts.join = None
print(driver_text(find_game("isolation")).path.name)
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()
    remembering._sources.cache_clear()


def refuse_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any, **_options: Any) -> None:
        raise AssertionError("joined again")

    monkeypatch.setattr(joined_texts, "join", refuse)


def records(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.joined"))


@pytest.mark.parametrize("name", ["isolation", "isolation-9x11", "pentago"])
def test_what_was_joined_once_is_not_joined_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game(name)
    preset = find_preset("straights" if name == "pentago" else "pressure")
    formula = formula_kernels(preset)
    first = chooser_texts(game, formula), values_text(game, formula.as_written), driver_text(game)
    refuse_to_join(monkeypatch)
    again = chooser_texts(game, formula), values_text(game, formula.as_written), driver_text(game)
    assert again == first
    # Equal tables could be of another board's numbers; these are the same ones.
    assert list(map(id, again[0][1])) == list(map(id, first[0][1]))


def test_a_text_that_is_needed_in_spite_of_that_is_joined_again() -> None:
    first = driver_text(GAME)
    again = driver_text(GAME)
    assert again.text == first.text
    assert again.stem == first.stem == "isolation_driver"
    assert again.entries == first.entries


def test_each_formula_board_and_search_has_texts_of_its_own() -> None:
    pentago, straights = find_game("pentago"), formula_kernels(find_preset("straights"))
    asked = [
        (GAME, PRESSURE),
        (GAME, formula_kernels(find_preset("edge"))),
        (find_game("isolation-9x11"), PRESSURE),
        (pentago, straights),
        (PlainSearch(pentago), straights),
    ]
    first = [chooser_texts(game, formula) for game, formula in asked]
    assert [chooser_texts(game, formula) for game, formula in asked] == first
    assert len({text.path for texts, _ in first for text in texts}) == 1 + 1 + 1 + 2 + 1


@pytest.mark.parametrize("damage", ["cut", "changed", "empty", "not text"])
def test_a_damaged_record_counts_as_none(damage: str, folder: Path) -> None:
    texts, tables = chooser_texts(GAME, PRESSURE)
    (record,) = records(folder)
    content = record.read_bytes()
    record.write_bytes(
        {
            "cut": content[:-9],
            # It names another text, or another table.
            "changed": content.replace(b"_chooser_", b"_chooses_"),
            "empty": b"",
            "not text": b"\xff" + content,
        }[damage]
    )
    assert chooser_texts(GAME, PRESSURE) == (texts, tables)
    assert record.read_bytes() == content


@dataclass(frozen=True)
class Changed:
    """A game with one kernel in place of another."""

    game: Any
    kernel: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    @property
    def replacements(self) -> dict[Any, Any]:
        return {**self.game.replacements, interface.plies_played: self.kernel}


def plies_played(board: int, state: Any) -> int:
    return 0


@pytest.mark.parametrize("whole", [True, False])
def test_of_kernels_of_others_nothing_is_remembered(folder: Path, whole: bool) -> None:
    """Their sources may change while those of this program stay."""
    game: KernelSet = Changed(GAME, plies_played)
    driver_text(game if whole else PlainSearch(game))
    assert records(folder) == []


def test_of_sources_that_changed_while_the_program_ran_nothing_is_remembered(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is in memory then is not what stands in the files, or was loaded from them anew."""
    first = driver_text(GAME)
    changed = max(
        time for source in remembering._files(str(ROOT / "engine")) for time in source[2:]
    )
    remembering._sources.cache_clear()
    monkeypatch.setattr(remembering, "_BEGUN", changed - 1)
    assert driver_text(GAME) == first
    values_text(GAME, PRESSURE.as_written)
    assert len(records(folder)) == 1
    refuse_to_join(monkeypatch)
    with pytest.raises(AssertionError, match="joined again"):
        driver_text(GAME)


def test_a_folder_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any) -> None:
        raise OSError("no room")

    first = driver_text(GAME)
    monkeypatch.setattr(remembering, "write_whole", refuse)
    assert values_text(GAME, PRESSURE.as_written)[0].stem == "isolation_values"
    assert driver_text(GAME) == first


def test_whoever_changes_a_kernel_gets_another_text(tmp_path: Path, folder: Path) -> None:
    """The time of the file and its size tell of it, here of a single letter."""
    for package in remembering._PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package)

    def driver(refuse: bool = False) -> str:
        command = [sys.executable, "-c", PATH_OF_DRIVER.format(refuse=refuse)]
        ended = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=True, timeout=60
        )
        return ended.stdout.strip()

    first = driver()
    assert driver(refuse=True) == first
    kernels = tmp_path / "engine" / "kernels" / "match.py"
    text = kernels.read_text(encoding="utf-8")
    assert text.count("np.int64(1)") > 0
    kernels.write_text(text.replace("np.int64(1)", "np.int64(2)"), encoding="utf-8")
    changed = driver()
    assert changed != first
    for record in records(folder):
        record.unlink()
    assert driver() == changed
