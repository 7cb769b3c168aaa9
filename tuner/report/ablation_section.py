"""Show in a report what each part of the exported agent is worth, where that was asked."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.ablation.model import Ablation, AblationRow
from tuner.ablation.text import (
    intervals_sentence,
    needed_text,
    plain_sentences,
    removable_sentences,
    row_label,
    smaller_sentences,
)
from tuner.report.blocks import Block, Code, Section, Table, named_columns
from tuner.report.model import RunReport
from tuner.stats.text import points_text, score_text

__all__ = ["ABLATION_TITLE", "ablation_blocks", "ablation_sections"]

ABLATION_TITLE = "What each part is worth"


def ablation_sections(report: RunReport) -> tuple[Section, ...]:
    """Return the section of the ablation; none where there was no ablation."""
    blocks = ablation_blocks(report)
    return (Section("ablation", ABLATION_TITLE, blocks),) if blocks else ()


def ablation_blocks(report: RunReport) -> tuple[Block, ...]:
    """Return what the ablation found, as sentences and tables; nothing where there was none."""
    found = report.ablation
    if found is None:
        return ()
    blocks: list[Block] = [
        f"Each row has one change alone, {found.pairs:,} pairs against each baseline from "
        f"{found.openings:,} openings that chose nothing before; the exported agent scores "
        f"{score_text(found.whole)} there.",
        *plain_sentences(found),
    ]
    for title, rows in (
        ("Tuned parameters, each back to its hand-set value.", found.of_kind("parameter")),
        ("Terms of the formula, each left out.", found.of_kind("term")),
    ):
        if rows:
            blocks.append(_table(title, rows))
    if found.rows:
        blocks.append(intervals_sentence(found))
    return (*blocks, *removable_sentences(found), *_smaller(found))


def _table(title: str, rows: Sequence[AblationRow]) -> Table:
    columns = named_columns("change", "what it shows", "score", "minus the exported agent", words=2)
    return Table(
        title,
        columns,
        tuple(
            (row_label(row), needed_text(row), score_text(row.score), points_text(row.difference))
            for row in rows
        ),
    )


def _smaller(ablation: Ablation) -> list[Block]:
    if ablation.smaller is None:
        return []
    return [*smaller_sentences(ablation.smaller), Code("smaller.yaml", ablation.smaller.text)]
