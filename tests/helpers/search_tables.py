"""Tables of trials that are written by hand."""

from __future__ import annotations

import numpy as np

from features.parameter import Tunable
from tuner.figures.table import SearchTable
from tuner.stats.interval import Interval
from tuner.tuning.trials import Trial

FLOOR = Tunable("floor", 0.3, 0.0, 1.0)
REACH = Tunable("reach", 2.0, 1.0, 100.0, log=True)

VALUES = (0.50, 0.62, 0.55, 0.62, 0.70)
"""Scores of five trials, the first with the hand-set vector; the fourth repeats the second."""


def trial(
    number: int, vector: tuple[float, ...], score: float, repeats: int | None = None
) -> Trial:
    value = Interval(score, score - 0.04, score + 0.06)
    return Trial(number, vector, number if repeats is None else repeats, value, (), 40)


FIVE = SearchTable(
    (FLOOR, REACH),
    (
        trial(0, (0.3, 2.0), VALUES[0]),
        trial(1, (0.5, 10.0), VALUES[1]),
        trial(2, (0.9, 50.0), VALUES[2]),
        trial(3, (0.5, 10.0), VALUES[3], repeats=1),
        trial(4, (0.7, 80.0), VALUES[4]),
    ),
    tuned=(0.7, 80.0),
)


def many(trials: int, parameters: int = 2, constant: bool = False) -> SearchTable:
    """Trials at random points: the score follows from the first parameter alone."""
    generator = np.random.default_rng(5)
    names = tuple(Tunable(f"weight_{index}", 0.5, 0.0, 1.0) for index in range(parameters))
    vectors = [(0.5,) * parameters, *generator.random((trials - 1, parameters)).tolist()]
    return SearchTable(
        names,
        tuple(
            trial(number, tuple(vector), 0.5 if constant else 0.2 + 0.5 * vector[0])
            for number, vector in enumerate(vectors)
        ),
        tuned=(0.9,) * parameters,
    )
