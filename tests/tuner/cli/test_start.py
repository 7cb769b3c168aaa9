"""The first second of the command: its version, and Ctrl-C while it imports."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import tomllib
from contextlib import closing, suppress
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import TINY, CommandLine

from engine.link.folder import CACHE_VARIABLE

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

GO_ON = "error: interrupted; to go on: tune run tiny.yaml"

CTRL_C_AT_THE_IMPORT_OF = """
import os, signal, sys

class Interrupter:
    def find_spec(self, name, *_):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)

module = sys.argv.pop(1)
sys.meta_path.insert(0, Interrupter())
from tuner.cli.start import main
main()
"""

CTRL_C_WHERE_PYTHON_DROPS_IT = """
import os, signal, time
from tuner.cli.start import main
from tuner.matches.ledger import Ledger

add = Ledger.add

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

def told(*words):
    add(*words)
    if last:
        last.clear()
        time.sleep(60)

last = [Last()]
Ledger.add = told
main()
"""
"""An exception in a method `__del__` is shown, and goes no further."""


CTRL_C_WHILE_ANOTHER_HOLDS_THE_LEDGER = """
import os, signal, sqlite3, sys
from threading import Timer
from tuner.cli.start import main
from tuner.matches.ledger import Ledger

add = Ledger.add

def told(ledger, *words):
    while signals:
        Timer(signals.pop(), os.kill, [os.getpid(), signal.SIGINT]).start()
    while releases:
        ledger.commit()
        (_, _, path), = ledger._file.execute("PRAGMA database_list")
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        Timer(releases.pop(), other.execute, ["COMMIT"]).start()
    add(ledger, *words)

signals = [float(word) for word in sys.argv.pop(1).split()]
releases = [float(sys.argv.pop(1))]
Ledger.add = told
main()
"""
"""SQLite waits for a minute; nobody heeds a signal meanwhile."""

CTRL_C_IS_DROPPED_AND_COMES_ANEW_IN_A_COMPILER = """
import hashlib, os, signal, time
from engine.link.compiling import compiling
from tuner.cli.start import main
from tuner.matches.ledger import Ledger

class Last:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.01)

def deaf(*words):
    with compiling():
        last.clear()
        hashlib.pbkdf2_hmac("sha256", b"", b"", 10**9)

last = [Last()]
Ledger.add = deaf
main()
"""
"""A function of C that takes many minutes and lets other threads run."""

LOADED_AT_THE_FIRST_TRIAL = """
import os, sys
from tuner.cli.console import ConsoleProgress
from tuner.cli.start import main

def trial(*_):
    print(*sorted(modules & set(sys.modules)), flush=True)
    os._exit(0)

modules, ConsoleProgress.trial = set(sys.argv.pop(1).split()), trial
main()
"""

NOT_NEEDED = (
    "numba sqlalchemy alembic tuner.samplers.optuna_file pandas "
    "plotly distributed tuner.cluster.executor tuner.device.executor tuner.ablation.model "
    "tuner.ablation.text tuner.tuning.ablation engine.plain.compiler engine.c99.program scipy.stats"
)
"""Modules that a first trial needs not, as long as its code is compiled."""


def test_the_version_is_the_one_of_the_package(tune: CommandLine) -> None:
    ended = tune("--version")
    assert (ended.status, ended.out, ended.err) == (0, f"tune {PROJECT['version']}\n", "")


def test_the_installed_command_begins_with_the_module_that_listens_first() -> None:
    assert PROJECT["scripts"] == {"tune": "tuner.cli.start:main"}


def interrupted_run(folder: Path, module: str) -> subprocess.CompletedProcess[str]:
    """A run of a tiny study that Ctrl-C reaches while it imports a module."""
    (folder / "tiny.yaml").write_text(TINY)
    ended = subprocess.run(
        [sys.executable, "-c", CTRL_C_AT_THE_IMPORT_OF, module, "run", folder / "tiny.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        # Whoever runs the tests in the background may have told its children to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (ended.returncode, ended.stdout) == (130, "")
    return ended


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
@pytest.mark.parametrize(
    "module", ["typer", "tuner.cli.app", "tuner.cli.games", "tuner.config.study", "llvmlite"]
)
def test_ctrl_c_during_imports_is_one_line(tmp_path: Path, module: str) -> None:
    (line,) = interrupted_run(tmp_path, module).stderr.splitlines()
    assert line.startswith("error: interrupted")
    assert [file.name for file in tmp_path.iterdir()] == ["tiny.yaml"]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_ctrl_c_while_a_sampler_is_imported_ends_what_a_study_said_by_one_line(
    tmp_path: Path,
) -> None:
    *said, last = interrupted_run(tmp_path, "optuna").stderr.splitlines()
    assert last.startswith("error: interrupted")
    assert not [line for line in said if "Traceback" in line or line.startswith(" ")]


def run_of(program: str, *words: str, folder: Path) -> list[str]:
    """What is said by a program that runs a tiny study and interrupts itself."""
    (folder / "tiny.yaml").write_text(TINY)
    ended = subprocess.run(
        [sys.executable, "-c", program, *words, "run", "tiny.yaml"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (ended.returncode, ended.stdout) == (130, "")
    assert "Traceback" not in ended.stderr
    return ended.stderr.splitlines()


def batches(folder: Path) -> int:
    (path,) = folder.glob("runs/*/ledger.db")
    with closing(sqlite3.connect(path)) as file:
        (found,) = file.execute("SELECT COUNT(*) FROM batches").fetchone()
    return int(found)


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_what_is_saved_comes_to_its_end_though_the_main_thread_heeds_no_ctrl_c(
    tmp_path: Path,
) -> None:
    said = run_of(CTRL_C_WHILE_ANOTHER_HOLDS_THE_LEDGER, "0.2", "2.0", folder=tmp_path)
    assert said[-1] == GO_ON
    assert batches(tmp_path) >= 1


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_a_second_ctrl_c_ends_the_command_though_the_main_thread_heeds_none(tmp_path: Path) -> None:
    said = run_of(CTRL_C_WHILE_ANOTHER_HOLDS_THE_LEDGER, "0.2 1.2", "50.0", folder=tmp_path)
    assert said[-1] == "error: interrupted"
    assert batches(tmp_path) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_ctrl_c_that_was_lost_ends_the_command_in_a_compiler(tmp_path: Path) -> None:
    assert run_of(CTRL_C_IS_DROPPED_AND_COMES_ANEW_IN_A_COMPILER, folder=tmp_path)[-1] == GO_ON


@pytest.mark.skipif(sys.platform != "linux", reason="processes are listed as Linux does")
def test_ctrl_c_while_a_search_is_compiled_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    cache = tmp_path / "cache"
    with subprocess.Popen(
        [sys.executable, "-c", "from tuner.cli.start import main; main()", "run", "tiny.yaml"],
        cwd=tmp_path,
        env={**os.environ, CACHE_VARIABLE: str(cache), "NUMBA_CACHE_DIR": ""},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as run:
        assert run.stderr is not None
        assert run.stderr.readline() == "no code is compiled yet: that comes first\n"
        assert re.fullmatch(
            r"compiling the search of isolation-5x5: [0-9]+ to [0-9]+ s, once\n",
            run.stderr.readline(),
        )
        time.sleep(1.0)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
    assert run.returncode == 130
    assert errors.splitlines() == [GO_ON]
    assert not list(cache.rglob("*.tmp*"))
    # The other process ends as well, by itself.
    for _ in range(100):
        if not living(run.pid):
            break
        time.sleep(0.1)
    assert living(run.pid) == []


def living(group: int) -> list[str]:
    """The processes of a group that have not ended, as Linux describes them."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            text = path.read_text()
            state, _, its_group = text.rpartition(")")[2].split()[:3]
            if int(its_group) == group and state != "Z":
                found.append(text)
    return found


def test_the_first_trial_waits_for_no_library_that_is_needed_later(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(TINY)
    command = [sys.executable, "-c", LOADED_AT_THE_FIRST_TRIAL]

    def loaded(modules: str) -> str:
        words = [*command, modules, "run", "tiny.yaml"]
        ended = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
        return ended.stdout.strip()

    # The first may compile.
    loaded("")
    assert loaded(f"tuner.tuning.search {NOT_NEEDED}") == "tuner.tuning.search"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_who_was_started_with_ctrl_c_ignored_goes_on_ignoring_it(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CTRL_C_AT_THE_IMPORT_OF, "typer", "--version"],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_ctrl_c_while_an_object_is_given_up_is_not_lost(tmp_path: Path) -> None:
    assert run_of(CTRL_C_WHERE_PYTHON_DROPS_IT, folder=tmp_path)[-1] == GO_ON
