"""Where nothing can be gained, nothing is called better, and the hand-set values are exported."""

from __future__ import annotations

from pathlib import Path

import pytest
from null_studies import FORMULAS, null_study

from tuner.files import load_json
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.text import verdict_lines


@pytest.mark.parametrize("kind", FORMULAS)
@pytest.mark.parametrize("seed", [1, 2])
def test_tuned_and_hand_set_are_the_same_function(kind: str, seed: int, tmp_path: Path) -> None:
    study = null_study(tmp_path, kind, seed)
    verdict = run_study(study, tmp_path / "runs", 2, Silent())
    assert verdict.verdict == "not better"
    assert verdict.exported == "hand_set"
    assert verdict.same is not None
    first = verdict_lines(verdict)[0]
    assert first.startswith("Verdict: not better - tuned and hand-set are the same function")
    written = load_json(run_folder(study, tmp_path / "runs").verdict)
    assert written["same_function"] == {
        # A factor of the value is seen in the values, what else keeps their order in the games.
        "up_to_a_factor": kind in ("scale", "ratio kept"),
        "games": 2 * 100,
    }
