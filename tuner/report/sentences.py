"""Say in sentences what a report shows: every one is made from the numbers of its run.

The page and the text of a report share them. Each is one sentence or a few, without line ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuner.report.model import AgentEffort, RunReport
from tuner.stats.decision import BETTER
from tuner.stats.text import NOT_REPRODUCIBLE, join_names, late_note, points_text, score_text
from tuner.tuning.trials import Trial, best_trial, first_trials
from tuner.verdict.headline import condition_word, headline, remarks
from tuner.verdict.model import Verdict
from tuner.verdict.text import (
    claim_line,
    clock_lines,
    exhausted_lines,
    limits_line,
    match_lines,
    solved_lines,
)

__all__ = [
    "FEWEST_TRIALS",
    "advice",
    "baselines_sentence",
    "claims_sentences",
    "effort_sentences",
    "game_sentence",
    "match_sentences",
    "no_importance",
    "number_text",
    "own_word",
    "search_sentences",
    "selection_sentence",
    "solved_sentences",
    "verdict_sentence",
    "warnings",
    "where_it_holds",
]

FEWEST_TRIALS = 20
"""Of fewer trials the best tenth is one trial: that says nothing of parameters."""

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
    finalists = _counted(standing.finalists, "finalist")
    return f"{tried}, {finalists} played again, {standing.games:,} games are played"


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def game_sentence(report: RunReport) -> str:
    """Return what was tuned, for which game, against whom."""
    study = report.study
    names = join_names([one.name for one in report.baselines])
    tuned = _counted(len(report.parameters), "number")
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
        f"Opening by opening, tuned minus hand-set: {points_text(versus.difference)}."
    )


def match_sentences(verdict: Verdict) -> list[str]:
    """Return how the two agents play against each other; nothing where they are one agent."""
    if verdict.found_nothing:
        return []
    return _whole(match_lines(verdict.head_to_head))


def claims_sentences(verdict: Verdict) -> list[str]:
    """Return what the search would have claimed, and why it is not the result."""
    claim = verdict.search_claim
    if claim.trials < 2:
        return ["The search tried the hand-set values alone, so it claimed nothing."]
    return [*_whole([claim_line(verdict.objective, claim)]), selection_sentence(verdict)]


def selection_sentence(verdict: Verdict) -> str:
    """Return where the tuned values are from, and what they had on the selection openings."""
    if verdict.found_nothing:
        return (
            "On the selection openings no finalist was better than the hand-set values, with "
            f"{score_text(verdict.search_claim.selection)}."
        )
    return (
        f"The values called tuned are from the {verdict.origin}; they were the best of the "
        f"finalists on the selection openings, with {score_text(verdict.search_claim.selection)}."
    )


def search_sentences(report: RunReport) -> list[str]:
    """Return how the search went: trials, the best of them, and how much is noise."""
    if not report.trials:
        return ["No trial is written yet."]
    kept = "share of kept wins" if report.study.objective.on_positions else "score"
    trials, best = first_trials(report.trials), best_trial(report.trials)
    hand_set = report.trials[0].value
    if len(trials) < 2:
        return [
            f"The search tried the hand-set values alone, with a {kept} of {score_text(hand_set)}."
        ]
    sentences = [
        f"The search tried {_counted(len(trials), 'different vector')} of values. The hand-set "
        f"ones, trial 0, had a {kept} of {score_text(hand_set)} in it, and the best trial, number "
        f"{best.number}, {score_text(best.value)}.",
        f"On other openings it may have {100 * best.value.margin:.1f} points more or less. All "
        "trials play the same openings, so their differences are less uncertain than that, but "
        "the best of many is luckier than it is good.",
    ]
    if _is_constant(trials):
        sentences.append("All trials have the same value: nothing here tells them apart.")
    verdict = report.verdict
    return sentences if verdict is None else [*sentences, *_whole(exhausted_lines(verdict))]


def _is_constant(trials: Sequence[Trial]) -> bool:
    return len(trials) > 1 and len({one.value.estimate for one in trials}) == 1


def no_importance(report: RunReport) -> str:
    """Return why nothing is said of how much each parameter matters; "" where it can be said."""
    trials = first_trials(report.trials)
    if not trials:
        return "No trial is written yet."
    if len(report.parameters) < 2:
        return "One number was tuned, so there is no other one to compare it with."
    if _is_constant(trials):
        return "All trials have the same value, so no parameter can be said to matter."
    if len(trials) < FEWEST_TRIALS:
        return (
            f"The search tried {_counted(len(trials), 'different vector')} of values, and fewer "
            f"than {FEWEST_TRIALS} do not tell which parameters matter."
        )
    return ""


def solved_sentences(report: RunReport) -> list[str]:
    """Return how often both throw away a won game, or why that is not known."""
    verdict = report.verdict
    if verdict is None:
        return ["This is measured with the verdict."]
    if verdict.accuracy is None:
        return [f"There are no solved positions of {report.study.game.name}."]
    return _whole(solved_lines(verdict))


def effort_sentences(report: RunReport) -> list[str]:
    """Return how fast the games were, and what was measured how."""
    standing = report.standing
    sentences = []
    if standing.games and standing.seconds:
        sentences.append(
            f"The run played {standing.games:,} games in {standing.seconds:,.0f} seconds, about "
            f"{standing.games / standing.seconds:,.0f} games a second, with everything that it did "
            "beside playing; measured once, on the machine named below."
        )
    reached = [one for one in report.efforts if one.reached is not None]
    return [*sentences, *_reached_sentences(reached)]


def _reached_sentences(efforts: Sequence[AgentEffort]) -> list[str]:
    counts = {one.reached.positions for one in efforts if one.reached is not None}
    if not counts:
        return []
    return [
        "The depth reached is that of the last finished iteration, in "
        f"{join_names([f'{count:,}' for count in sorted(counts)])} sampled positions of all stages "
        "of a game; an agent with a limit in time is given as many nodes as it visits on average."
    ]


def warnings(report: RunReport) -> list[str]:
    """Return all that should make a reader careful."""
    verdict = report.verdict
    found = list(report.notes)
    if verdict is not None:
        found += _whole(remarks(verdict))
        found += _whole(clock_lines(verdict.clock)) if verdict.clock is not None else []
        found += _whole([limits_line(verdict.limits)]) if verdict.limits is not None else []
    elif not report.repeat.reproducible:
        found.append(NOT_REPRODUCIBLE)
    return list(dict.fromkeys(found))


def _whole(lines: Sequence[str]) -> list[str]:
    """Return lines of a terminal as sentences."""
    return [line.strip() for line in lines]
