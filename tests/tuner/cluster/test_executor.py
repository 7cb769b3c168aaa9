"""Calls on workers of the user's kind: all are run, in any order of ending, or refused in words."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from dask_cluster import DaskCluster, Listener, wait_for

from tuner.cluster.coordinator import Coordinator
from tuner.cluster.errors import ClusterError
from tuner.cluster.open import open_cluster
from tuner.cluster.waiting import Asked, AskedFuture

OTHER_VERSION = """\
def sources_digest():
    return "0123456789abcdef"
"""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler with two good workers, one with another version, and one without tune."""
    folder = tmp_path_factory.mktemp("cluster")
    other, none = folder / "other", folder / "none"
    (other / "tuner" / "matches").mkdir(parents=True)
    (other / "tuner" / "matches" / "provenance.py").write_text(OTHER_VERSION)
    (none / "tuner").mkdir(parents=True)
    for package in (other / "tuner", other / "tuner" / "matches"):
        (package / "__init__.py").touch()
    (none / "tuner" / "__init__.py").write_text("raise ModuleNotFoundError('No tune here')")
    with DaskCluster(folder) as started:
        started.start_worker("first")
        started.start_worker("second")
        started.start_worker("older", path=other)
        started.start_worker("bare", path=none)
        wait_for(lambda: len(started.state()["workers"]) == 4)
        yield started


def test_every_call_gives_its_own_value_or_error(cluster: DaskCluster) -> None:
    listener = Listener()
    with open_cluster(cluster.address, listener) as executor:
        assert (executor.workers, executor.threads) == (2, 2)
        calls = [executor.submit(divmod, number, 7) for number in range(300)]
        wrong = executor.submit(int, "seven")
        late = executor.submit(time.sleep, 0)
        assert [call.result() for call in calls] == [divmod(number, 7) for number in range(300)]
        with pytest.raises(ValueError, match="seven"):
            wrong.result()
        assert late.result() is None
    assert listener.counts == [2]
    state = cluster.state()
    assert (state["tasks"], state["clients"]) == (0, [])


def test_workers_with_other_sources_or_none_are_named_and_get_nothing(
    cluster: DaskCluster,
) -> None:
    listener = Listener()
    with open_cluster(cluster.address, listener) as executor:
        players = {executor.submit(os.getpid).result() for _ in range(20)}
    assert players <= {cluster.workers[name].pid for name in ("first", "second")}
    older, bare = sorted(listener.notes, key=lambda note: "(bare)" in note)
    assert "(older) is refused and gets no games: it has other sources of tune" in older
    assert "(01234567, here " in older
    assert "(bare) is refused and gets no games: it has no tune that answers" in bare
    assert "No tune here" in bare


def test_what_cannot_be_sent_is_an_error_of_that_call_alone(cluster: DaskCluster) -> None:
    with open_cluster(cluster.address, Listener()) as executor:
        local = executor.submit(lambda: 1)
        good = executor.submit(abs, -3)
        with pytest.raises(ClusterError, match="cannot be sent to another process"):
            local.result()
        assert good.result() == 3


def test_calls_that_are_cancelled_leave_nothing_on_the_cluster(cluster: DaskCluster) -> None:
    with open_cluster(cluster.address, Listener()) as executor:
        calls = [executor.submit(time.sleep, 0.4) for _ in range(40)]
        calls[0].result()
        cancelled = sum(call.cancel() for call in calls)
        # What is on the way ends well.
        ended = [call.result() for call in calls if not call.cancelled()]
        assert (len(ended) + cancelled, len(ended) > 1) == (40, True)
    assert cluster.state()["tasks"] == 0


def test_after_an_error_what_nobody_waits_for_is_given_up_and_tells_the_error(
    cluster: DaskCluster,
) -> None:
    with open_cluster(cluster.address, Listener()) as executor:
        # Far longer than anybody waits for it, and before the call that fails.
        long = executor.submit(time.sleep, 60)
        with pytest.raises(ValueError, match="seven"):
            executor.submit(int, "seven").result(timeout=30)
        # Somebody who has handled the error asks for more, and then wants to end.
        later = executor.submit(time.sleep, 60)
        wait_for(later.running)
        assert not long.cancel()
        assert not later.cancel()
        with pytest.raises(ValueError, match="seven"):
            long.result(timeout=30)
        with pytest.raises(ClusterError, match="interrupted"):
            later.result(timeout=30)


def test_calls_that_are_asked_for_while_a_cluster_is_lost_end_with_its_error() -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(4):
            coordinator = Coordinator("nowhere", Listener())
            calls = [Asked((abs, (-1,), {}), AskedFuture()) for _ in range(2000)]
            ended = threading.Thread(target=coordinator.run, args=(Future(),))
            with ThreadPoolExecutor(2) as askers:
                ended.start()
                list(askers.map(coordinator.ask, calls))
            ended.join()
            for call in calls:
                assert isinstance(call.future.exception(timeout=10), ClusterError)
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.parametrize(
    ("address", "cause"),
    [
        ("local:0", "names no number of workers"),
        ("local:many", "names no number of workers"),
        ("somewhere", "missing port number"),
        ("carrier://pigeon:1", "unknown address scheme"),
        ("", "missing port number"),
    ],
)
def test_an_address_that_is_none_is_refused(address: str, cause: str) -> None:
    with pytest.raises(ClusterError, match=cause), open_cluster(address, Listener()):
        pass
