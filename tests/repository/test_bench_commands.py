"""How long commands take: which are run, with which cache, and that they are stopped in time.

No test asks how long anything takes.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from command_line import TINY

from benchmarks import commands, processes
from benchmarks.commands import FIRST_TRIAL, commands_section
from benchmarks.figures import Section
from benchmarks.processes import child, seconds_until
from engine.errors import TuneError

HELP = "tune --help"


@pytest.fixture
def config(tmp_path: Path) -> Path:
    """A tiny study in a folder `configs`."""
    file = tmp_path / "configs" / "tiny.yaml"
    file.parent.mkdir()
    file.write_text(TINY, encoding="utf-8")
    return file


def bounds(section: Section) -> dict[str, float]:
    """What every row is and the most that it should be."""
    found = {}
    for row in section.rows:
        assert row.target is not None
        assert not row.target.least
        found[row.what] = row.target.value
    return found


def test_the_commands_are_run(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A bar would hide the line that is waited for.
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    told: list[str] = []
    section = commands_section(config, 1, 0, told.append)
    assert section.title == "commands, wall time of the process"
    assert bounds(section) == {
        HELP: 0.5,
        "tune list presets": 0.6,
        "tune explain": 0.6,
        "tune check configs/tiny.yaml": 0.8,
        "first finished trial of tune run configs/tiny.yaml, full cache": 1.2,
    }
    assert told == list(bounds(section))
    assert all(row.spread.value > 0 and row.spread.basis == "one run" for row in section.rows)


def test_a_cold_run_has_an_empty_cache_and_every_run_a_new_folder(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders: list[Path] = []
    caches: list[Path | None] = []

    def noted(beginning: str, words: Sequence[str], changes: Mapping[str, str]) -> float:
        assert beginning == FIRST_TRIAL
        assert words[2:5] == ["run", str(config), "--runs"]
        runs = Path(words[5])
        assert list(runs.iterdir()) == []
        folders.append(runs)
        cache = Path(changes["TUNE_CACHE_DIR"]) if changes else None
        if cache is not None:
            assert changes["NUMBA_CACHE_DIR"] == ""
            assert list(cache.iterdir()) == []
        caches.append(cache)
        return 9.0 - len(folders)

    monkeypatch.setattr(commands, "seconds_until", noted)
    monkeypatch.setattr(commands, "child", lambda words, changes: "")
    section = commands_section(config, 3, 1, lambda _: None)
    *_, warm, cold = section.rows
    # The first run, which may compile, is not counted.
    assert (warm.spread.low, warm.spread.high, warm.spread.basis) == (5.0, 7.0, "best of 3")
    assert (cold.spread.value, cold.spread.basis) == (4.0, "one run")
    assert bounds(section)[cold.what] == 6.0
    assert cold.what == "first finished trial of tune run configs/tiny.yaml, empty cache"
    assert [cache is None for cache in caches] == [True] * 4 + [False]
    assert len(set(folders)) == 5
    assert not any(folder.exists() for folder in folders)
    assert not any(cache.exists() for cache in caches if cache is not None)


STUDY = """
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
out, stubborn = sys.argv[1], sys.argv[2] == "stubborn"
print(os.getpid(), file=open(out, "w"))
lines = ["search: first trial, hand-set: 50%", "search: 8 games"]
while True:
    try:
        if lines:
            print(lines.pop(), file=sys.stderr, flush=True)
        else:
            time.sleep(600)
    except KeyboardInterrupt:
        if not stubborn:
            print("interrupted", file=open(out, "a"))
            sys.exit(130)
"""
"""Stands for a study: it goes on long after its first trial."""


def test_a_study_is_stopped_after_its_first_trial_as_by_ctrl_c(tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert seconds_until(FIRST_TRIAL, ["-c", STUDY, str(out), "meek"], {}) > 0
    number, said = out.read_text().split()
    assert said == "interrupted"
    with pytest.raises(ProcessLookupError):
        os.kill(int(number), 0)


def test_a_process_that_does_not_listen_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_STOP_SECONDS", 0.2)
    out = tmp_path / "out"
    assert seconds_until(FIRST_TRIAL, ["-c", STUDY, str(out), "stubborn"], {}) > 0
    with pytest.raises(ProcessLookupError):
        os.kill(int(out.read_text()), 0)


def test_a_process_that_ends_before_its_line_is_one_line() -> None:
    script = "import sys; sys.exit('search: 8 games, then an error')"
    with pytest.raises(TuneError, match=r"process failed: search: 8 games, then an error$"):
        seconds_until(FIRST_TRIAL, ["-c", script], {})
    killed = "import os; os.kill(os.getpid(), 9)"
    with pytest.raises(TuneError, match=f"process failed: status {-signal.SIGKILL}$"):
        seconds_until(FIRST_TRIAL, ["-c", killed], {})


def test_compiled_code_of_a_cold_start_is_put_elsewhere(tmp_path: Path) -> None:
    script = "import os, sys; sys.stdout.write(os.environ['TUNE_CACHE_DIR'])"
    assert child(["-c", script], processes.cache_changes(tmp_path)) == str(tmp_path)


def test_a_process_that_fails_is_one_line() -> None:
    with pytest.raises(TuneError, match="a measured process failed: ValueError: no"):
        child(["-c", "raise ValueError('no')"], {})
