"""`tune sprt` that is killed by SIGKILL in the middle of its match, and goes on."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from checkout import ROOT
from command_line import CommandLine

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")

_COMMAND = """
import os, signal, sys, time
from tuner.cli.start import main
from tuner.matches.ledger import Ledger

moment, *sys.argv[1:] = sys.argv[1:]
add, batches = Ledger.add, 0

def killed(ledger, key, pairs):
    global batches
    batches += 1
    if (moment, batches) == ("before", 4):
        os.kill(os.getpid(), signal.SIGKILL)
    add(ledger, key, pairs)
    if (moment, batches) == ("after", 4):
        os.kill(os.getpid(), signal.SIGKILL)
    if moment == "outside":
        print("kept", file=sys.stderr, flush=True)
        time.sleep(0.2)

Ledger.add = killed
main()
"""
"""The command, which dies before or after its fourth batch is kept, or is slow between batches."""

WORDS = ["sprt", "improved", "open", "--depth", "1", "--pairs", "600", "--seed", "3"]


def words(folder: Path) -> list[str]:
    """A match that no test decides in so few pairs."""
    return [*WORDS, "--threads", "1", "--runs", str(folder), "--json"]


def kept(folder: Path) -> list[tuple[Any, ...]]:
    """The batches in the ledger with their games, in the order of their pairs."""
    (ledger,) = folder.glob("*/ledger.db")
    with closing(sqlite3.connect(ledger)) as file:
        return file.execute("SELECT * FROM batches ORDER BY first").fetchall()


def killed(moment: str, folder: Path) -> int:
    """Starts the match, kills it, and returns how it ended."""
    with subprocess.Popen(
        [sys.executable, "-c", _COMMAND, moment, *words(folder)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        if moment == "outside":
            heard = (line for line in process.stderr if line == "kept\n")
            assert [next(heard), next(heard)]
            process.send_signal(signal.SIGKILL)
        process.stderr.read()
        return process.wait()


@pytest.mark.parametrize(("moment", "batches"), [("before", 3), ("after", 4), ("outside", None)])
def test_a_killed_match_goes_on(
    moment: str, batches: int | None, tune: CommandLine, tmp_path: Path
) -> None:
    """What was kept stays as it is, the rest is played once, and the result is the same."""
    there, cut = tmp_path / "whole", tmp_path / "cut"
    whole = tune(*words(there)).json
    assert (whole["decision"], whole["games"]) == ("continue", 1200)

    assert killed(moment, cut) == -signal.SIGKILL
    before = kept(cut)
    if batches is not None:
        assert len(before) == batches
    assert 2 <= len(before) < len(kept(there))
    assert not list(cut.glob("*/results.json"))

    assert tune(*words(cut)).json == whole
    assert kept(cut)[: len(before)] == before
    assert kept(cut) == kept(there)
    (results,) = cut.glob("*/results.json")
    assert json.loads(results.read_text()) == whole
