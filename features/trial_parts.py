"""Name the parts of the trial of somebody's file, for the process that tries and the one that
waits.
"""

from __future__ import annotations

__all__ = ["COMPARING", "COMPILING", "RUNNING", "TRYING"]

RUNNING, TRYING, COMPILING, COMPARING = "running", "trying", "compiling", "comparing"
"""The parts of a trial: the file is run, then its functions in plain Python; they are compiled, and
compared. Each part is told when it begins."""
