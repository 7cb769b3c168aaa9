"""Make the sheet of a comparison of agents from the results in its folder."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.chart import IntervalChart, Row, score_mark
from tuner.report.blocks import Block, Bullets, Column, Lead, Table, named_columns
from tuner.report.matches_condition import condition_sentence, note_sentences
from tuner.report.ratings_part import ratings_parts
from tuner.report.repeat_matches import repeat_comparison
from tuner.report.results import AGENT, interval_of
from tuner.report.sheet import Part, Sheet
from tuner.stats.elo import elo_of_interval
from tuner.stats.multiple import SHOWN
from tuner.stats.text import elo_text, p_value_text, points_text, score_text

__all__ = ["agents_part", "comparison_sheet", "notes_part"]

_SAID = 3
"""More matches are told in the table alone."""


def comparison_sheet(content: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a comparison.

    Args:
        content: of its results.json, as `tuner.comparison.compare.comparison_json` gives it.

    Raises:
        KeyError: if something is not there.
    """
    names = [one["name"] for one in content["agents"]]
    kind = "League" if "league" in content else "Comparison"
    return Sheet(
        f"{kind} of {len(names)} agents",
        f"{content['game']}, {content['pairs']:,} pairs of games in each match, from "
        f"{content['openings']:,} openings that differ up to symmetry; a pair is two games from "
        "one opening with the sides swapped. Intervals are 95%, over openings.",
        (
            *ratings_parts(content),
            _duels(content),
            *_baselines(content),
            agents_part(content),
            notes_part(content),
            repeat_comparison(content),
        ),
    )


def _duels(content: Mapping[str, Any]) -> Part:
    duels = content["head_to_head"]
    if not duels:
        said = "No two of these agents were played against each other: they are one function."
        return Part("duels", "Head to head", (Lead(said),))
    rows = tuple(
        (
            one["first"],
            one["second"],
            score_text(interval_of(one, "score")),
            elo_text(elo_of_interval(interval_of(one, "score"))),
            f"{one['verdict']} ({one['said']})" if "said" in one else one["verdict"],
        )
        for one in duels
    )
    columns = (
        *named_columns("agent", "against", "score", "Elo", words=2),
        Column("verdict", numeric=False),
    )
    lead = "; ".join(f"{one['first']} against {one['second']}: {one['verdict']}" for one in duels)
    if len(duels) > _SAID:
        won = sum(str(one["verdict"]).endswith(" is better") for one in duels)
        lead = f"{won} of {len(duels)} matches have a winner"
    condition = condition_sentence(content, opponents=False)
    chart = IntervalChart(
        "Score of the first agent of each match, with 95% intervals; at 50% both are equal.",
        "score (%)",
        tuple(
            Row(
                f"{one['first']} against {one['second']}",
                (score_mark(AGENT, interval_of(one, "score")),),
            )
            for one in duels
        ),
    )
    table = Table("Each match as the first agent sees it.", columns, rows)
    return Part("duels", "Head to head", (Lead(f"{lead}. {condition}"), table, chart))


def _baselines(content: Mapping[str, Any]) -> tuple[Part, ...]:
    agents = content["against_baselines"]
    if not agents:
        return ()
    first = agents[0]["name"]
    opponents = [one["name"] for one in agents[0]["by_baseline"]]
    names = [one["name"] for one in agents]
    rows = [
        (opponents[index], *(score_text(interval_of(one["by_baseline"][index])) for one in agents))
        for index in range(len(opponents))
    ]
    rows.append(("mean", *(score_text(interval_of(one)) for one in agents)))
    table = Table(
        f"Score against each of {content['baselines']}, as each agent sees it.",
        named_columns("opponent", *names),
        tuple(rows),
        total=True,
    )
    differences = tuple(
        f"{one['name']} minus {first}: {points_text(interval_of(one, 'difference'))}, paired by "
        f"opening{_corrected(one.get('difference_p_corrected'))}."
        for one in agents[1:]
    )
    chart = IntervalChart(
        f"Mean score of each agent against {content['baselines']}, with 95% intervals.",
        "score (%)",
        tuple(Row(one["name"], (score_mark(AGENT, interval_of(one)),)) for one in agents),
    )
    return (
        Part(
            "baselines",
            "Against the baselines",
            (table, *_unshown(content), Bullets(differences), chart),
        ),
    )


def _corrected(p_value: float | None) -> str:
    """Return what a corrected p-value says, if the results have one."""
    if p_value is None:
        return ""
    return f"; {p_value_text(p_value)} corrected{'' if p_value <= SHOWN else ', not shown'}"


def _unshown(content: Mapping[str, Any]) -> tuple[Block, ...]:
    """Return which scores are not shown to differ from 50%, if the results have p-values."""
    cells = [
        (f"{one['name']} against {row['name']}", row["p_corrected"])
        for one in content["against_baselines"]
        for row in one["by_baseline"]
        if "p_corrected" in row
    ]
    if not cells:
        return ()
    found = "; ".join(f"{name} ({p_value_text(p)})" for name, p in cells if p > SHOWN)
    return (
        "Not shown to differ from 50%, after Holm's correction for all these matches and "
        f"differences together: {found or 'none'}.",
    )


def agents_part(content: Mapping[str, Any]) -> Part:
    """Return what each agent of some results plays.

    Raises:
        KeyError: if something is not there.
    """
    rows = tuple((one["name"], one["plays"]) for one in content["agents"])
    table = Table("What each agent plays.", named_columns("agent", "plays", words=2), rows)
    return Part("agents", "The agents", (table,))


def notes_part(content: Mapping[str, Any]) -> Part:
    """Return what is to be minded of some results.

    Raises:
        KeyError: if something is not there.
    """
    found: tuple[Block, ...] = ("Nothing was noted.",)
    if content["notes"]:
        found = (Bullets(note_sentences(content)),)
    return Part("notes", "What to mind", found)
