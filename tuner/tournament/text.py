"""Say a tournament in words: the courses' table, the published one beside it, and the claims."""

from __future__ import annotations

import math
import statistics
from collections import Counter

from tuner.matches.likeness import SameFunction
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    chance_notes,
    join_names,
    late_note,
    points_text,
    score_text,
)
from tuner.tournament.published import PublishedTable, PublishedValue, allowed_range
from tuner.tournament.results import Cell, ClaimResult, Results, Standing

__all__ = [
    "cell_text",
    "claim_lines",
    "contradictions",
    "played_text",
    "published_lines",
    "published_note",
    "tournament_lines",
    "twin_of",
]

_ROUNDING = 0.05
"""Percentages are printed with one digit."""


def tournament_lines(results: Results) -> list[str]:
    """Return the tournament for people; rates are shares of points, intervals 95% over openings."""
    tournament = results.tournament
    lines = [f"{tournament.name}, {tournament.game.name}: {tournament.about}".rstrip(": ")]
    lines.append(f"{played_text(results)}; as the agent named first in a block sees it:")
    for standing in results.standings:
        lines += _block(standing, results)
    lines += published_lines(tournament.published)
    lines += claim_lines(results)
    if not results.reproducible:
        lines.append(NOT_REPRODUCIBLE)
    return lines


def played_text(results: Results) -> str:
    """Say how many pairs were played, and where they begin."""
    tournament = results.tournament
    return (
        f"{tournament.pairs:,} pairs of games in each cell {tournament.openings.text} "
        f"{results.openings:,} of them different up to symmetry"
    )


def claim_lines(results: Results) -> list[str]:
    """Return what the report concludes, and what these games say of it."""
    lines = [same_text(one) for one in results.same]
    if not results.claims:
        return lines
    lines.append("Claims:")
    asked: dict[tuple[str, str], str] = {}
    for one in results.claims:
        agents = (twin_of(one.claim.better, results), twin_of(one.claim.than, results))
        lines.append(f"  {one.claim.says}: {_found(one, asked.get(agents), results)}")
        if agents[0] != agents[1]:
            asked.setdefault(agents, one.claim.says)
    err = "be confirmed or contradicted"
    return lines + chance_notes(len(asked), "claims about", err)


def _found(result: ClaimResult, before: str | None, results: Results) -> str:
    where = "over all opponents" if results.tournament.opponents else "head to head"
    again = "" if before is None else f"; the same agents and games as in '{before}'"
    return (
        f"{result.verdict}; {result.claim.better} minus {result.claim.than} {where} is "
        f"{points_text(result.difference)}{again}"
    )


def twin_of(name: str, results: Results) -> str:
    """Return the first candidate that is the same agent with the same games, maybe this one."""
    group = next((one.names for one in results.same if name in one.names), (name,))
    scores = {
        standing.candidate: [(cell.opponent, cell.score) for cell in standing.cells]
        for standing in results.standings
    }
    return next(other for other in group if scores[other] == scores[name])


def same_text(same: SameFunction) -> str:
    """Say that some candidates are one and the same."""
    alike = "up to a positive factor" if same.factor else "bit for bit"
    return (
        f"{join_names(same.names)} evaluate by the same function, {alike} in {same.views:,} views "
        "of sampled positions: a difference between them is their search or noise."
    )


def _block(standing: Standing, results: Results) -> list[str]:
    published = results.tournament.published
    label = "Points" if any(cell.drawn for cell in standing.cells) else "Win rate"
    width = max(len(label), *(len(cell.opponent) for cell in standing.cells))
    twin = twin_of(standing.candidate, results)
    again = "" if twin == standing.candidate else f", the same games as {twin}"
    lines = [f"{standing.candidate} ({standing.plays}){again}"]
    lines += [_row(cell, width, published) for cell in standing.cells]
    note = published_note(standing, published)
    total = f"  {label:<{width}}  {score_text(standing.score)}"
    return [*lines, f"{total}; {note}" if note else total]


def _row(cell: Cell, width: int, published: PublishedTable | None) -> str:
    drawn = f", {cell.drawn:,} drawn" if cell.drawn else ""
    text = (
        f"  {cell.opponent:<{width}}  won {cell.won:>5,}  lost {cell.lost:>5,}{drawn}  "
        f"{score_text(cell.score)}"
    )
    late = cell.late
    if any(late):
        text += f"; lost on time: {late[0]:,}, the opponent {late[1]:,}"
        note = late_note(cell.won + cell.lost + cell.drawn, late)
        text += f" ({note})" if note else ""
    value = "" if published is None else cell_text(published, cell.candidate, cell.opponent)
    if published is None or not value:
        return text
    # Tables in percent are of the games in which the row's agent moved first.
    first = f", ours when it moves first {score_text(cell.as_first)}" if published.percent else ""
    return f"{text}; published {value}{first}"


def contradictions(table: PublishedTable, agent: str) -> tuple[str, ...]:
    """Return why a row of the table cannot be right as it is published; empty where
    nothing speaks so.

    A cell must be of as many games as the others of its row, the total the sum of the cells, and
    the printed win rate that of the total.
    """
    row = [value for (name, _), value in table.cells.items() if name == agent]
    found = [_impossible(value, row) for value in row]
    total = table.totals.get(agent)
    if total is not None and total.games is not None:
        found += [_sums(row, total), _rate(table.printed.get(agent), total)]
    return tuple(one for one in found if one)


def cell_text(table: PublishedTable, agent: str, opponent: str) -> str:
    """Return a published cell, marked where it cannot be; "" where there is none."""
    value = table.cells.get((agent, opponent))
    if value is None:
        return ""
    row = [other for (name, _), other in table.cells.items() if name == agent]
    return f"{value.text} (impossible)" if _impossible(value, row) else value.text


def published_note(standing: Standing, table: PublishedTable | None) -> str:
    """Return the published total, and whether so many games can differ so much from
    ours; "" for none.
    """
    value = None if table is None else table.totals.get(standing.candidate)
    if table is None or value is None:
        return ""
    agent = standing.candidate
    rate = f"published {table.printed.get(agent, 100 * value.rate):.1f}%"
    if value.games is None:
        return rate
    against = contradictions(table, agent)
    if against:
        return (
            f"{rate} of {value.games:,} games, not compared with ours, since the published row "
            f"contradicts itself: {'; '.join(against)}"
        )
    low, high = allowed_range(standing.score, value.games)
    where = "inside" if low <= value.rate <= high else "outside"
    return (
        f"{rate} of {value.games:,} games, {where} the {100 * low:.1f} to {100 * high:.1f} that so "
        "many games allow around ours"
    )


def published_lines(table: PublishedTable | None) -> list[str]:
    """Return notes on cells, and how much the batches of an agent differ."""
    if table is None:
        return []
    return [
        *(f"Published, {note}." for note in table.notes),
        *(_batches(agent, found) for agent, found in table.batches.items() if len(found) > 1),
    ]


def _impossible(value: PublishedValue, row: list[PublishedValue]) -> str:
    """Return why a cell cannot be, beside the others of its row; "" if it can."""
    if value.games is None:
        whole = value.wins + value.losses
        return "" if whole == 100 else f"{value.wins}% and {value.losses}% are not 100%"
    counts = Counter(other.games for other in row if other.games is not None)
    # Of equally frequent numbers the larger one: what gets lost is a digit.
    games = max(counts, key=lambda number: (counts[number], number))
    if value.games == games:
        return ""
    return f"the cell {value.text} is of {value.games:,} games where others are of {games:,}"


def _sums(row: list[PublishedValue], total: PublishedValue) -> str:
    wins, games = sum(cell.wins for cell in row), sum(cell.wins + cell.losses for cell in row)
    if not row or (wins, games) == (total.wins, total.games):
        return ""
    return (
        f"the cells add up to {wins:,} of {games:,} games, not to {total.wins:,} of {total.games:,}"
    )


def _rate(printed: float | None, total: PublishedValue) -> str:
    rate = 100 * total.rate
    if printed is None or math.isclose(printed, rate, abs_tol=_ROUNDING + 1e-9):
        return ""
    return f"{total.wins:,} of {total.games:,} games are {rate:.1f}%, not {printed:.1f}%"


def _batches(agent: str, batches: tuple[PublishedValue, ...]) -> str:
    rates = [100 * one.rate for one in batches]
    games = statistics.fmean(one.wins + one.losses for one in batches)
    mean = statistics.fmean(rates)
    chance = math.sqrt(mean * (100 - mean) / games)
    return (
        f"Published, {agent} in {len(batches)} batches of {games:,.0f} games: "
        f"{', '.join(f'{rate:.1f}' for rate in rates)}%; their standard deviation is "
        f"{statistics.stdev(rates):.2f} points, and chance alone gives about {chance:.1f}."
    )
