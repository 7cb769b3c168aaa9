"""Refuse lists and mappings of a configuration that are longer than makes sense."""

from __future__ import annotations

from typing import Any

from pydantic import BeforeValidator

from tuner.config.limits import (
    MAX_BASELINES,
    MAX_CONDITIONS,
    MAX_PARAMETERS,
    MAX_ROWS,
    MAX_TERMS,
)
from tuner.config.values import problem

__all__ = ["BASELINES", "CANDIDATES", "CONDITIONS", "PARAMETERS", "ROWS", "TABLES", "TERMS"]


def _at_most(limit: int, what: str) -> BeforeValidator:
    """Return a validator that refuses a longer list or mapping, before its entries are looked at.

    Args:
        limit: the number of entries that are taken.
        what: they are, and why more make no sense, for the message.
    """

    def check(value: Any) -> Any:
        if isinstance(value, list | dict) and len(value) > limit:
            raise problem(f"{len(value):,} {what}", f"give at most {limit}")
        return value

    return BeforeValidator(check)


BASELINES = _at_most(MAX_BASELINES, "baselines are more than a trial can play")
CANDIDATES = _at_most(MAX_BASELINES, "candidates are more than can meet each other")
CONDITIONS = _at_most(MAX_CONDITIONS, "conditions play as many games as so many verdicts")
PARAMETERS = _at_most(MAX_PARAMETERS, "parameters are more than any search can tune")
ROWS = _at_most(MAX_ROWS, "rows are more than any board has")
TABLES = _at_most(MAX_PARAMETERS, "tables have more numbers than any search can tune")
TERMS = _at_most(MAX_TERMS, "terms take too long to compile")
