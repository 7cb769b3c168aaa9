"""Say whether search or evaluation mattered more in a run, as far as it shows that."""

from __future__ import annotations

from collections.abc import Iterator

from tuner.report.model import AgentEffort, RunReport
from tuner.report.sentences import own_word
from tuner.stats.independent import independent_difference
from tuner.stats.interval import Interval
from tuner.stats.text import join_names, mean_text, points_text, score_text
from tuner.verdict.findings import Condition
from tuner.verdict.headline import condition_word
from tuner.verdict.looks import difference_text
from tuner.verdict.model import Verdict

__all__ = ["depth_or_accuracy", "effort_lines"]


def effort_lines(report: RunReport) -> list[str]:
    """Return how far tuned and hand-set agent look ahead, and what they look at for a move."""
    own = report.efforts[: len(report.efforts) - len(report.baselines)] or report.efforts
    return [_effort(one) for one in own]


def _effort(one: AgentEffort) -> str:
    text = f"{one.name} ({one.plays})"
    if one.nodes is not None:
        text += f" visits {mean_text(one.nodes, 1)} positions a move in {one.games:,} games"
    if one.reached is None:
        return f"{text}."
    reached = one.reached
    return (
        f"{text}; with {reached.nodes:,} nodes a move its last finished depth is "
        f"{mean_text(reached.depth, 2)} on average, and it sees to the end of the game in "
        f"{score_text(reached.to_end)} of {reached.positions:,} sampled positions."
    )


def depth_or_accuracy(report: RunReport) -> list[str]:
    """Return whether depth or accuracy of the evaluation mattered more, and what says so."""
    verdict = report.verdict
    if verdict is None:
        return ["There is no verdict yet, so this is not known."]
    if verdict.found_nothing or verdict.same is not None:
        return [
            "Tuned and hand-set are one agent here, so this run does not show what a more accurate "
            "evaluation is worth beside a deeper search."
        ]
    return [
        *_evaluation(report, verdict),
        *_equal_time(verdict),
        *_searches(report, verdict),
    ]


def _evaluation(report: RunReport, verdict: Verdict) -> Iterator[str]:
    gain = difference_text(verdict.against_baselines.difference)
    searched = _tuned_search(report)
    if searched:
        yield (
            f"{_capital(verdict.condition)} the tuned values change the score by {gain}. "
            f"{join_names(searched)} belongs to the search, so that is not the evaluation alone."
        )
    else:
        yield (
            f"{_capital(verdict.condition)} the tuned numbers change the score by {gain}. Both "
            "agents search alike, so that is what the evaluation is worth."
        )


def _tuned_search(report: RunReport) -> list[str]:
    names = {one.name for one in report.heuristic.parameters}
    return [one.name for one in report.parameters if one.name not in names]


def _equal_time(verdict: Verdict) -> Iterator[str]:
    found = [one for one in verdict.conditions if one.shares and one.hand_set is not None]
    if not found:
        yield "The run did not measure equal time, so it does not show what speed is worth."
    for one in found:
        # Tuned, hand-set, baselines: a baseline may bear any name, so the place tells who it is.
        cost = one.shares[1:2]
        times = "".join(
            f" Nodes being equal, a move of the tuned agent takes {mean_text(share.ratio, 2)} "
            "times as long as one of the hand-set agent."
            for share in cost
        )
        yield (
            f"{_capital(one.name)} the difference is {points_text(one.difference)}: "
            f"{_time_says(verdict, one)}. What a node costs was measured once, on the machine of "
            f"this run.{times}"
        )


def _time_says(verdict: Verdict, timed: Condition) -> str:
    """Return what is left at equal time of what the study found, which may be nothing."""
    own, there = own_word(verdict), condition_word(timed)
    if there == "worse":
        return "where all have the same time, the hand-set values are better"
    if there == "better" and own == "better":
        return "the gain remains where all have the same time"
    if there == "better":
        return (
            "where all have the same time the tuned values are better, which they are not shown "
            f"to be {verdict.condition}"
        )
    if own == "better":
        return "it is not shown that the gain remains where all have the same time"
    return f"no gain is shown where all have the same time, and none {verdict.condition} either"


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _searches(report: RunReport, verdict: Verdict) -> Iterator[str]:
    """Yield what another search changes while the evaluation stays hand-set."""
    found = [one for one in verdict.conditions if not (one.shares or one.opponent)]
    if all(one.hand_set is None for one in found):
        yield (
            "No other depth was played against the baselines, so this run does not show whether "
            "depth or accuracy of the evaluation matters more."
        )
        return
    for one in found:
        if one.hand_set is None:
            continue
        here = verdict.against_baselines.hand_set
        search = independent_difference(one.hand_set, here)
        yield (
            f"{_capital(one.name)}, the baselines searching as always, the hand-set values score "
            f"{score_text(one.hand_set)} instead of {score_text(here)}: {points_text(search)}, the "
            f"two scores taken as independent. {_conclusion(report, verdict, one, search)}"
        )


def _conclusion(report: RunReport, verdict: Verdict, other: Condition, search: Interval) -> str:
    study = report.study
    plies = [one.opening_plies for one in study.conditions if one.name == other.name]
    if any(number != study.opening_plies for number in plies):
        return "The openings differ, too, so this run does not show what the search alone is worth."
    if _tuned_search(report):
        return "What is tuned is not the evaluation alone, so the two cannot be compared."
    return _larger(search, verdict.against_baselines.difference)


def _larger(search: Interval, evaluation: Interval) -> str:
    """Return which of two changes moved the score more, up or down: that is what matters."""
    open_ones = [
        name
        for name, change in (
            ("this change of the search", search),
            ("the change of the numbers", evaluation),
        )
        if change.low <= 0 <= change.high
    ]
    if open_ones:
        return (
            f"It is not shown that {' or '.join(open_ones)} moves the score at all, so this run "
            "does not say whether search or accuracy of the evaluation matters more."
        )
    if _least(search) > _most(evaluation):
        return _answer("the search mattered more than the accuracy of the evaluation")
    if _least(evaluation) > _most(search):
        return _answer("the accuracy of the evaluation mattered more than the search")
    return "So it is not shown whether search or accuracy of the evaluation mattered more."


def _least(change: Interval) -> float:
    return min(abs(change.low), abs(change.high))


def _most(change: Interval) -> float:
    return max(abs(change.low), abs(change.high))


def _answer(text: str) -> str:
    return f"So for these two changes {text}; smaller or larger ones may say otherwise."
