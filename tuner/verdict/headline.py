"""Write the first lines of a verdict: under which conditions it holds, and under which not."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.matches.likeness import Likeness
from tuner.stats.decision import (
    BETTER,
    NOT_BETTER,
    UNDECIDED,
    WORTHWHILE,
    few_openings,
    few_openings_note,
)
from tuner.stats.text import join_names, late_note, score_text
from tuner.verdict.findings import Condition, SamePlay
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict

__all__ = ["condition_word", "headline", "remarks"]

_WORSE = "worse"
_WORDS = {BETTER: "better", _WORSE: "worse", NOT_BETTER: "no better", UNDECIDED: "not shown"}
"""What is said of a condition; "not better" where all that is possible is worse is "worse"."""


def condition_word(condition: Condition) -> str:
    """Return "better", "worse", "no better" or "not shown": what a condition says in one word."""
    return _WORDS[_WORSE if condition.difference.high < 0 else condition.verdict]


def headline(verdict: Verdict) -> str:
    """Return the verdict in one sentence, with every condition that says something else."""
    if verdict.same is not None:
        return f"Verdict: {verdict.verdict} - {_same(verdict.same)}."
    if verdict.found_nothing:
        return (
            f"Verdict: {verdict.verdict} - the search found nothing better than the hand-set "
            "values."
        )
    difference = verdict.against_baselines.difference
    found = (
        f"Verdict: {verdict.verdict} {verdict.condition}, {difference_text(difference)} against "
        f"{verdict.objective.opponent}"
    )
    return "; ".join([f"{found}{_size(verdict)}", *_contradictions(verdict)]) + "."


def _same(same: SamePlay) -> str:
    text = "tuned and hand-set are the same function"
    if same.factor:
        return text
    return f"{text} in play: {same.games:,} games of each on the selection openings end alike"


def _size(verdict: Verdict) -> str:
    difference = verdict.against_baselines.difference
    if verdict.verdict == BETTER:
        small = difference.high < WORTHWHILE
        return ", less than half a point in a hundred" if small else ""
    if verdict.verdict == UNDECIDED:
        return ": these games do not show which values are better"
    if difference.high < 0:
        return ": the tuned values are worse"
    return ": no difference worth having, which is half a point in a hundred"


def _contradictions(verdict: Verdict) -> list[str]:
    """Return conditions that say something else, few openings, and baselines that are stronger."""
    words = ("worse", "no better", "not shown") if verdict.verdict == BETTER else ("better",)
    named = {
        word: [one.name for one in verdict.conditions if condition_word(one) == word]
        for word in words
    }
    parts = [f"{word} {join_names(names)}" for word, names in named.items() if names]
    if few_openings(verdict.openings):
        parts.append(f"seen on only {_counted(verdict.openings)}")
    losses = [name for name, _ in verdict.loses_to]
    if verdict.clock is not None:
        note = late_note(verdict.clock.games, verdict.clock.late)
        parts = [note, *parts] if note else parts
    return [*parts, f"still loses to {join_names(losses)}"] if losses else parts


def _counted(openings: int) -> str:
    return f"{openings} opening{'s' * (openings != 1)}"


def remarks(verdict: Verdict) -> list[str]:
    """Return what a reader should know of the tuned values before their figures."""
    if verdict.found_nothing or verdict.same is not None:
        return []
    losses = [f"{name} {score_text(score)}" for name, score in verdict.loses_to]
    few = few_openings_note(verdict.openings)
    return [
        *([] if few is None else [f"  {few}."]),
        *([f"  The tuned agent loses to {join_names(losses)}."] if losses else []),
        *_likenesses(verdict.likenesses),
        *(
            f"  {one.name} is at the end of its range: {one.value:.4g}, and the range is "
            f"{one.low:g} to {one.high:g}. A wider one may hold better values."
            for one in verdict.range_ends
        ),
    ]


_SHOWN = 3
"""So many that a tuned agent plays like are named, the most alike first."""


def _likenesses(likenesses: Sequence[Likeness]) -> list[str]:
    if not likenesses:
        return []
    shown, others = likenesses[:_SHOWN], len(likenesses) - _SHOWN
    names = join_names([one.name for one in shown])
    shares = join_names([f"for {one.name} in {score_text(one.share)}" for one in shown])
    more = f" (and like {others} more)" if others > 0 else ""
    return [
        f"  It plays like {names}{more}: its move is also best {shares} of "
        f"{likenesses[0].positions:,} positions."
    ]
