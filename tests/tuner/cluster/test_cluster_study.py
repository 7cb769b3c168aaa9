"""A study on a cluster: the same files as on threads, with the features that it was loaded with."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from command_line import CommandLine
from dask_cluster import DaskCluster, Listener, two_workers
from node_costs import equally_dear_nodes
from own_features import changed, row_file
from own_games import EXAMPLE
from small_studies import reproducible_files, reproducible_games
from small_tournaments import GAUNTLET
from studies import load

from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.status import read_status

__all__ = ["equally_dear_nodes"]

STUDY = """\
name: own
game: isolation-5x5
heuristic: pressure
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: mine, heuristic: {formula: rank(own), features: [row.py]}, search: {algorithm: greedy}}
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
openings: {plies: 4}
budget: {trials: 4, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: 30}
sampler: random
"""


OWN_GAME = f"""\
name: lines
game: {EXAMPLE}
heuristic: {EXAMPLE / "lines.yaml"}
search: {{algorithm: greedy}}
baselines:
- {{name: random, search: {{algorithm: random}}}}
openings: {{plies: 4}}
budget: {{trials: 2, pairs: 20, finalists: 2, final_pairs: 20, verdict_pairs: 30}}
sampler: random
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with two_workers(tmp_path_factory.mktemp("cluster")) as started:
        yield started


class Asking(Listener):
    """Asks for the status of the run in the middle of it."""

    def __init__(self, folder: RunFolder) -> None:
        super().__init__()
        self._folder = folder
        self.statuses: list[int | None] = []

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        status = read_status(self._folder)
        assert status.stage is not None
        self.statuses.append(status.stage.workers)


def test_a_cluster_plays_what_threads_play_whatever_lies_at_the_path_of_a_feature(
    tmp_path: Path, cluster: DaskCluster
) -> None:
    row_file(tmp_path)
    study = load(tmp_path, STUDY)
    threads, workers = tmp_path / "threads", tmp_path / "workers"
    run_study(study, threads, 2, Silent())
    # Another version of the file, which values rows the other way round.
    row_file(tmp_path, changed(twin="return -9.0", kernel="return np.float64(-9.0)"))
    listener = Asking(run_folder(study, workers))
    run_study(study, workers, 2, listener, cluster=cluster.address)
    assert 2 in listener.statuses
    assert reproducible_files(study, threads) == reproducible_files(study, workers)
    first, second = reproducible_games(study, threads), reproducible_games(study, workers)
    assert len(first) > 200
    pd.testing.assert_frame_equal(first, second)
    (start,) = json.loads(run_folder(study, workers).manifest.read_text())["starts"]
    assert start["workers"] == listener.counts[0]


def test_an_own_game_plays_on_a_cluster(tmp_path: Path, cluster: DaskCluster) -> None:
    study = load(tmp_path, OWN_GAME)
    threads, workers = tmp_path / "threads", tmp_path / "workers"
    run_study(study, threads, 1, Silent())
    run_study(study, workers, 1, Silent(), cluster=cluster.address)
    first, second = reproducible_games(study, threads), reproducible_games(study, workers)
    assert len(first) > 50
    pd.testing.assert_frame_equal(first, second)


def test_compare_and_tournament_play_on_a_cluster(
    tune: CommandLine, tmp_path: Path, cluster: DaskCluster
) -> None:
    agents = ("pressure", "improved", "--game", "isolation-5x5", "--depth", "1")
    words = ("compare", *agents, "--pairs", "40", "--baselines", "none", "--json")
    alone = tune(*words, "--runs", tmp_path / "alone")
    together = tune(*words, "--runs", tmp_path / "together", "--cluster", cluster.address)
    assert together.status == 0
    assert together.json == alone.json
    assert "workers" in together.err

    config = tmp_path / "gauntlet.yaml"
    config.write_text(GAUNTLET)
    asked = ("tournament", config, "--json")
    alone = tune(*asked, "--runs", tmp_path / "alone")
    together = tune(*asked, "--runs", tmp_path / "together", "--cluster", cluster.address)
    assert together.status == 0
    assert together.json == alone.json
    assert "workers" in together.err


def test_a_wrong_address_is_one_line_and_nothing_is_written(
    tune: CommandLine, tmp_path: Path
) -> None:
    row_file(tmp_path)
    load(tmp_path, STUDY)
    ended = tune("run", tmp_path / "study.yaml", "--runs", tmp_path / "runs", "--cluster", "here")
    assert "no Dask scheduler can be reached at 'here'" in ended.error
    assert not (tmp_path / "runs").exists()


def test_without_the_extra_one_line_says_what_to_install(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ended = tune(
        "compare", "pressure", "improved", "--cluster", "local:2", "--runs", tmp_path / "runs"
    )
    assert ended.error.endswith("which is not installed (pip install distributed)")
    assert not (tmp_path / "runs").exists()
