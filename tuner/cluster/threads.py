"""Say how many threads may be asked for."""

from __future__ import annotations

__all__ = ["MOST_THREADS"]

MOST_THREADS = 4096
"""Twice what the largest single machines have; a command takes no more, and neither does Python."""
