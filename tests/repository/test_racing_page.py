"""What the page on races says: counted by hand from searches that are written by hand."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from checkout import ROOT

from makers.racing_arms import Found, Stopped, Tried, tune_both_ways
from makers.racing_page import racing_page
from makers.racing_problems import PROBLEMS, start
from tuner.config.sections import StudySection
from tuner.stats.interval import Interval
from tuner.tuning.alike import canonical_form

PAGE = (ROOT / "docs" / "racing.md").read_text(encoding="utf-8")

PLAIN = Found(120, 1_000, 800, 400, 0.60, 0.60)
SHORTER = replace(PLAIN, search_games=500)
TRIED = Tried(Interval(0.5, 0.49, 0.51), PLAIN, SHORTER, PLAIN, SHORTER, Stopped(60, 10, 1))


def page(*tried: Tried) -> str:
    return racing_page({"landscape": tried}, "python -m makers.racing_page docs/racing.md")


def test_what_saves_enough_and_shows_no_loss_is_a_default() -> None:
    text = page(TRIED, TRIED)
    for way in ("pruner: paired", "selection: race"):
        (line,) = (line for line in text.splitlines() if line.startswith(f"- `{way}`"))
        assert "saves 50% (50 to 50)" in line
        assert line.endswith("with no loss shown: this is so.")
    assert "60 of 120 trials are stopped, which saves 50%" in text
    assert "the hand-set vector scores 50.0% (49.0 to 51.0)" in text
    # Wilson's interval of 2 in 20.
    assert "Of 20 stopped ones that were measured 10.0% (2.8 to 30.1)" in text


@pytest.mark.parametrize(
    "worse",
    [
        # A race that saves a quarter.
        replace(TRIED, plain=replace(PLAIN, race_games=600), same_trials=PLAIN),
        # Searches that lose a point and a half, and a race that loses as much.
        replace(TRIED, plain=replace(PLAIN, race=0.585), same_trials=replace(SHORTER, equal=0.585)),
    ],
)
def test_what_saves_less_or_loses_strength_is_none(worse: Tried) -> None:
    found = [line for line in page(worse, worse).splitlines() if line.startswith("- `")]
    assert len(found) == 2
    assert all(line.endswith("this is not, so it must be asked for.") for line in found)


def test_the_largest_loss_that_is_not_excluded_is_named() -> None:
    """Gains of 0 and -1 point: Student's interval of two is 12.706 standard errors of 0.5 wide."""
    lower = replace(
        TRIED, plain=replace(PLAIN, race=0.59), same_trials=replace(SHORTER, equal=0.59)
    )
    lines = [line for line in page(TRIED, lower).splitlines() if line.startswith("- `")]
    assert len(lines) == 2
    assert all("no problem shows a loss of strength" in line for line in lines)
    assert all(f"allow one of {0.5 + 12.706 * 0.5:.2f} points" in line for line in lines)


def test_a_landscape_is_tuned_in_all_ways_on_the_same_games() -> None:
    found = tune_both_ways("landscape", 1)
    # 120 trials of 200 pairs; eleven finalists of 4,000.
    assert found.hand_set.estimate == pytest.approx(0.5)
    assert found.plain.search_games == 120 * 200 * 2
    assert found.plain.equal_games == 11 * 4_000 * 2 > found.plain.race_games
    assert found.same_trials.search_games < found.replayed.search_games
    assert found.replayed.search_games <= found.plain.search_games
    assert found.same_games.search_games <= found.plain.search_games
    assert found.same_games.trials > 120 == found.same_trials.trials
    assert found.stopped.better <= found.stopped.checked == min(10, found.stopped.trials)
    # 100 Elo is a score of 0.6401.
    assert 0.5 < found.plain.equal < 0.6402


@pytest.mark.parametrize("problem", PROBLEMS)
def test_no_two_vectors_of_a_problem_are_pooled(tmp_path: Path, problem: str) -> None:
    """On the landscape a vector and its half lie apart, so they differ in strength."""
    study = start(problem, 1, tmp_path).study
    whole = tuple(one.high for one in study.tune)
    form = canonical_form(study)
    assert form(whole) != form(tuple(value / 2 for value in whole))


def test_the_defaults_are_those_of_the_page() -> None:
    assert "python -m makers.racing_page docs/racing.md" in PAGE
    lines = dict(re.findall(r"^- `(pruner: paired|selection: race)` (.*)$", PAGE, re.MULTILINE))
    for text, is_default in (
        (lines["pruner: paired"], StudySection.model_fields["pruner"].default == "paired"),
        (lines["selection: race"], StudySection.model_fields["selection"].default == "race"),
    ):
        assert text.endswith(
            "this is so." if is_default else "this is not, so it must be asked for."
        )
