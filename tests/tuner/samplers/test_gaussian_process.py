"""The sampler gp: what it believes, how it doubts, and what it costs."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import numpy as np
import pytest
from studies import MINIMAL, load

from features.parameter import Parameter
from tuner.matches.progress import Silent
from tuner.samplers.gaussian_process import MissingLearnError, Observations
from tuner.samplers.sampler import Sampler
from tuner.samplers.space import Space, Vector
from tuner.samplers.table import make_sampler
from tuner.tuning.run import run_study

PLANE = Space((Parameter("x", 0.0, -1.0, 1.0), Parameter("y", 0.0, -1.0, 1.0)))


def bowl(vector: Vector) -> float:
    """Highest, 0.6, at (0.6, -0.4)."""
    return 0.6 - sum((one - best) ** 2 for one, best in zip(vector, (0.6, -0.4), strict=True)) / 10


def told(values: dict[Vector, float], error: float) -> Sampler:
    sampler = make_sampler("gp", PLANE, 100, 1)
    for vector, value in values.items():
        sampler.tell(vector, value, error)
    return sampler


def test_the_posterior_is_that_of_the_textbook() -> None:
    """Rasmussen & Williams 2006, equations 2.25, 2.26 and 4.17, written out."""
    stream = np.random.default_rng(1)
    points, values = stream.random((12, 2)), stream.standard_normal(12)
    noise, variance, scales = stream.uniform(0.1, 0.5, 12), 1.7, np.array([0.4, 0.9])

    def matern(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        difference = (left[:, None, :] - right[None, :, :]) / scales
        r = math.sqrt(5) * np.sqrt((difference**2).sum(axis=2))
        return variance * (1 + r + r**2 / 3) * np.exp(-r)

    where = stream.random((5, 2))
    inverse = np.linalg.inv(matern(points, points) + np.diag(noise))
    mean = matern(where, points) @ inverse @ values
    covariance = matern(where, where) - matern(where, points) @ inverse @ matern(points, where)
    kernel = tuple(np.log([variance, *scales]))
    found = Observations(points, values, noise).posterior(kernel).predict(where, return_std=True)
    assert found[0] == pytest.approx(mean, abs=1e-6)
    assert found[1] == pytest.approx(np.sqrt(np.diag(covariance)), abs=1e-6)


def test_a_lucky_value_is_believed_only_where_it_is_sure() -> None:
    """One value of 49 stands out at (-0.67, 0.67), all others are the bowl's."""
    axis = np.linspace(-1, 1, 7)
    values = {(float(x), float(y)): bowl((x, y)) for x in axis for y in axis}
    lucky = (float(axis[1]), float(axis[5]))
    values[lucky] = 0.7
    believed, doubted = told(values, 0.001).mean(), told(values, 0.1).mean()
    assert believed is not None
    assert doubted is not None
    assert believed == pytest.approx(lucky, abs=0.15)
    assert math.dist(doubted, lucky) > 0.7


def test_its_answer_lies_near_what_was_tried() -> None:
    """The values rise towards a corner where nothing was tried."""
    stream = np.random.default_rng(3)
    tried = [tuple(map(float, stream.uniform(-0.5, 0.0, 2))) for _ in range(40)]
    answer = told({one: 0.5 + sum(one) / 20 for one in tried}, 0.02).mean()
    assert answer is not None
    assert max(answer) < 0.5
    assert sum(answer) > -0.5


def test_it_finds_the_top_of_a_noisy_bowl_better_than_tpe() -> None:
    """80 trials, the noise as large as what the bowl falls off from its top to its middle."""

    def regret(name: str, seed: int) -> float:
        sampler, stream = make_sampler(name, PLANE, 80, seed), np.random.default_rng(seed)
        vectors, values = [], []
        for _ in range(80):
            vectors.append(sampler.ask())
            values.append(bowl(vectors[-1]) + 0.05 * stream.standard_normal())
            sampler.tell(vectors[-1], values[-1], 0.05)
        return 0.6 - bowl(sampler.mean() or vectors[int(np.argmax(values))])

    seeds = range(4)
    gp = statistics.mean(regret("gp", seed) for seed in seeds)
    tpe = statistics.mean(regret("tpe", seed) for seed in seeds)
    assert gp < 0.02
    assert gp < tpe


def test_a_batch_does_not_crowd_in_one_place() -> None:
    """Trials that are not told yet count with the value that is expected of them."""
    sampler, stream = make_sampler("gp", PLANE, 64, 7, batch=8), np.random.default_rng(7)
    sampler.tell(PLANE.hand_set, bowl(PLANE.hand_set), 0.05)
    for _ in range(4):
        block = [sampler.ask() for _ in range(sampler.room)]
        assert len(set(block)) == 8
        assert statistics.mean(math.dist(one, two) for one in block for two in block) > 0.1
        for vector in block:
            sampler.tell(vector, bowl(vector) + 0.05 * stream.standard_normal(), 0.05)


def test_proposals_lie_on_a_thousand_steps_of_each_range() -> None:
    """So that another processor, whose last digits are others, proposes the same."""
    sampler = make_sampler("gp", PLANE, 30, 5)
    for _ in range(30):
        vector = sampler.ask()
        sampler.tell(vector, bowl(vector), 0.03)
        steps = PLANE.to_unit(vector) * 1000
        assert steps == pytest.approx(np.round(steps), abs=1e-9)


def test_a_late_proposal_is_carried_by_400_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    model = Observations._model

    def counted(data: Observations, *arguments: object) -> object:
        sizes.append(len(data.points))
        return model(data, *arguments)

    monkeypatch.setattr(Observations, "_model", counted)
    stream = np.random.default_rng(2)
    sampler = make_sampler("gp", PLANE, 2000, 5)
    for _ in range(1000):
        vector = PLANE.from_unit(stream.random(2))
        sampler.tell(vector, bowl(vector) + 0.03 * stream.standard_normal(), 0.03)
    sampler.tell(sampler.ask(), 0.5, 0.03)
    # The kernel is fitted once, to 200 of them; the next proposal does not fit it again.
    assert sizes == [200, 400]
    sampler.ask()
    assert sizes[2:] == [400]


def test_a_study_without_scikit_learn_is_refused_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tuner.samplers.gaussian_process.find_spec", lambda _: None)
    study = load(tmp_path, MINIMAL + "sampler: gp\n")
    runs = tmp_path / "runs"
    with pytest.raises(MissingLearnError) as caught:
        run_study(study, runs, 1, Silent())
    assert str(caught.value) == "sampler gp needs scikit-learn, which is not installed"
    assert caught.value.hint == "gp extra"
    assert not runs.exists()
