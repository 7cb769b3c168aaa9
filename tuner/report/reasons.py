"""Give reasons for what a report recommends: only those that the numbers of the verdict support."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from tuner.report.sentences import selection_sentence
from tuner.stats.decision import BETTER, NOT_BETTER, UNDECIDED
from tuner.stats.text import elo_text, join_names, late_note, points_text, score_text
from tuner.verdict.findings import Condition
from tuner.verdict.headline import condition_word
from tuner.verdict.leads import leads_of
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict

__all__ = ["how_to_know", "reasons", "reasons_title"]

_WANTED = 3
_WORDS = ("no reason", "one reason", "two reasons")


def reasons_title(found: int) -> str:
    """Return how many reasons follow, and plainly where they are fewer than a course asks for."""
    if found >= _WANTED:
        return "Three reasons:"
    return f"The data of this run supports {_WORDS[found]} only:"


def reasons(verdict: Verdict) -> list[str]:
    """Return at most three reasons for using the tuned values, or for keeping the hand-set ones."""
    note = "" if verdict.clock is None else late_note(verdict.clock.games, verdict.clock.late)
    if note:
        return [f"The games are {note}."]
    found = _for_tuned(verdict) if verdict.verdict == BETTER else _for_hand_set(verdict)
    return list(islice(found, _WANTED))


def how_to_know(verdict: Verdict) -> list[str]:
    """Return what would decide an open verdict."""
    if verdict.verdict != UNDECIDED:
        return []
    return [
        "More games may decide it: an interval half as wide takes about four times as many as the "
        f"{verdict.against_baselines.pairs:,} pairs against each baseline (budget.verdict_pairs)."
    ]


def _for_tuned(verdict: Verdict) -> Iterator[str]:
    versus, head = verdict.against_baselines, verdict.head_to_head
    yield (
        f"The tuned values score more against {verdict.objective.opponent}: "
        f"{score_text(versus.tuned)}, hand-set {score_text(versus.hand_set)}, which is "
        f"{difference_text(versus.difference)} opening by opening."
    )
    if head.score.low > 0.5:
        yield (
            "They win the match against the hand-set values: they score "
            f"{score_text(head.score)}, {elo_text(head.elo)}, in {head.pairs:,} pairs of games."
        )
    better = [one for one in verdict.conditions if condition_word(one) == "better"]
    if better:
        names = [_gain(one) for one in better]
        yield f"They are better under other conditions, too: {join_names(names)}."
    accuracy = verdict.accuracy
    if accuracy is not None and accuracy.contest.verdict == "tuned is better":
        yield (
            "They keep more won positions won, where the truth is known: "
            f"{score_text(accuracy.tuned.all.share)} of {accuracy.tuned.all.positions:,} solved "
            f"positions, hand-set {score_text(accuracy.hand_set.all.share)}."
        )
    rows = versus.by_baseline
    above = [name for name, tuned, hand_set in rows if tuned.low > hand_set.high]
    if len(rows) > 1 and above:
        yield (
            f"Against {len(above)} of the {len(rows)} baselines their whole interval lies above "
            f"that of the hand-set values: {join_names(above)}."
        )


def _gain(condition: Condition) -> str:
    """Return a condition with its difference, and whether another machine may find another."""
    text = f"{condition.name} {points_text(condition.difference)}"
    return text if condition.reproducible else f"{text} as measured once, on this machine"


def _for_hand_set(verdict: Verdict) -> Iterator[str]:
    if verdict.same is not None:
        yield (
            "Tuned and hand-set values are the same function: they differ by a positive factor."
            if verdict.same.factor
            else f"Tuned and hand-set values play alike: {verdict.same.games:,} games of each on "
            "the selection openings end in the same way."
        )
        return
    if verdict.found_nothing:
        yield selection_sentence(verdict)
    else:
        yield _no_gain(verdict)
    yield from _luck(verdict)
    if not verdict.found_nothing:
        yield from _not_elsewhere(verdict)


def _no_gain(verdict: Verdict) -> str:
    difference = verdict.against_baselines.difference
    text = f"{difference_text(difference)} against {verdict.objective.opponent}"
    if difference.high < 0:
        return f"The tuned values are worse: {text}."
    if verdict.verdict == NOT_BETTER:
        return f"What the tuned values gain is at most half a point in a hundred: {text}."
    return f"The gain of the tuned values may be none at all: {text}, an interval that holds 0."


def _luck(verdict: Verdict) -> Iterator[str]:
    leads = leads_of(verdict)
    if leads is not None and not leads.lasted:
        unseen = "positions" if verdict.objective.on_positions else "openings"
        luck = ", corrected for the luck of the best," if verdict.search_claim.shrunken else ""
        yield (
            f"What the search promised did not last: in it{luck} the best of "
            f"{verdict.search_claim.trials:,} trials was {points_text(leads.search)} ahead of the "
            f"hand-set values, and on {unseen} that it never saw the same values are "
            f"{points_text(leads.unseen)} ahead, all scores taken as independent."
        )


def _not_elsewhere(verdict: Verdict) -> Iterator[str]:
    score = verdict.head_to_head.score
    if score.high < 0.5:
        yield f"The tuned values lose the match against the hand-set ones: {score_text(score)}."
    elif score.low <= 0.5:
        yield (
            "The match against the hand-set values does not show a gain either: the tuned ones "
            f"score {score_text(score)}, an interval that holds 50%."
        )
    worse = [one for one in verdict.conditions if condition_word(one) == "worse"]
    if worse:
        names = [_gain(one) for one in worse]
        yield f"The tuned values are worse {join_names(names)}."
    contest = None if verdict.accuracy is None else verdict.accuracy.contest
    if contest is not None and contest.verdict != "tuned is better":
        yield (
            "On solved positions the tuned values are not shown to keep more wins: "
            f"{points_text(contest.difference)}."
        )
