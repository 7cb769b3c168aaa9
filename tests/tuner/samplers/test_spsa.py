"""The sampler spsa: its gains, its steps, its answers."""

from __future__ import annotations

import numpy as np
import pytest

from features.parameter import Parameter
from tuner.samplers.sampler import DuellingSampler
from tuner.samplers.space import Space, Vector
from tuner.samplers.spsa_sampler import Gains
from tuner.samplers.table import make_sampler

PLANE = Space((Parameter("x", 0.0, -1.0, 1.0), Parameter("y", 0.0, -1.0, 1.0)))
WIDE = Space(tuple(Parameter(f"p{index}", 0.5, 0.0, 1.0) for index in range(12)))


def test_the_gains_are_those_of_fishtest() -> None:
    """The check of fishtest: c_end 0.5, r_end 0.1, 500 games, which are 250 iterations."""
    gains = Gains(250, 0.5, 0.1)
    assert gains.delay == 25
    assert gains.first == pytest.approx(0.873297, abs=5e-7)
    assert gains.scale == pytest.approx(0.735222, abs=5e-7)
    assert gains.rate_at(1) == pytest.approx(0.135606, abs=5e-7)
    assert gains.distance(125) == pytest.approx(0.536258, abs=5e-7)
    assert gains.rate_at(125) == pytest.approx(0.125217, abs=5e-7)
    assert gains.distance(250) == pytest.approx(0.5)
    assert gains.rate_at(250) == pytest.approx(0.1)


def spsa(space: Space, trials: int, seed: int = 1, batch: int = 1) -> DuellingSampler:
    sampler = make_sampler("spsa", space, trials, seed, batch=batch)
    assert isinstance(sampler, DuellingSampler)
    return sampler


def duel(sampler: DuellingSampler, peak: Vector, pairs: int, stream: np.random.Generator) -> None:
    """Let the vectors of an iteration, or of a batch of them, play pairs of games."""
    vectors = [sampler.ask() for _ in range(sampler.room)]
    for one, other in zip(vectors[::2], vectors[1::2], strict=True):
        elo = 400 * sum(
            (second - best) ** 2 - (first - best) ** 2
            for first, second, best in zip(one, other, peak, strict=True)
        )
        score = float(np.mean(stream.random((pairs, 2)) < 1 / (1 + 10 ** (-elo / 400))))
        sampler.tell(one, score)
        sampler.tell(other, 1 - score)


@pytest.mark.parametrize("batch", [1, 8])
def test_it_climbs_to_the_top_by_games_of_two_vectors(batch: int) -> None:
    """Twelve parameters, 100 iterations of 16 pairs; the hand-set vector is 100 Elo below."""
    peak = tuple(0.5 + 0.1443 * (-1) ** index for index in range(12))
    lost = []
    for seed in range(4):
        sampler, stream = spsa(WIDE, 200, seed, batch), np.random.default_rng(seed)
        for _ in range(200 // max(2, batch)):
            duel(sampler, peak, 16, stream)
        answer = sampler.mean()
        assert answer is not None
        lost.append(400 * sum((one - best) ** 2 for one, best in zip(answer, peak, strict=True)))
    assert pytest.approx(100, abs=0.1) == 400 * 12 * 0.1443**2
    assert np.mean(lost) < 30


def test_the_two_vectors_lie_on_either_side_and_the_next_ones_go_to_the_winner() -> None:
    sampler = spsa(PLANE, 40)
    one, other = sampler.ask(), sampler.ask()
    assert [a + b for a, b in zip(one, other, strict=True)] == pytest.approx([0.0, 0.0])
    sampler.tell(one, 1.0)
    sampler.tell(other, 0.0)
    after = [(a + b) / 2 for a, b in zip(sampler.ask(), sampler.ask(), strict=True)]
    assert all(step * side > 0 for step, side in zip(after, one, strict=True))


def test_whole_numbers_are_tried_at_least_a_step_apart() -> None:
    space = Space((Parameter("whole", 2, 0, 3, integer=True), Parameter("x", 0.5, 0.0, 1.0)))
    sampler = spsa(space, 100)
    for _ in range(50):
        one, other = sampler.ask(), sampler.ask()
        assert one[0] != other[0]
        sampler.tell(one, 0.5)
        sampler.tell(other, 0.5)


def test_its_answers_are_averages_of_where_it_stood() -> None:
    """With equal scores but for one iteration it stands in two places only."""
    sampler = spsa(PLANE, 16)
    for iteration in range(8):
        one, other = sampler.ask(), sampler.ask()
        lead = 0.5 if iteration == 5 else 0.0
        sampler.tell(one, 0.5 + lead)
        sampler.tell(other, 0.5 - lead)
    answers = sampler.answers()
    assert sampler.mean() == answers["average of the last half"]
    last = np.array(answers["last place of the search"])
    assert np.abs(last).min() > 0
    # It stands there after three of the last four iterations, and after both of the last two.
    assert answers["average of the last half"] == pytest.approx(last * 3 / 4)
    assert answers["average of the last quarter"] == pytest.approx(last)


def test_a_trial_without_a_partner_is_where_it_stands() -> None:
    sampler = spsa(PLANE, 5)
    rooms = []
    for _ in range(3):
        rooms.append(sampler.room)
        vectors = [sampler.ask() for _ in range(rooms[-1])]
        for vector, score in zip(vectors, (0.7, 0.3), strict=False):
            sampler.tell(vector, score)
    assert rooms == [2, 2, 1]
    assert vectors == [sampler.answers()["last place of the search"]]
