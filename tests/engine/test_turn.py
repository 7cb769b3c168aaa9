"""Processes that compile the same code: one after the other, but nobody waits for ever."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import filelock
import pytest
from checkout import ROOT

from engine.link import turn as turns
from engine.link.compiling import tell_what_takes_long
from engine.link.turn import turn

HOLDER = """
import sys, time
from pathlib import Path
from engine.link.turn import turn
with turn(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(600)
"""


@pytest.fixture
def lock(tmp_path: Path) -> Path:
    return tmp_path / "code.lock.tmp"


@pytest.fixture
def told() -> Iterator[list[str]]:
    """What somebody is told who waits."""
    lines: list[str] = []
    tell_what_takes_long(lines.append)
    yield lines
    tell_what_takes_long(lambda _: None)


@pytest.fixture
def stopped(lock: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that was stopped in its turn, as by Ctrl-Z."""
    command = [sys.executable, "-c", HOLDER, str(lock)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        process.send_signal(signal.SIGSTOP)
        yield process
        process.kill()


def test_the_second_waits_for_the_first(lock: Path, told: list[str]) -> None:
    order: list[str] = []

    def second() -> None:
        with turn(lock):
            order.append("second")

    with turn(lock):
        other = threading.Thread(target=second)
        other.start()
        time.sleep(0.3)
        order.append("first")
    other.join()
    assert order == ["first", "second"]
    assert told == []
    assert not lock.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="it cannot stop a process")
def test_nobody_waits_for_ever_for_a_process_that_is_stopped(
    lock: Path,
    told: list[str],
    stopped: subprocess.Popen[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(turns, "_QUIET_SECONDS", 0.2)
    monkeypatch.setattr(turns, "_PATIENT_SECONDS", 1.0)
    begin = time.monotonic()
    with turn(lock):
        waited = time.monotonic() - begin
    assert stopped.poll() is None
    assert 1.2 <= waited < 20
    line = "waiting for another process that compiles the same code, for 1 seconds at most"
    assert told == [line]
    # The next one has nobody to wait for.
    begin = time.monotonic()
    with turn(lock):
        assert time.monotonic() - begin < 1.0
    assert told == [line]


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP, errno.EROFS])
def test_where_no_file_can_be_locked_nobody_waits(
    lock: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_arguments: object, **_options: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(filelock.FileLock, "_acquire", refuse)
    done = []
    with turn(lock):
        done.append(True)
    assert done == [True]


def test_an_error_in_a_turn_is_not_hidden(lock: Path) -> None:
    with pytest.raises(OSError, match="disk"), turn(lock):
        raise OSError("disk")
    assert not lock.exists()
