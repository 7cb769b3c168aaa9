"""Say what a printed table shows, in words and as JSON."""

from __future__ import annotations

from typing import Any

from tuner.stats.exact import SEVERAL
from tuner.stats.interval import Interval
from tuner.stats.json import interval_json
from tuner.stats.multiple import SHOWN
from tuner.stats.text import p_value_text, points_text, score_text
from tuner.tournament.table_check import RowTest, TableCheck, TableRow

__all__ = ["table_json", "table_lines"]


_INTERVALS = (
    "Intervals, 95%: of a cell the exact one of its games (Clopper and Pearson); of a row the mean "
    "over its opponents, each weighing the same, with about that of as many games as all of them "
    "together are worth (Korn and Graubard); where their games are unequal, or they are fewer than "
    f"{SEVERAL}, it reaches at least as far as their own intervals joined (Zou and Donner)."
)


def table_lines(check: TableCheck) -> list[str]:
    """Return a table for people: intervals are 95%, games count as independent."""
    lines = [f"{check.name}:"]
    for row in check.rows:
        lines += _row_lines(row)
    lines += [f"  Finding: {one}." for one in check.findings]
    if not check.findings:
        lines.append("  Finding: no cell is impossible, and every total follows from its cells.")
    lines += [f"  {note}" for note in check.notes]
    if any(row.games for row in check.rows):
        lines.append(f"  {_INTERVALS}")
    if check.fewest is not None:
        lines.append(_fewest(check.fewest))
    if check.homogeneity is not None:
        said = "differ" if check.homogeneity <= SHOWN else "are not shown to differ"
        lines.append(f"  All rows together {said}: {p_value_text(check.homogeneity)}.")
    if check.tests:
        number = len(check.tests)
        several = f", after Holm's correction for {number} comparisons" if number > 1 else ""
        lines.append(f"  Rows against each other, over the opponents that both have{several}:")
        lines += [f"    {_test_text(one)}" for one in check.tests]
    return lines


def _row_lines(row: TableRow) -> list[str]:
    total = "" if row.total is None else f": {score_text(row.total)} of the points"
    games = f", {row.wins:,} of {row.games:,} games" if row.games else ", games not given"
    lines = [f"  {row.agent}{total}{games}"]
    for opponent, text, interval in row.cells:
        unknown = "no interval without the number of games"
        lines.append(f"    {opponent}: {text}, {score_text(interval) if interval else unknown}")
    return lines


def _fewest(games: int) -> str:
    return (
        f"  The number of games is not given; {games:,} a cell would give all these percentages, "
        "and then no cell is surer than its interval at so many games."
    )


def _test_text(test: RowTest) -> str:
    said = f"{test.first} and {test.second} are not shown to differ"
    if test.shown:
        better, worse = (
            (test.first, test.second) if test.difference.estimate > 0 else (test.second, test.first)
        )
        said = f"{better} is better than {worse}"
    return (
        f"{said}: {test.first} minus {test.second} is {points_text(test.difference)}, "
        f"{p_value_text(test.adjusted)} ({test.test} test)"
    )


def table_json(check: TableCheck) -> dict[str, Any]:
    """Return a table as JSON: scores and differences are shares."""
    return {
        "table": check.name,
        "rows": [
            {
                "agent": row.agent,
                "wins": row.wins,
                "games": row.games,
                "total": _interval(row.total),
                "cells": [
                    {"opponent": opponent, "printed": text, "interval": _interval(interval)}
                    for opponent, text, interval in row.cells
                ],
            }
            for row in check.rows
        ],
        "findings": list(check.findings),
        "notes": list(check.notes),
        "fewest_games_a_cell": check.fewest,
        "all_rows_p_value": check.homogeneity,
        "tests": [
            {
                "first": one.first,
                "second": one.second,
                "difference": interval_json(one.difference),
                "p_value": one.p_value,
                "p_corrected": one.adjusted,
                "test": one.test,
                "shown": one.shown,
            }
            for one in check.tests
        ],
    }


def _interval(interval: Interval | None) -> dict[str, float] | None:
    return None if interval is None else interval_json(interval)
