"""Check a printed table: what cannot be, what its rows show of each other, and how sure it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tuner.stats.exact import clopper_pearson, stratified_rate
from tuner.stats.independent import independent_difference
from tuner.stats.interval import Interval, wilson
from tuner.stats.multiple import SHOWN, holm
from tuner.stats.proportions import (
    Stratum,
    homogeneity_p_value,
    rounding,
    stratified_p_value,
)
from tuner.tournament.printed_table import PrintedTable
from tuner.tournament.published import PublishedValue
from tuner.tournament.text import contradictions, published_lines

__all__ = ["RowTest", "TableCheck", "TableRow", "check_table"]


@dataclass(frozen=True)
class TableRow:
    """Hold what an agent's row says.

    Attributes:
        agent: its name.
        cells: opponent, the cell as printed, and its exact interval (`clopper_pearson`); None where
            its games are unknown.
        total: mean over the opponents, each weighing the same, with the interval of
            `stratified_rate`; None where games are unknown.
        wins: of all cells.
        games: of all cells.
    """

    agent: str
    cells: tuple[tuple[str, str, Interval | None], ...]
    total: Interval | None
    wins: int
    games: int


@dataclass(frozen=True)
class RowTest:
    """Hold the comparison of two rows over the opponents that they share.

    Attributes:
        first: an agent.
        second: another one.
        difference: score of the first minus that of the second, with a 95% interval: the mean over
            their opponents, each weighing as in the test (all alike where all cells have as many
            games), so that its sign is that of the test.
        p_value: of the hypothesis that both are equal.
        adjusted: the same after Holm's correction for the number of pairs of rows.
        test: "stratified" by opponent, or "exact".
    """

    first: str
    second: str
    difference: Interval
    p_value: float
    adjusted: float
    test: str

    @property
    def shown(self) -> bool:
        """Return whether the two differ by more than chance, after the correction."""
        return self.adjusted <= SHOWN


@dataclass(frozen=True)
class TableCheck:
    """Hold what a table says and what speaks against it.

    Attributes:
        name: of the table.
        rows: in the order of the table.
        findings: what cannot be, or does not follow, a sentence each.
        tests: of every two rows with known games.
        homogeneity: p-value of the hypothesis that all rows are equally strong; None without games.
        fewest: the fewest games a cell that give all percentages; None where games are known.
        notes: what whoever copied the table says of it, and how much its batches differ.
    """

    name: str
    rows: tuple[TableRow, ...]
    findings: tuple[str, ...]
    tests: tuple[RowTest, ...]
    homogeneity: float | None
    fewest: int | None
    notes: tuple[str, ...] = ()


def check_table(table: PrintedTable) -> TableCheck:
    """Return what a table says; its games count as independent, since no table names openings."""
    agents = list(dict.fromkeys([*(name for name, _ in table.shares), *table.values.totals]))
    rows = tuple(_row(agent, table) for agent in agents)
    counted = [row for row in rows if row.games]
    homogeneity = None
    if len(counted) > 1:
        homogeneity = homogeneity_p_value([one.agent for one in counted], _cells_once(table))
    return TableCheck(
        table.name,
        rows,
        (*table.impossible, *_contradictions(agents, table), *_mirrored(table.shares)),
        _tests(counted, table),
        homogeneity,
        table.fewest,
        tuple(published_lines(table.values)),
    )


def _row(agent: str, table: PrintedTable) -> TableRow:
    cells: list[tuple[str, str, Interval | None]] = []
    values: list[PublishedValue] = []
    for (name, opponent), share in table.shares.items():
        if name != agent:
            continue
        value = table.values.cells.get((agent, opponent))
        if value is None or value.games is None:
            cells.append((opponent, f"{100 * share:g}%", None))
        else:
            cells.append((opponent, value.text, clopper_pearson(value.wins, value.games)))
            values.append(value)
    known = [interval for _, _, interval in cells if interval is not None]
    whole = bool(known) and len(known) == len(cells)
    return TableRow(
        agent,
        tuple(cells),
        stratified_rate([(one.wins, one.wins + one.losses) for one in values]) if whole else None,
        sum(one.wins for one in values),
        sum(one.wins + one.losses for one in values),
    )


def _contradictions(agents: Sequence[str], table: PrintedTable) -> list[str]:
    """Return what does not follow from the cells, for each agent."""
    found = [f"{agent}: {one}" for agent in agents for one in contradictions(table.values, agent)]
    for agent, printed in table.values.printed.items():
        mean, off = table.mean(agent) or (printed, 0.0)
        # The win rates of published tables have one digit.
        off += table.total_roundings.get(agent, rounding(1))
        # Rounded cells and a total of exact ones need not agree to the last digit.
        if agent not in table.values.totals and abs(mean - printed) > off + 1e-9:
            found.append(f"{agent}: the cells have a mean of {mean:.1f}%, not {printed:g}%")
    if not table.shares:
        found.append("no cell has games, so nothing follows from the cells")
    return found


def _mirrored(shares: Mapping[tuple[str, str], float]) -> list[str]:
    """Return what cells say of each other in which the same two agents met."""
    twice = _met_twice(shares)
    if not twice:
        return []
    apart = _apart(shares, twice)
    if not apart:
        return [
            "every cell is what its mirror image leaves over: these are the same games seen from "
            "both sides, which say nothing of who moves first"
        ]
    return [
        f"{one} against {other} is {100 * shares[one, other]:g}% and {other} against {one} "
        f"{100 * shares[other, one]:g}%: the two cells are of different games"
        for one, other in apart
    ]


def _met_twice(shares: Mapping[tuple[str, str], float]) -> list[tuple[str, str]]:
    """Return each two agents of which the table has both cells."""
    return [(one, other) for one, other in shares if one < other and (other, one) in shares]


def _apart(
    shares: Mapping[tuple[str, str], float], twice: Sequence[tuple[str, str]]
) -> list[tuple[str, str]]:
    """Return those of them whose cells cannot be the same games."""
    return [
        (one, other)
        for one, other in twice
        if abs(shares[one, other] + shares[other, one] - 1) > 1e-9
    ]


def _cells_once(table: PrintedTable) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the wins and games of each cell; of cells that are the same games only one."""
    twice = _met_twice(table.shares)
    again = set() if _apart(table.shares, twice) else {(other, one) for one, other in twice}
    return {
        place: (value.wins, value.wins + value.losses)
        for place, value in table.values.cells.items()
        if value.games is not None and place not in again
    }


def _tests(rows: Sequence[TableRow], table: PrintedTable) -> tuple[RowTest, ...]:
    values = {row.agent: _values(row.agent, table) for row in rows}
    found = []
    for first, second in combinations(values, 2):
        pairs = [(one, values[second].get(name)) for name, one in values[first].items()]
        strata = [
            Stratum(one.wins, one.wins + one.losses, two.wins, two.wins + two.losses)
            for one, two in pairs
            if two is not None
        ]
        if strata:
            found.append((first, second, _difference(strata), *stratified_p_value(strata)))
    adjusted = holm([one[3] for one in found])
    return tuple(
        RowTest(first, second, difference, p_value, corrected, test)
        for (first, second, difference, p_value, test), corrected in zip(
            found, adjusted, strict=True
        )
    )


def _difference(strata: Sequence[Stratum]) -> Interval:
    """Return the weighted mean of the differences against each opponent, which share no game."""
    total = math.fsum(one.weight for one in strata)
    estimate = math.fsum(one.first_wins - one.expected for one in strata) / total
    below = above = 0.0
    for one in strata:
        apart = independent_difference(
            wilson(one.first_wins, one.first_games), wilson(one.second_wins, one.second_games)
        )
        below = math.hypot(below, one.weight / total * (apart.estimate - apart.low))
        above = math.hypot(above, one.weight / total * (apart.high - apart.estimate))
    return Interval(estimate, max(-1.0, estimate - below), min(1.0, estimate + above))


def _values(agent: str, table: PrintedTable) -> dict[str, PublishedValue]:
    """Return the cells of an agent whose games are known, by opponent."""
    return {
        opponent: value
        for (name, opponent), value in table.values.cells.items()
        if name == agent and value.games is not None
    }
