"""What was joined is remembered for what is in memory, whatever stands in the files by then.

Each process here runs a copy of the sources. What is expected of it, with all records of the others
at hand, is what it says where there are none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT

from engine.link.folder import CACHE_VARIABLE

PACKAGES = ("engine", "features")

PROCESS = """
from pathlib import Path
from engine.games import find_game
from features.presets import find_preset
game, presets = find_game("isolation-5x5"), [find_preset(name) for name in ("pressure", "edge")]

def names(preset):
    from engine.play.joined_texts import chooser_texts, values_text
    from features.compiled import formula_kernels
    formula = formula_kernels(preset)
    texts = *chooser_texts(game, formula)[0], values_text(game, formula.as_written)[0]
    return [text.path.name for text in texts]

{then}
print(*names(presets[0]))
"""
"""It imports kernels, as a session in Python does, and what joins them only later."""

REFUSE = """
from engine.play import joined_texts
joined_texts.join = None
"""

EDIT = """
file = Path("{file}")
text = file.read_text()
assert text.count({old!r}) > 0
file.write_text(text.replace({old!r}, {new!r}))
"""

KERNELS = "engine/kernels/evaluation.py"
NUMBER = {"file": KERNELS, "old": "LIMIT = 2.0**399", "new": "LIMIT = 2.0**398.0"}
FUNCTION = {"file": KERNELS, "old": "return WIN - np", "new": "return WIN + 1 - np"}
HEAD = {
    "file": "engine/play/templates.py",
    "old": "import numpy as np",
    "new": "import numpy as np # Edited",
}
SAME_SIZE = {"file": KERNELS, "old": "LIMIT = 2.0**399", "new": "LIMIT = 2.0**398"}

NUMBER_IN_MEMORY = "from engine.kernels import evaluation; evaluation.EVALUATION_LIMIT = 777.0"
FUNCTION_IN_MEMORY = (
    "from engine.kernels import evaluation, last_ply; last_ply.win_in = evaluation.plies_of"
)


class Sources:
    """Hold a copy of the sources, with a folder of compiled code that its processes share."""

    def __init__(self, folder: Path, like: Path) -> None:
        self.folder = folder
        for package in PACKAGES:
            # Bytecode is of a source by its time, which is copied too.
            shutil.copytree(like / package, folder / package)

    def run(self, then: str = "", cache: str = "cache") -> str:
        """Return the names of the joined texts in a process that does something before it joins."""
        environment = {**os.environ, CACHE_VARIABLE: str(self.folder / cache)}
        ended = subprocess.run(
            [sys.executable, "-c", PROCESS.format(then=then)],
            cwd=self.folder,
            env=environment | {"PYTHONDONTWRITEBYTECODE": ""},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        return ended.stdout.strip()

    def run_alone(self, then: str = "") -> str:
        """Return the same where nothing is remembered."""
        shutil.rmtree(self.folder / "alone", ignore_errors=True)
        return self.run(then, "alone")

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a source so that neither its size nor its time tells of it."""
        path = self.folder / file
        state, text = path.stat(), path.read_text(encoding="utf-8")
        assert text.count(old) > 0
        path.write_text(text.replace(old, new), encoding="utf-8")
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))
        assert path.stat().st_size == state.st_size

    def forget_bytecode(self) -> None:
        for folder in self.folder.rglob("__pycache__"):
            shutil.rmtree(folder)


@pytest.fixture(scope="module")
def first_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources with their bytecode, which takes a second to make."""
    folder = tmp_path_factory.mktemp("sources")
    Sources(folder, ROOT).run()
    return folder


@pytest.fixture
def sources(tmp_path: Path, first_copy: Path) -> Sources:
    return Sources(tmp_path, first_copy)


def test_a_second_process_joins_nothing(sources: Sources) -> None:
    first = sources.run()
    assert sources.run(REFUSE) == first == sources.run_alone()


@pytest.mark.parametrize("change", [NUMBER, FUNCTION, HEAD], ids=["number", "function", "joins"])
@pytest.mark.parametrize("imported", ["engine.kernels.choose", "engine.play.joined_texts"])
def test_a_source_that_is_edited_after_it_was_imported(
    sources: Sources, imported: str, change: dict[str, str]
) -> None:
    before = sources.run_alone()
    sources.run(f"import {imported}\n" + EDIT.format(**change))
    after = sources.run()
    assert after == sources.run_alone() != before


def test_numbers_of_older_bytecode_are_not_taken_for_those_of_the_source(sources: Sources) -> None:
    """Python takes bytecode for a source of the same size and the same second."""
    before = sources.run_alone()
    sources.edit(**SAME_SIZE)
    assert sources.run() == before
    sources.forget_bytecode()
    after = sources.run()
    assert after == sources.run_alone() != before


def test_the_text_of_a_source_is_not_taken_for_that_of_older_bytecode(sources: Sources) -> None:
    before = sources.run_alone()
    change = {"file": KERNELS, "old": "return WIN - np", "new": "return PLY - np"}
    sources.edit(**change)
    # This process joins what is written, though it runs what was.
    assert sources.run() != before
    sources.edit(KERNELS, change["new"], change["old"])
    assert sources.run() == before


def test_an_edit_that_keeps_size_and_time_is_seen(sources: Sources) -> None:
    """On Windows files have no time of their last change besides that which anybody can set."""
    before = sources.run()
    sources.edit(**SAME_SIZE)
    sources.forget_bytecode()
    after = sources.run()
    assert after == sources.run_alone() != before


@pytest.mark.parametrize(
    "exchange", [NUMBER_IN_MEMORY, FUNCTION_IN_MEMORY], ids=["number", "function"]
)
def test_what_is_exchanged_in_memory_is_of_this_process_alone(
    sources: Sources, exchange: str
) -> None:
    exchanged = sources.run(exchange)
    plain = sources.run()
    assert plain == sources.run_alone() != exchanged
    assert sources.run(exchange) == sources.run_alone(exchange) == exchanged


def test_the_search_that_formulas_share_is_joined_again_if_a_number_of_it_is_exchanged(
    sources: Sources,
) -> None:
    sources.run(f"names(presets[1])\n{NUMBER_IN_MEMORY}")
    exchanged = sources.run(NUMBER_IN_MEMORY)
    assert exchanged == sources.run_alone(NUMBER_IN_MEMORY) != sources.run()
