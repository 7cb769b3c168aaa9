"""Commands that play matches of their own play them on a GPU, too: the simulator is one."""

from __future__ import annotations

import importlib.util
import json
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from command_line import CommandLine
from simulated_cuda import run_simulated
from studies import load

from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)

COMMAND = """
import sys
from on_cuda import tell_launches, wait_for_threads
from tuner.cli.start import main

tell_launches()
wait_for_threads()
sys.argv = ["tune", *sys.argv[1:], "--device", "cuda"]
main()
"""
"""A command, which tells of its launches."""

ENDGAME = ("--game", "isolation-5x5", "--pairs", 16, "--plies", 15, "--depth", 1)


def on_device(*words: object) -> subprocess.CompletedProcess[str]:
    return run_simulated(COMMAND, *words)


def without_times(content: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in content.items() if key not in ("seconds", "run")}


def batches(folder: Path) -> list[tuple[object, ...]]:
    """The games of a folder's ledger in the order in which they were written."""
    with closing(sqlite3.connect(folder / "ledger.db")) as file:
        return file.execute("SELECT rowid, * FROM batches ORDER BY rowid").fetchall()


@pytest.mark.parametrize("command", ["compare", "sprt", "league"])
def test_agents_that_meet_on_a_gpu_have_the_results_of_the_cpu(
    tune: CommandLine, tmp_path: Path, command: str
) -> None:
    words = (command, "pressure", "improved", *ENDGAME, "--json", "--threads", 2)
    expected = tune(*words, "--runs", tmp_path / "cpu")
    found = on_device(*words, "--runs", tmp_path / "gpu")
    assert found.returncode == expected.status, found.stderr
    assert "a launch" in found.stderr.splitlines()
    assert without_times(json.loads(found.stdout)) == without_times(expected.json)
    # The CPU goes on with the same folder, in which nothing is left to play.
    (folder,) = (tmp_path / "gpu").iterdir()
    games = batches(folder)
    again = tune(*words, "--runs", tmp_path / "gpu")
    assert without_times(again.json) == without_times(expected.json)
    assert batches(folder) == games
    assert [one.name for one in (tmp_path / "gpu").iterdir()] == [folder.name]


TOURNAMENT = """\
name: endgame
game: isolation-5x5
candidates:
- {name: ours, heuristic: pressure, search: {algorithm: alphabeta, depth: 1}}
opponents:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
- {name: solver, search: {algorithm: perfect, nodes: 50, otherwise: {algorithm: random}}}
openings: {plies: 15}
pairs: 16
seed: 1
"""


def test_a_tournament_plays_what_it_can_on_a_gpu_and_says_what_it_cannot(
    tune: CommandLine, tmp_path: Path
) -> None:
    (tmp_path / "endgame.yaml").write_text(TOURNAMENT)
    words = ("tournament", tmp_path / "endgame.yaml", "--json", "--threads", 2)
    expected = tune(*words, "--runs", tmp_path / "cpu")
    found = on_device(*words, "--runs", tmp_path / "gpu")
    assert found.returncode == expected.status == 0, found.stderr
    said = found.stderr.splitlines()
    assert "a launch" in said
    assert [line for line in said if line.startswith("note")] == [
        "note: a GPU has no clock and no solver for the search 'perfect 50 nodes, otherwise "
        "random': such games are played on the CPU"
    ]
    ((ours,), (theirs,)) = json.loads(found.stdout), expected.json
    assert without_times(ours) == without_times(theirs)


STUDY = """\
name: endgame
game: isolation-5x5
heuristic:
  formula: a*moves(own) - moves(opp)
  parameters: {a: {default: 1.0, low: 0.0, high: 2.0}}
search: {algorithm: alphabeta, depth: 1}
baselines: [{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]
openings: {plies: 15}
budget: {trials: 4, pairs: 16, finalists: 2, final_pairs: 16, verdict_pairs: 16}
sampler: random
"""


def test_an_ablation_on_a_gpu_is_that_of_the_cpu(tune: CommandLine, tmp_path: Path) -> None:
    study = load(tmp_path, STUDY)
    run_study(study, tmp_path / "runs", 2, Silent())
    run = run_folder(study, tmp_path / "runs").path
    words = ("--pairs", 16, "--json", "--threads", 2)
    found = on_device("ablate", run, *words)
    assert found.returncode == 0, found.stderr
    assert "a launch" in found.stderr.splitlines()
    for name in ("ablation.json", "ablation.db"):
        (run / name).unlink()
    expected = tune("ablate", run, *words)
    assert without_times(json.loads(found.stdout)) == without_times(expected.json)
