"""Finalists: vectors that deserve a second look, since the best of many trials is mostly lucky."""

from __future__ import annotations

import math
import tracemalloc

import numpy as np
import pytest
from numpy.typing import NDArray

from features.parameter import Parameter
from tuner.samplers.space import Space, Vector
from tuner.tuning.finalists import Tried, choose_finalists, smoothed_values

PLANE = Space((Parameter("x", 0.25, 0.0, 1.0), Parameter("y", 0.25, 0.0, 1.0)))


def smoothed_twin(points: list[list[float]], values: list[float]) -> list[float]:
    """Nadaraya and Watson in plain loops: Gaussian weights, Scott's bandwidth by coordinate."""
    count, size = len(points), len(points[0])
    bandwidths = []
    for axis in range(size):
        mean = sum(point[axis] for point in points) / count
        variance = sum((point[axis] - mean) ** 2 for point in points) / count
        bandwidths.append(max(math.sqrt(variance), 1e-9) * count ** (-1 / (size + 4)))
    result = []
    for here in points:
        total = weights = 0.0
        for there, value in zip(points, values, strict=True):
            square = sum(
                ((one - other) / width) ** 2
                for one, other, width in zip(here, there, bandwidths, strict=True)
            )
            weights += math.exp(-square / 2)
            total += math.exp(-square / 2) * value
        result.append(total / weights)
    return result


def smoothed(points: NDArray[np.float64], values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The smoothed mean at every point."""
    return smoothed_values(points, values, np.arange(len(points)))


def random_trials(
    count: int, size: int = 2, seed: int = 1
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    random = np.random.default_rng(seed)
    return random.random((count, size)), random.random(count)


@pytest.mark.parametrize(("count", "size"), [(1, 1), (2, 1), (7, 3), (60, 2)])
def test_the_smoothed_mean_agrees_with_plain_loops(count: int, size: int) -> None:
    points, values = random_trials(count, size)
    twin = smoothed_twin(points.tolist(), values.tolist())
    assert smoothed(points, values) == pytest.approx(twin)


def test_a_parameter_that_never_changed_does_not_matter() -> None:
    points, values = random_trials(20, 1)
    fixed = np.column_stack([points, np.full(20, 0.3)])
    twin = smoothed_twin(fixed.tolist(), values.tolist())
    assert smoothed(fixed, values) == pytest.approx(twin)


def test_equal_values_stay_equal() -> None:
    points, _ = random_trials(30)
    assert smoothed(points, np.full(30, 0.6)) == pytest.approx([0.6] * 30)


def test_a_lucky_trial_among_poor_neighbours_is_seen_through() -> None:
    good, poor = (
        [[0.8, 0.8 + i / 100] for i in range(10)],
        [[0.2, 0.2 + i / 100] for i in range(10)],
    )
    values = np.array([0.6] * 10 + [0.5] * 9 + [0.7])
    found = smoothed(np.array(good + poor), values)
    assert found[19] < 0.55 < found[:10].min()


def finalists(
    points: NDArray[np.float64], values: NDArray[np.float64], count: int, mean: Vector | None
) -> dict[str, list[Vector]]:
    vectors: list[Vector] = [tuple(map(float, point)) for point in points]
    found: dict[str, list[Vector]] = {}
    for finalist in choose_finalists(PLANE, Tried(vectors, values.tolist()), count, mean):
        found.setdefault(finalist.origin, []).append(finalist.vector)
    return found


def test_what_the_finalists_are() -> None:
    points, values = random_trials(40)
    mean = (0.125, 0.875)
    found = finalists(points, values, 10, mean)
    assert found["hand-set values"] == [(0.25, 0.25)]
    assert found["best trial"] == [tuple(points[np.argmax(values)])]
    assert found["mean of the sampler"] == [mean]
    order = np.argsort(-smoothed(points, values))
    # The best tenth of 40 are four.
    assert found["centre of the best tenth"] == [pytest.approx(points[order[:4]].mean(axis=0))]
    others = [tuple(points[index]) for index in order if index != np.argmax(values)]
    assert found["trial that does best together with its neighbours"] == others[:7]
    assert sum(map(len, found.values())) == 11


@pytest.mark.parametrize("count", [1, 2, 3, 10, 1000])
def test_there_are_so_many_besides_the_hand_set_one_as_long_as_there_are_different_ones(
    count: int,
) -> None:
    points, values = random_trials(40)
    found = finalists(points, values, count, None)
    # 40 trials and their centre.
    assert sum(map(len, found.values())) == min(count, 41) + 1
    assert found["hand-set values"] == [PLANE.hand_set]


def test_no_vector_is_there_twice() -> None:
    """The hand-set vector is the best trial, the sampler's mean and the centre at once."""
    points = np.array([PLANE.hand_set])
    found = finalists(points, np.array([0.5]), 10, PLANE.hand_set)
    assert found == {"hand-set values": [PLANE.hand_set]}


def test_the_best_trial_may_be_the_best_by_smoothed_mean() -> None:
    points = np.array([[0.25, 0.25], [0.75, 0.75], [0.5, 0.5]])
    found = finalists(points, np.array([0.5, 0.7, 0.6]), 10, None)
    vectors = [vector for group in found.values() for vector in group]
    assert len(vectors) == len(set(vectors)) == 3
    # The centre of the best tenth of three is the best one alone.
    assert found["centre of the best tenth"] == [(0.75, 0.75)]


def test_the_centre_is_in_range_and_whole_where_integer() -> None:
    space = Space(
        (Parameter("n", 1, 1, 4, integer=True), Parameter("s", 1.0, 0.01, 100.0, log=True))
    )
    vectors = [(float(1 + i % 4), 10.0 ** (i % 5 - 2)) for i in range(20)]
    tried = Tried(vectors, [0.1 * n + s / 100 for n, s in vectors])
    for finalist in choose_finalists(space, tried, 9, None):
        number, scale = finalist.vector
        assert number in (1, 2, 3, 4)
        assert 0.01 <= scale <= 100.0


def test_thousands_of_trials_need_little_memory() -> None:
    points, values = random_trials(3000, 12)
    tracemalloc.start()
    found = smoothed(points, values)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # All differences at once would be 864 MB.
    assert peak < 10e6
    assert values.min() < found.min() <= found.max() < values.max()


def test_some_of_the_smoothed_means_are_what_all_of_them_are() -> None:
    points, values = random_trials(60)
    where = np.array([3, 17, 59])
    assert smoothed_values(points, values, where) == pytest.approx(
        np.array(smoothed_twin(points.tolist(), values.tolist()))[where]
    )


def test_beyond_two_thousand_trials_each_second_or_third_one_is_looked_at() -> None:
    """Along x the values rise: the finalists are near the top, whatever is left out."""
    points, noise = random_trials(6000)
    values = points[:, 0] + 0.001 * noise
    found = finalists(points, values, 50, None)
    every_third = {tuple(map(float, point)) for point in points[::3]}
    assert set(found["trial that does best together with its neighbours"]) <= every_third
    assert found["best trial"] == [tuple(points[np.argmax(values)])]
    # The best tenth of a slope over the square.
    assert found["centre of the best tenth"] == [pytest.approx((0.95, 0.5), abs=0.03)]
    assert min(x for x, _ in found["trial that does best together with its neighbours"]) > 0.95


def test_the_best_trial_claims_too_much_and_the_smoothed_centre_is_no_worse() -> None:
    """120 studies of 100 random trials, each with the noise of 100 pairs.

    The truth is a smooth bowl whose best vector scores 60%.
    """
    random = np.random.default_rng(1)

    def truth(vector: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(0.6 - 0.2 * ((vector - [0.7, 0.4]) ** 2).sum(axis=-1))

    claimed, best_trial, centre = [], [], []
    for _ in range(120):
        points = random.random((100, 2))
        observed = truth(points) + random.normal(0.0, 0.03, 100)
        found = finalists(points, observed, 3, None)
        claimed.append(observed.max())
        best_trial.append(truth(np.array(found["best trial"][0])))
        centre.append(truth(np.array(found["centre of the best tenth"][0])))
    # The search claims points that are not there: more than the best vector of all could score.
    assert np.mean(claimed) - np.mean(best_trial) > 0.03
    assert np.mean(claimed) > 0.6
    # The centre gives away less than half of what the best trial gives away.
    assert 0.6 - np.mean(centre) < (0.6 - np.mean(best_trial)) / 2
