"""What an export refuses of features of one's own is told before the games, by language."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

from tuner.config.study import Study
from tuner.tuning.export_notes import export_notes
from tuner.tuning.preflight import preflight

FEATURES = '''\
from engine.isolation.squares import is_blank, row
from features.feature import feature


@feature("isolation")
def halves(board, side):
    """Rows in pairs."""
    return (row(board, side) - 5.5) // 2


@feature("isolation")
def corner(board, side):
    """-1 while the first corner is blank."""
    return -is_blank(board, side, 0, 0)


@feature("isolation")
def far(board, side):
    """Whether the side is far down."""
    return row(board, side) > 3
'''

STUDY = """\
name: small
game: isolation
heuristic: {features: [mine.py], formula: "FORMULA", parameters: {a: {default: 1, low: 0, high: 2}}}
baselines: udacity-2017-02
"""

# The plain Python of `//` is one of whole numbers, and so is that of C.
PYTHON = (
    "the formula cannot be exported to Python: kernel 'halves' (mine.py, line 8): plain Python "
    "divides with a remainder by integers alone; use floor()"
)
C = (
    "the formula cannot be exported to C: kernel 'corner' (mine.py, line 14): a truth value has no "
    "negative; cast it to np.int64 or np.float64"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("notes")
    (made / "mine.py").write_text(FEATURES, encoding="utf-8")
    return made


def study_of(folder: Path, formula: str) -> Study:
    return load(folder, STUDY.replace("FORMULA", formula))


def test_each_language_that_refuses_is_a_note(folder: Path) -> None:
    assert preflight(study_of(folder, "moves(own) + a * corner(own)"))[-1] == C
    first, second = export_notes(study_of(folder, "a * halves(own)"))
    assert first == PYTHON
    assert second.startswith("the formula cannot be exported to C: kernel 'halves' (mine.py, line ")


def test_what_every_export_takes_is_no_note(folder: Path) -> None:
    assert export_notes(study_of(folder, "a * far(own) - far(opp)")) == []
