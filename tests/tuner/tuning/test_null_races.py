"""Where nothing can be gained, races, growth and forks together find nothing either."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from null_studies import corner_study
from scipy.stats import binom

from tuner.config.racing import PAIRED, RACE
from tuner.config.study import Budget
from tuner.matches.progress import Silent
from tuner.tuning import run, run_stages
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import run_folder
from tuner.verdict.model import Verdict

STUDIES = 4

BUDGET = Budget(trials=12, pairs=64, finalists=6, final_pairs=64, verdict_pairs=100)
LARGER = replace(BUDGET, trials=16, verdict_pairs=200)
FORKED = replace(LARGER, finalists=5, verdict_pairs=300)


@dataclass(frozen=True)
class Line:
    """Three verdicts of one study: of the run, of the run grown, and of its fork."""

    verdicts: tuple[Verdict, Verdict, Verdict]
    stopped: int

    @property
    def called_better(self) -> bool:
        return any(one.verdict == "better" for one in self.verdicts)


def line_of(folder: Path, seed: int) -> Line:
    runs = folder / f"seed {seed}"
    corners = corner_study(folder, seed)
    study = replace(corners, pruner=PAIRED, selection=RACE, budget=BUDGET)
    first = run_study(study, runs, 2, Silent())
    grown = run_study(replace(study, budget=LARGER), runs, 2, Silent())
    trials = pd.read_csv(run_folder(study, runs).trials)
    # Fewer finalists are no growth, so the same study must be forked.
    forked = replace(study, budget=FORKED)
    last = run_study(forked, choose_run(forked, runs, fork=True), 2, Silent())
    return Line((first, grown, last), int(trials["stopped"].sum()))


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> list[Line]:
    """The lines of descent of studies of which corner to prefer: mirror images of each other."""
    folder = tmp_path_factory.mktemp("null")
    with pytest.MonkeyPatch.context() as patch:
        # What a run says beside its question takes longest and decides nothing.
        patch.setattr(run, "preflight", lambda _study: [])
        patch.setattr(run_stages, "further_conditions", lambda *_: ())
        patch.setattr(run_stages, "likenesses", lambda *_: ())
        return [line_of(folder, seed) for seed in range(STUDIES)]


def test_all_verdicts_of_a_line_share_5_of_100(lines: list[Line]) -> None:
    better = sum(one.called_better for one in lines)
    # More than this happens to one in a thousand such tests.
    assert better <= binom.ppf(0.999, STUDIES, 0.05)
    # The races were run: else this would say nothing of them.
    assert sum(one.stopped for one in lines) > 0
    moved = [one.verdicts for one in lines if not any(each.found_nothing for each in one.verdicts)]
    for verdicts in moved:
        levels = [each.against_baselines.difference.confidence for each in verdicts]
        assert levels[0] < levels[1] < levels[2]
    assert moved


def test_what_is_reported_is_worth_nothing(lines: list[Line]) -> None:
    """One corner scores a half against another, whichever was picked."""
    found = [one.verdicts[-1].head_to_head.score for one in lines]
    error = np.sqrt(sum((one.margin / 1.96) ** 2 for one in found)) / len(found)
    assert abs(np.mean([one.estimate for one in found]) - 0.5) < 3 * error
