"""Openings of a study: those of the search at once, the others when they are needed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study

from tuner.matches.openings import OpeningSet
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning.records import read_openings
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_openings import StudyOpenings
from tuner.tuning.study_run import draw_all_openings


class Stopping(Silent):
    """Ends a study when a trial is told."""

    def __init__(self, last: int) -> None:
        self.last = last

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        if number == self.last:
            raise KeyboardInterrupt


def test_all_sets_are_those_that_are_drawn_together(tmp_path: Path) -> None:
    study, told = small_study(tmp_path), list[OpeningSet]()
    openings = StudyOpenings(study, told.append)
    assert [one.name for one in told] == ["search"]
    assert len(openings["search"]) == study.budget.pairs
    assert len(told) == 1
    whole = draw_all_openings(study)
    assert len(openings["verdict"]) == study.budget.verdict_pairs
    assert set(openings) == set(whole) == {one.name for one in told}
    assert len(told) == len(openings) == len(whole)
    for name, one in whole.items():
        assert np.array_equal(openings[name].states, one.states)
        assert np.array_equal(openings[name].clusters, one.clusters)
        assert openings[name].seed == one.seed


@pytest.mark.parametrize(("last", "drawn"), [(0, False), (1, True)])
def test_the_first_trial_does_not_wait_for_the_openings_of_the_verdict(
    tmp_path: Path, last: int, drawn: bool
) -> None:
    study = small_study(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Stopping(last))
    kept = read_openings(run_folder(study, tmp_path).ledger)
    assert set(kept) == (set(draw_all_openings(study)) if drawn else {"search"})
