"""`tune run` in processes that are stopped by signals, and started again until they end."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from checkout import ROOT

_SERVER = """
import json, os, signal, sys, time
from tuner.cli.start import main
from tuner.matches.ledger import Ledger
from tuner.stats.interval import Interval
from tuner.tuning import equal_time

add = Ledger.add

def told(ledger, key, pairs):
    row = [time.time(), key.openings, key.candidate, key.opponent, key.first]
    with open(order["log"], "a") as log:
        print(json.dumps(row), file=log)
    add(ledger, key, pairs)

def all_alike(game, players, states, seed):
    return (Interval(1.0, 1.0, 1.0),) * len(players)

Ledger.add = told
equal_time.node_cost_ratios = all_alike

def run():
    output = os.open(order["said"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.argv = ["tune", *order["words"]]
    events = 0

    def count(event, arguments):
        nonlocal events
        if event == "os.rename" or event == "open" and arguments[1] not in ("r", "rb", None):
            events += 1
            if events == order["event"]:
                os.kill(os.getpid(), signal.SIGKILL)

    if order["event"]:
        sys.addaudithook(count)
    try:
        main()
    except SystemExit as end:
        return end.code or 0

answers = os.fdopen(os.dup(1), "w")
for line in sys.stdin:
    order = json.loads(line)
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if order["here"]:
        print(run(), file=answers, flush=True)
        continue
    process = os.fork()
    if process == 0:
        os._exit(run())
    print(process, file=answers, flush=True)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    print(status, file=answers, flush=True)
"""
"""The command, in processes that begin with all imports done and all kernels loaded: what can be
stopped is the work alone. Each finished batch is told to a file before the ledger gets it. The one
measurement of a study, what a node costs, always gives the same."""

_STARTS = re.compile(
    r"<tr><td[^>]*>(?:time|threads|version of Python|machine|digest of the program)[^<]*</td>"
    r".*?</tr>"
    r"|The run played .*?How many games"
)
"""What a report says of the starts of a run, which a stopped run has more of."""


@dataclass
class Stops:
    """What was seen while a command was stopped.

    Attributes:
        stops: how often it was stopped before its end.
        lost: how many finished batches that has cost.
        oldest: the age of the oldest of them, in seconds.
        slowest: the longest time from a signal to the end, in seconds.
        endings: exit status and last line of each stop.
    """

    stops: int = 0
    lost: int = 0
    oldest: float = 0.0
    slowest: float = 0.0
    endings: list[tuple[int, str]] = field(default_factory=list)


@dataclass(frozen=True)
class StoppedCommand:
    """`tune run CONFIG --runs FOLDER`.

    Attributes:
        server: starts it.
        config: of the study.
        runs: folder of its run.
    """

    server: subprocess.Popen[str]
    config: Path
    runs: Path

    @property
    def log(self) -> Path:
        return self.runs.with_suffix(".log")

    @property
    def said(self) -> Path:
        return self.runs.with_suffix(".txt")

    @property
    def run(self) -> Path:
        (found,) = self.runs.glob("*-*/")
        return found

    def _order(self, *, here: bool = False, event: int = 0) -> None:
        assert self.server.stdin is not None
        order: dict[str, Any] = {
            "words": ["run", str(self.config), "--runs", str(self.runs)],
            "log": str(self.log),
            "said": str(self.said),
            "here": here,
            "event": event,
        }
        print(json.dumps(order), file=self.server.stdin, flush=True)

    def _answer(self) -> int:
        assert self.server.stdout is not None
        return int(self.server.stdout.readline())

    def finish(self, *, here: bool = False) -> None:
        """Starts it, and lets it come to its end; `here`: in the process of the server."""
        self._order(here=here)
        if not here:
            self._answer()
        assert self._answer() == 0, self.said.read_text()

    def stop(self, number: int, seconds: float, seen: Stops) -> bool:
        """Starts it and sends it a signal after some seconds; returns whether that stopped it."""
        before = self.batches()
        self._order()
        process = self._answer()
        time.sleep(seconds)
        sent = time.time()
        # It may have come to its end.
        with suppress(ProcessLookupError):
            os.kill(process, number)
        return self._stopped(before, sent, seen)

    def kill_at(self, event: int, seen: Stops) -> bool:
        """Starts it; it dies before it opens a file to write, or renames one, for the nth time."""
        before = self.batches()
        self._order(event=event)
        self._answer()
        return self._stopped(before, time.time(), seen)

    def _stopped(self, before: set[Any], sent: float, seen: Stops) -> bool:
        status, ended = self._answer(), time.time()
        said = self.said.read_text()
        assert "Traceback" not in said, said
        after = self.batches()
        assert before <= after, "what was kept before is gone"
        if status == 0:
            return False
        seen.stops += 1
        seen.slowest = max(seen.slowest, ended - sent)
        seen.endings.append((status, said.splitlines()[-1] if said else ""))
        rows = [json.loads(row) for row in self.log.read_text().splitlines()]
        lost = [ended - when for when, *key in rows if tuple(key) not in after]
        seen.lost += len(lost)
        seen.oldest = max(seen.oldest, *lost, 0.0)
        return True

    def batches(self) -> set[tuple[Any, ...]]:
        """The batches in the ledger, each of which is there once."""
        ledgers = list(self.runs.glob("*/ledger.db"))
        if not ledgers:
            self.log.write_text("")
            return set()
        with closing(sqlite3.connect(ledgers[0])) as file:
            rows = file.execute("SELECT openings, candidate, opponent, first FROM batches")
            return set(rows.fetchall())

    def results(self) -> dict[str, Any]:
        """What the finished run holds, but for the times, seconds and starts that it names."""
        verdict = json.loads((self.run / "verdict.json").read_text())
        del verdict["seconds"]
        with closing(sqlite3.connect(self.run / "study.db")) as file:
            trials = file.execute(
                "SELECT number, value, param_name, param_value, state FROM trials "
                "JOIN trial_values USING (trial_id) JOIN trial_params USING (trial_id) "
                "ORDER BY trial_id, param_id"
            ).fetchall()
        return {
            "best.yaml": (self.run / "best.yaml").read_text(),
            "trials.csv": (self.run / "trials.csv").read_text(),
            "verdict.json": verdict,
            "study.db": trials,
            "report.html": _STARTS.sub("", (self.run / "report.html").read_text()),
            "files": sorted(path.name for path in self.run.iterdir()),
        }


@contextmanager
def command_server() -> Iterator[subprocess.Popen[str]]:
    """A process that starts commands; its first one should run `here`, so that all is loaded."""
    with subprocess.Popen(
        [sys.executable, "-c", _SERVER],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        yield server
        assert server.stdin is not None
        server.stdin.close()
