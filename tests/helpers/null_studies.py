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


PLACE = '''
import numpy as np

from engine.isolation.bits import number_at, own_square
from engine.table import NumberTable
from features.feature import feature

ROWS = NumberTable("rows", lambda height, width: [s // width for s in range(height * width)])
COLUMNS = NumberTable("columns", lambda height, width: [s % width for s in range(height * width)])


def rank_twin(view):
    return 0.0 if view.own is None else float(view.own[0])


@feature("isolation", twin=rank_twin)
def rank(board, state):
    """Row of the own piece; 0 before its placement."""
    return np.float64(number_at(board, ROWS, own_square(state)))


def file_twin(view):
    return 0.0 if view.own is None else float(view.own[1])


@feature("isolation", twin=file_twin)
def file(board, state):
    """Column of the own piece; 0 before its placement."""
    return np.float64(number_at(board, COLUMNS, own_square(state)))
'''

_CORNER = """\
name: corners
game: isolation-5x5
heuristic:
  features: [place.py]
  parameters:
    a: {default: 1, low: -1, high: 1}
    b: {default: 1, low: -1, high: 1}
  where: {down: 1 if a > 0 else -1, right: 1 if b > 0 else -1}
  formula: 9 * (moves(own) - moves(opp)) + down * rank(own) + right * file(own)
search: {algorithm: alphabeta, depth: 1}
baselines: [{name: improved, heuristic: improved, search: {algorithm: alphabeta, depth: 1}}]
openings: {plies: 4}
budget: {trials: 12, pairs: 30, finalists: 6, final_pairs: 60, verdict_pairs: 300}
sampler: random
"""


def corner_study(folder: Path, seed: int) -> Study:
    """A study of which of the four corners to prefer, where moves are equal otherwise.

    A mirror image turns each of them into any other one, and baseline and openings know no corner:
    they are worth the same, whatever that is. But they play other games, so there is noise to pick
    from, and nothing to find. One against another scores a half: the mirror image that exchanges
    the two exchanges their scores as well.
    """
    (folder / "place.py").write_text(PLACE, encoding="utf-8")
    return load(folder, f"{_CORNER}seed: {seed}\n")
