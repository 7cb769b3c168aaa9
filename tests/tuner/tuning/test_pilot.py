"""What `tune check` says a budget can show, by a pilot of some pairs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_studies import small_study

from tuner.matches.evaluation import Evaluation
from tuner.matches.objective import SCORE
from tuner.tuning.duel_plan import DuelPlan, plan_duel
from tuner.tuning.forecast import forecast
from tuner.tuning.pilot import Pilot, play_pilot
from tuner.tuning.pilot_text import pilot_lines, pilot_tree
from tuner.tuning.study_run import draw_all_openings


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a pilot of a second would be left out."""
    monkeypatch.setattr("tuner.tuning.pilot._SECONDS", 600.0)


def pilot_of(folder: Path, **changes: str) -> Pilot:
    study = small_study(folder, **changes)
    openings = draw_all_openings(study)
    found = play_pilot(study, openings, forecast(study, openings, 1))
    assert found is not None
    return found


def tree_of(pilot: Pilot) -> dict[str, Any]:
    tree: dict[str, Any] = json.loads(json.dumps(pilot_tree(pilot), allow_nan=False))
    return tree


def test_a_pilot_measures_what_each_stage_shows(tmp_path: Path) -> None:
    found = pilot_of(tmp_path)
    assert set(found.scores) == {"random", "improved"}
    assert 0 < found.variance < 1
    # The sample size of a z-test: 7.849 variance / difference^2 pairs for 80% power at 95%.
    for stage, pairs in (("search", 150), ("selection", 150), ("verdict", 200)):
        assert found.shows[stage] == pytest.approx(
            np.sqrt(7.849 * found.variance / pairs), rel=1e-3
        )


def test_values_that_change_no_game_differ_by_nothing(tmp_path: Path) -> None:
    found = pilot_of(
        tmp_path,
        heuristic="{parameters: {a: {default: 1, low: 0.5, high: 2}}, "
        'formula: "a * (moves(own) - moves(opp))"}',
    )
    assert found.variance == 0
    # That no difference was seen in so few pairs does not say that the budget shows any.
    assert found.shows == {}
    (line,) = (one for one in pilot_lines(found) if "teaches little" not in one)
    assert "tell nothing of what the budget can show" in line
    assert tree_of(found)["enlarge"] is None


def played(*scores: float) -> Evaluation:
    """200 pairs against each baseline, of which so many points were won."""
    rows = [[1.0] * round(200 * score) + [0.0] * round(200 * (1 - score)) for score in scores]
    weights = np.full(len(scores), 1 / len(scores))
    return Evaluation(np.array(rows), weights, np.arange(200), SCORE, (0, 0), 0.0)


HAND_MADE = Pilot(
    hand_set=played(0.98, 0.5, 0.03),
    baselines=("weak", "fair", "strong"),
    variance=0.1,
    shows={"search": 0.06, "selection": 0.01, "verdict": 0.008},
    duel=DuelPlan(1000, 0.1, None),
)


def test_the_lines_name_what_to_change_first_and_who_teaches_little() -> None:
    lines = "\n".join(pilot_lines(HAND_MADE))
    # 56% is 41.9 Elo.
    assert (
        "search: one trial from another from 6.00 points on, such as 50% against 56.00% (42 Elo)"
    ) in lines
    assert "raise budget.pairs first" in lines
    assert "weak teaches little: the hand-set values score 98.0% (" in lines
    assert "a stronger baseline says more" in lines
    assert "strong teaches little" in lines
    assert "fair teaches" not in lines
    assert pilot_lines(None) == []


@pytest.mark.parametrize(
    ("shows", "key"),
    [
        ({"search": 0.06, "selection": 0.01, "verdict": 0.008}, "pairs"),
        ({"search": 0.02, "selection": 0.05, "verdict": 0.008}, "final_pairs"),
        ({"search": 0.02, "selection": 0.01, "verdict": 0.01}, "verdict_pairs"),
    ],
)
def test_the_weakest_stage_is_raised_first(shows: dict[str, float], key: str) -> None:
    assert replace(HAND_MADE, shows=shows).enlarge == key


def test_a_pilot_is_json() -> None:
    tree = tree_of(HAND_MADE)
    assert tree["teaches_little"] == ["weak", "strong"]
    assert tree["shows"]["verdict"] == 0.008
    assert tree["enlarge"] == "pairs"
    assert tree["head_to_head"]["pairs"] == 1000
    assert pilot_tree(None) is None


def test_the_head_to_head_shows_what_a_z_test_of_its_pairs_does() -> None:
    # sqrt(7.849 * 0.1 / 1000) = 2.80%, and 52.80% is 19.5 Elo.
    (line,) = (one for one in pilot_lines(HAND_MADE) if "head to head" in one)
    assert line == (
        "    head to head: tuned from hand-set from 2.80 points on, such as 50% against 52.80% "
        "(19 Elo)"
    )


def test_a_budget_that_shows_next_to_nothing_has_no_elo() -> None:
    few = replace(HAND_MADE, shows={"selection": 0.8, "verdict": 0.7}, duel=DuelPlan(1, 0.25, None))
    lines = "\n".join(pilot_lines(few))
    assert "verdict: tuned from hand-set only from 70 points on: hardly any" in lines
    assert tree_of(few)["head_to_head"]["elo"] is None


def test_a_sequential_head_to_head_has_expected_lengths(tmp_path: Path) -> None:
    """Of 641, 1049 and 641 pairs where each pair is looked at (the spec's plan for [0, 20]); looks
    after blocks of 16 come late by half a block and more.
    """
    study = small_study(tmp_path, verdict="{sprt: [0, 20], cap: 5000}")
    # With one more pair won and one more lost the variance is 400 / 1000 / 4.
    scores = np.array([1.0] * 199 + [0.0] * 199 + [0.5] * 600)
    duel = plan_duel(study, [scores])
    assert duel.variance == pytest.approx(0.1)
    assert [elo for elo, _ in duel.lengths] == [0, 10, 20]
    for (_, pairs), expected in zip(duel.lengths, (641, 1049, 641), strict=True):
        assert expected < pairs < 1.2 * expected
    text = "\n".join(pilot_lines(replace(HAND_MADE, duel=duel)))
    assert "if the truth is 10 Elo" in text
    assert "pairs on average, 5,000 at most" in text
    assert replace(duel, pairs=700).lengths[1] == (10, 700)
