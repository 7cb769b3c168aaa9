"""`import tuner`: a short list of names that costs nothing, and the script of docs/python.md."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tuner

ROOT = Path(tuner.__file__).parents[1]
PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
SCRIPT, TABLE_SCRIPT = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

VALUES = [
    "Agent",
    "AgentLike",
    "Comparison",
    "Heuristic",
    "Interval",
    "League",
    "Match",
    "Parameter",
    "PlayedGame",
    "Position",
    "Run",
    "SequentialMatch",
    "Study",
]
CALLS = [
    "agent",
    "compare",
    "evaluate",
    "heuristic",
    "league",
    "load_run",
    "load_study",
    "match",
    "position",
    "run",
    "sprt",
]

HEAVY = ("numba", "numpy", "optuna", "pandas", "pydantic", "scipy")

SMALL_BUDGET = '{"trials": 6, "pairs": 20, "final_pairs": 20, "verdict_pairs": 200}'


def loaded_after(script: str, *words: str) -> set[str]:
    """Which of the heavy libraries a process has loaded when the script is done."""
    ending = f"\nprint(*sorted(set({HEAVY}) & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{script}{ending}", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines()[-1].split())


COMMAND = "from tuner.cli.start import main\ntry:\n    main()\nexcept SystemExit:\n    pass"


def test_the_list_of_names_is_this_one() -> None:
    assert tuner.__all__ == [*VALUES, "TuneError", *CALLS, "study"]


def test_every_name_is_there_and_says_what_it_is() -> None:
    for name in tuner.__all__:
        assert getattr(tuner, name).__doc__, name
        assert getattr(getattr(tuner, name), "__name__", "AgentLike") == name
        assert name in dir(tuner)
    assert not hasattr(tuner, "Ledger")


def test_a_type_checker_is_told_the_homes_that_are_imported() -> None:
    tree = ast.parse(Path(tuner.__file__).read_text(encoding="utf-8"))
    (checked,) = [node for node in tree.body if isinstance(node, ast.If) and node.orelse == []][:1]
    told = {
        alias.name: line.module
        for line in checked.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }
    assert sorted(told) == sorted(tuner.__all__)
    for name, home in told.items():
        assert getattr(tuner, name) is getattr(sys.modules[str(home)], name)


def test_importing_the_package_loads_no_library() -> None:
    assert loaded_after("import tuner") == set()


def test_the_help_of_the_command_line_loads_no_library() -> None:
    assert loaded_after(COMMAND, "--help") == set()


def test_the_status_of_a_run_is_told_without_pandas(finished_once: Path) -> None:
    run = finished_once
    assert "pandas" not in loaded_after(COMMAND, "status", str(run))
    # The same words of Python, up to the first table.
    opened = f"import tuner\nrun = tuner.load_run({str(run)!r})\nprint(run)"
    assert "pandas" not in loaded_after(opened)
    assert "pandas" in loaded_after(f"{opened}\nrun.trials()")


def test_the_page_names_everything() -> None:
    for name in tuner.__all__:
        assert re.search(rf"`(tuner\.)?{name}`", PAGE), name


def test_the_script_of_the_page_plays_what_the_page_shows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its match is played in full, its study with fewer games; matplotlib may not be there."""
    lines = SCRIPT.splitlines()
    assert len([line for line in lines if line]) <= 15
    *quick, plot = lines
    assert plot.startswith("trials.plot.")
    text = "\n".join(quick).replace('{"trials": 100}', SMALL_BUDGET)
    assert SMALL_BUDGET in text
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    exec(text, names)
    exec(TABLE_SCRIPT, names)
    (shown,) = re.findall(r"<!-- output of the script -->\n```\n(.*?)\n", PAGE)
    match, *status = capsys.readouterr().out.splitlines()
    assert match == shown
    assert status[0].startswith("runs/mine-")
    run, trials = names["run"], names["trials"]
    assert isinstance(run, tuner.Run)
    assert run.finished
    # What the last line draws.
    assert {"params_weight", "value", "high"} <= set(trials.columns)  # type: ignore[attr-defined]
