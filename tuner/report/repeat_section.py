"""Make the section of a page that says how its run can be repeated."""

from __future__ import annotations

from tuner.report.blocks import Code, Section, Table, named_columns
from tuner.report.model import RunReport

__all__ = ["repeat_section"]

_STARTS = {
    "at": "time",
    "python": "version of Python",
    "sources": "digest of the program's sources",
}
"""What stands for a key of a start in the manifest that says too little alone."""


def repeat_section(report: RunReport) -> Section:
    """Return versions, machine, seed, the study and what goes with it."""
    repeat = report.repeat
    facts = [("digest of the study", repeat.digest), ("seed", f"{repeat.seed}")]
    facts += [(f"version of {name}", version) for name, version in repeat.versions.items()]
    for number, start in enumerate(repeat.starts, 1):
        place = f" of start {number}" if len(repeat.starts) > 1 else ""
        facts += [(f"{_STARTS.get(key, key)}{place}", value) for key, value in start.items()]
    same = (
        "The same study and versions give the same games, trials and verdict with any number of "
        "threads, but for what is said of equal time, which depends on the speed of the machine."
    )
    clock = (
        "Somebody has a limit in time, so another run of the same study plays other games: the "
        "verdict depends on the machine and its load."
    )
    return Section(
        "repeat",
        "To repeat it",
        (
            same if repeat.reproducible else clock,
            f"Save the study below as study.yaml{_beside(report)} and run it.",
            Code("", "tune run study.yaml"),
            Table(
                "Versions, machine and seed.", named_columns("what", "value", words=2), tuple(facts)
            ),
            Code("study.yaml, with nothing left to guess", repeat.study_yaml),
            *(Code(name, text) for name, text in repeat.files),
            *([Code("best.yaml: the agent to use", report.best_yaml)] if report.best_yaml else []),
        ),
    )


def _beside(report: RunReport) -> str:
    return ", the Python files where it says they are," if report.repeat.files else ""
