"""The clocks of the benchmark: who is measured when, and what counts as time in games."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.busy import BusyExecutor, Moment, TrialClock, busy_seconds
from benchmarks.laps import Lap, Patience, compare, on_clock, pieces_of, race, spread_out
from benchmarks.medians import median_interval
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

    laps = race([lambda _: contestant("first"), lambda _: contestant("second")], 3)
    assert order == ["first", "second"] * 3
    assert [[lap.done for lap in own] for own in laps] == [[1, 3, 5], [2, 4, 6]]


def test_a_lap_has_both_clocks() -> None:
    lap = on_clock(lambda number: time.sleep(0.05) or number)(7)
    assert lap.done == 7
    assert lap.wall >= 0.05
    assert lap.cpu < lap.wall
    assert Lap(10, 2.0, 4.0).by_cpu == 5.0
    assert Lap(10, 2.0, 4.0).by_wall == 2.5


@pytest.mark.parametrize("count", [1, 5, 16, 1000])
def test_work_is_cut_into_parts_that_cover_all(count: int) -> None:
    seen: list[int] = []

    def work(part: slice) -> int:
        numbers = range(10 + count)[part]
        seen.extend(numbers)
        return len(numbers)

    with ThreadPoolExecutor(2) as pool:
        assert spread_out(pool, slice(10, 10 + count), work) == count
    assert sorted(seen) == list(range(10, 10 + count))


def lap_of(speed: float) -> Lap:
    return Lap(1, 1.0 / speed, 1.0 / speed)


def test_two_are_compared_in_random_order_each_round_on_the_same_piece() -> None:
    order: list[tuple[str, int]] = []

    def contestant(name: str, number: int) -> Lap:
        order.append((name, number))
        return lap_of(2.0 if name == "ours" else 1.0)

    duel = compare(
        lambda number: contestant("ours", number),
        lambda number: contestant("theirs", number),
        lambda lap: lap.by_cpu,
        Patience(0.05, 60.0),
    )
    # Equal ratios are a narrow interval, so the fewest laps are enough; one round is not counted.
    assert duel.ratios(lambda lap: lap.by_cpu) == [2.0] * 6
    rounds = [order[index : index + 2] for index in range(0, len(order), 2)]
    assert [sorted(one) for one in rounds] == [
        [("ours", number), ("theirs", number)] for number in (0, *range(6))
    ]
    assert len({one[0][0] for one in rounds}) == 2


def test_laps_go_on_until_the_interval_is_narrow_or_time_is_over() -> None:
    """Speeds of 1 and 2 in turn: the ratios jump by a factor of two, and no laps would suffice."""

    def jumping(number: int) -> Lap:
        time.sleep(0.001)
        return lap_of(1.0 + number % 2)

    def speed(lap: Lap) -> float:
        return lap.by_cpu

    began = time.perf_counter()
    duel = compare(jumping, lambda _: lap_of(1.0), speed, Patience(0.05, 0.2))
    assert 0.2 <= time.perf_counter() - began < 2.0
    assert len(duel.ours) > 6

    generator = random.Random(4)
    noisy = [generator.gauss(1.0, 0.1) for _ in range(10_000)]
    duel = compare(
        lambda number: lap_of(noisy[number]), lambda _: lap_of(1.0), speed, Patience(0.05, 60.0)
    )
    found = median_interval(duel.ratios(speed))
    assert found.high - found.low <= 0.05
    # A median of n normal numbers has an error of 1.25 * 0.1 / sqrt(n): about 100 are needed.
    assert 30 < len(duel.ours) < 300


def test_a_clock_that_jumps_changes_no_ratio() -> None:
    """Both are slowed down alike, half of the rounds by a factor of two."""
    slowness = random.Random(5)
    factors = [slowness.choice((1.0, 2.0)) for _ in range(10_000)]
    duel = compare(
        lambda number: lap_of(0.9 / factors[number]),
        lambda number: lap_of(1.0 / factors[number]),
        lambda lap: lap.by_wall,
        Patience(0.05, 60.0),
    )
    assert duel.ratios(lambda lap: lap.by_wall) == pytest.approx([0.9] * 6)


def test_pieces_are_of_one_size() -> None:
    assert pieces_of(10, 3) == [slice(0, 3), slice(3, 6), slice(6, 9)]
    assert pieces_of(2, 5) == [slice(0, 2)]
