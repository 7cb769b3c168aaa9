"""Say in sentences what a report shows: every one is made from the numbers of its run.

The page and the text of a report share them. Each is one sentence or a few, without line ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuner.report.model import RunReport
from tuner.stats.decision import BETTER
from tuner.stats.text import NOT_REPRODUCIBLE, join_names, late_note, score_text
from tuner.verdict.claim import SearchClaim
from tuner.verdict.headline import condition_word, headline, remarks
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict
from tuner.verdict.text import (
    claim_line,
    clock_lines,
    earlier_lines,
    limits_line,
    match_lines,
    origin_text,
    solved_lines,
)

__all__ = [
    "advice",
    "baselines_sentence",
    "claims_sentences",
    "counted",
    "game_sentence",
    "match_sentences",
    "number_text",
    "own_word",
    "selection_sentence",
    "solved_sentences",
    "verdict_sentence",
    "warnings",
    "where_it_holds",
    "whole",
]

_SAYS = {
    "better": "The tuned values are better",
    "not shown": "These games do not show which values are better",
    "no better": "The tuned values are no better",
    "worse": "The tuned values are worse",
}


def number_text(value: float) -> str:
    """Return a value of a parameter with six digits: the agent to use has all of them."""
    return f"{value:.6g}"


def verdict_sentence(report: RunReport) -> str:
    """Return the verdict with its conditions, or how far the run has come."""
    if report.verdict is None:
        return f"No verdict yet: {_standing(report)}."
    text = headline(report.verdict).removeprefix("Verdict: ")
    return f"{text[0].upper()}{text[1:]}"


def _standing(report: RunReport) -> str:
    standing = report.standing
    if not standing.games and not standing.trials:
        return "nothing is played"
    tried = f"{standing.trials:,} of at most {standing.trials_planned:,} trials are finished"
    if not standing.finalists:
        return f"{tried}, {standing.games:,} games are played"
    finalists = counted(standing.finalists, "finalist")
    return f"{tried}, {finalists} played again, {standing.games:,} games are played"


def counted(number: int, noun: str) -> str:
    """Return a number of things, with an s where there are several."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def game_sentence(report: RunReport) -> str:
    """Return what was tuned, for which game, against whom."""
    study = report.study
    names = join_names([one.name for one in report.baselines])
    tuned = counted(len(report.parameters), "number")
    return (
        f"{tuned} of the heuristic {report.heuristic.name}, tuned for {study.game.name} "
        f"{study.search.phrase} against {names}."
    )


def where_it_holds(verdict: Verdict) -> list[str]:
    """Return a sentence for each answer: in which conditions it was found, and who still wins.

    The first one is of the study's own condition.
    """
    if verdict.found_nothing or verdict.same is not None:
        return []
    found: dict[str, list[str]] = {word: [] for word in _SAYS}
    found[own_word(verdict)].append(verdict.condition)
    for one in verdict.conditions:
        found[condition_word(one)].append(one.name)
    ordered = sorted(found.items(), key=lambda item: item[0] != own_word(verdict))
    sentences = [f"{_SAYS[word]} {join_names(names)}." for word, names in ordered if names]
    sentences += whole(earlier_lines(verdict))
    if not verdict.loses_to:
        return sentences
    losses = [f"{name} {score_text(score)}" for name, score in verdict.loses_to]
    return [*sentences, f"The tuned agent still loses to {join_names(losses)}."]


def own_word(verdict: Verdict) -> str:
    """Return what the study's own condition says, in the words of `condition_word`."""
    if verdict.against_baselines.difference.high < 0:
        return "worse"
    return {BETTER: "better", "not better": "no better"}.get(verdict.verdict, "not shown")


def advice(verdict: Verdict) -> str:
    """Return which values to use, and where something else was found."""
    if verdict.same is not None:
        return "Keep the hand-set values: the tuned ones play the same games."
    if verdict.found_nothing:
        return "Keep the hand-set values: nothing better was found."
    if verdict.clock is not None and late_note(verdict.clock.games, verdict.clock.late):
        return "Trust no difference here: too many games were lost on time."
    if verdict.verdict != BETTER:
        return "Keep the hand-set values: the tuned ones are not shown to be better."
    words = ("worse", "no better", "not shown")
    named = {
        word: [one.name for one in verdict.conditions if condition_word(one) == word]
        for word in words
    }
    texts = {
        "worse": "the hand-set values are better",
        "no better": "they are no better",
        "not shown": "it is not shown that they are better",
    }
    limits = [f"{join_names(names)} {texts[word]}" for word, names in named.items() if names]
    first = f"Use the tuned values {verdict.condition}"
    return f"{first}; {'; '.join(limits)}." if limits else f"{first}."


def baselines_sentence(verdict: Verdict) -> str:
    """Return what both agents score against the baselines, and on how many pairs that rests."""
    versus = verdict.against_baselines
    first = (
        f"{verdict.objective.scores.capitalize()} the baselines {verdict.condition}, "
        f"{versus.pairs:,} pairs of games against each, from {verdict.openings:,} different "
        "openings that the search never saw"
    )
    if verdict.found_nothing:
        return f"{first}: hand-set {score_text(versus.hand_set)}."
    return (
        f"{first}: tuned {score_text(versus.tuned)}, hand-set {score_text(versus.hand_set)}. "
        f"Opening by opening, tuned minus hand-set: {difference_text(versus.difference)}."
    )


def match_sentences(verdict: Verdict) -> list[str]:
    """Return how the two agents play against each other; nothing where they are one agent."""
    if verdict.found_nothing:
        return []
    return whole(match_lines(verdict.head_to_head))


def claims_sentences(verdict: Verdict) -> list[str]:
    """Return what the search would have claimed, and why it is not the result."""
    claim = verdict.search_claim
    if claim.trials < 2:
        return whole([claim_line(verdict)])
    return [
        *whole([claim_line(verdict)]),
        *_shrinkage_sentences(claim),
        selection_sentence(verdict),
    ]


def _shrinkage_sentences(claim: SearchClaim) -> list[str]:
    """Return how much of the best reading is taken for luck, and from what that is known."""
    if claim.shrinkage is None:
        return []
    return [
        f"Shrinking took {100 * claim.shrinkage:.1f} points off: so much is luck, by how much all "
        f"{claim.trials:,} trials differ and how noisy each is beside the others."
    ]


def selection_sentence(verdict: Verdict) -> str:
    """Return where the tuned values are from, and what they had on the selection openings."""
    if verdict.found_nothing:
        return (
            "On the selection openings no finalist was better than the hand-set values, with "
            f"{score_text(verdict.search_claim.selection)}."
        )
    return (
        f"The values called tuned are from the {origin_text(verdict.origin)}; they were the "
        "best of the finalists on the selection openings, with "
        f"{score_text(verdict.search_claim.selection)}."
    )


def solved_sentences(report: RunReport) -> list[str]:
    """Return how often both throw away a won game, or why that is not known."""
    verdict = report.verdict
    if verdict is None:
        return ["This is measured with the verdict."]
    if verdict.accuracy is None:
        return [f"There are no solved positions of {report.study.game.name}."]
    return whole(solved_lines(verdict))


def warnings(report: RunReport) -> list[str]:
    """Return all that should make a reader careful."""
    verdict = report.verdict
    found = list(report.notes)
    if verdict is not None:
        found += whole(remarks(verdict))
        found += whole(clock_lines(verdict.clock)) if verdict.clock is not None else []
        found += whole([limits_line(verdict.limits)]) if verdict.limits is not None else []
    elif not report.repeat.reproducible:
        found.append(NOT_REPRODUCIBLE)
    # A note of before the games has no full stop where the verdict says the same with one.
    return list({one.removesuffix("."): one for one in found}.values())


def whole(lines: Sequence[str]) -> list[str]:
    """Return lines of a terminal as sentences."""
    return [line.strip() for line in lines]
