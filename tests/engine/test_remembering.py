"""What kernels were joined to is remembered, and never where it may be something else by now."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from engine.games import find_game
from engine.kernels import interface
from engine.link import remembering
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.link.joining import KernelSet, PlainSearch, join
from engine.link.meaning import meaning_of
from engine.play import joined_texts
from engine.play.joined_texts import chooser_texts, driver_text, values_text
from engine.play.limits import words_text
from features.compiled import formula_kernels
from features.presets import find_preset

GAME = find_game("isolation")
PRESSURE = formula_kernels(find_preset("pressure"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()


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


def test_a_record_under_the_name_of_another_counts_as_none(folder: Path) -> None:
    edge = formula_kernels(find_preset("edge"))
    asked = [chooser_texts(GAME, PRESSURE), chooser_texts(GAME, edge)]
    one, other = records(folder)
    shutil.copy(one, other)
    assert [chooser_texts(GAME, PRESSURE), chooser_texts(GAME, edge)] == asked
    shutil.copy(other, one)
    assert [chooser_texts(GAME, PRESSURE), chooser_texts(GAME, edge)] == asked


@pytest.mark.parametrize(
    "game",
    [GAME, find_game("isolation-9x11"), find_game("pentago"), PlainSearch(find_game("pentago"))],
    ids=["isolation", "isolation-9x11", "pentago", "pentago plain"],
)
def test_all_that_is_joined_is_looked_at(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record is of the kernels that were looked at: of one left out it would tell lies."""
    joined: set[Any] = set()
    looked_at: set[Any] = set()

    def join_and_note(*arguments: Any, **options: Any) -> Any:
        answer = join(*arguments, **options)
        joined.update(one.kernel for one in answer.kernels if isinstance(one.kernel, FunctionType))
        return answer

    def look_and_note(*arguments: Any) -> Any:
        meaning = meaning_of(*arguments)
        looked_at.update(meaning.functions)
        return meaning

    monkeypatch.setattr(joined_texts, "join", join_and_note)
    monkeypatch.setattr(remembering, "meaning_of", look_and_note)
    formula = formula_kernels(find_preset("straights" if game.family == "pentago" else "pressure"))
    for ask in (
        lambda: chooser_texts(game, formula),
        lambda: values_text(game, formula.as_written),
        lambda: driver_text(game),
        lambda: words_text(game),
    ):
        joined.clear()
        looked_at.clear()
        ask()
        assert joined
        assert joined <= looked_at


LOADED = """
import sys
import engine.play.joined_texts
print(*(name for name in sys.modules if name.partition(".")[0] == "engine"))
"""

# What joins no kernels, though it is imported by what does.
DECIDES_NO_TEXT = {
    "engine.errors": "names faults",
    "engine.intrinsics": "is described by the names that kernels use of it",
    "engine.link.bytecode": "compares",
    "engine.link.elsewhere": "waits for other processes",
    "engine.link.folder": "finds the folder",
    "engine.link.machine_file": "loads machine code",
    "engine.link.meaning": "describes kernels",
    "engine.link.remembering": "keeps what was joined",
    "engine.play.joined_texts": "asks for it, and is looked at for that",
    "engine.play.templates": "gives joined_texts its texts, which are looked at there",
    "engine.table": "is described with each table",
}


def test_every_module_that_joins_is_looked_at_too() -> None:
    command = [sys.executable, "-c", LOADED]
    ended = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    loaded = {name for name in ended.stdout.split() if name.count(".") > 0}
    packages = {"engine.link", "engine.play", "engine.kernels"}
    kernels = {name for name in loaded if name.startswith("engine.kernels.")}
    assert loaded - packages - kernels - set(DECIDES_NO_TEXT) == set(remembering.JOINERS)


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


def test_a_folder_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_arguments: Any) -> None:
        raise OSError("no room")

    first = driver_text(GAME)
    monkeypatch.setattr(remembering, "write_whole", refuse)
    assert values_text(GAME, PRESSURE.as_written)[0].stem == "isolation_values"
    assert driver_text(GAME) == first
