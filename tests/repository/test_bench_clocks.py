"""The clocks of the benchmark: who is measured when, and what counts as time in games."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.busy import BusyExecutor, Moment, TrialClock, busy_seconds
from benchmarks.laps import Lap, on_clock, race, spread_out
from tuner.stats.interval import Interval

# Time:    0    1    2    3    4    5    6    7    8
# first         |---------|                   |----|
# second             |-------------|
TIMES = [(1.0, 3.0), (2.0, 5.0), (7.0, 8.0)]


@pytest.mark.parametrize(
    ("bounds", "seconds"),
    [
        ((0.0, 9.0), 5.0),
        ((0.0, 1.0), 0.0),
        ((1.5, 2.5), 1.0),
        ((4.0, 7.5), 1.5),
        ((5.0, 7.0), 0.0),
        ((8.0, 9.0), 0.0),
    ],
)
def test_time_in_games_counts_once_where_several_threads_play(
    bounds: tuple[float, float], seconds: float
) -> None:
    assert busy_seconds(TIMES, bounds) == pytest.approx(seconds)


def test_a_piece_within_another_adds_nothing() -> None:
    assert busy_seconds([(0.0, 10.0), (2.0, 3.0), (9.0, 11.0)], (0.0, 20.0)) == 11.0


def test_the_executor_notes_when_it_works() -> None:
    together = threading.Barrier(2)
    with ThreadPoolExecutor(2) as pool:
        executor = BusyExecutor(pool)
        before = time.perf_counter()
        futures = [executor.submit(together.wait, timeout=30) for _ in range(2)]
        assert sorted(future.result() for future in futures) == [0, 1]
        after = time.perf_counter()
    assert len(executor.times) == 2
    assert all(before <= began <= ended <= after for began, ended in executor.times)
    # Neither could end before the other had begun.
    assert max(began for began, _ in executor.times) <= min(ended for _, ended in executor.times)


def test_work_that_fails_is_timed_and_its_error_kept() -> None:
    with ThreadPoolExecutor(1) as pool:
        executor = BusyExecutor(pool)
        with pytest.raises(ZeroDivisionError):
            executor.submit(divmod, 1, 0).result()
    assert len(executor.times) == 1


def test_the_clock_of_trials_begins_with_the_search() -> None:
    clock = TrialClock()
    for name in ("search", "selection", "verdict"):
        clock.stage(name, 10)
        for number in range(2 if name == "search" else 0):
            clock.played(5)
            clock.trial(number, 2, Interval(0.5, 0.4, 0.6), 0)
    assert len(clock.moments) == 3
    assert clock.moments[0].wall <= clock.moments[1].wall <= clock.moments[2].wall


def test_what_has_passed() -> None:
    assert Moment(5.0, 2.0).since(Moment(3.0, 1.5)) == Moment(2.0, 0.5)


def test_contestants_take_turns() -> None:
    order: list[str] = []

    def contestant(name: str) -> Lap:
        order.append(name)
        return Lap(len(order), 1.0, 2.0)

    laps = race([lambda: contestant("first"), lambda: contestant("second")], 3)
    assert order == ["first", "second"] * 3
    assert [[lap.done for lap in own] for own in laps] == [[1, 3, 5], [2, 4, 6]]


def test_a_lap_has_both_clocks() -> None:
    lap = on_clock(lambda: time.sleep(0.05) or 7)()
    assert lap.done == 7
    assert lap.wall >= 0.05
    assert lap.cpu < lap.wall
    assert Lap(10, 2.0, 4.0).by_cpu == 5.0
    assert Lap(10, 2.0, 4.0).by_wall == 2.5


@pytest.mark.parametrize("count", [1, 5, 16, 1000])
def test_work_is_cut_into_pieces_that_cover_all(count: int) -> None:
    seen: list[int] = []

    def work(piece: slice) -> int:
        numbers = range(count)[piece]
        seen.extend(numbers)
        return len(numbers)

    with ThreadPoolExecutor(2) as pool:
        assert spread_out(pool, count, work) == count
    assert sorted(seen) == list(range(count))
