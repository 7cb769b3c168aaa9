"""Make the part of a sheet that shows the ratings of many agents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.chart import IntervalChart, Row, elo_mark
from tuner.report.blocks import Bullets, Lead, Table, named_columns
from tuner.report.matches_condition import condition_sentence
from tuner.report.results import AGENT
from tuner.report.sheet import Part
from tuner.stats.interval import Interval

__all__ = ["ratings_lead", "ratings_parts"]


def ratings_parts(content: Mapping[str, Any]) -> tuple[Part, ...]:
    """Return the part with the ratings of results.json; none where it has none.

    Raises:
        KeyError: if something is not there.
    """
    if "ratings" not in content:
        return ()
    ratings = content["ratings"]
    roles = {one["name"]: one for one in content.get("league", ())}
    rows = tuple((one["name"], one["said"], *_role(roles, one)) for one in ratings["agents"])
    titles = ("agent", "rating", "enters as") if roles else ("agent", "rating")
    table = Table(f"{ratings['scale']}.", named_columns(*titles, words=3), rows)
    lead = Lead(f"{ratings_lead(content)} {condition_sentence(content, opponents=False)}")
    marks = [(one["name"], elo_mark(AGENT, _elo(one))) for one in ratings["agents"] if _full(one)]
    chart = IntervalChart(
        "Rating of each agent that has a finite one, with 95% intervals.",
        "Elo",
        tuple(Row(name, (mark,)) for name, mark in marks),
        from_zero=True,
    )
    charts = (chart,) if marks else ()
    return (Part("ratings", "Ratings", (lead, table, *charts, Bullets(tuple(ratings["notes"])))),)


def ratings_lead(content: Mapping[str, Any]) -> str:
    """Return who is rated highest, in a sentence.

    Raises:
        KeyError, IndexError: if something is not there.
    """
    agents = content["ratings"]["agents"]
    first = agents[0]
    return f"Of {len(agents)} agents {first['name']} is rated highest: {first['said']}."


def _role(roles: Mapping[str, Any], one: Mapping[str, Any]) -> tuple[str, ...]:
    if not roles:
        return ()
    entrant = roles[one["name"]]
    return (f"{entrant['role']}: {', '.join(entrant['from'])}",)


def _full(one: Mapping[str, Any]) -> bool:
    return one["elo"] is not None and one["low"] is not None and one["high"] is not None


def _elo(one: Mapping[str, Any]) -> Interval:
    return Interval(float(one["elo"]), float(one["low"]), float(one["high"]))
