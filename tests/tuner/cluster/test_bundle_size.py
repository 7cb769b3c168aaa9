"""Calls are bundled so that a bundle takes about a second, by what the last ones took."""

from __future__ import annotations

import pytest

from tuner.cluster.bundle_size import BundleSize

MANY = 100_000


def learnt(seconds: float) -> BundleSize:
    """What is known after some bundles of calls that take so long each."""
    size = BundleSize()
    for _ in range(12):
        calls = size.next(MANY, threads=1)
        size.measured(calls, calls * seconds)
    return size


@pytest.mark.parametrize(
    ("seconds", "bundle"), [(0.01, 100), (0.1, 10), (0.3, 3), (0.6, 2), (0.98, 1), (1.1, 1), (9, 1)]
)
def test_a_bundle_takes_about_a_second(seconds: float, bundle: int) -> None:
    assert learnt(seconds).next(MANY, threads=1) == bundle


def test_nothing_is_bundled_before_anything_is_known() -> None:
    assert BundleSize().next(MANY, threads=1) == 1


def test_towards_the_end_bundles_are_smaller_so_that_all_threads_end_together() -> None:
    size = learnt(0.01)
    assert [size.next(waiting, threads=4) for waiting in (800, 80, 8, 1)] == [100, 10, 1, 1]


def test_one_call_that_had_to_compile_changes_nothing() -> None:
    size = learnt(0.1)
    size.measured(10, 30.0)
    assert size.next(MANY, threads=1) == 10
