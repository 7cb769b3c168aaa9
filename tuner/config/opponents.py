"""Name whom a study plays against: the baselines in its file, or what earlier runs have found."""

from __future__ import annotations

__all__ = ["LISTED", "OPPONENTS", "PREVIOUS"]

LISTED = "baselines"
PREVIOUS = "previous"
OPPONENTS = (LISTED, PREVIOUS)
