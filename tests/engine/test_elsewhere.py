"""Code that another process compiles: loaded here when it is done there, made here if it is not."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from checkout import ROOT

from engine.entries import INTEGER, EntryPoint
from engine.games import find_game
from engine.link import cache, code, elsewhere, machine_file
from engine.link.code import load_code
from engine.link.compiling import CompileError
from engine.link.elsewhere import (
    compile_elsewhere,
    expect_nothing_more,
    expect_to_compile,
    wait_for,
)
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.link.texts import CodeText, code_text
from engine.play import together
from engine.play.templates import ENTRY, HEAD
from engine.play.together import compile_together
from features.compiled import formula_kernels
from features.presets import find_preset

TWICE = EntryPoint("twice", {"number": INTEGER})
GAME = find_game("isolation")
PRESETS = [formula_kernels(find_preset(name)) for name in ("pressure", "open", "improved")]


def text_of(body: str) -> CodeText:
    kernel = f"\n\n@kernel\ndef doubled(number):\n    return {body}\n"
    entry = ENTRY.format(
        entry=TWICE.name, arguments=TWICE.arguments, names=TWICE.names, kernel="doubled"
    )
    return code_text("toy", HEAD + kernel + entry, (TWICE,))


@pytest.fixture(autouse=True)
def _empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An empty folder of compiled code, and nobody who compiles."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_MODULES", {})
    monkeypatch.setattr(code, "_CODES", {})
    monkeypatch.setattr(elsewhere, "_BUSY", {})
    monkeypatch.setattr(elsewhere, "_READY", [])
    cache_folder.cache_clear()
    yield
    cache_folder.cache_clear()


def test_it_is_compiled_there_and_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    text = text_of("number + number")
    compile_elsewhere([text])
    monkeypatch.setattr(code, "_compiled", None)
    assert load_code(text)["twice"].call(21) == 42


RAISES = """refused(number)


@kernel
def refused(number):
    if number > np.int64(0):
        raise ValueError('refused')
    return number"""


def test_nobody_waits_for_what_he_does_not_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """What needs Numba is kept by Numba, so that no machine code says that it is done."""
    first = text_of(RAISES)
    second = code_text("slow", "import time\n\ntime.sleep(60)\n", (TWICE,))
    compile_elsewhere([first, second])
    wait_for(first)
    assert list(elsewhere._BUSY) == [second.path.stem]
    (process,) = elsewhere._BUSY.values()
    assert process.poll() is None
    assert machine_file.are_kept(first)
    assert not list(first.path.parent.glob("*.code"))
    monkeypatch.setattr(cache, "say_compiling", None)
    assert load_code(first)["twice"].call(0) == 0
    process.kill()
    process.wait()


def test_what_was_killed_is_compiled_here() -> None:
    text = text_of("np.int64(2) * number")
    compile_elsewhere([text])
    (process,) = elsewhere._BUSY.values()
    process.kill()
    process.wait()
    assert load_code(text)["twice"].call(21) == 42


def test_a_process_that_is_begun_early_is_given_the_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    told: list[str] = []
    expect_to_compile(told.append)
    assert told == ["no code is compiled yet: that comes first"]
    (process,) = elsewhere._READY
    text = text_of("number + number")
    compile_elsewhere([text])
    assert {text.path.stem: process} == elsewhere._BUSY
    monkeypatch.setattr(code, "_compiled", None)
    assert load_code(text)["twice"].call(21) == 42
    # It has nothing more to do; whether it or this process says so first is all the same.
    assert process.wait(60) in (0, 1)


def test_a_process_that_was_begun_for_nothing_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    expect_to_compile(lambda _: None)
    (process,) = elsewhere._READY
    expect_nothing_more()
    assert process.poll() is not None
    assert elsewhere._READY == []


@pytest.mark.parametrize("kept", ["any_0.chooser.0.code", "__pycache__/any_0.chooser-1.py311.nbi"])
def test_where_anything_is_kept_no_process_is_begun_early(
    monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    (cache_folder() / kept).write_text("")
    told: list[str] = []
    expect_to_compile(told.append)
    assert (elsewhere._READY, told) == ([], [])


def test_a_process_ends_with_who_has_begun_it() -> None:
    compile_elsewhere([code_text("slow", "import time\n\ntime.sleep(60)\n", (TWICE,))])
    (process,) = elsewhere._BUSY.values()
    # As the end of this process would close it.
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(30) == 1


def test_no_pipe_is_left_open() -> None:
    """Python warns of a file that nobody has closed: on its way out, too."""
    program = (
        "from engine.link.elsewhere import compile_elsewhere, wait_for\n"
        "from engine.link.texts import code_text\n"
        "quick, slow = (code_text(name, text, ()) for name, text in texts.items())\n"
        "compile_elsewhere([quick])\n"
        "wait_for(quick)\n"
        "compile_elsewhere([slow])\n"
    )
    texts = {"quick": "", "slow": "import time\n\ntime.sleep(60)\n"}
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", f"texts = {texts!r}\n{program}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert ended.stderr == ""


def test_what_cannot_be_compiled_there_is_told_here() -> None:
    text = text_of("number.nothing")
    compile_elsewhere([text])
    with pytest.raises(CompileError, match="kernel 'doubled' cannot be compiled"):
        load_code(text)


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], list[str]]:
    """What is compiled elsewhere and here, by the first part of their files' names."""
    there: list[str] = []
    here: list[str] = []
    monkeypatch.setattr(together, "compile_elsewhere", lambda texts: there.extend(map(stem, texts)))
    monkeypatch.setattr(together, "load_code", lambda text: here.append(stem(text)))
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    return there, here


def stem(text: CodeText) -> str:
    return text.stem


def test_two_processes_share_what_first_games_need(shared: tuple[list[str], list[str]]) -> None:
    """The formula that knows nothing and three others: four choosers, two for each process."""
    compile_together(GAME, PRESETS, PRESETS[:1])
    there, here = shared
    assert there == [
        "isolation_words",
        "isolation_driver",
        "isolation_values",
        "isolation_chooser",
        "isolation_chooser",
    ]
    assert here == ["isolation_chooser", "isolation_chooser"]


def test_what_is_needed_later_is_compiled_last(shared: tuple[list[str], list[str]]) -> None:
    """Two formulas of those who play, one for each process, and behind them another one."""
    compile_together(GAME, PRESETS[:1], [], PRESETS[1:2])
    there, here = shared
    assert there == ["isolation_words", "isolation_driver", *2 * ["isolation_chooser"]]
    assert here == ["isolation_chooser"]


def test_formulas_that_are_equal_are_compiled_once(shared: tuple[list[str], list[str]]) -> None:
    compile_together(GAME, PRESETS[:1] * 5, [])
    there, here = shared
    assert sorted(there + here).count("isolation_chooser") == 2


def test_where_the_driver_is_kept_nothing_is_shared(
    shared: tuple[list[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_file, "are_kept", lambda text: text.stem == "isolation_driver")
    compile_together(GAME, PRESETS, PRESETS[:1])
    assert shared == ([], [])


def test_one_processor_has_nothing_to_share(
    shared: tuple[list[str], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 1)
    compile_together(GAME, PRESETS, PRESETS[:1])
    assert shared == ([], [])
