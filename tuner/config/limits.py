"""Hold the limits of a configuration, each with its reason: what is larger is refused at once.

Those of formulas stand in `features.language.syntax`, that of a user's own Python files in
`engine.own_file`; docs/studies.md lists all.
"""

from __future__ import annotations

from features.language.syntax import MAX_PARTS

__all__ = [
    "LONGEST_LABEL",
    "LONGEST_NUMBER",
    "MAX_BASELINES",
    "MAX_BYTES",
    "MAX_CONDITIONS",
    "MAX_NESTING",
    "MAX_PARAMETERS",
    "MAX_ROWS",
    "MAX_TERMS",
]

MAX_BYTES = 60_000
"""Bytes of a file: nobody writes a larger one by hand, and reading this much takes a second. As
many characters has what is written in code, and the effective configuration of a study."""

MAX_NESTING = 20
"""Mappings and lists within each other; the deepest configuration needs five."""

LONGEST_NUMBER = 100
"""Characters of a number: a float needs 17 digits, the largest whole number that there is 19."""

LONGEST_LABEL = 64
"""Characters of a name that people read."""

MAX_PARAMETERS = 100
"""Of a heuristic; samplers need dozens of trials for each."""

MAX_BASELINES = 100
"""Agents of a list: every trial plays all of them, and the largest published set has seven."""

MAX_CONDITIONS = 20
"""Further ones of a study: each plays as many games as the verdict itself."""

MAX_TERMS = MAX_PARTS
"""Of `where`: each is a part of the heuristic at least, and has to be compiled."""

MAX_ROWS = 128
"""Of a table of squares: no board has more squares."""
