"""Add to an error the option or the command that helps."""

from __future__ import annotations

import shlex

from engine.errors import TuneError

__all__ = ["HINTS", "with_hint"]

HINTS = {
    "baselines": "--baselines",
    "compare file": "tune compare {file} ...",
    "game": "--game",
    "play tournament": "tune tournament {file}",
    "plies": "openings.plies in a file, --plies otherwise",
    "presets": "tune list presets",
    "run": "tune run",
    "run file": "tune run {file}",
    "runs": "tune list runs",
    "runs folder": "--runs",
    "search": "tune explain",
}
"""The key is the hint of an error, the text stands in brackets behind it."""


def with_hint(error: TuneError) -> str:
    """Return the line of an error, with the option or the command that helps in brackets."""
    if not error.hint:
        return str(error)
    # Only the errors of a file have hints that name it.
    file = shlex.quote(str(getattr(error, "file", "")))
    return f"{error} ({HINTS[error.hint].format(file=file)})"
