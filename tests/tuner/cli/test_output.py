"""What is written to a terminal is printable, whatever the input held."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import CommandLine

from engine.errors import NotationError, printable
from tuner.config.errors import ConfigError

CLEAR = "\x1b[2J"
"""What would clear a terminal."""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Grüße, 🎲", "Grüße, 🎲"),
        ("a\nb\r\x1b[2J\x7f", "a\\nb\\r\\x1b[2J\\x7f"),
        ("\x9b2J\u202e\u200b", "\\x9b2J\\u202e\\u200b"),
        ("\ud800", "\\ud800"),
    ],
)
def test_what_a_terminal_would_obey_is_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_errors_are_one_printable_line() -> None:
    assert str(NotationError(f"no {CLEAR}\n; see")) == "no \\x1b[2J\\n; see"
    error = ConfigError(f"a{CLEAR}.yaml", 1, f"b{CLEAR}", f"c{CLEAR}", f"d{CLEAR}")
    assert str(error) == "a\\x1b[2J.yaml:1: b\\x1b[2J: c\\x1b[2J; d\\x1b[2J"


@pytest.mark.parametrize(
    "words",
    [
        ["solve", "....../......\n/...", "--game", "pentago"],
        ["solve", f"{CLEAR}......./......."],
        ["solve", ".......", "--game", f"chess{CLEAR}\n"],
        ["explain", f"pressure{CLEAR}", "......."],
        ["explain", "pressure", f"{CLEAR}......."],
        ["compare", f"open{CLEAR}\n", "null"],
        ["check", f"no{CLEAR}\nfile.yaml"],
        ["status", f"no{CLEAR}\nrun"],
        ["list", f"presets{CLEAR}\n"],
        ["list", "runs", f"--run{CLEAR}\n", "x"],
    ],
    ids=repr,
)
def test_input_is_quoted_on_one_printable_line(tune: CommandLine, words: list[str]) -> None:
    assert tune(*words).error.isprintable()


def test_what_is_fine_is_said_printably_too(tune: CommandLine, tmp_path: Path) -> None:
    config = tmp_path / f"a{CLEAR}.yaml"
    config.write_bytes((ROOT / "configs" / "pressure.yaml").read_bytes())
    ended = tune("check", config)
    assert ended.status == 0
    assert all(line.isprintable() for line in ended.lines)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_a_full_disk_under_the_results_is_named() -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [sys.executable, "-c", "from tuner.cli.start import main; main()", "list", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stderr) == (
        2,
        "error: standard output: No space left on device\n",
    )


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from tuner.cli.start import main; main()", "list", "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == ("", 0)


FINISHING = """
import sys, time
from tuner.cli import app, start

def command():
    try:
        print("playing", flush=True)
        time.sleep(600)
    except KeyboardInterrupt:
        print("finishing", flush=True)
        time.sleep(600)

app.main = command
start.main()
"""
"""A command that has much to do after Ctrl-C, such as waiting for games."""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is not a signal there")
def test_ctrl_c_twice_ends_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FINISHING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        for line in ("playing\n", "finishing\n"):
            assert process.stdout.readline() == line
            process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "error: interrupted\n")
    assert process.returncode == 130
