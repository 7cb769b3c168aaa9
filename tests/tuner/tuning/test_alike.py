"""Equivalent vectors: those that differ by a positive factor play the same games, once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from small_studies import small_study

from tuner.config.study import Study
from tuner.matches.progress import Silent
from tuner.samplers.space import Space
from tuner.tuning.alike import CanonicalForm, canonical_form
from tuner.tuning.finalists import Tried, choose_finalists
from tuner.tuning.ledger_file import opened_ledger
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
    monkeypatch.setattr("tuner.tuning.search.form_of_run", lambda _: CanonicalForm((), ()))
    plain, all_played = run(study, tmp_path / "plain")
    # The hand-set vector is a point of the grid.
    assert (played, all_played) == (6, 9)
    for name in ("trial", "params_a", "params_b", "value", "low", "high", "score_improved"):
        assert pooled[name] == plain[name]
    vectors = list(zip(pooled["params_a"], pooled["params_b"], strict=True))
    repeats = {
        vectors[row]: vectors[int(first)]
        for row, first in enumerate(pooled["repeats"])
        if first != row
    }
    assert {frozenset((one, other)) for one, other in repeats.items() if one != other} == {
        frozenset(((2.0, 2.0), (1.0, 1.0))),
        frozenset(((0.0, 1.0), (0.0, 2.0))),
        frozenset(((1.0, 0.0), (2.0, 0.0))),
    }


def test_a_run_from_before_goes_on_and_plays_nothing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study, runs = study_of(tmp_path, HOMOGENEOUS, sampler="grid"), tmp_path / "runs"
    with monkeypatch.context() as before:
        before.setattr("tuner.tuning.search.form_of_run", lambda _: CanonicalForm((), ()))
        before.setattr("tuner.tuning.selection.form_of_run", lambda _: CanonicalForm((), ()))
        table, played = run(study, runs)
    with opened_ledger(run_folder(study, runs).ledger) as file:
        games = file.execute("SELECT COUNT(*) FROM batches").fetchone()
    again, candidates = run(study, runs)
    assert again == table
    assert candidates == played
    with opened_ledger(run_folder(study, runs).ledger) as file:
        assert file.execute("SELECT COUNT(*) FROM batches").fetchone() == games


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
