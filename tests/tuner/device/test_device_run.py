"""`tune run --device cuda` in Numba's simulator plays, writes and goes on as the CPU does."""

from __future__ import annotations

import importlib.util
import signal
import subprocess
from pathlib import Path

import pytest
from simulated_cuda import run_simulated
from small_studies import reproducible_files, reproducible_games
from studies import load

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)

STUDY = """\
name: device
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 2}}
- name: curved
  heuristic: {formula: tanh(moves(own) - moves(opp))}
  search: {algorithm: greedy}
- {name: solver, search: {algorithm: perfect, nodes: 50, otherwise: {algorithm: random}}}
openings: {plies: 15}
budget: {trials: 4, pairs: 16, finalists: 2, final_pairs: 16, verdict_pairs: 16}
sampler: cmaes
seed: 1
"""
"""The first baseline can play on a GPU, the others cannot."""

COMMAND = """
import os, signal, sys
from on_cuda import tell_launches, wait_for_threads
from tuner.cli.start import main
from tuner.matches.ledger import Ledger

place, folder, batches = sys.argv[1:]
add, left = Ledger.add, int(batches)

def stopped(ledger, key, pairs):
    global left
    left -= 1
    add(ledger, key, pairs)
    if left == 0:
        ledger.commit()
        os.kill(os.getpid(), signal.SIGKILL)

Ledger.add = stopped
tell_launches()
wait_for_threads()
sys.argv = ["tune", "run", place, "--runs", folder, "--device", "cuda"]
main()
"""
"""The command, which tells of its launches, killed after so many batches."""


def run_on_device(place: Path, runs: Path, batches: int = -1) -> subprocess.CompletedProcess[str]:
    return run_simulated(COMMAND, place, runs, batches)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Study:
    return load(tmp_path_factory.mktemp("study"), STUDY)


@pytest.fixture(scope="module")
def on_cpu(study: Study, tmp_path_factory: pytest.TempPathFactory) -> Path:
    runs = tmp_path_factory.mktemp("cpu")
    run_study(study, runs, 2, Silent())
    return runs


def assert_same(study: Study, runs: Path, others: Path) -> None:
    assert run_folder(study, runs).path.name == run_folder(study, others).path.name
    assert reproducible_files(study, runs) == reproducible_files(study, others)
    assert reproducible_games(study, runs).equals(reproducible_games(study, others))


def test_a_run_that_was_begun_on_a_gpu_goes_on_without_one(
    study: Study, on_cpu: Path, tmp_path: Path
) -> None:
    (tmp_path / "device.yaml").write_text(STUDY)
    runs = tmp_path / "runs"
    killed = run_on_device(tmp_path / "device.yaml", runs, 5)
    assert killed.returncode == -signal.SIGKILL
    assert "a launch" in killed.stderr.splitlines()
    assert not run_folder(study, runs).finished
    run_study(study, runs, 1, Silent())
    assert_same(study, runs, on_cpu)


class Stops(Silent):
    """Somebody who gives up after some batches."""

    left = 3

    def played(self, amount: int) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


def test_a_run_that_was_begun_without_a_gpu_goes_on_there_and_says_what_stays_on_the_cpu(
    study: Study, on_cpu: Path, tmp_path: Path
) -> None:
    (tmp_path / "device.yaml").write_text(STUDY)
    runs = tmp_path / "runs"
    with pytest.raises(KeyboardInterrupt):
        run_study(study, runs, 1, Stops())
    done = run_on_device(tmp_path / "device.yaml", runs)
    assert done.returncode == 0, done.stderr
    assert_same(study, runs, on_cpu)
    assert "a launch" in done.stderr.splitlines()
    kept = [line for line in done.stderr.splitlines() if "played on the CPU" in line]
    assert kept == [
        "note: 'custom' has tanh, whose value may differ on a GPU: such games are played on the "
        "CPU",
        "note: a GPU has no clock and no solver for the search 'perfect 50 nodes, otherwise "
        "random': such games are played on the CPU",
    ]
