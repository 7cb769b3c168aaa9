"""Write accuracy as text and as JSON: every share with its interval, beside that of chance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tuner.solved.accuracy import SIGNIFICANCE, Accuracy, AccuracyReport, Contest, StageAccuracy
from tuner.stats.json import interval_json
from tuner.stats.text import chance_notes, p_value_text, points_text, score_text, search_notes

__all__ = ["accuracy_json", "accuracy_lines"]

_NOT_REPRODUCIBLE = (
    "Not reproducible: with limits in time the moves depend on this machine and its load."
)


def accuracy_lines(report: AccuracyReport) -> list[str]:
    """Return the report for people; intervals are 95%."""
    positions = report.agents[0].all.positions
    lines = [
        f"Accuracy, {report.game}: {positions:,} solved positions{_unseen(report.split)}, one of a "
        "game each. The side to move wins in all of them, and some of its moves throw that "
        "away.",
        "Share of the positions in which the agent's move keeps the win (95% intervals); a random "
        "move as often as chance.",
    ]
    lines += [] if report.reproducible else [_NOT_REPRODUCIBLE]
    for agent in report.agents:
        lines.append(f"{agent.agent}: {agent.plays}")
        lines += _table(agent)
    if report.contests:
        first = report.agents[0].agent
        lines.append(
            f"Position by position, minus {first}: difference (Newcombe's paired interval), "
            "McNemar's exact test:"
        )
        lines += [f"  {_contest(one)}" for one in report.contests]
        lines += _cautions(report)
    return lines


def _unseen(split: str) -> str:
    return " that no search looks at" if split == "verdict" else " that searches look at"


def accuracy_json(report: AccuracyReport) -> dict[str, Any]:
    """Return the report as JSON: shares from 0 to 1, intervals are 95%.

    Keys: "game", "split", "reproducible"; "agents" with "name", "plays" and, for each of "stages"
    and for "all", "stage", "positions", "kept", "share", "low", "high" and "chance" (the exact
    share of a random move); "against_first" with "name", "first", "verdict", "difference" (name
    minus first), "low", "high", "p_value", and the numbers of positions that "both", "name_alone",
    "first_alone" and "neither" kept.
    """
    return {
        "game": report.game,
        "split": report.split,
        "reproducible": report.reproducible,
        "agents": [
            {
                "name": agent.agent,
                "plays": agent.plays,
                "stages": [_stage_json(stage) for stage in agent.stages],
                "all": _stage_json(agent.all),
            }
            for agent in report.agents
        ],
        "against_first": [
            {
                "name": one.first,
                "first": one.second,
                "verdict": one.verdict,
                **interval_json(one.difference, "difference"),
                "p_value": one.p_value,
                "both": one.counts.both,
                "name_alone": one.counts.first,
                "first_alone": one.counts.second,
                "neither": one.counts.neither,
            }
            for one in report.contests
        ],
    }


def _table(agent: Accuracy) -> list[str]:
    rows: Sequence[StageAccuracy] = (*agent.stages, agent.all)
    width = max(len(f"{row.positions:,}") for row in rows)
    return [
        f"  {row.stage:<8} {row.kept:>{width},} of {row.positions:>{width},}  "
        f"{score_text(row.share):<22}  chance {100 * row.chance:.1f}%"
        for row in rows
    ]


def _contest(contest: Contest) -> str:
    counts = contest.counts
    return (
        f"{contest.first}: {points_text(contest.difference)}, {p_value_text(contest.p_value)} "
        f"({counts.first:,} kept by {contest.first} alone, {counts.second:,} by {contest.second} "
        f"alone): {contest.verdict}"
    )


def _cautions(report: AccuracyReport) -> list[str]:
    """Return what makes a comparison say less than it seems to."""
    return [
        *(f"  Note: {note}" for note in search_notes(report.searches, "a difference")),
        *chance_notes(len(report.contests), "comparisons between", "name a winner", SIGNIFICANCE),
    ]


def _stage_json(stage: StageAccuracy) -> dict[str, Any]:
    return {
        "stage": stage.stage,
        "positions": stage.positions,
        "kept": stage.kept,
        **interval_json(stage.share, "share"),
        "chance": stage.chance,
    }
