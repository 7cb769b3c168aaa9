"""Say in sentences how a search went, what its trials tell of parameters, and what it took."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.figures.table import FEWEST_TRIALS
from tuner.report.model import AgentEffort, RunReport, Standing
from tuner.report.search_table import search_table
from tuner.report.sentences import counted, whole
from tuner.stats.text import join_names, score_text, seconds_text
from tuner.tuning.claim import counted_trials, shrunken_value
from tuner.tuning.trials import Trial
from tuner.verdict.text import exhausted_lines

__all__ = ["effort_sentences", "no_importance", "search_sentences"]


def search_sentences(report: RunReport) -> list[str]:
    """Return how the search went: trials, the best of them, and how much is noise."""
    table = search_table(report)
    if table is None:
        return ["No trial is written yet."]
    if any(trial.duelled for trial in report.trials):
        return [_duels(report)]
    kept = "share of kept wins" if report.study.objective.on_positions else "score"
    trials, best = table.distinct, table.best
    hand_set = report.trials[0].value
    if len(trials) < 2:
        tried = (
            "The search tried the hand-set values alone,"
            if len(report.trials) < 2
            else f"All {len(report.trials):,} trials play as the hand-set values do,"
        )
        return [f"{tried} with a {kept} of {score_text(hand_set)}."]
    sentences = [
        f"The search tried {counted(len(trials), 'different vector')} of values. The hand-set "
        f"ones, trial 0, had a {kept} of {score_text(hand_set)} in it, and the best trial, number "
        f"{best.number}, {score_text(best.value)}.",
        *_stopped(trials),
        _noise(report, best),
        *_without_luck(report.trials),
    ]
    if table.constant:
        sentences.append("All trials have the same value: nothing here tells them apart.")
    verdict = report.verdict
    return sentences if verdict is None else [*sentences, *whole(exhausted_lines(verdict))]


def _stopped(trials: Sequence[Trial]) -> list[str]:
    """Return how many trials ended early, and what their values are of; nothing for none."""
    stopped = sum(trial.stopped for trial in trials)
    if not stopped:
        return []
    return [
        f"Of these, {stopped:,} stopped early, each when the openings "
        "shared with the best trial before it had shown it to be worse; its value is that of the "
        "pairs that it had played, and it is never the best trial."
    ]


def _duels(report: RunReport) -> str:
    """Return what trials that play each other say, and what they do not say."""
    count = sum(trial.duelled for trial in report.trials)
    return (
        f"{count:,} trials played each other, two by two, each two on openings of their own. The "
        "value of such a trial is its score against its partner, which shows the search where to "
        "go and claims no strength. The hand-set values, trial 0, met the baselines with a score "
        f"of {score_text(report.trials[0].value)}."
    )


def _without_luck(trials: Sequence[Trial]) -> list[str]:
    """Return what is left of the best trial's value without its luck, where that is known."""
    shrunken = shrunken_value(counted_trials(trials))
    return [] if shrunken is None else [f"Shrunken for luck it had {score_text(shrunken)}."]


def _noise(report: RunReport, best: Trial) -> str:
    """Return how far another sample may move the best trial."""
    points = f"{100 * best.value.margin:.1f} points more or less"
    shared = (
        "On other solved positions that trial may keep {}. All trials are asked the same positions"
        if report.study.objective.on_positions
        else "On other openings that trial may have {}. All trials play the same openings"
    )
    return (
        f"{shared.format(points)}, so their differences are less uncertain than that, but the best "
        "of many values is too high on average."
    )


def no_importance(report: RunReport) -> str:
    """Return why nothing is said of how much each parameter matters; "" where it can be said."""
    table = search_table(report)
    if table is None:
        return "No trial is written yet."
    trials = table.distinct
    if len(report.parameters) < 2:
        return "One number was tuned, so there is no other one to compare it with."
    if len(trials) > 1 and table.constant:
        return "All trials have the same value, so no parameter can be said to matter."
    if any(trial.duelled for trial in report.trials):
        return (
            "The trials played each other, so their values depend on their partners and do not "
            "tell which parameters matter."
        )
    if len(trials) < FEWEST_TRIALS:
        return (
            f"The search tried {counted(len(trials), 'different vector')} of values, and fewer "
            f"than {FEWEST_TRIALS} do not tell which parameters matter."
        )
    return ""


def effort_sentences(report: RunReport) -> list[str]:
    """Return how fast the games were, and what was measured how."""
    standing = report.standing
    sentences = []
    if standing.games and standing.seconds:
        sentences.append(_whole_run(standing, len(report.repeat.starts)))
    reached = [one for one in report.efforts if one.reached is not None]
    return [*sentences, *_reached_sentences(reached)]


def _whole_run(standing: Standing, starts: int) -> str:
    """Return how fast the run was; a rate only where it was one run without a break."""
    played = (
        f"The run played {standing.games:,} games in "
        f"{seconds_text(f'{standing.seconds:,.0f}')}, all that it did beside playing included, "
        "such as starting and compiling"
    )
    alone = "How many games a second an agent plays alone was not measured."
    if starts > 1:
        return (
            f"{played}. It was started {starts:,} times, each with its own beginning, so that "
            f"makes no rate. {alone}"
        )
    return (
        f"{played}: about {standing.games / standing.seconds:,.0f} games a second, all agents "
        f"together, measured once, on the machine named below. {alone}"
    )


def _reached_sentences(efforts: Sequence[AgentEffort]) -> list[str]:
    counts = {one.reached.positions for one in efforts if one.reached is not None}
    if not counts:
        return []
    return [
        "The depth reached is that of the last finished iteration, in "
        f"{join_names([f'{count:,}' for count in sorted(counts)])} sampled positions of all stages "
        "of a game; an agent with a limit in time is given as many nodes as it visits on average."
    ]
