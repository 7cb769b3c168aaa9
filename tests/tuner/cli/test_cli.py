"""The command line as a whole: help, lists, usage errors, and what it imports."""

from __future__ import annotations

import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from checkout import ROOT
from command_line import TINY, CommandLine

from tuner.cli.app import app

PAGE = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
COMMANDS = [
    *("run", "check", "status", "runs", "list", "init", "dashboard", "export", "report"),
    *("ablate", "book", "explain", "solve", "accuracy", "compare", "league", "sprt"),
    *("tournament", "table", "games", "play", "bench"),
]


def test_the_commands_are_these() -> None:
    names = [one.name or one.callback.__name__ for one in app.registered_commands if one.callback]
    assert names == COMMANDS


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_of_the_command(tune: CommandLine, command: str) -> None:
    ended = tune(command, "--help")
    assert (ended.status, ended.err) == (0, "")
    assert re.search(rf"Example: tune {command} \S", ended.out)


@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_a_help_ends_before_it_is_full(
    tune: CommandLine, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    help_text = tune(command, "--help").out.partition("Usage: ")[2].partition("\u256d")[0]
    paragraphs = re.split(r"\n\s*\n", help_text.strip())[1:]
    assert len(paragraphs) > 1
    for paragraph in paragraphs:
        lines = [line.strip() for line in paragraph.split("\n")]
        for line, following in pairwise(lines):
            # One column on either side stays empty.
            assert len(f"{line} {following.split()[0]}") > 78


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_mentions_the_command(command: str) -> None:
    assert re.search(rf"^\| `tune {command}[ `]", PAGE, re.MULTILINE)


def test_help_lists_the_commands(tune: CommandLine) -> None:
    ended = tune("--help")
    assert ended.status == 0
    for command in COMMANDS:
        assert re.search(rf"\b{command}\b", ended.out)


def loaded_by(words: list[str], modules: set[str], folder: Path) -> str:
    """Which of these modules a command has loaded when it ends."""
    script = (
        "import sys\n"
        "from tuner.cli.app import main\n"
        f"sys.argv = ['tune', *{words}]\n"
        "try:\n"
        "    main()\n"
        "finally:\n"
        f"    print(sorted({modules} & set(sys.modules)))\n"
    )
    command = [sys.executable, "-c", script]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    return ended.stdout.splitlines()[-1]


@pytest.mark.parametrize("words", [["--help"], ["run", "--help"]])
def test_help_loads_neither_compiler_nor_sampler(tmp_path: Path, words: list[str]) -> None:
    heavy = {"numba", "llvmlite", "optuna", "pandas", "scipy", "numpy"}
    assert loaded_by(words, heavy, tmp_path) == "[]"


POSITION = "......./......./..1..../......./....2../......./......."


@pytest.mark.parametrize(
    ("words", "heavy"),
    [
        (["list", "presets"], []),
        (["explain", "pressure", POSITION], ["llvmlite"]),
        # Files are checked by pydantic; words that are no numbers need no such check.
        (["check", "tiny.yaml"], ["llvmlite", "pydantic", "ruamel"]),
    ],
)
def test_what_is_compiled_already_is_used_without_the_compiler(
    tmp_path: Path, words: list[str], heavy: list[str]
) -> None:
    """LLVM loads it; statistics that need more than Python's library import that when asked."""
    (tmp_path / "tiny.yaml").write_text(TINY, encoding="utf-8")
    watched = {"llvmlite", "numba", "optuna", "pandas", "pydantic", "ruamel", "scipy", "sqlalchemy"}
    # The first may compile.
    loaded_by(words, watched, tmp_path)
    assert loaded_by(words, watched, tmp_path) == str(heavy)


def test_the_installed_command_runs() -> None:
    command = Path(sys.executable).with_name("tune")
    ended = subprocess.run(
        [command, "list", "samplers"], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split()[:2] == ["cmaes", "cmaes-noise"]
    assert ended.stderr == ""


USAGE = {
    "no such command": (["tun"], "No such command 'tun'"),
    "nearly a command": (["rnu"], "No such command 'rnu' (did you mean 'run'?); see 'tune --help'"),
    "no such option": (["--fast"], "No such option: --fast"),
    "nearly an option": (
        ["sprt", "open", "null", "--elo", "5"],
        "No such option: --elo (did you mean --elo0 or --elo1?); ",
    ),
    "option of another command": (["list", "presets", "--depth", "3"], "No such option: --depth"),
    "configuration missing": (["run"], "Missing argument 'config'"),
    "run folder missing": (["status"], "Missing argument 'run_path'"),
    "kind missing": (["list"], "Missing argument 'kind'"),
    "position missing": (["explain", "pressure"], "name a position, or ask"),
    "agents missing": (["compare"], "Missing argument 'agents'"),
    "no threads": (["run", "x.yaml", "--threads", "0"], "Invalid value for '--threads'"),
    "more threads than any machine": (
        ["run", "x.yaml", "--threads", "4097"],
        "Invalid value for '--threads': it must be at most 4096",
    ),
    "an empty folder of runs": (["run", "x.yaml", "--runs", ""], "'--runs': it is empty"),
    "an empty study": (["run", ""], "'config': it is empty"),
    "a study of spaces": (["run", " "], "'config': it holds nothing but spaces"),
    "an empty game": (["init", "x", "--game", ""], "'--game': it is empty"),
    "an empty tournament": (["tournament", ""], "'configs': it is empty"),
    "half a thread": (["run", "x.yaml", "--threads", "0.5"], "Invalid value for '--threads'"),
    "one pair": (
        ["compare", "open", "null", "--pairs", "1"],
        "Invalid value for '--pairs': it must be at least 2",
    ),
    "a power of ten": (
        ["compare", "open", "null", "--pairs", "1e3"],
        "Invalid value for '--pairs': it is no whole number, such as 100",
    ),
    "too many pairs": (
        ["compare", "open", "null", "--pairs", "1000000001"],
        "Invalid value for '--pairs'",
    ),
    "seed below 0": (["compare", "open", "null", "--seed", "-1"], "Invalid value for '--seed'"),
    "plies below 0": (["compare", "open", "null", "--plies", "-1"], "Invalid value for '--plies'"),
    "no nodes": (["explain", "open", "...", "--nodes", "0"], "Invalid value for '--nodes'"),
    "too many nodes": (
        ["explain", "open", "...", "--nodes", "100000000000000000000"],
        "Invalid value for '--nodes'",
    ),
    "a word for a depth": (["explain", "open", "...", "--depth", "deep"], "Invalid value for"),
}


@pytest.mark.parametrize(("words", "message"), USAGE.values(), ids=USAGE.keys())
def test_a_wrong_call_is_told_shortly(tune: CommandLine, words: list[str], message: str) -> None:
    error = tune(*words).error
    assert error.startswith("error: ")
    assert message in error
    assert re.search(r"; see 'tune( \w+)? --help'$", error)


def test_without_a_command_the_help_is_shown(tune: CommandLine) -> None:
    ended = tune()
    assert ended.status == 2
    assert "Usage: tune" in ended.out + ended.err


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("presets", ["null", "improved", "weighted_center:as_written", "pressure", "place_sum"]),
        ("games", ["isolation", "isolation-HxW"]),
        ("baselines", ["udacity-2017-02", "udacity-2017-06"]),
        ("samplers", ["tpe", "cmaes", "random", "qmc", "grid"]),
    ],
)
def test_lists(tune: CommandLine, kind: str, known: list[str]) -> None:
    ended = tune("list", kind)
    assert (ended.status, ended.err) == (0, "")
    rows = tune("list", kind, "--json").json
    further = {"report", "formula", "game", "parameters", "where"} if kind == "presets" else set()
    assert all(set(row) == {"name", "summary"} | further for row in rows)
    assert set(known) <= {row["name"] for row in rows}
    # What else is known of a preset stands on lines of its own below it.
    heads = [line for line in ended.lines if not line.startswith(" ")]
    assert (heads == ended.lines) == (kind != "presets")
    for line, row in zip(heads, rows, strict=True):
        assert line.split() == [*row["name"].split(), *row["summary"].split()]


def test_the_list_of_features_has_their_cost_and_where_it_was_measured(tune: CommandLine) -> None:
    ended = tune("list", "features")
    assert (ended.status, ended.err) == (0, "")
    rows = tune("list", "features", "--json").json
    assert {"moves(own)", "distance()", "nearby_blanks(own, radius)", "progress()"} <= {
        row["name"] for row in rows
    }
    *lines, measured = ended.lines
    assert measured.startswith("ns: what one value takes in compiled code on ")
    for line, row in zip(lines, rows, strict=True):
        assert set(row) == {"name", "summary", "nanoseconds", "low", "high"}
        assert row["low"] <= row["nanoseconds"] <= row["high"]
        assert line.startswith(row["name"])
        assert line.endswith(row["summary"])


def test_a_list_without_a_row_says_so(tune: CommandLine) -> None:
    assert tune("list", "features", "zzz").lines == [
        "no features with 'zzz'; leave the word out to see all"
    ]


@pytest.mark.parametrize("runs", ["absent", "a file"])
def test_no_runs_are_an_empty_list(tune: CommandLine, tmp_path: Path, runs: str) -> None:
    (tmp_path / "a file").write_text("")
    assert tune("list", "runs", "--runs", tmp_path / runs).out == ""
    assert tune("list", "runs", "--runs", tmp_path / runs, "--json").json == []


def test_a_list_of_something_else(tune: CommandLine) -> None:
    assert tune("list", "preset").error == (
        "error: unknown kind of list 'preset'; did you mean 'presets'? "
        "known: baselines, features, formats, games, heuristics, presets, runs, samplers, "
        "studies, tournaments"
    )


def test_check_says_what_the_study_would_do_and_writes_nothing(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "tiny.yaml"
    enough = TINY.replace("trials: 4", "trials: 10").replace(
        "verdict_pairs: 30", "verdict_pairs: 300"
    )
    file.write_text(enough)
    monkeypatch.chdir(tmp_path)
    ended = tune("check", "tiny.yaml")
    assert (ended.status, ended.err) == (0, "")
    assert ended.lines[0] == "tiny: tune 'pressure' for isolation-5x5, alphabeta depth 1"
    assert ended.lines[-1] == "tiny.yaml is fine"
    assert list(tmp_path.iterdir()) == [file]


def test_check_as_json(tune: CommandLine, tmp_path: Path) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY)
    found = tune("check", file, "--json").json
    keys = {"digest", "reproducible", "config", "storage", "notes", "games", "seconds"}
    keys |= {"stage_seconds", "sensitivities"}
    assert set(found) == {*keys, "workers", "plan", "sampler_advice", "run"}
    assert found["run"].startswith("would begin runs/tiny-")
    assert found["reproducible"] is True
    assert re.fullmatch(r"[0-9a-f]{64}", found["digest"])
    assert found["config"]["budget"]["verdict_pairs"] == 30
    assert found["config"]["heuristic"]["parameters"]["floor"]["default"] == 0.3


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_wrong_study_is_one_line(tune: CommandLine, tmp_path: Path, command: str) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY.replace("depth: 1}\nbaselines", "depht: 1}\nbaselines"))
    assert tune(command, file).error == (
        f"error: {file}:4: search.depht: the key is unknown; did you mean 'depth'? "
        "known: algorithm, depth, nodes, time_ms, switch_ply, first, then, otherwise, "
        "ties, gives_up"
    )
    assert tune(command, tmp_path / "tine.yaml").error == (
        f"error: {tmp_path / 'tine.yaml'}: there is no such file; check the path"
    )
