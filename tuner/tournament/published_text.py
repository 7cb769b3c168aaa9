"""A published table in words: where it contradicts itself, its batches, its totals beside ours."""

from __future__ import annotations

import math
import statistics
from collections import Counter

from tuner.tournament.published import PublishedTable, PublishedValue, allowed_range
from tuner.tournament.results import Standing

__all__ = ["cell_text", "contradictions", "published_lines", "published_note"]

_ROUNDING = 0.05
"""Percentages are printed with one digit."""


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
