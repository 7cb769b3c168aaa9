"""Studies with something to find, and with nothing: the verdict tells them apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_studies import small_study

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.verdict.model import Verdict


def runs_of(folder: Path, study: Study) -> Path:
    """A folder for each seed: a run of the same name with another seed would be refused."""
    return folder / f"seed {study.seed}"


def ends(folder: Path, **changes: str) -> Verdict:
    study = small_study(folder, **changes)
    return run_study(study, runs_of(folder, study), 2, Silent())


def test_a_study_that_can_improve_does(tmp_path: Path) -> None:
    """The published pressure heuristic runs away from the opponent; better is to stay close."""
    study = small_study(
        tmp_path,
        game="isolation",
        budget="{trials: 30, pairs: 100, finalists: 4, final_pairs: 300, verdict_pairs: 1000}",
    )
    verdict = run_study(study, tmp_path, 2, Silent())
    assert (verdict.verdict, verdict.exported) == ("better", "tuned")
    assert verdict.against_baselines.difference.low > 0
    assert verdict.tuned != verdict.hand_set
    best = small_study(tmp_path, heuristic=str(run_folder(study, tmp_path).best)).heuristic
    assert {one.name: one.default for one in best.parameters} == verdict.tuned


BACKWARDS = (
    '{formula: "a * (moves(own) - moves(opp))", parameters: {a: {default: 1, low: -1, high: 1}}}'
)


def test_hand_set_values_that_cannot_be_beaten_are_exported(tmp_path: Path) -> None:
    """Every positive factor plays the same, every negative one loses: a tie goes to hand-set."""
    verdict = ends(tmp_path, heuristic=BACKWARDS)
    assert (verdict.verdict, verdict.exported) == ("not better", "hand_set")
    assert verdict.origin == "hand-set values"
    assert verdict.tuned == verdict.hand_set == {"a": 1.0}
    assert verdict.head_to_head.score.estimate == pytest.approx(0.5, abs=0.1)
    study = small_study(tmp_path, heuristic=BACKWARDS)
    best = run_folder(study, runs_of(tmp_path, study)).best
    assert small_study(tmp_path, heuristic=f'"{best}"').heuristic.defaults == (1.0,)


NOTHING = {
    "nothing": '"moves(own) - moves(opp) + a"',
    "factor": '"a * (moves(own) - moves(opp))"',
}


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", NOTHING)
def test_a_parameter_that_changes_no_move_is_never_better(
    tmp_path: Path, kind: str, seed: int
) -> None:
    heuristic = (
        f"{{formula: {NOTHING[kind]}, parameters: {{a: {{default: 1, low: 0.5, high: 2}}}}}}"
    )
    verdict = ends(tmp_path, heuristic=heuristic, seed=str(seed))
    assert (verdict.verdict, verdict.exported) == ("not better", "hand_set")
    difference = verdict.against_baselines.difference
    assert difference.estimate == 0
    assert -0.03 < difference.low < 0 < difference.high < 0.03
