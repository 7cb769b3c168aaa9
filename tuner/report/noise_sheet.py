"""Make the sheet of an agent that was played against itself from the results in its folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.chart import IntervalChart, Row, score_mark
from tuner.report.blocks import Bullets, Lead, Table, named_columns
from tuner.report.matches_condition import condition_sentence
from tuner.report.repeat_matches import repeat_noise
from tuner.report.results import AGENT, interval_of
from tuner.report.sheet import Part, Sheet
from tuner.stats.text import score_text

__all__ = ["noise_sheet"]


def noise_sheet(content: Mapping[str, Any]) -> Sheet:
    """Return the sheet of an agent's matches against itself.

    Args:
        content: of its results.json, as `tuner.comparison.noise_files.noise_json` gives it.

    Raises:
        KeyError: if something is not there.
    """
    agent = content["agent"]
    return Sheet(
        f"{agent['name']} against itself",
        f"{content['game']}, {len(content['matches'])} matches, each of {content['pairs']:,} pairs "
        "of games from openings and seeds of its own; a pair is two games from one opening with "
        "the sides swapped. What differs from 50% is chance.",
        (_band(content), _matches(content), _agent(content), repeat_noise(content)),
    )


def _band(content: Mapping[str, Any]) -> Part:
    first, *others = content["said"]
    lead = Lead(f"{first} {condition_sentence(content, opponents=False)}")
    blocks = (Bullets(tuple(others)),) if others else ()
    return Part("noise", "What chance alone shows", (lead, *blocks))


def _matches(content: Mapping[str, Any]) -> Part:
    named = [(f"match {at}", one) for at, one in enumerate(content["matches"], 1)]
    chart = IntervalChart(
        "Score of each match with its 95% interval; the agents are one, so the truth is 50%.",
        "score (%)",
        tuple(Row(name, (score_mark(AGENT, interval_of(one)),)) for name, one in named),
    )
    table = Table(
        "Score of each match.",
        named_columns("match", "score"),
        tuple((name, score_text(interval_of(one))) for name, one in named),
    )
    return Part("matches", "The matches", (chart, table))


def _agent(content: Mapping[str, Any]) -> Part:
    agent = content["agent"]
    rows = ((agent["name"], agent["plays"]),)
    table = Table("What the agent plays.", named_columns("agent", "plays", words=2), rows)
    return Part("agents", "The agent", (table,))
