"""Write what a folder of runs holds: for people, and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tuner.overview.entry import OTHER, RUN, Entry
from tuner.overview.matches import MATCH_KINDS
from tuner.stats.text import duration_text

__all__ = ["age_text", "entries_json", "entries_lines"]

_KINDS = (RUN, *MATCH_KINDS, OTHER)
_MONTH = 30 * 86_400


def entries_lines(runs: Path, entries: Sequence[Entry], now: float) -> list[str]:
    """Return what a folder holds, two lines for each of its folders.

    Args:
        runs: the folder.
        entries: of `find_entries`.
        now: seconds since 1970.
    """
    if not entries:
        return [f"{runs} holds no runs, comparisons or tournaments"]
    counts = Counter(one.kind for one in entries)
    held = [f"{counts[kind]:,} {_several(kind, counts[kind])}" for kind in _KINDS if counts[kind]]
    order = ", the last written to first" if len(entries) > 1 else ""
    lines = [f"{runs}: {', '.join(held)}{order}"]
    for one in entries:
        lines += [_head(one, now), f"    {one.text}"]
    return lines


def _several(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return f"{kind}es" if kind.endswith("ch") else f"{kind}s"


def _head(entry: Entry, now: float) -> str:
    kind = [] if entry.kind in (RUN, OTHER) else [entry.kind]
    state = [entry.state] if entry.state else []
    counts = [] if entry.games is None else [f"{entry.games:,} {_several('game', entry.games)}"]
    if entry.trials is not None:
        trials = _several("trial", entry.trials)
        counts.append(f"{entry.trials:,} different {trials}")
    age = age_text(now - entry.changed, entry.changed)
    return f"{entry.folder.name}: {', '.join([*kind, *state, age, *counts])}"


def age_text(seconds: float, at: float) -> str:
    """Return how long ago something was, or its date where that is longer than a month.

    Args:
        seconds: its age; below 0 where the clock was set back.
        at: when it was, in seconds since 1970.
    """
    if seconds < 1:
        return "just now"
    if seconds > _MONTH:
        return f"on {_moment(at):%Y-%m-%d}"
    return f"{duration_text(seconds)} ago"


def _moment(at: float) -> datetime:
    return datetime.fromtimestamp(at, UTC)


def entries_json(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Return what a folder holds as JSON."""
    return [_entry_json(one) for one in entries]


def _entry_json(entry: Entry) -> dict[str, Any]:
    verdict = entry.verdict
    difference = None if verdict is None else verdict.against_baselines.difference
    return {
        "folder": str(entry.folder),
        "kind": entry.kind,
        "state": entry.state,
        "changed": f"{_moment(entry.changed):%Y-%m-%dT%H:%M:%S+00:00}",
        "text": entry.text,
        "games": entry.games,
        "trials": entry.trials,
        "verdict": None if verdict is None else verdict.verdict,
        "condition": None if verdict is None else verdict.condition,
        "difference": None if difference is None else difference.estimate,
        "low": None if difference is None else difference.low,
        "high": None if difference is None else difference.high,
    }
