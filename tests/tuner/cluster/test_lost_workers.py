"""Workers and schedulers that are killed: nothing is lost, and the result is that of threads."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread

import dask
import pandas as pd
import pytest
from dask_cluster import DaskCluster, Listener
from postgres_server import PostgresServer
from slow_play import end_process, play_slowly
from small_studies import reproducible_files, reproducible_games, small_study

from tuner.cluster.errors import ClusterError
from tuner.cluster.open import open_cluster
from tuner.config.study import Study
from tuner.matches import arena
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.records import read_progress
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

TRIALS = int(os.environ.get("TUNE_CLUSTER_TRIALS", "10"))
"""More of them for a longer test, by hand."""

KILL_AFTER = 20
"""Batches; then the oldest worker is killed, and another started in its place."""


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[DaskCluster]:
    with DaskCluster(tmp_path / "cluster") as started:
        yield started


@pytest.fixture
def impatient() -> Iterator[None]:
    """A scheduler that is silent for so long is gone."""
    with dask.config.set({"distributed.comm.timeouts.connect": "3s"}):
        yield


class Trouble(Silent):
    """Kills a worker now and then, and does something worse once; a team's database stops, too."""

    def __init__(
        self,
        cluster: DaskCluster,
        last: int,
        then: Callable[[], None],
        postgres: PostgresServer | None = None,
    ) -> None:
        self._cluster, self._last, self._then = cluster, last, then
        self._postgres = postgres
        self._batches = itertools.count(1)

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        if self._postgres is not None and number == TRIALS // 2:
            self._postgres.stop(signal.SIGKILL)
        if self._postgres is not None and number == TRIALS - 1:
            self._postgres.start()

    def played(self, amount: int) -> None:
        number = next(self._batches)
        if number == self._last:
            self._then()
        if number % KILL_AFTER == 5 and self._cluster.workers:
            self._cluster.kill_worker(next(iter(self._cluster.workers)))
            self._cluster.start_worker(next(NAMES))


NAMES = map(str, itertools.count())


def press_ctrl_c() -> None:
    raise KeyboardInterrupt


def nothing() -> None:
    pass


def without_storage(files: dict[str, str]) -> dict[str, str]:
    """The files of a run, but for the line that says where its trials are copied to."""
    lines = files["study.yaml"].splitlines()
    kept = "".join(f"{line}\n" for line in lines if not line.startswith("storage: "))
    return {**files, "study.yaml": kept}


@pytest.mark.slow
def test_a_study_survives_its_workers_ctrl_c_its_scheduler_and_its_teams_database(
    tmp_path: Path,
    cluster: DaskCluster,
    postgres: PostgresServer,
    database: str,
    monkeypatch: pytest.MonkeyPatch,
    impatient: None,
) -> None:
    monkeypatch.setattr(
        "tuner.tuning.equal_time._measured",
        lambda _, agents, nodes: (Interval(1.0, 1.0, 1.0),) * len(agents),
    )
    budget = "pairs: 260, finalists: 3, final_pairs: 300, verdict_pairs: 300"
    budget = f"{{trials: {TRIALS}, {budget}}}"
    alone = small_study(tmp_path, sampler="tpe", budget=budget)
    study = small_study(tmp_path, sampler="tpe", budget=budget, storage=postgres.url(database))
    threads, workers = tmp_path / "threads", tmp_path / "workers"
    run_study(alone, threads, 1, Silent())

    monkeypatch.setattr(arena, "play_batch", play_slowly)
    for _ in range(4):
        cluster.start_worker(next(NAMES))

    def go_on(last: int, then: Callable[[], None], stopped: PostgresServer | None = None) -> None:
        trouble = Trouble(cluster, last, then, stopped)
        run_study(study, workers, 1, trouble, cluster=cluster.address)

    with pytest.raises(KeyboardInterrupt):
        go_on(10, press_ctrl_c)
    state = cluster.state()
    assert (state["tasks"], state["clients"]) == (0, [])
    interrupted = games(study, workers)
    assert interrupted > 0
    with pytest.raises(ClusterError, match="is gone"):
        go_on(20, cluster.kill_scheduler)
    assert games(study, workers) > interrupted
    cluster.start_scheduler()
    for _ in range(4):
        cluster.start_worker(next(NAMES))
    go_on(0, nothing, postgres)
    assert reproducible_files(alone, threads) == without_storage(reproducible_files(study, workers))
    first, second = reproducible_games(alone, threads), reproducible_games(study, workers)
    order = ["openings", "candidate", "opponent", "pair"]
    first, second = (one.sort_values(order, ignore_index=True) for one in (first, second))
    pd.testing.assert_frame_equal(first, second)
    ((copied,),) = postgres.execute("SELECT count(*) FROM trials", database)
    assert copied == TRIALS


def games(study: Study, runs: Path) -> int:
    return read_progress(run_folder(study, runs).ledger).games


@pytest.mark.slow
def test_a_call_that_ends_its_workers_is_given_up_in_one_line(tmp_path: Path) -> None:
    with (
        DaskCluster(tmp_path / "cluster", SCHEDULER__ALLOWED_FAILURES=0) as cluster,
        open_cluster(cluster.address, Listener()) as executor,
    ):
        for _ in range(2):
            cluster.start_worker(next(NAMES))
        call = executor.submit(end_process)
        ended = Event()

        def replace() -> None:
            while not ended.wait(0.2):
                for name, process in list(cluster.workers.items()):
                    if process.poll() is not None:
                        del cluster.workers[name]
                        cluster.start_worker(next(NAMES))

        thread = Thread(target=replace)
        thread.start()
        with pytest.raises(ClusterError, match="lost again and again with the same batch"):
            call.result()
        ended.set()
        thread.join()
        assert executor.submit(abs, -1).result() == 1
