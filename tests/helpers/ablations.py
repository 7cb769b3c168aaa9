"""A study whose formula has a term of each kind, and its run."""

from __future__ import annotations

from pathlib import Path

from studies import load

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder

TERMS = """\
name: terms
game: isolation-6x6
heuristic:
  name: terms
  parameters:
    own_moves: {default: -1.0, low: -2.0, high: 2.0}
    size: {default: 1.0, low: 0.0, high: 2.0}
  where:
    mobility: own_moves * moves(own) - moves(opp)
  formula: mobility + size * squares() + (1 if blank_squares() > 100 else 0)
tune: [own_moves]
search: {algorithm: alphabeta, depth: 1}
baselines:
- {name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}
openings: {plies: 6}
budget: {trials: 6, pairs: 100, finalists: 4, final_pairs: 100, verdict_pairs: 300}
sampler: random
seed: 1
"""
"""The hand-set value likes few own moves; no choice of a move depends on the number
of squares, nor on a board of more than 100."""


def finished_terms(place: Path, text: str = TERMS) -> tuple[Study, RunFolder]:
    study = load(place, text)
    run_study(study, place / "runs", 2, Silent())
    return study, run_folder(study, place / "runs")
