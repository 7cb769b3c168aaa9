"""Equivalent vectors: those that differ by a positive factor play the same games, once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.samplers.space import Space
from tuner.tuning.alike import CanonicalForm, canonical_form, count_forms, has_one_form
from tuner.tuning.finalists import Tried, choose_finalists
from tuner.tuning.plan import plan_lines, plan_study
from tuner.tuning.records import read_progress
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.trials import read_trials

BUDGET = "{trials: 10, pairs: 20, finalists: 2, final_pairs: 40, verdict_pairs: 50}"


def study_of(folder: Path, formula: str, **changes: str) -> Study:
    """A study of a and b, each from 0 to 2, hand-set 1."""
    ranges = "{default: 1, low: 0, high: 2}"
    heuristic = f"{{parameters: {{a: {ranges}, b: {ranges}}}, formula: '{formula}'}}"
    return small_study(folder, **{"heuristic": heuristic, "budget": BUDGET, **changes})


NO_FORM = CanonicalForm((), ())
HOMOGENEOUS = "a * moves(own) - b * moves(opp)"


def test_positive_multiples_have_one_form(tmp_path: Path) -> None:
    form = canonical_form(study_of(tmp_path, HOMOGENEOUS))
    assert form((1.0, 1.0)) == form((2.0, 2.0)) == form((0.1, 0.1)) == (2.0, 2.0)
    assert form((0.3, 0.9)) == form((0.1, 0.3))
    assert form((1.0, 0.0)) == form((0.5, 0.0))
    different = [(1.0, 1.0), (1.0, 2.0), (2.0, 1.0), (1.0, 0.0), (0.0, 1.0), (0.0, 0.0)]
    assert len({form(one) for one in different}) == 6


@pytest.mark.parametrize(
    "formula",
    [
        "a * moves(own) - b * moves(opp) + 1",
        "a * moves(own) - b * b * moves(opp)",
        "tanh(a * moves(own)) - b * moves(opp)",
        "moves(own) - a * moves(opp) if b > 0.5 else 0",
    ],
)
def test_where_nothing_is_proven_every_vector_is_its_own_form(tmp_path: Path, formula: str) -> None:
    form = canonical_form(study_of(tmp_path, formula))
    assert form.groups == ()
    assert form((0.3, 0.7)) == (0.3, 0.7)


def test_factors_below_zero_are_another_form() -> None:
    form = CanonicalForm(((0, 1),), (2.0, 2.0))
    assert form((1.0, -1.0)) == (2.0, -2.0)
    assert form((-1.0, 1.0)) == (-2.0, 2.0)


def run(study: Study, runs: Path) -> tuple[dict[str, list[float]], int]:
    """The table of trials, and how many candidates have games on the search openings."""
    run_study(study, runs, 1, Silent())
    folder = run_folder(study, runs)
    return read_trials(folder.trials), len(read_progress(folder.ledger).pairs["search"])


def test_what_plays_alike_is_played_once_and_nothing_else_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A grid of 3 by 3: (1, 1) is hand-set, (2, 2) and no other vector plays as it does; (0, 1) is
    as (0, 2), (1, 0) as (2, 0)."""
    study = study_of(tmp_path, HOMOGENEOUS, sampler="grid")
    pooled, played = run(study, tmp_path / "pooled")
    for room in ("search", "plan"):
        monkeypatch.setattr(f"tuner.tuning.{room}.canonical_form", lambda _: NO_FORM)
    plain, all_played = run(study, tmp_path / "plain")
    # The hand-set vector is a point of the grid.
    assert (played, all_played) == (6, 9)
    # It ends where nothing new is left, which may be before the last point of the grid.
    count = len(pooled["trial"])
    for name in ("trial", "params_a", "params_b", "value", "low", "high", "score_improved"):
        assert pooled[name] == plain[name][:count]
    vectors = list(zip(pooled["params_a"], pooled["params_b"], strict=True))
    repeats = {
        frozenset((vectors[row], vectors[int(first)]))
        for row, first in enumerate(pooled["repeats"])
        if vectors[row] != vectors[int(first)]
    }
    assert repeats <= {
        frozenset(((2.0, 2.0), (1.0, 1.0))),
        frozenset(((0.0, 1.0), (0.0, 2.0))),
        frozenset(((1.0, 0.0), (2.0, 0.0))),
    }


WHOLE = "{default: 1, low: 0, high: 2, integer: true}"


@pytest.mark.parametrize("sampler", ["grid", "tpe"])
def test_a_search_ends_where_only_equivalent_vectors_are_left(sampler: str, tmp_path: Path) -> None:
    """Of the nine vectors of 0, 1 and 2 six differ: none, one alone, 1 to 1, 1 to 2 and 2 to 1."""
    heuristic = f"{{parameters: {{a: {WHOLE}, b: {WHOLE}}}, formula: '{HOMOGENEOUS}'}}"
    budget = BUDGET.replace("trials: 10", "trials: 60")
    study = small_study(tmp_path, heuristic=heuristic, sampler=sampler, budget=budget)
    plan = plan_study(study)
    assert (plan.vectors, plan.search_games) == (6, 6 * 2 * 20 * 2)
    said = "there are only 6 different vectors to try (equivalent ones count once); 54 of 60"
    assert any(said in line for line in plan_lines(study, plan, plan.games))
    verdict = run_study(study, tmp_path / "runs", 2, Silent())
    # The grid has nine points, so at least 50 trials are left; chance decides how many of tpe.
    assert verdict.vectors == 6
    assert verdict.unneeded >= (50 if sampler == "grid" else 1)


@pytest.mark.parametrize(("low", "high", "one"), [(1, 5, True), (0, 5, False), (-5, 5, False)])
def test_a_factor_above_zero_is_one_function(
    low: int, high: int, one: bool, tmp_path: Path
) -> None:
    factor = f"{{default: {high}, low: {low}, high: {high}, integer: true}}"
    heuristic = f"{{parameters: {{a: {factor}}}, formula: a * moves(own)}}"
    study = small_study(tmp_path, heuristic=heuristic)
    assert has_one_form(study) == one
    # Above 0, 0, and below 0.
    assert count_forms(study) == len({(x > 0) - (x < 0) for x in range(low, high + 1)})


def test_groups_are_counted_beside_other_parameters(tmp_path: Path) -> None:
    """Twice as many where another number of two values makes a difference."""
    heuristic = (
        f"{{parameters: {{a: {WHOLE}, k: {{default: 1, low: 0, high: 1, integer: true}}, "
        f"b: {WHOLE}}}, formula: '{HOMOGENEOUS} if k > 0.5 else b * moves(own)'}}"
    )
    assert count_forms(small_study(tmp_path, heuristic=heuristic)) == 2 * 6


def test_equivalent_vectors_are_neighbours_where_values_are_smoothed(tmp_path: Path) -> None:
    """Good along one ratio, far from each other in the plane; noise decides among single values."""
    study = study_of(tmp_path, HOMOGENEOUS)
    form, space = canonical_form(study), Space(study.tune)
    stream = np.random.default_rng(1)
    ratios = np.repeat(np.linspace(0.1, 1.0, 10), 12)
    lengths = np.tile(np.linspace(0.05, 2.0, 12), 10)
    vectors = [(float(s), float(s * r)) for s, r in zip(lengths, ratios, strict=True)]
    truth = 0.6 - 0.2 * np.abs(ratios - 0.5)
    values = (truth + 0.05 * stream.standard_normal(len(truth))).tolist()

    def off(places: list[tuple[float, ...]] | None) -> float:
        found = choose_finalists(space, Tried(vectors, values, places=places), 8, None)
        named = "trial that does best together with its neighbours"
        good = [one.vector for one in found if one.origin == named]
        return float(np.mean([abs(b / a - 0.5) for a, b in good]))

    assert off([form(one) for one in vectors]) < off(None)
