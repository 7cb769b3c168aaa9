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
        "error: standard output: No space left on device; make room, and give the command again\n",
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


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_that_end_a_command_do_what_ctrl_c_does(name: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FINISHING],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.Signals[name], signal.SIG_DFL),  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        for line in ("playing\n", "finishing\n"):
            assert process.stdout.readline() == line
            process.send_signal(signal.Signals[name])
        assert process.communicate(timeout=60) == ("", "error: interrupted\n")
    assert process.returncode == 130


CLOSED = """
import os, sys
for number in map(int, sys.argv.pop(1).split()):
    os.close(number)
os.execv(sys.executable, [sys.executable, "-c", sys.argv.pop(1), *sys.argv[1:]])
"""
"""Runs a program without some of its standard files."""

OPENS_A_FILE = """
import os, sys
from tuner.cli import app, start

def command():
    place = sys.argv[1]
    file = open(place, "w")
    print("a result", flush=True)
    os.write(2, b"a complaint of a library\\n")
    file.write(str(file.fileno() > 2))

app.main = command
start.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="files have other numbers there")
@pytest.mark.parametrize("closed", ["0", "1", "2", "0 1 2"])
def test_no_file_takes_the_place_of_a_standard_one_that_is_closed(
    tmp_path: Path, closed: str
) -> None:
    place = tmp_path / "ledger"
    words = [sys.executable, "-c", CLOSED, closed, OPENS_A_FILE, place]
    assert subprocess.run(words, check=False).returncode == 0
    assert place.read_text() == "True"


SAYS = """
import sys
from tuner.cli import app, output, start

def command():
    print("began", flush=True)
    sys.stdin.readline()
    for _ in range(2):
        output.say("progress")
    print("finished", flush=True)
    output.fail("an error", 2)

app.main = command
start.main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="pipes are others there")
def test_a_command_goes_on_where_nobody_reads_its_progress() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SAYS],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "began\n"
        process.stderr.close()
        print(file=process.stdin, flush=True)
        assert process.stdout.read() == "finished\n"
        assert process.wait() == 2
