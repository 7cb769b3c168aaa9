"""Studies in which nothing can be gained: all values of the parameter are one function in play."""

from __future__ import annotations

from pathlib import Path

from studies import load

from tuner.config.study import Study

FORMULAS = {
    "scale": "a * moves(own) - a * moves(opp)",
    "shift": "moves(own) - moves(opp) + a",
    # All leaves of a search at a fixed depth have as many blank squares.
    "constant in all leaves": "moves(own) - moves(opp) + a * blank_squares()",
    "monotone": "tanh(0.05 * a * (moves(own) - moves(opp)))",
    "ratio kept": "a * moves(own) - 2 * (a * moves(opp))",
}
"""What each of them is null by: proofs in a line."""

_STUDY = """\
name: nothing
game: isolation-5x5
heuristic:
  parameters: {{a: {{default: 1, low: 0.05, high: 2}}}}
  formula: {formula}
search: {{algorithm: alphabeta, depth: {depth}}}
baselines: [{{name: improved, heuristic: improved, search: {{algorithm: alphabeta, depth: 1}}}}]
openings: {{plies: 4}}
budget: {{trials: 12, pairs: 60, finalists: 4, final_pairs: 100, verdict_pairs: 200}}
sampler: random
seed: {seed}
"""


def null_study(folder: Path, kind: str, seed: int) -> Study:
    """A study of a kind; odd seeds look one ply ahead, even ones two."""
    depth = 2 - seed % 2
    return load(folder, _STUDY.format(formula=FORMULAS[kind], depth=depth, seed=seed))
