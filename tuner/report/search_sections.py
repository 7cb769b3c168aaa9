"""Make the sections of a page that say how the search went, what it took, and what to mind."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from tuner.figures.table import FEWEST_TRIALS, SearchTable
from tuner.report.blocks import (
    Block,
    Bullets,
    Fragment,
    Section,
    Table,
    charts_of,
    named_columns,
)
from tuner.report.model import AgentEffort, RunReport
from tuner.report.search_sentences import effort_sentences, no_importance, search_sentences
from tuner.report.search_table import search_table
from tuner.report.sentences import number_text, warnings
from tuner.stats.text import mean_text, score_text
from tuner.tuning.trials import Trial

__all__ = ["closing_sections", "search_sections"]

_SEARCH = "The search as it went"
_IMPORTANCE = "Which parameters matter"
_LANDSCAPES = "Two parameters together"

_STEPS = 30
"""So many lines of a table are read; of more trials the last ones are shown."""

_WIDEST = 5
"""The values of more parameters do not fit beside each other on paper."""


def search_sections(report: RunReport) -> tuple[Section, ...]:
    """Return how the search went, which parameters matter, and two of them together."""
    table = search_table(report)
    if table is None:
        titles = (("search", _SEARCH), ("importance", _IMPORTANCE), ("landscapes", _LANDSCAPES))
        return tuple(Section(name, title, (no_importance(report),)) for name, title in titles)
    return (_search(report, table), _importance(report, table), _landscapes(report, table))


def closing_sections(report: RunReport, replays: str, no_replays: str) -> tuple[Section, ...]:
    """Return what the games took, games to replay, and warnings.

    Args:
        report: of the run.
        replays: HTML of the games to replay, "" where there are none.
        no_replays: why there are none.
    """
    return (_effort(report), _replays(replays, no_replays), _warnings(report))


def _search(report: RunReport, table: SearchTable) -> Section:
    # Late: figures are an extra.
    from tuner.figures.interactive import search_history  # noqa: PLC0415

    blocks: list[Block] = [*search_sentences(report)]
    if len(report.trials) > 1:
        blocks += charts_of(search_history(table, report.verdict))
        blocks.append(_steps_table(report, table))
    return Section("search", _SEARCH, tuple(blocks))


def _steps_table(report: RunReport, table: SearchTable) -> Table:
    steps = _steps(table.trials)
    shown = "The trials" if len(steps) <= _STEPS else f"The last {_STEPS} trials"
    names = [one.name for one in report.parameters]
    wide = len(names) > _WIDEST
    return Table(
        f"{shown} that were the best until then; the first one is hand-set."
        + (" The values of all are in trials.csv." if wide else ""),
        named_columns("trial", "value (95%)", *([] if wide else names), words=0),
        tuple(
            (
                f"{one.number}",
                score_text(one.value),
                *([] if wide else map(number_text, one.vector)),
            )
            for one in steps[-_STEPS:]
        ),
    )


def _steps(trials: Sequence[Trial]) -> list[Trial]:
    """Return the trials whose value is greater than all before them, of those that claim one."""
    steps: list[Trial] = []
    for trial in (one for one in trials if one.claims):
        if not steps or trial.value.estimate > steps[-1].value.estimate:
            steps.append(trial)
    return steps


def _importance(report: RunReport, table: SearchTable) -> Section:
    # Late, as above.
    from tuner.figures.interactive import importances, slices  # noqa: PLC0415

    missing = no_importance(report)
    blocks: list[Block] = [missing] if missing else []
    if not missing:
        blocks += charts_of(importances(table))
        blocks.append(
            Table(
                "How much each parameter decides whether a trial is among the best tenth; in "
                "brackets the least and the greatest share that is found where the values are "
                "drawn anew from their intervals, ten times. The trials lie where the search "
                "chose, so this is not of the whole ranges.",
                named_columns("parameter", "share"),
                tuple((name, score_text(share)) for name, share in table.importances.items()),
            )
        )
    if len(table.distinct) > 1 and not table.constant:
        if len(table.distinct) >= FEWEST_TRIALS:
            blocks.append(_best_tenth(report, table))
        blocks += charts_of(*slices(table))
    return Section("importance", _IMPORTANCE, tuple(blocks))


def _best_tenth(report: RunReport, table: SearchTable) -> Table:
    """Return where the values of the best trials lie: what the slices show, as numbers."""
    whole = [one for one in table.distinct if one.claims]
    trials = sorted(whole, key=lambda one: (-one.value.estimate, one.number))
    best = trials[: max(1, math.ceil(len(trials) / 10))]
    rows = []
    for index, one in enumerate(report.parameters):
        values = [trial.vector[index] for trial in best]
        tuned = "" if one.tuned is None else number_text(one.tuned)
        ends = f"{min(values):.4g} to {max(values):.4g}"
        rows.append(
            (one.name, f"{one.low:g} to {one.high:g}", ends, number_text(one.hand_set), tuned)
        )
    return Table(
        f"Where the best tenth of the trials lie ({len(best):,} of {len(trials):,}). A search "
        "may try most values near those that it found good, so a narrow range alone does not say "
        "that the value matters.",
        named_columns("parameter", "range", "in the best tenth", "hand-set", "tuned"),
        tuple(rows),
    )


def _landscapes(report: RunReport, table: SearchTable) -> Section:
    # Late, as above.
    from tuner.figures.interactive import landscapes  # noqa: PLC0415

    missing = no_importance(report)
    blocks: list[Block] = [missing] if missing else charts_of(*landscapes(table))
    if not blocks:
        blocks.append("The trials lie too close together to fill an area.")
    return Section("landscapes", _LANDSCAPES, tuple(blocks))


def _effort(report: RunReport) -> Section:
    measured = any(one.nodes is not None for one in report.efforts)
    reached = any(one.reached is not None for one in report.efforts)
    titles = ["agent", "looks ahead", *(["games", "nodes a move (95%)"] if measured else [])]
    titles += ["depth reached (95%)", "sees the outcome (95%)"] if reached else []
    table = Table(
        "How each agent looks ahead, and how many positions it visits in a move of the verdict's "
        "games; the baselines' in the games against the first agent of the table.",
        named_columns(*titles, words=2),
        tuple(tuple(_effort_cells(one, measured, reached)) for one in report.efforts),
    )
    blocks: tuple[Block, ...] = (*effort_sentences(report), table)
    return Section("effort", "Games a second, nodes and depth", blocks)


def _effort_cells(one: AgentEffort, measured: bool, reached: bool) -> Iterator[str]:
    yield one.name
    yield one.plays
    if measured:
        yield f"{one.games:,}"
        yield "none" if one.nodes is None else mean_text(one.nodes, 1)
    if reached:
        yield "as it says" if one.reached is None else mean_text(one.reached.depth, 1)
        yield "" if one.reached is None else score_text(one.reached.to_end)


def _replays(replays: str, no_replays: str) -> Section:
    block: Block = Fragment(replays, "replays") if replays else no_replays
    return Section("games", "Games to replay", (block,))


def _warnings(report: RunReport) -> Section:
    found = warnings(report)
    block: Block = Bullets(tuple(found)) if found else "Nothing was noted."
    return Section("warnings", "Warnings", (block,))
