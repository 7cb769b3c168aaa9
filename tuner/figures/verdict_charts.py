"""Make charts of a verdict: what was claimed, and under which conditions it holds."""

from __future__ import annotations

from tuner.figures.chart import IntervalChart, Mark, Row, difference_mark, score_mark
from tuner.figures.looks import CHANCE, HAND_SET, SEARCH_BEST, TUNED
from tuner.solved.accuracy import ALL_STAGES, StageAccuracy
from tuner.stats.interval import Interval
from tuner.verdict.looks import level_text
from tuner.verdict.model import Verdict

__all__ = ["accuracy_chart", "baselines_chart", "claims_chart", "conditions_chart"]


def claims_chart(verdict: Verdict) -> IntervalChart | None:
    """Return what the search claimed beside what selection and verdict say; None of one trial."""
    claim, versus = verdict.search_claim, verdict.against_baselines
    if claim.trials < 2:
        return None
    kept = ", wins kept" if verdict.objective.on_positions else ""
    unseen = "on positions that it never saw" if kept else "on the verdict openings"
    shrunken = () if claim.shrunken is None else (score_mark(SEARCH_BEST, claim.shrunken),)
    rows = (
        Row(
            f"Search{kept}: the best of {claim.trials:,} trials",
            (score_mark(SEARCH_BEST, claim.value), score_mark(HAND_SET, claim.hand_set)),
        ),
        *((Row(f"The same{kept}, shrunken for luck", shrunken),) if shrunken else ()),
        Row(f"The same values{kept}, {unseen}", (score_mark(SEARCH_BEST, claim.verdict),)),
        Row("Selection: the best of the finalists", (score_mark(TUNED, claim.selection),)),
        Row(
            "Verdict",
            (score_mark(TUNED, versus.tuned), score_mark(HAND_SET, versus.hand_set)),
        ),
    )
    return IntervalChart(
        "What the search claimed, what the selection said and what the verdict says, with 95% "
        "intervals. The best of many values is too high on average, so only the verdict counts."
        + (" A share of kept wins and a score in games are not comparable." if kept else ""),
        "score (%)" if not kept else "wins kept, or score (%)",
        rows,
    )


def baselines_chart(verdict: Verdict) -> IntervalChart:
    """Return both agents against each baseline."""
    rows = tuple(
        Row(name, _both(verdict, tuned, hand_set))
        for name, tuned, hand_set in verdict.against_baselines.by_baseline
    )
    return IntervalChart(
        f"Score of each agent against each baseline {verdict.condition}, with 95% intervals, "
        f"{verdict.against_baselines.pairs:,} pairs of games each.",
        "score (%)",
        rows,
    )


def _both(verdict: Verdict, tuned: Interval, hand_set: Interval) -> tuple[Mark, ...]:
    if verdict.found_nothing:
        return (score_mark(HAND_SET, hand_set),)
    return score_mark(TUNED, tuned), score_mark(HAND_SET, hand_set)


def conditions_chart(verdict: Verdict) -> IntervalChart | None:
    """Return what the tuned values gain elsewhere; None where nothing else was asked."""
    if verdict.found_nothing or not verdict.conditions:
        return None
    own = verdict.against_baselines.difference
    differences = [
        (f"{verdict.condition} (the study's own{level_text(own)})", own),
        *(
            (f"{one.name}{'' if one.reproducible else ' (as measured here)'}", one.difference)
            for one in verdict.conditions
        ),
    ]
    return IntervalChart(
        "What the tuned values gain under each condition, tuned minus hand-set, with 95% "
        "intervals. Right of the zero line the tuned values are better; an interval that holds "
        "zero shows no difference.",
        "tuned minus hand-set (points)",
        tuple(Row(name, (difference_mark(TUNED, one),)) for name, one in differences),
        from_zero=True,
    )


def accuracy_chart(verdict: Verdict) -> IntervalChart | None:
    """Return how often both agents keep a won position won, by stage; None if not measured."""
    if verdict.accuracy is None:
        return None
    tuned, hand_set = verdict.accuracy.tuned, verdict.accuracy.hand_set
    both = zip((*tuned.stages, tuned.all), (*hand_set.stages, hand_set.all), strict=True)
    return IntervalChart(
        "Share of solved positions in which the agent's move keeps the win, by stage of the game, "
        "with 95% intervals. A random move keeps it as often as the cross says.",
        "wins kept (%)",
        tuple(_stage(verdict, one, other) for one, other in both),
    )


def _stage(verdict: Verdict, tuned: StageAccuracy, hand_set: StageAccuracy) -> Row:
    chance = round(100 * tuned.chance, 4)
    name = "all stages" if tuned.stage == ALL_STAGES else tuned.stage
    exact = Mark(CHANCE, chance, chance, chance, f"{chance:.1f}%, exactly")
    return Row(
        f"{name}, {tuned.positions:,} positions",
        (*_both(verdict, tuned.share, hand_set.share), exact),
    )
