"""A comparison in words: every number with its interval, and whose view it takes."""

from __future__ import annotations

from collections.abc import Sequence

from tuner.comparison.compare import Comparison, Duel
from tuner.matches.same_function import SameFunction
from tuner.stats.text import (
    NOT_REPRODUCIBLE,
    chance_notes,
    elo_text,
    points_text,
    score_text,
    search_notes,
)

__all__ = ["comparison_lines"]


def comparison_lines(comparison: Comparison) -> list[str]:
    """The comparison for people; intervals are 95%, over openings."""
    lines = [f"Agents, {comparison.game}:"]
    lines += [f"  {name}: {text}" for name, text in comparison.agents]
    lines += [] if comparison.reproducible else [NOT_REPRODUCIBLE]
    lines += comparison.clamped
    lines += [_same(same, comparison.duels) for same in comparison.same]
    played = f"{comparison.pairs:,} pairs from {comparison.openings:,} openings"
    if comparison.duels:
        lines.append(f"Head to head, {played}, as the first of the two sees it:")
        lines += [
            f"  {duel.first} against {duel.second}: {score_text(duel.result.score)}, "
            f"{elo_text(duel.result.elo)}: {duel.verdict}"
            for duel in comparison.duels
        ]
        lines += _cautions(comparison)
    if comparison.scores:
        lines.append(
            f"Mean score against {comparison.baselines}, {played} each, as each agent sees it:"
        )
    first = comparison.agents[0][0]
    for (name, score, difference), (_, rows) in zip(
        comparison.scores, comparison.by_baseline, strict=True
    ):
        versus = "" if difference is None else f"; {points_text(difference)} to {first}, paired"
        lines.append(f"  {name}: {score_text(score)}{versus}")
        lines += [f"    {other:<14} {score_text(value)}" for other, value in rows]
    return lines


def _cautions(comparison: Comparison) -> list[str]:
    """What makes a duel say less than it seems to."""
    return [
        *search_notes(comparison.searches, "a score"),
        *chance_notes(len(comparison.duels), "duels between", "name a winner"),
    ]


def _same(same: SameFunction, duels: Sequence[Duel]) -> str:
    names = f"{', '.join(same.names[:-1])} and {same.names[-1]}"
    alike = "their values differ by a positive factor only" if same.factor else "equal values"
    if any({duel.first, duel.second} <= set(same.names) for duel in duels):
        so = "What they score differs by their searches only."
    else:
        so = "They choose the same moves, so a difference between them is noise."
    return (
        f"{names} are the same function: {alike} in all {same.views:,} views of sampled "
        f"positions. {so}"
    )
