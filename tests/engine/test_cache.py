"""Compiled code on disk: found again by the next process, and never a reason to fail.

Tests run as root in some places, so a folder that cannot be written is one below a plain file.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from checkout import ROOT
from quick_modules import SEVEN, SIX, works
from toy_kernels import twice

from engine.errors import EngineError
from engine.link import cache
from engine.link.cache import load_module
from engine.link.compiling import tell_of_compiling
from engine.link.folder import CACHE_VARIABLE, CacheWarning, cache_folder
from engine.link.linker import Linker
from engine.link.source import SourceKernel

GAMES = """
import sys
import numpy as np
from engine.play.compiler import NOTHING, compile_chooser
from engine.games import find_game
from engine.play.batches import Openings
from engine.link.joining import FormulaKernels
from engine.link.source import SourceKernel
from engine.play.driver import analyse, driver_of, play_games, random_positions
from engine.play.player import make_player
from engine.play.search import Search
from engine.play.searches import make_search

game = find_game("isolation-5x5")
seeds = np.arange(20, dtype=np.uint64)
states, _ = random_positions(game, 2, seeds)
player = make_player(game, compile_chooser(game, NOTHING), (), make_search("alphabeta", depth=4))
played = play_games(game, (player, player), Openings(states, np.zeros(20, np.int64), seeds))
one = SourceKernel("def formula(board, parameters, own, opp):\\n    return 1.0\\n", {})
values = []
for formula in (NOTHING, FormulaKernels(one, one, 0)):
    chooser = compile_chooser(game, formula)
    player = make_player(game, chooser, (), make_search("alphabeta", depth=1))
    values.append(set(analyse(game, player, states, seeds).values.tolist()))
numba = "numba" in sys.modules
print(numba, values, played.results.tolist(), played.plies.tolist(), played.nodes.tolist(), sep="|")
"""
"""Plays games, and looks at positions with two formulas: everything is worth 0, or 1."""

EIGHT = f"""
import multiprocessing
from numba import njit
from engine.link.cache import load_module

# What all of them do before they compile is done once, in memory.
njit("int64(int64)")(lambda number: number)
context = multiprocessing.get_context("fork")
barrier, answers = context.Barrier(8), context.SimpleQueue()

def work():
    barrier.wait(60)
    answers.put(load_module("quick", {SIX!r}).answer(7))

processes = [context.Process(target=work) for _ in range(8)]
for process in processes:
    process.start()
for process in processes:
    process.join()
print([answers.get() for process in processes if process.exitcode == 0])
"""
NINTH = f"""
from engine.link.cache import load_module
module = load_module("quick", {SIX!r})
print(module.answer(7), sum(module.answer.stats.cache_hits.values()) + module.callback.cache_hits)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache of this test, which knows of no module that was loaded before."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_MODULES", {})
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new process begins."""
    monkeypatch.setattr(cache, "_MODULES", {})


def test_somebody_is_told_once_that_code_is_compiled(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    tell_of_compiling(told.append)
    load_module("quick", SIX)
    load_module("quick", SEVEN)
    assert told == ["compiling machine code: 5 to 25 s, once"]
    forget(monkeypatch)
    tell_of_compiling(told.append)
    # What is on disk is read.
    assert works(load_module("quick", SIX))
    assert len(told) == 1


def hits(module: ModuleType) -> int:
    return sum(module.answer.stats.cache_hits.values()) + module.callback.cache_hits


def start(code: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", code],
        cwd=ROOT,
        env={"PATH": "", CACHE_VARIABLE: str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    assert errors == ""
    return output


def times(folder: Path) -> dict[str, int]:
    return {
        str(file.relative_to(folder)): file.stat().st_mtime_ns
        for file in folder.rglob("*")
        if file.is_file()
    }


def test_two_processes_compile_at_once_and_a_third_compiles_nothing(tmp_path: Path) -> None:
    outputs = [finish(process) for process in [start(GAMES, tmp_path) for _ in range(2)]]
    before = times(tmp_path)
    # The search; and, to be loaded without Numba, what it is linked with for two formulas, the
    # three routines of the driver, and what measures the words of a game.
    assert sum(name.endswith(".nbc") for name in before) == 1
    assert sum(name.endswith(".code") for name in before) == 6
    assert not [name for name in before if ".tmp" in name]
    outputs.append(finish(start(GAMES, tmp_path)))
    assert times(tmp_path) == before
    games = {output.split("|", 1)[1] for output in outputs}
    assert len(games) == 1
    assert outputs[2].split("|")[:2] == ["False", "[{0.0}, {1.0}]"]


def test_eight_processes_begin_with_an_empty_cache_at_once(tmp_path: Path) -> None:
    assert finish(start(EIGHT, tmp_path)) == "[42, 42, 42, 42, 42, 42, 42, 42]\n"
    left = [name for name in times(tmp_path) if ".tmp" in name]
    assert left == []
    # All that they left is whole: the ninth compiles nothing.
    before = times(tmp_path)
    assert finish(start(NINTH, tmp_path)) == "42 2\n"
    assert times(tmp_path) == before


def test_a_module_is_compiled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = load_module("toy", SIX)
    assert works(first)
    assert hits(first) == 0
    assert load_module("toy", SIX) is first
    forget(monkeypatch)
    again = load_module("toy", SIX)
    assert again is not first
    assert works(again)
    assert hits(again) == 2
    assert [path.name for path in folder.glob("*.py")] == [f"{first.__name__.split('.')[1]}.py"]


def test_a_text_that_is_written_again_compiles_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As where two processes write it one after the other.
    load_module("toy", SIX)
    for text in folder.glob("*.py"):
        text.unlink()
    forget(monkeypatch)
    assert hits(load_module("toy", SIX)) == 2


def test_another_text_is_another_file(folder: Path) -> None:
    assert works(load_module("toy", SIX), 6)
    assert works(load_module("toy", SEVEN), 7)
    assert len(list(folder.glob("toy_*.py"))) == 2


def test_a_changed_helper_is_another_file(folder: Path) -> None:
    user = SourceKernel("def user(number):\n    return helper(number)\n", {"helper": twice})
    changed = SourceKernel("def twice(number):\n    return number + number + 1\n", {})
    answers = []
    for replacements in ({}, {twice: changed}):
        linker = Linker(replacements, lambda table: 0)
        linker.add(user)
        module = load_module("toy", f"from numba import njit\n\nkernel = njit\n\n{linker.text()}")
        answers.append(module.user(5))
    assert answers == [10, 11]
    assert len(list(folder.glob("toy_*.py"))) == 2


@pytest.mark.parametrize("damage", ["emptied", "cut", "overwritten", "removed"])
@pytest.mark.parametrize("suffix", [".py", ".nbi", ".nbc", ".pyc"])
def test_a_damaged_file_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, damage: str
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    load_module("toy", SIX)
    damaged = [path for path in folder.rglob(f"*{suffix}") if path.is_file()]
    for path in damaged:
        content = path.read_bytes()
        if damage == "removed":
            path.unlink()
        elif damage == "emptied":
            path.write_bytes(b"")
        elif damage == "cut":
            path.write_bytes(content[: len(content) // 2])
        else:
            path.write_bytes(b"\xff" * len(content))
    assert damaged
    forget(monkeypatch)
    assert works(load_module("toy", SIX))
    forget(monkeypatch)
    healed = load_module("toy", SIX)
    assert works(healed)
    assert hits(healed) == 2


def test_a_folder_that_cannot_be_made_gives_one_warning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    (tmp_path / "file").write_text("")
    below = tmp_path / "file" / "cache"
    monkeypatch.setenv(CACHE_VARIABLE, str(below))
    told: list[str] = []
    tell_of_compiling(told.append)
    with pytest.warns(CacheWarning) as warned:
        modules = [load_module("toy", text) for text in (SIX, SEVEN)]
    assert works(modules[0], 6)
    assert works(modules[1], 7)
    assert [str(one.message) for one in warned] == [
        f"cannot write compiled code to {below} (Not a directory); it will be compiled anew at "
        "every start (set TUNE_CACHE_DIR to a folder that can be written)"
    ]
    assert told == ["compiling machine code: 5 to 25 s, at every start"]
    assert not folder.exists()


def test_the_folder_in_its_place_is_removed_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code = "from engine.link.folder import cache_folder; f = cache_folder(); print(f, f.is_dir())"
    process = start(code, tmp_path / "file")
    output, errors = process.communicate(timeout=60)
    assert errors.count("CacheWarning") == 1
    path, existed = output.split()
    assert existed == "True"
    assert not Path(path).exists()


@pytest.mark.parametrize(
    ("wrong", "kernel", "cause"),
    [
        (
            "number + 'a'",
            "kernel 'answer' cannot be compiled at 'return number + 'a'': ",
            "No implementation of function Function(<built-in function add>) found for signature: "
            "add(int64, Literal[str](a))",
        ),
        (
            "np.no_such_function(number)",
            "a kernel cannot be compiled: ",
            "module 'numpy' has no attribute 'no_such_function'",
        ),
    ],
)
def test_a_kernel_that_cannot_be_compiled_is_one_line(
    folder: Path, wrong: str, kernel: str, cause: str
) -> None:
    text = "import numpy as np\n" + SIX.replace("number * 6", wrong)
    with pytest.raises(EngineError) as failure:
        load_module("toy", text)
    (path,) = folder.glob("toy_*.py")
    assert str(failure.value) == f"{kernel}{cause}; its text is in {path}"


def test_the_default_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(CACHE_VARIABLE, raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cache_folder.cache_clear()
    try:
        found = cache_folder()
    finally:
        cache_folder.cache_clear()
    # Other systems have folders of their own for that.
    assert found == tmp_path / "tune" if sys.platform == "linux" else found.name == "tune"
