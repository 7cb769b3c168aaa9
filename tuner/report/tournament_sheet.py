"""Make the sheet of a tournament from the results in its folder, in the courses' layout."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tuner.figures.chart import IntervalChart, Row, score_mark
from tuner.report.blocks import Block, Bullets, Column, Lead, Table, named_columns
from tuner.report.matches_condition import note_sentences, standings_lead
from tuner.report.repeat_matches import repeat_tournament
from tuner.report.results import AGENT, interval_of
from tuner.report.sheet import Part, Sheet
from tuner.stats.text import score_text

__all__ = ["tournament_sheet"]

_WIDEST = 5
"""More agents do not fit beside each other, on paper or on a screen."""


def tournament_sheet(content: Mapping[str, Any]) -> Sheet:
    """Return the sheet of a tournament.

    Args:
        content: of its results.json, as `tuner.tournament.files.tournament_json` gives it.

    Raises:
        KeyError: if something is not there.
    """
    about = f"{content['about'].rstrip('.')}. " if content["about"] else ""
    return Sheet(
        content["tournament"],
        f"{about}Played on {content['game']}: {content['played']}.",
        (
            _standings(content),
            _cells(content),
            *_claims(content),
            _agents(content),
            repeat_tournament(content),
        ),
    )


def _standings(content: Mapping[str, Any]) -> Part:
    candidates = content["candidates"]
    rows = [
        [
            one["name"],
            *(str(sum(cell[key] for cell in one["cells"])) for key in _ends(candidates)),
            f"as {one['same_as']}" if one["same_as"] else score_text(interval_of(one)),
            one["published"] or "",
        ]
        for one in candidates
    ]
    titles = ["agent", *_ends(candidates), "win rate", "published"]
    if not any(row[-1] for row in rows):
        titles, rows = titles[:-1], [row[:-1] for row in rows]
    caption = (
        "Games over all opponents, and the share of the points, each opponent weighing the same."
    )
    chart = IntervalChart(
        "Share of the points of each agent over all its opponents, with 95% intervals.",
        "win rate (%)",
        tuple(
            Row(one["name"], (score_mark(AGENT, interval_of(one)),))
            for one in candidates
            if not one["same_as"]
        ),
    )
    table = Table(caption, named_columns(*titles), tuple(map(tuple, rows)))
    return Part("standings", "Standings", (Lead(standings_lead(content)), table, chart))


def _cells(content: Mapping[str, Any]) -> Part:
    candidates = content["candidates"]
    ends = _ends(candidates)
    columns = named_columns("agent", "opponent", *ends, "score", "moving first", words=2)
    rows = tuple(
        (
            one["name"],
            cell["opponent"],
            *(str(cell[end]) for end in ends),
            score_text(interval_of(cell)),
            score_text(interval_of(cell["as_first"])),
        )
        for one in candidates
        for cell in one["cells"]
    )
    caption = (
        "Each match as the agent on the left sees it: games, the share of the points, and the same "
        "of the games in which it is to move first."
    )
    cross = [_cross_table(candidates)] if len(candidates) <= _WIDEST else []
    return Part("matches", "Match by match", (*cross, Table(caption, columns, rows)))


def _cross_table(candidates: list[Mapping[str, Any]]) -> Table:
    """Return opponents below each other and candidates beside each other, as the courses do."""
    opponents = list(dict.fromkeys(cell["opponent"] for one in candidates for cell in one["cells"]))
    ends = _ends(candidates)
    columns = [Column("opponent", numeric=False)]
    columns += [Column(end.capitalize(), group=one["name"]) for one in candidates for end in ends]
    found = [{cell["opponent"]: cell for cell in one["cells"]} for one in candidates]
    rows = [
        (
            name,
            *(str(cells[name][end]) if name in cells else "-" for cells in found for end in ends),
        )
        for name in opponents
    ]
    rates = [_rate(one, len(ends)) for one in candidates]
    rows.append(("Win rate", *(text for texts in rates for text in texts)))
    caption = "Games won and lost by the agent on top, and its share of all points."
    return Table(caption, tuple(columns), tuple(rows), total=True)


def _rate(candidate: Mapping[str, Any], cells: int) -> tuple[str, ...]:
    """Return the win rate and its interval in as many cells as a candidate has."""
    if candidate["same_as"]:
        return (f"as {candidate['same_as']}", *[""] * (cells - 1))
    score, interval = score_text(interval_of(candidate)).split(" ", 1)
    return (score, interval, *[""] * (cells - 2))


def _ends(candidates: list[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return how games may end; draws are left out where there is none."""
    drawn = any(cell["drawn"] for one in candidates for cell in one["cells"])
    return ("won", "lost", "drawn") if drawn else ("won", "lost")


def _claims(content: Mapping[str, Any]) -> tuple[Part, ...]:
    if not content["notes"]:
        return ()
    blocks: tuple[Block, ...] = (Bullets(note_sentences(content)),)
    return (Part("claims", "What was published and claimed, and what to mind", blocks),)


def _agents(content: Mapping[str, Any]) -> Part:
    rows = tuple(
        (one["name"], one["plays"]) for one in (*content["candidates"], *content["opponents"])
    )
    table = Table("What each agent plays.", named_columns("agent", "plays", words=2), rows)
    return Part("agents", "The agents", (table,))
