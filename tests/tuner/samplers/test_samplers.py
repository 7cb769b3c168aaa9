"""Samplers: in range, reproducible, able to learn."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tracemalloc
from collections.abc import Callable

import numpy as np
import pytest

from engine.errors import UnknownNameError
from features.parameter import Parameter
from tuner.samplers.sampler import Sampler
from tuner.samplers.space import Space, Vector
from tuner.samplers.table import SAMPLERS, make_sampler

MIXED = Space(
    (
        Parameter("linear", 1.0, -2.0, 6.0),
        Parameter("whole", 3, 1, 5, integer=True),
        Parameter("scale", 10.0, 0.1, 1000.0, log=True),
        Parameter("power", 4, 1, 64, integer=True, log=True),
    )
)
ONE = Space((Parameter("only", 0.5, 0.0, 1.0),))
PLANE = Space((Parameter("x", 0.0, -1.0, 1.0), Parameter("y", 0.0, -1.0, 1.0)))
SPACES = pytest.mark.parametrize("space", [MIXED, ONE, PLANE], ids=["mixed", "one", "plane"])
NAMES = pytest.mark.parametrize("name", SAMPLERS)


def flat(_vector: Vector) -> float:
    return 0.5


def bowl(vector: Vector) -> float:
    """Highest, 0, at (0.6, -0.4): away from the middle and the corners."""
    return -sum((value - best) ** 2 for value, best in zip(vector, (0.6, -0.4), strict=True))


def search(
    sampler: Sampler, space: Space, value: Callable[[Vector], float], trials: int
) -> list[Vector]:
    """The vectors of a study: the hand-set one first, then what the sampler asks for."""
    vectors = [space.hand_set]
    sampler.tell(space.hand_set, value(space.hand_set))
    for _ in range(trials - 1):
        vectors.append(sampler.ask())
        sampler.tell(vectors[-1], value(vectors[-1]))
    return vectors


def test_an_unknown_sampler_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        make_sampler("cma", ONE, 10, 1)
    assert str(caught.value) == (
        "unknown sampler 'cma'; did you mean 'cmaes'? "
        "known: cmaes, cmaes-noise, gp, grid, qmc, random, spsa, tpe"
    )


@NAMES
@SPACES
def test_vectors_are_in_range_and_whole_where_integer(name: str, space: Space) -> None:
    vectors = search(make_sampler(name, space, 40, 7), space, flat, 40)
    assert len(set(vectors)) > 1
    for vector in vectors:
        for parameter, value in zip(space.parameters, vector, strict=True):
            assert type(value) is float
            assert parameter.low <= value <= parameter.high
            assert not parameter.integer or value.is_integer()


@pytest.mark.parametrize("name", ["tpe", "random", "qmc"])
def test_logarithmic_parameters_are_searched_by_ratio(name: str) -> None:
    space = Space((Parameter("scale", 1.0, 1e-4, 1e4, log=True), Parameter("x", 0.5, 0.0, 1.0)))
    vectors = search(make_sampler(name, space, 80, 3), space, flat, 80)
    below = sum(vector[0] < 1.0 for vector in vectors)
    # A linear search would hardly ever come below 1.
    assert 20 < below < 60


def test_cmaes_searches_logarithmic_parameters_by_ratio() -> None:
    space = Space((Parameter("scale", 1.0, 1e-4, 1e4, log=True), Parameter("x", 0.5, 0.0, 1.0)))
    sampler = make_sampler("cmaes", space, 200, 3)
    search(sampler, space, lambda vector: -((np.log10(vector[0]) + 3) ** 2), 200)
    mean = sampler.mean()
    assert mean is not None
    assert mean[0] == pytest.approx(1e-3, rel=0.2)


@NAMES
@SPACES
def test_a_seed_gives_the_same_vectors_and_another_one_others(name: str, space: Space) -> None:
    def run(seed: int) -> list[Vector]:
        return search(
            make_sampler(name, space, 30, seed), space, lambda vector: -abs(vector[0]), 30
        )

    assert run(5) == run(5)
    assert run(5) != run(6)


@NAMES
def test_seeds_beyond_32_bits_are_accepted(name: str) -> None:
    assert search(make_sampler(name, PLANE, 5, 2**63 - 1), PLANE, flat, 5)


@NAMES
@pytest.mark.parametrize("stopped", [1, 7, 20])
def test_a_study_that_was_stopped_goes_on_as_if_it_had_not_been(name: str, stopped: int) -> None:
    """Asking again from the start and telling the same values leads to the same next vectors."""
    whole = search(make_sampler(name, PLANE, 30, 2), PLANE, bowl, 30)
    assert search(make_sampler(name, PLANE, 30, 2), PLANE, bowl, stopped) == whole[:stopped]
    assert search(make_sampler(name, PLANE, 30, 2), PLANE, bowl, 30) == whole


@SPACES
@pytest.mark.parametrize("name", ["tpe", "gp"])
@pytest.mark.parametrize("stopped", [1, 9, 10, 25])
def test_proposals_are_the_same_after_vectors_that_were_only_told(
    space: Space, name: str, stopped: int
) -> None:
    def value(vector: Vector) -> float:
        return -abs(vector[0] - 0.3)

    whole = search(make_sampler(name, space, 30, 2), space, value, 30)
    sampler = make_sampler(name, space, 30, 2)
    for vector in whole[:stopped]:
        sampler.tell(vector, value(vector))
    for vector in whole[stopped:]:
        assert sampler.ask() == vector
        sampler.tell(vector, value(vector))


@pytest.mark.parametrize("name", ["tpe", "cmaes", "cmaes-noise", "gp"])
def test_samplers_that_learn_come_close_to_the_top(name: str) -> None:
    def distance(kind: str, seed: int) -> float:
        """Of the last vectors from the top, on average."""
        vectors = search(make_sampler(kind, PLANE, 80, seed), PLANE, bowl, 80)[-15:]
        return float(np.sqrt(np.mean([-bowl(vector) for vector in vectors])))

    seeds = range(5)
    blind = np.mean([distance("random", seed) for seed in seeds])
    learnt = np.mean([distance(name, seed) for seed in seeds])
    assert learnt < blind / 2


def test_the_mean_of_cmaes_is_its_answer() -> None:
    sampler = make_sampler("cmaes", PLANE, 200, 4)
    search(sampler, PLANE, bowl, 200)
    assert sampler.mean() == pytest.approx((0.6, -0.4), abs=0.05)


def test_learning_rates_that_adapt_lose_less_to_noise() -> None:
    """The noise of a value is twice what a step of 0.3 away from the top costs."""

    def lost(name: str, seed: int) -> float:
        stream = np.random.default_rng(seed)
        sampler = make_sampler(name, PLANE, 200, seed)
        search(sampler, PLANE, lambda vector: bowl(vector) + 0.18 * stream.standard_normal(), 200)
        return -bowl(sampler.mean() or PLANE.hand_set)

    plain, adapting = (
        np.mean([lost(name, seed) for seed in range(16)]) for name in ("cmaes", "cmaes-noise")
    )
    assert adapting < 0.8 * plain


def test_cmaes_begins_at_the_hand_set_vector() -> None:
    assert make_sampler("cmaes", MIXED, 10, 1).mean() == pytest.approx(MIXED.hand_set)


def test_cmaes_begins_at_a_corner_if_the_hand_set_vector_is_one() -> None:
    corner = Space((Parameter("x", 1.0, -1.0, 1.0), Parameter("y", -1.0, -1.0, 1.0)))
    sampler = make_sampler("cmaes", corner, 200, 4)
    search(sampler, corner, bowl, 200)
    assert sampler.mean() == pytest.approx((0.6, -0.4), abs=0.05)


def test_cmaes_bears_a_long_search_on_a_plateau() -> None:
    """All values equal, as when a parameter changes no move."""
    vectors = search(make_sampler("cmaes", PLANE, 4000, 1), PLANE, flat, 4000)
    assert np.all(np.isfinite(vectors))


@pytest.mark.parametrize("name", ["tpe", "random", "qmc", "grid"])
def test_other_samplers_have_no_mean(name: str) -> None:
    sampler = make_sampler(name, PLANE, 10, 1)
    search(sampler, PLANE, bowl, 10)
    assert sampler.mean() is None


def test_a_grid_covers_the_corners_and_every_point_once() -> None:
    sampler = make_sampler("grid", PLANE, 9, 1)
    points = [sampler.ask() for _ in range(9)]
    assert sorted(points) == list(itertools.product([-1.0, 0.0, 1.0], repeat=2))
    # After the last point the first one again.
    assert sampler.ask() == points[0]


def test_a_grid_has_no_more_steps_than_an_integer_has_values() -> None:
    space = Space((Parameter("two", 0, 0, 1, integer=True), Parameter("x", 0.0, 0.0, 1.0)))
    sampler = make_sampler("grid", space, 16, 1)
    points = {sampler.ask() for _ in range(16)}
    assert points == set(itertools.product([0.0, 1.0], [0.0, *np.linspace(0, 1, 4)[1:3], 1.0]))


def test_a_grid_of_many_parameters_is_not_written_out() -> None:
    """Two values for each of 40 parameters are 10^12 points."""
    space = Space(tuple(Parameter(f"p{i}", 0.5, 0.0, 1.0) for i in range(40)))
    tracemalloc.start()
    sampler = make_sampler("grid", space, 100, 1)
    points = [sampler.ask() for _ in range(99)]
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2**20
    assert len(set(points)) == 99
    assert {value for point in points for value in point} == {0.0, 1.0}


def test_a_study_that_is_checked_only_imports_no_sampler() -> None:
    """Each takes as long to import as all the rest."""
    program = (
        "import sys, tuner.tuning.preflight\n"
        "print(*({'optuna', 'cmaes', 'sklearn', 'scipy.stats', 'pandas'} & set(sys.modules)))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == []
