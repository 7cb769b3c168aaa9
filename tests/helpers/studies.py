"""Small studies for tests."""

from __future__ import annotations

from pathlib import Path

from tuner.config.study import Study, load_study

MINIMAL = """\
name: small
game: isolation
heuristic: pressure
baselines: udacity-2017-02
"""

OWN_FEATURES = '''\
from features.feature import feature


def open_squares_twin(view):
    return 1.0


@feature("isolation", twin=open_squares_twin, sided=False)
def open_squares(board, state):
    """1 in every position."""
    return 1.0
'''


def load(folder: Path, text: str, name: str = "study.yaml") -> Study:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return load_study(file)
