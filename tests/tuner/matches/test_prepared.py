"""An agent is prepared once for a study: its trials read no file and write no kernel."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from studies import OWN_FEATURES, load

from engine.play import joined_texts
from features import compiled
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.openings import draw_openings
from tuner.matches.progress import Silent
from tuner.solved.accuracy import kept_by
from tuner.solved.positions import find_choices
from tuner.tuning.study_run import StudyRun

OF_OWN_FEATURES = """\
name: own
game: isolation-5x5
heuristic:
  features: [own.py]
  parameters: {weight: {default: 1, low: 0, high: 2}}
  formula: moves(own) - weight * moves(opp) + open_squares()
search: {algorithm: greedy}
baselines:
- {name: random, search: {algorithm: random}}
"""


@pytest.fixture
def study(tmp_path: Path) -> Study:
    (tmp_path / "own.py").write_text(OWN_FEATURES, encoding="utf-8")
    return load(tmp_path, OF_OWN_FEATURES)


def scores(study: Study, candidates: Sequence[Agent], after_the_first: Any) -> list[list[float]]:
    """Pair scores of each candidate in one arena."""
    openings = draw_openings(study.game, 4, "search", 20, 1)
    found = []
    with Ledger.in_memory("prepared") as ledger, ThreadPoolExecutor(1) as executor:
        arena = Arena(study.game, ledger, executor, Silent().played)
        for candidate in candidates:
            (pairs,) = arena.meet(candidate, study.baselines, openings)
            found.append(pairs.scores.tolist())
            after_the_first()
    return found


def refuse(*_arguments: Any, **_settings: Any) -> Any:
    raise AssertionError("a trial prepares its agent again")


def test_trials_after_the_first_change_numbers_only(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_is_prepared_any_more() -> None:
        monkeypatch.setattr(Path, "read_bytes", refuse)
        monkeypatch.setattr(compiled, "formula_source", refuse)
        monkeypatch.setattr(joined_texts, "join", refuse)
        monkeypatch.setattr(type(study.game), "memory", refuse)

    candidates = [
        Agent("tuned", study.heuristic, (weight,), study.search) for weight in (1.0, 0.0, 2.0)
    ]
    (alone,) = scores(study, candidates[2:], lambda: None)
    found = scores(study, candidates, nothing_is_prepared_any_more)
    np.testing.assert_array_equal(found[2], alone)
    assert found[0] != found[1]


def test_trials_on_solved_positions_fill_no_memory_after_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own.py").write_text(OWN_FEATURES, encoding="utf-8")
    study = load(tmp_path, OF_OWN_FEATURES.replace("isolation-5x5", "isolation"))
    first, other = (Agent("tuned", study.heuristic, (one,), study.search) for one in (1.0, -1.0))
    alone = kept_by(study.game, other, find_choices(study.game, "search", 1))
    with Ledger.in_memory("solved") as ledger, ThreadPoolExecutor(1) as executor:
        arena = Arena(study.game, ledger, executor, Silent().played)
        study_run = StudyRun(study, arena, ledger, Silent(), {}, executor)
        study_run.kept_wins("search").of(first)
        monkeypatch.setattr(type(study.game), "memory", refuse)
        found = study_run.kept_wins("search").of(other)
    np.testing.assert_array_equal(found, alone)
