"""`tune run` that is killed or interrupted at any moment: nothing is lost, nothing doubled.

`TUNE_KILLS=50 pytest -m slow -s tests/tuner/tuning/test_stops.py` stops it as often, and says what
was seen.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path

import pytest
from small_studies import SMALL
from stopped_command import StoppedCommand, Stops, command_server

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals"),
]

STOPS = int(os.environ.get("TUNE_KILLS", "3"))

SECONDS = 1.5
"""A start takes about as long where all is compiled, and listens to signals in the first 0.2."""

LOST_SECONDS = 5.0
"""No stop may cost what was finished before that."""


@pytest.fixture(scope="module")
def server() -> Iterator[subprocess.Popen[str]]:
    with command_server() as process:
        yield process


@pytest.fixture(scope="module")
def whole(
    server: subprocess.Popen[str], tmp_path_factory: pytest.TempPathFactory
) -> StoppedCommand:
    """A study that nobody stops."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "small.yaml").write_text(SMALL)
    command = StoppedCommand(server, folder / "small.yaml", folder / "runs")
    command.finish(here=True)
    return command


def rounds(whole: StoppedCommand, folder: Path) -> Iterator[StoppedCommand]:
    """The same study in one folder after the other."""
    number = 0
    while True:
        yield StoppedCommand(whole.server, whole.config, folder / f"runs {number}")
        number += 1


def stop_often(
    whole: StoppedCommand, folder: Path, signals: Sequence[signal.Signals], seed: int
) -> Stops:
    """The study is stopped as often as wanted; whenever it comes to its end, it is looked at."""
    seen, moments = Stops(), random.Random(seed)
    numbers = islice(cycle(signals), STOPS)
    number = next(numbers)
    for command in rounds(whole, folder):
        while command.stop(number, moments.uniform(0.2, SECONDS), seen):
            following = next(numbers, None)
            if following is None:
                break
            number = following
        command.finish()
        assert command.results() == whole.results()
        if seen.stops == STOPS:
            break
    names = [one.name for one in signals]
    print(f"{names}: lost {seen.lost}, oldest {seen.oldest} s, slowest end {seen.slowest} s")
    return seen


def test_a_study_that_is_killed_again_and_again_comes_to_the_same_end(
    whole: StoppedCommand, tmp_path: Path
) -> None:
    seen = stop_often(whole, tmp_path, [signal.SIGKILL], seed=1)
    assert {status for status, _ in seen.endings} == {-signal.SIGKILL}
    assert seen.oldest < LOST_SECONDS


def test_a_study_that_is_interrupted_again_and_again_loses_nothing(
    whole: StoppedCommand, tmp_path: Path
) -> None:
    signals = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
    seen = stop_often(whole, tmp_path, signals, seed=2)
    assert {status for status, _ in seen.endings} == {130}
    assert {line.partition("; to go on: tune run ")[0] for _, line in seen.endings} == {
        "error: interrupted"
    }
    assert seen.lost == 0


def test_a_study_that_is_killed_before_a_file_is_opened_or_renamed_comes_to_the_same_end(
    whole: StoppedCommand, tmp_path: Path
) -> None:
    """Each start writes some more files than the one before."""
    command = next(rounds(whole, tmp_path))
    seen = Stops()
    for event in range(5, 5 + 8 * STOPS, 8):
        command.kill_at(event, seen)
    assert {status for status, _ in seen.endings} == {-signal.SIGKILL}
    assert seen.oldest < LOST_SECONDS
    command.finish()
    assert command.results() == whole.results()
