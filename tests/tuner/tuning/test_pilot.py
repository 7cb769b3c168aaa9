"""What `tune check` says a budget can show, by a pilot of some pairs."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study

from tuner.stats.interval import Interval
from tuner.tuning.forecast import forecast
from tuner.tuning.pilot import Pilot, pilot_lines, pilot_tree, play_pilot
from tuner.tuning.study_run import draw_all_openings


def pilot_of(folder: Path, **changes: str) -> Pilot:
    study = small_study(folder, **changes)
    openings = draw_all_openings(study)
    found = play_pilot(study, openings, forecast(study, openings, 1))
    assert found is not None
    return found


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
    assert set(found.shows.values()) == {0}


HAND_MADE = Pilot(
    pairs=200,
    scores={
        "weak": Interval(0.98, 0.96, 0.99),
        "fair": Interval(0.5, 0.45, 0.55),
        "strong": Interval(0.03, 0.01, 0.06),
    },
    variance=0.1,
    shows={"search": 0.06, "selection": 0.01, "verdict": 0.008},
)


def test_the_lines_name_what_to_change_first_and_who_teaches_little() -> None:
    lines = "\n".join(pilot_lines(HAND_MADE))
    # 56% is 41.9 Elo.
    assert "search: one trial from another from 6.00 points on, between equals 42 Elo" in lines
    assert "raise budget.pairs first" in lines
    assert "weak teaches little: the hand-set values score 98.0% (96.0 to 99.0)" in lines
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
    tree = json.loads(json.dumps(pilot_tree(HAND_MADE), allow_nan=False))
    assert tree["teaches_little"] == ["weak", "strong"]
    assert tree["shows"]["verdict"] == 0.008
    assert tree["enlarge"] == "pairs"
    assert pilot_tree(None) is None
