"""What stops early, and what comes after a verdict: on a cluster the same as on threads."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest
from command_line import CommandLine
from dask_cluster import DaskCluster, Listener, two_workers
from node_costs import equally_dear_nodes
from small_studies import reproducible_files, reproducible_games
from studies import load

from tuner.matches.progress import Silent
from tuner.tuning.ablation_files import AblationFiles
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

__all__ = ["equally_dear_nodes"]

pytestmark = pytest.mark.slow

STUDY = """\
name: ways
game: isolation-5x5
heuristic:
  parameters: {{weight: {{default: 1.0, low: 0.0, high: 4.0}}}}
  formula: moves(own) - weight * moves(opp) + 0.1 * center_distance(opp)
search: {{algorithm: alphabeta, depth: 1}}
baselines:
- {{name: improved, heuristic: improved, search: {{algorithm: alphabeta, depth: 1}}}}
openings: {{plies: 4}}
budget: {{trials: 8, pairs: 40, finalists: 4, final_pairs: 400, verdict_pairs: 60}}
{keys}
"""

WAYS = {
    "a race with a pruner": "sampler: random\npruner: paired\nselection: race",
    "trials that play each other": "sampler: spsa\nselection: race",
    "an ablation": "sampler: random\nablation: true",
}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    with two_workers(tmp_path_factory.mktemp("cluster")) as started:
        yield started


@pytest.mark.parametrize("keys", WAYS.values(), ids=WAYS)
def test_a_study_finds_on_a_cluster_what_it_finds_on_threads(
    tmp_path: Path, cluster: DaskCluster, keys: str
) -> None:
    study = load(tmp_path, STUDY.format(keys=keys))
    threads, workers, listener = tmp_path / "threads", tmp_path / "workers", Listener()
    run_study(study, threads, 2, Silent())
    run_study(study, workers, 2, listener, cluster=cluster.address)
    assert listener.counts[-1] == 2
    assert reproducible_files(study, threads) == reproducible_files(study, workers)
    # What a race was playing when it ended may be more or less.
    if "race" not in keys:
        first, second = reproducible_games(study, threads), reproducible_games(study, workers)
        pd.testing.assert_frame_equal(first, second)
    one, other = (
        AblationFiles(run_folder(study, place).path).results for place in (threads, workers)
    )
    assert one.exists() == other.exists() == study.ablation
    if study.ablation:
        assert one.read_text() == other.read_text()


def test_a_sequential_match_ends_on_a_cluster_where_it_ends_on_threads(
    tune: CommandLine, tmp_path: Path, cluster: DaskCluster
) -> None:
    words = ("sprt", "improved", "null", "--game", "isolation-5x5", "--depth", "1")
    asked = (*words, "--elo1", "100", "--plies", "4", "--json")
    alone = tune(*asked, "--runs", tmp_path / "alone")
    together = tune(*asked, "--runs", tmp_path / "together", "--cluster", cluster.address)
    assert (alone.status, together.status) == (0, 0)
    assert together.json == alone.json
    assert "workers" in together.err
