"""A study of a greedy agent with two numbers, whose choices can be written out."""

from __future__ import annotations

import csv
from pathlib import Path

from tuner.config.study import Study
from tuner.tuning.run_folder import run_folder

GREEDY = """\
name: greedy
game: isolation
heuristic:
  parameters:
    mine: {default: 1.0, low: -1.0, high: 1.0}
    theirs: {default: 1.0, low: -1.0, high: 1.0}
  formula: mine * moves(own) - theirs * moves(opp)
search: {algorithm: greedy}
baselines:
- {name: open, heuristic: open, search: {algorithm: greedy}}
openings: {plies: 4}
budget: {trials: 8, pairs: 20, finalists: 3, final_pairs: 40, verdict_pairs: 60}
seed: 3
"""


def trial_rows(study: Study, runs: Path) -> list[dict[str, str]]:
    with run_folder(study, runs).trials.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
