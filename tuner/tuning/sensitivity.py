"""Say what share of an agent's choices the range of each tuned parameter changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from features.parameter import Parameter
from tuner.stats.interval import Interval, wilson
from tuner.stats.json import interval_json
from tuner.stats.text import score_text

__all__ = ["Sensitivity", "sensitivity_lines", "sensitivity_note", "sensitivity_tree"]

_FEW = 0.02
"""A parameter that changes a smaller share of the choices has too narrow a range."""

_SHOWN = 5
"""Lines on the screen at most; `--json` has all parameters."""


@dataclass(frozen=True)
class Sensitivity:
    """Hold what a parameter changes from one end of its range to the other.

    Attributes:
        parameter: with its range.
        changed: number of positions in which another move is chosen.
        positions: that were sampled.
        ties: how many of the changed ones were looked at, if in each the agent with the parameter
            hand-set finds both moves equal; else 0.
    """

    parameter: Parameter
    changed: int
    positions: int
    ties: int = 0

    @property
    def share(self) -> Interval:
        """Return the share of the choices that change, with Wilson's interval."""
        return wilson(self.changed, self.positions)

    @property
    def matters(self) -> bool:
        """Return whether there is something to tune in it."""
        return self.changed >= _FEW * self.positions and not self.ties


def sensitivity_note(found: Sensitivity) -> str:
    """Return a warning of a parameter that changes no choice, or almost none."""
    one, share = found.parameter, found.share
    ends = f"from {one.low:g} to {one.high:g}"
    of = f"{found.positions:,} sampled positions"
    least, most = 100 * share.low, 100 * share.high
    if not found.changed:
        return (
            f"{one.name} changes no choice: {ends} the same move in all of {of} (another "
            f"one in at most {most:.1f}%); there is nothing to tune in it"
        )
    ties = (
        f", in all {found.ties} looked at among moves that its hand-set value finds equal"
        if found.ties
        else ""
    )
    return (
        f"{one.name} changes almost no choice: {ends} another move in {100 * share.estimate:.1f}% "
        f"({least:.1f} to {most:.1f}) of {of}{ties}; widen its range or leave it out of tune"
    )


def _ordered(found: Sequence[Sensitivity]) -> list[Sensitivity]:
    """Return those first that change most; where they change alike, in the order of the study."""
    return sorted(found, key=lambda one: -one.changed)


def sensitivity_lines(found: Sequence[Sensitivity]) -> list[str]:
    """Return for people what each range changes, the largest share first; few of many."""
    if not found:
        return []
    ordered = _ordered(found)
    shown = ordered if len(ordered) <= _SHOWN else [*ordered[: _SHOWN - 2], ordered[-1]]
    lines = [f"    {one.parameter.name}: {score_text(one.share)}" for one in shown]
    if len(shown) < len(ordered):
        lines.insert(-1, f"    and {len(ordered) - len(shown)} more between these and the least:")
    return [
        f"  choices that the range of a parameter changes, of {found[0].positions:,} sampled "
        "positions:",
        *lines,
    ]


def sensitivity_tree(found: Sequence[Sensitivity]) -> list[dict[str, Any]]:
    """Return it as JSON, the largest share first.

    Each has "parameter", "share" of the choices that its range changes with "low" and "high" (95%),
    the number of "positions", and "only_ties": whether all changed choices that were looked at are
    among moves that the hand-set value finds equal.
    """
    return [
        {
            "parameter": one.parameter.name,
            **interval_json(one.share, "share"),
            "positions": one.positions,
            "only_ties": one.ties > 0,
        }
        for one in _ordered(found)
    ]
