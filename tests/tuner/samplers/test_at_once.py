"""Samplers that are asked for several vectors at once propose what they proposed one by one."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable
from cProfile import Profile

import pytest
from checkout import DATA

from features.parameter import Parameter
from tuner.samplers.cmaes_sampler import population_size
from tuner.samplers.sampler import AT_ONCE, Sampler
from tuner.samplers.space import Space, Vector
from tuner.samplers.table import make_sampler

SPACES = {
    "mixed": Space(
        (
            Parameter("linear", 1.0, -2.0, 6.0),
            Parameter("whole", 3, 1, 5, integer=True),
            Parameter("scale", 10.0, 0.1, 1000.0, log=True),
            Parameter("power", 4, 1, 64, integer=True, log=True),
        )
    ),
    "plane": Space((Parameter("x", 0.0, -1.0, 1.0), Parameter("y", 0.0, -1.0, 1.0))),
}
PLANE = SPACES["plane"]
GOLDEN = json.loads((DATA / "proposals.json").read_text(encoding="utf-8"))
"""What commit 1c835e3, which asked for one vector after the other, proposed with seed 7."""

TRIALS = 79

GENERATION = 13
"""Members of a generation of CMA-ES there."""


def near(vector: Vector) -> float:
    """Highest, 0, where all numbers are 0.3."""
    return -sum((number - 0.3) ** 2 for number in vector)


def proposed(
    sampler: Sampler, space: Space, trials: int, value: Callable[[Vector], float] = near
) -> list[list[Vector]]:
    """The vectors of a search, in the blocks in which they are asked for."""
    sampler.tell(space.hand_set, value(space.hand_set))
    blocks: list[list[Vector]] = []
    while asked := min(sampler.room, trials - sum(map(len, blocks))):
        blocks.append([sampler.ask() for _ in range(asked)])
        for vector in blocks[-1]:
            sampler.tell(vector, value(vector))
    return blocks


@pytest.mark.parametrize("label", SPACES)
@pytest.mark.parametrize("name", GOLDEN)
def test_what_is_proposed_is_what_was_proposed_one_by_one(name: str, label: str) -> None:
    space = SPACES[label]
    batch = GENERATION if name == "cmaes" else 1
    blocks = proposed(make_sampler(name, space, TRIALS, 7, batch=batch), space, TRIALS)
    vectors = [vector for block in blocks for vector in block]
    assert vectors == [pytest.approx(one, rel=1e-9) for one in GOLDEN[name][label]]


def test_so_many_are_asked_for_at_once() -> None:
    sizes = {
        name: [len(block) for block in proposed(make_sampler(name, PLANE, TRIALS, 7), PLANE, 79)]
        for name in GOLDEN
    }
    assert sizes == {
        "tpe": [1] * TRIALS,
        "cmaes": [8] * 9 + [7],
        "random": [AT_ONCE, TRIALS - AT_ONCE],
        "qmc": [AT_ONCE, TRIALS - AT_ONCE],
        "grid": [AT_ONCE, TRIALS - AT_ONCE],
    }


@pytest.mark.parametrize("name", ["cmaes", "random", "qmc", "grid"])
def test_what_a_proposal_takes_does_not_grow(name: str) -> None:
    """Counted in calls of functions, which are the same on every machine."""
    sampler = make_sampler(name, PLANE, 400, 7)
    sampler.tell(PLANE.hand_set, 0.0)

    def calls(trials: int) -> int:
        with Profile() as profile:
            for _ in range(trials):
                vector = sampler.ask()
                sampler.tell(vector, near(vector))
        return sum(one.callcount for one in profile.getstats())

    early, _, late = calls(40), calls(320), calls(40)
    assert late < 1.1 * early


@pytest.mark.parametrize("label", SPACES)
@pytest.mark.parametrize("trials", [7, 14, 24, 39])
def test_more_trials_of_cmaes_begin_as_fewer_do(trials: int, label: str) -> None:
    """The last generation of the fewer is cut short, and goes on."""
    space = SPACES[label]

    def vectors(asked: int) -> list[Vector]:
        blocks = proposed(make_sampler("cmaes", space, asked, 7), space, asked)
        return [vector for block in blocks for vector in block]

    assert vectors(TRIALS)[:trials] == vectors(trials)


@pytest.mark.parametrize(
    ("parameters", "members"), [(1, 8), (2, 8), (3, 10), (5, 12), (7, 14), (10, 16), (20, 20)]
)
def test_a_generation_has_at_least_twice_the_members_that_hansen_adds_to_four(
    parameters: int, members: int
) -> None:
    """4 + 3 ln(d), Hansen 2016, table 1, is 4 + 4 for 5 and 4 + 8 for 20 parameters."""
    assert population_size(parameters) == members


def tpe(batch: int, seed: int = 7, trials: int = TRIALS) -> list[list[Vector]]:
    return proposed(make_sampler("tpe", PLANE, trials, seed, batch=batch), PLANE, trials)


def test_a_batch_of_tpe_has_its_size_and_asks_for_different_vectors() -> None:
    blocks = tpe(8)
    assert [len(block) for block in blocks] == [8] * 9 + [7]
    vectors = [vector for block in blocks for vector in block]
    assert len(set(vectors)) == TRIALS


@pytest.mark.parametrize("trials", [14, 16])
def test_more_trials_of_tpe_in_batches_begin_as_fewer_do(trials: int) -> None:
    """A run that has finished 14 trials, the last batch cut short, may grow to 40."""
    fewer, more = tpe(8, trials=trials), tpe(8, trials=40)
    assert [len(block) for block in fewer] == [8, trials - 8]
    found = [vector for block in more for vector in block]
    assert found[:trials] == [vector for block in fewer for vector in block]


def test_a_batch_of_tpe_does_not_crowd_in_one_place() -> None:
    """The members of late batches are about as far from each other as trials one by one are."""

    def spread(batch: int, seed: int) -> float:
        late = [vector for block in tpe(batch, seed, 64) for vector in block][-16:]
        blocks = [late[:8], late[8:]]
        return statistics.mean(
            abs(one[0] - two[0]) + abs(one[1] - two[1])
            for block in blocks
            for one in block
            for two in block
            if one is not two
        )

    together = statistics.mean(spread(8, seed) for seed in range(6))
    one_by_one = statistics.mean(spread(1, seed) for seed in range(6))
    assert together > 0.7 * one_by_one


def test_a_batch_of_one_is_tpe_as_it_always_was() -> None:
    assert tpe(1) == proposed(make_sampler("tpe", PLANE, TRIALS, 7), PLANE, TRIALS)
    assert tpe(8) != tpe(1)


@pytest.mark.parametrize("known", [3, 16, 20, 63])
def test_what_is_known_from_before_need_not_be_thought_out_in_a_batch(known: int) -> None:
    """A search that was stopped in the middle of a batch goes on with the same vectors."""
    whole = [vector for block in tpe(8, trials=64) for vector in block]
    sampler = make_sampler("tpe", PLANE, 64, 7, batch=8)
    sampler.tell(PLANE.hand_set, near(PLANE.hand_set))
    again: list[Vector] = []
    for first in range(0, 64, 8):
        assert sampler.room == 8
        block = [
            sampler.ask(whole[number] if number < known else None)
            for number in range(first, first + 8)
        ]
        for vector in block:
            sampler.tell(vector, near(vector))
        again += block
    assert again == whole
