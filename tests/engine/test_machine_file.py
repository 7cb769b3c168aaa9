"""Machine code that is kept: loaded without Numba, and made anew where a file cannot be trusted."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from llvmlite import binding
from llvmlite.binding.targets import FeatureMap

from engine.entries import VALUE_WRITER
from engine.games import find_game
from engine.link import cache, code, machine_file
from engine.link.compiling import tell_of_compiling
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.link.source import SourceKernel
from engine.play.compiler import CompiledValues, compile_values

GAME = find_game("isolation-3x3")
STATE = GAME.pack([GAME.initial()])
HALF = SourceKernel("def formula(board, parameters, own, opp):\n    return 0.5\n", {})
QUARTER = SourceKernel("def formula(board, parameters, own, opp):\n    return 0.25\n", {})
REFUSED = SourceKernel(
    "def formula(board, parameters, own, opp):\n"
    "    if own[0] >= 0:\n"
    "        raise ValueError('refused')\n"
    "    return 0.5\n",
    {},
)

ANOTHER_PROCESS = """
import sys
import numpy as np
from engine.entries import VALUE_WRITER
from engine.games import find_game
from engine.link.source import SourceKernel
from engine.play.compiler import compile_values
game = find_game("isolation-3x3")
kernel = SourceKernel(sys.argv[1], {})
write, values = compile_values(game, kernel).write_values, np.zeros(1)
VALUE_WRITER.call(write, board=game.memory(()), parameters=np.zeros(1),
                  states=game.pack([game.initial()]), count=1, values=values)
print(values[0], "numba" in sys.modules)
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of compiled code, of which this process knows nothing yet."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    forget(monkeypatch)
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a new process begins."""
    monkeypatch.setattr(cache, "_MODULES", {})
    monkeypatch.setattr(code, "_CODES", {})


def value(compiled: CompiledValues) -> float:
    values = np.zeros(1)
    VALUE_WRITER.call(
        compiled.write_values,
        board=GAME.memory(compiled.tables),
        parameters=np.zeros(1),
        states=STATE,
        count=1,
        values=values,
    )
    return float(values[0])


def kept(folder: Path) -> Path:
    (file,) = folder.glob("*.code")
    return file


def times_of_numbas_files(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mtime_ns for file in folder.glob("*/*.nb[ci]")}


def in_another_process(kernel: SourceKernel) -> tuple[str, str]:
    command = [sys.executable, "-c", ANOTHER_PROCESS, kernel.text]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    return ended.stdout.rstrip(), ended.stderr


def test_another_process_loads_it_without_numba(folder: Path) -> None:
    assert in_another_process(HALF) == ("0.5 True", "")
    assert in_another_process(HALF) == ("0.5 False", "")


def test_what_needs_numba_is_kept_by_numba(folder: Path) -> None:
    """An error of Python in a kernel is told on standard error, by the first and by later ones."""
    first, later = in_another_process(REFUSED), in_another_process(REFUSED)
    assert first[0] == later[0] == "0.0 True"
    for _, errors in (first, later):
        assert errors.endswith("ValueError: refused\n")
    assert not list(folder.glob("*.code"))
    assert len(list(folder.glob("*/*.nbc"))) == 1


def test_what_needs_numba_is_compiled_once(folder: Path) -> None:
    """A file that is written again has another time."""
    in_another_process(REFUSED)
    before = times_of_numbas_files(folder)
    assert len(before) == 2
    in_another_process(REFUSED)
    assert times_of_numbas_files(folder) == before


def test_where_object_files_cannot_be_read_all_code_is_kept_by_numba(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on macOS, whose object files are of another kind."""
    monkeypatch.setattr(machine_file, "_stands_alone", lambda code: False)
    assert value(compile_values(GAME, HALF)) == 0.5
    before = times_of_numbas_files(folder)
    assert len(before) == 2
    told: list[str] = []
    tell_of_compiling(told.append)
    forget(monkeypatch)
    assert value(compile_values(GAME, HALF)) == 0.5
    assert times_of_numbas_files(folder) == before
    assert told == []


def test_what_is_loaded_without_numba_is_not_kept_by_numba_too(folder: Path) -> None:
    compile_values(GAME, HALF)
    assert kept(folder)
    assert times_of_numbas_files(folder) == {}


@pytest.mark.parametrize(
    "damage",
    [
        lambda whole: whole[:-1],
        lambda whole: whole[:-1] + bytes([whole[-1] ^ 1]),
        lambda whole: whole.partition(b"\n")[0],
        lambda whole: whole.replace(b"cfunc.", b"cfunb."),
        lambda _: b"",
        lambda _: b"[]\nno code",
    ],
)
def test_a_damaged_file_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch, damage: object
) -> None:
    assert callable(damage)
    assert value(compile_values(GAME, HALF)) == 0.5
    whole = kept(folder).read_bytes()
    kept(folder).write_bytes(damage(whole))
    (text,) = folder.glob("*.py")
    assert machine_file.load(text, VALUE_WRITER) is None
    forget(monkeypatch)
    assert value(compile_values(GAME, HALF)) == 0.5
    assert machine_file.load(text, VALUE_WRITER) is not None


def test_a_file_that_names_no_function_of_its_own_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its digest is right: it was written so."""
    compile_values(GAME, HALF)
    content = kept(folder).read_bytes().partition(b"\n")[2].replace(b"cfunc.", b"cfunb.", 1)
    digest = hashlib.sha256(kept(folder).name.encode() + b"\n" + content).hexdigest()
    kept(folder).write_bytes(digest.encode() + b"\n" + content)
    (text,) = folder.glob("*.py")
    assert machine_file.load(text, VALUE_WRITER) is None
    forget(monkeypatch)
    assert value(compile_values(GAME, HALF)) == 0.5
    assert machine_file.load(text, VALUE_WRITER) is not None


def test_the_code_of_another_text_is_made_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where files of a folder were exchanged: each is whole, and neither is what it is for."""
    assert value(compile_values(GAME, HALF)) == 0.5
    halves = kept(folder)
    assert value(compile_values(GAME, QUARTER)) == 0.25
    (quarters,) = set(folder.glob("*.code")) - {halves}
    halves.write_bytes(quarters.read_bytes())
    forget(monkeypatch)
    assert value(compile_values(GAME, HALF)) == 0.5


def test_no_flipped_bit_in_the_head_of_a_file_is_overlooked(folder: Path) -> None:
    compile_values(GAME, HALF)
    whole = kept(folder).read_bytes()
    (text,) = folder.glob("*.py")
    head = whole.index(b"ELF")
    # The digest has 64 characters, and the name of the function comes after it.
    assert head > 100
    for place in range(head):
        damaged = whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :]
        kept(folder).write_bytes(damaged)
        assert machine_file.load(text, VALUE_WRITER) is None, place
    kept(folder).write_bytes(whole)
    assert machine_file.load(text, VALUE_WRITER) is not None


@pytest.mark.parametrize("differs", ["get_host_cpu_features", "get_host_cpu_name", "NUMBA_OPT"])
def test_another_processor_has_a_file_of_its_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch, differs: str
) -> None:
    """Processors of one name may differ in their features, as those of rented machines do."""
    compile_values(GAME, HALF)
    forget(monkeypatch)
    if differs == "NUMBA_OPT":
        monkeypatch.setenv(differs, "2")
    elif differs == "get_host_cpu_name":
        monkeypatch.setattr(binding, differs, lambda: "another")
    else:
        features = binding.get_host_cpu_features()
        monkeypatch.setattr(binding, differs, lambda: FeatureMap({**features, "another": True}))
    machine_file._processor.cache_clear()
    try:
        assert value(compile_values(GAME, HALF)) == 0.5
    finally:
        monkeypatch.undo()
        machine_file._processor.cache_clear()
    assert len(list(folder.glob("*.code"))) == 2


def test_a_name_that_only_numba_has_is_found_in_an_object_file() -> None:
    """Two symbols: one is defined in a section, the other is looked for elsewhere."""
    names = b"\0here\0numba_there\0"
    symbols = b"".join(
        machine_file._SYMBOL.pack(place, 0, 0, section, 0, 0)
        for place, section in ((0, 0), (1, 1), (6, 0))
    )
    assert list(machine_file._undefined(symbols, names)) == ["numba_there"]
