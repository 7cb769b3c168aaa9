"""Make charts of a search: how it went, and which parameters matter."""

from __future__ import annotations

from tuner.figures.chart import HistoryChart, IntervalChart, Mark, Row, score_mark
from tuner.figures.looks import HAND_SET, IMPORTANCE, SEARCH_BEST, TRIAL, TUNED
from tuner.figures.table import SearchTable
from tuner.stats.interval import Interval
from tuner.stats.text import points_text
from tuner.verdict.leads import leads_of
from tuner.verdict.model import Verdict

__all__ = ["history_chart", "importance_chart"]


def history_chart(table: SearchTable, verdict: Verdict | None = None) -> HistoryChart | None:
    """Return the trials in their order; None where there is one only, or all have one value."""
    if table.constant:
        return None
    caption = (
        "The search as it went: each trial, the best so far, and the hand-set value with the "
        "95% interval of a single trial as a band: so much is noise."
    )
    if verdict is not None:
        caption += _unseen(verdict)
    return HistoryChart(
        caption,
        table.axis,
        tuple(trial.number for trial in table.trials),
        tuple(score_mark(TRIAL, trial.value) for trial in table.trials),
        table.course,
        score_mark(HAND_SET, table.trials[0].value),
        () if verdict is None else _ends(verdict),
    )


def _unseen(verdict: Verdict) -> str:
    """Return what stands on the right, and whether the lead of the best trial has lasted."""
    what = "solved positions" if verdict.objective.on_positions else "games"
    text = f" On the right the verdict, from {what} that the search never saw"
    leads = leads_of(verdict)
    if leads is None:
        return f"{text}."
    says = (
        "it is not shown that the search promised too much"
        if leads.lasted
        else "so the search promised more than the values have"
    )
    luck = ", corrected for the luck of the best," if verdict.search_claim.shrunken else ""
    return (
        f"{text}: in the search{luck} the best trial is {points_text(leads.search)} ahead of the "
        f"hand-set values, there {points_text(leads.unseen)}; {says}."
    )


def _ends(verdict: Verdict) -> tuple[Mark, ...]:
    """Return where the verdict ended up, in the unit of the search."""
    tuned, hand_set = verdict.against_baselines.tuned, verdict.against_baselines.hand_set
    if verdict.objective.on_positions:
        if verdict.accuracy is None:
            return (score_mark(SEARCH_BEST, verdict.search_claim.verdict),)
        tuned, hand_set = verdict.accuracy.tuned.all.share, verdict.accuracy.hand_set.all.share
    return (
        score_mark(SEARCH_BEST, verdict.search_claim.verdict),
        *(() if verdict.found_nothing else (score_mark(TUNED, tuned),)),
        score_mark(HAND_SET, hand_set),
    )


def importance_chart(table: SearchTable) -> IntervalChart | None:
    """Return how much each parameter matters; None where that cannot be said."""
    if not table.importances:
        return None
    rows = tuple(Row(name, (_mark(share),)) for name, share in table.importances.items())
    return IntervalChart(
        "How much each parameter decides whether a trial is among the best tenth (PED-ANOVA): an "
        f"estimate from {len(table.distinct):,} trials, which lie where the search chose. The "
        "lines say how far it moves where the value of each trial is drawn anew, ten times, within "
        "its noise.",
        "share of the importance (%)",
        rows,
        from_zero=True,
    )


def _mark(share: Interval) -> Mark:
    numbers = [round(100 * number, 4) for number in (share.estimate, share.low, share.high)]
    estimate, low, high = numbers
    text = f"{estimate:.0f}% ({low:.0f} to {high:.0f} in ten draws)"
    return Mark(IMPORTANCE, estimate, low, high, text)
