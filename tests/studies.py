"""Small studies for tests."""

from __future__ import annotations

from pathlib import Path

from tuner.config import Study, load_study

MINIMAL = """\
name: small
game: isolation
heuristic: pressure
baselines: udacity-2017-02
"""

OWN_FEATURES = '''\
from features.feature import feature


def open_squares_twin(view):
    return float(len(view.blanks))


@feature("isolation", twin=open_squares_twin, sided=False)
def open_squares(board, state):
    """Number of blank squares."""
    return 1.0
'''


def load(folder: Path, text: str, name: str = "study.yaml") -> Study:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return load_study(file)
