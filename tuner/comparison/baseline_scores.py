"""Hold what agents score against a set of baselines: one family of comparisons, and its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from tuner.matches.evaluation import Evaluation, compare_evaluations
from tuner.stats.interval import Interval
from tuner.stats.multiple import Corrected, correct, interval_p_value, mean_p_value
from tuner.stats.sparse import guarded_difference
from tuner.stats.text import p_value_text, points_text, score_text

__all__ = ["BaselineScores", "baseline_scores", "corrected_words", "family_note", "score_lines"]


@dataclass(frozen=True)
class BaselineScores:
    """Hold the scores of an agent against the baselines.

    Attributes:
        agent: its name.
        mean: its weighted mean score over the baselines.
        difference: its mean minus that of the first agent, paired by opening; None for the first.
        rows: for each baseline its name, and the score against it.
        tests: of each row, whether the score is 50%; corrected together with all of the table.
        to_first: whether the difference is 0, corrected with them; None for the first agent.
    """

    agent: str
    mean: Interval
    difference: Interval | None
    rows: tuple[tuple[str, Interval], ...]
    tests: tuple[Corrected, ...]
    to_first: Corrected | None


def baseline_scores(
    agents: Sequence[str],
    opponents: Sequence[str],
    found: Sequence[Evaluation],
    clusters: NDArray[np.int64],
) -> tuple[BaselineScores, ...]:
    """Return the scores of agents against baselines, all their p-values corrected as one family.

    The family has each agent against each baseline, where the hypothesis is a score of 50%, and
    the difference of each agent but the first to the first one, where it is 0.

    Args:
        agents: their names.
        opponents: names of the baselines.
        found: the games of each agent; none where there are no baselines.
        clusters: shape (pairs,): equal numbers mark pairs that share an opening.
    """
    p_values = [mean_p_value(row, clusters) for one in found for row in one.scores]
    p_values += [interval_p_value(partial(_difference, one, found[0]), 0.0) for one in found[1:]]
    tests = correct(p_values)
    size = len(opponents)
    return tuple(
        BaselineScores(
            agent=agent,
            mean=one.interval,
            difference=_difference(one, found[0]) if at else None,
            rows=tuple((name, one.against(index)) for index, name in enumerate(opponents)),
            tests=tests[at * size : (at + 1) * size],
            to_first=tests[len(found) * size + at - 1] if at else None,
        )
        for at, (agent, one) in enumerate(zip(agents, found, strict=bool(found)))
    )


def _difference(one: Evaluation, first: Evaluation, level: float = 0.95) -> Interval:
    return compare_evaluations(one, first, level, guarded_difference)


def score_lines(scores: Sequence[BaselineScores]) -> Iterator[str]:
    """Yield the scores for people, each with its p-value, and the note on their correction."""
    for one in scores:
        versus = ""
        if one.difference is not None and one.to_first is not None:
            versus = (
                f"; {points_text(one.difference)} to {scores[0].agent}, paired, "
                f"{corrected_words(one.to_first)}"
            )
        yield f"  {one.agent}: {score_text(one.mean)}{versus}"
        for (other, score), test in zip(one.rows, one.tests, strict=True):
            yield f"    {other:<14} {score_text(score)}, {corrected_words(test)}"
    yield f"  Note: {family_note(scores)}"


def corrected_words(test: Corrected) -> str:
    """Return "p = 0.012 corrected", and whether no difference is shown."""
    said = f"{p_value_text(test.adjusted)} corrected"
    return said if test.shown else f"{said}, no difference shown"


def family_note(scores: Sequence[BaselineScores]) -> str:
    """Return which comparisons were corrected together, in a sentence."""
    matches = sum(len(one.tests) for one in scores)
    number = matches + len(scores) - 1
    return (
        f"the p-values of the {matches} matches against baselines (is the score 50%?) and of the "
        f"{len(scores) - 1} difference{'s' * (len(scores) > 2)} to {scores[0].agent} (is it 0?) "
        f"are corrected by Holm's method for all {number} of them: of 100 such tables of equals "
        "about 5 show a difference. The intervals are each for itself."
    )
