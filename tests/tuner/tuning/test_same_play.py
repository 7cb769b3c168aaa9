"""When a study may say that there was one function only, and what it says when it may not."""

from __future__ import annotations

from pathlib import Path

import pytest
from studies import load

from tuner.matches.progress import Silent
from tuner.tuning.run import run_study
from tuner.verdict.model import Verdict
from tuner.verdict.text import verdict_lines

_STUDY = """\
name: one
game: isolation-5x5
heuristic:
  parameters: {{{parameter}}}
  formula: {formula}
tune: [{tuned}]
search: {{algorithm: alphabeta, depth: 1}}
baselines: [{{name: improved, heuristic: improved, search: {{algorithm: alphabeta, depth: 1}}}}]
openings: {{plies: 4}}
budget: {{trials: 12, pairs: 60, finalists: {finalists}, final_pairs: 100, verdict_pairs: {pairs}}}
sampler: random
seed: 1
"""


def run(folder: Path, parameter: str, formula: str, finalists: int = 4, pairs: int = 60) -> Verdict:
    text = _STUDY.format(
        parameter=parameter,
        tuned=parameter.partition(":")[0],
        formula=formula,
        finalists=finalists,
        pairs=pairs,
    )
    return run_study(load(folder, text), folder / "runs", 2, Silent())


@pytest.mark.parametrize("huge", ["1e10", "1e20", "1e99"])
def test_a_huge_value_in_some_positions_makes_no_two_functions_one(
    huge: str, tmp_path: Path
) -> None:
    """Of a hand-set agent that hardly looks at its own moves, others are clearly better."""
    verdict = run(
        tmp_path,
        # The huge number is a parameter, so that all three are compiled once.
        f"b: {{default: 3, low: 0.2, high: 3}}, huge: {{default: {huge}, low: 1, high: 1e99}}",
        "huge if moves(opp) == 0 else moves(own) - b * moves(opp) * moves(opp)",
        pairs=600,
    )
    assert verdict.same is None
    assert verdict.against_baselines.difference.low > 0
    assert (verdict.verdict, verdict.exported) == ("better", "tuned")


@pytest.mark.parametrize("finalists", [1, 10])
def test_one_finalist_that_is_hand_set_in_disguise_is_not_all(
    finalists: int, tmp_path: Path
) -> None:
    """With k below 5 all is the same function, with 5 and more it is another, worse one."""
    verdict = run(
        tmp_path,
        "k: {default: 1, low: 0, high: 10, integer: true}",
        "moves(own) - (1 if k < 5 else 0) * moves(opp)",
        finalists,
    )
    assert verdict.same is None
    assert verdict_lines(verdict)[0] == (
        "Verdict: not better - the search found nothing better than the hand-set values."
    )
    assert verdict.exported == "hand_set"
