"""Malformed study files: what is changed in a valid one, and the one line that says so."""

from __future__ import annotations

from typing import NamedTuple

VALID = """\
name: pressure
game: isolation
heuristic: pressure
tune:
  floor: {low: 0.0, high: 1.0}
  distance_weight: {low: -1.0, high: 2.0}
search: {algorithm: alphabeta, depth: 3}
baselines: udacity-2017-02
objective: score
openings: {plies: 4}
budget: {trials: 300, pairs: 200}
sampler: tpe
pruner: none
seed: 1
storage: sqlite
"""


class Case(NamedTuple):
    """A change of the valid study and what is said about it, after the path of the file."""

    old: str
    new: str
    message: str

    def text(self) -> str:
        """The malformed file."""
        assert VALID.count(self.old) == 1, f"{self.old!r} must stand in the valid study once"
        return VALID.replace(self.old, self.new)
