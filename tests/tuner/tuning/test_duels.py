"""Studies whose trials play each other, two by two (sampler spsa)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from small_studies import optuna_study, reproducible_files, reproducible_games, small_study
from studies import MINIMAL, load

from tuner.config.errors import ConfigError
from tuner.matches.progress import Silent
from tuner.report.blocks import Table
from tuner.report.collect import read_report
from tuner.report.search_sections import search_sections
from tuner.report.search_sentences import search_sentences
from tuner.stats.interval import Interval
from tuner.tuning.records import read_openings, read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import run_folder
from tuner.tuning.status import read_status
from tuner.tuning.trials import read_trials

BUDGET = "{trials: 10, pairs: 20, finalists: 3, final_pairs: 40, verdict_pairs: 50}"
"""Trial 0, four times two that play each other, and one that is left over."""

BASELINES = 2


class Stopping(Silent):
    """Stops a study at one of its trials."""

    def __init__(self, last: int) -> None:
        self._last = last

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        assert best_number in (0, 9)
        if number == self._last:
            raise KeyboardInterrupt


def files_of(runs: Path, threads: int, sampler: str = "spsa") -> Mapping[str, str]:
    study = small_study(runs.parent, sampler=sampler, budget=BUDGET)
    run_study(study, runs, threads, Silent())
    return reproducible_files(study, runs)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runs of a study that went from start to end."""
    place = tmp_path_factory.mktemp("whole") / "runs"
    files_of(place, 1)
    return place


@pytest.fixture(scope="module")
def table(whole: Path) -> dict[str, Any]:
    study = small_study(whole.parent, sampler="spsa", budget=BUDGET)
    return read_trials(run_folder(study, whole).trials)


def test_each_trial_has_its_score_against_its_partner(table: dict[str, Any]) -> None:
    assert table["partner"] == [0, 2, 1, 4, 3, 6, 5, 8, 7, 9]
    for first in (1, 3, 5, 7):
        assert table["value"][first] + table["value"][first + 1] == pytest.approx(1.0)
        assert table["low"][first] == pytest.approx(1.0 - table["high"][first + 1])
    # As many games as trials that meet the baselines, and no columns for these.
    assert table["games"] == [2 * 20 * BASELINES] * 10
    assert not any(name.startswith("score_") for name in table)


def test_every_two_play_on_openings_of_their_own(whole: Path) -> None:
    study = small_study(whole.parent, sampler="spsa", budget=BUDGET)
    ledger = run_folder(study, whole).ledger
    sets = {name: one for name, one in read_openings(ledger).items() if name.startswith("duel ")}
    assert sorted(sets) == ["duel 1", "duel 3", "duel 5", "duel 7"]
    states = [one.states.tobytes() for one in sets.values()]
    assert len(set(states)) == 4
    games = read_pairs(ledger, study.game)
    for name in sets:
        played = games[games["openings"] == name]
        assert len(played) == 2 * 20 * BASELINES
        assert played["candidate"].nunique() == played["opponent"].nunique() == 1
    # Keys of the hand-set vector and of the last one, which met the baselines.
    assert games[games["openings"] == "search"]["candidate"].nunique() == 2


def test_nothing_is_claimed_of_a_score_against_a_partner(whole: Path) -> None:
    study = small_study(whole.parent, sampler="spsa", budget=BUDGET)
    folder = run_folder(study, whole)
    status = read_status(folder)
    assert status.best is not None
    assert status.best.trial in (0, 9)
    assert status.trials == 10
    report = read_report(folder)
    assert report.verdict is not None
    assert report.verdict.search_claim.trials == 2
    assert report.verdict.search_claim.trial in (0, 9)
    (sentence,) = search_sentences(report)
    assert sentence.startswith("8 trials played each other, two by two")
    assert "score against its partner" in sentence
    sections = {one.name: one.blocks for one in search_sections(report)}
    (steps,) = (block for block in sections["search"] if isinstance(block, Table))
    # The hand-set values, and the last trial, which had no partner.
    assert {row[0] for row in steps.rows} <= {"0", "9"}
    assert "do not tell which parameters matter" in str(sections["importance"][0])


def test_databases_say_whom_a_trial_played(whole: Path) -> None:
    study = small_study(whole.parent, sampler="spsa", budget=BUDGET)
    with optuna_study(run_folder(study, whole).optuna, "small") as kept:
        assert kept.metric_names == ["score against the partner"]
        partners = [trial.user_attrs.get("partner") for trial in kept.trials]
    assert partners == [None, 2, 1, 4, 3, 6, 5, 8, 7, None]


def test_the_finalists_are_its_answers(whole: Path) -> None:
    study = small_study(whole.parent, sampler="spsa", budget=BUDGET)
    report = read_report(run_folder(study, whole))
    assert report.verdict is not None
    assert report.verdict.origin in (
        "hand-set values",
        "average of the last half",
        "average of the last quarter",
        "last place of the search",
    )


@pytest.mark.parametrize("last", [1, 9])
def test_a_study_that_is_stopped_ends_alike(tmp_path: Path, whole: Path, last: int) -> None:
    study = small_study(tmp_path, sampler="spsa", budget=BUDGET)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path / "runs", 2, Stopping(last))
    assert read_status(run_folder(study, tmp_path / "runs")).trials == last + 1
    run_study(study, tmp_path / "runs", 1, Silent())
    assert reproducible_files(study, tmp_path / "runs") == reproducible_files(study, whole)
    pd.testing.assert_frame_equal(
        reproducible_games(study, tmp_path / "runs"), reproducible_games(study, whole)
    )


def test_several_iterations_at_once_are_another_study_with_one_end(tmp_path: Path) -> None:
    batch = "{name: spsa, batch: 4}"
    one, two = files_of(tmp_path / "one", 1, batch), files_of(tmp_path / "two", 2, batch)
    assert one == two


def test_a_fork_takes_no_trial_of_another_sampler(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    run_study(small_study(tmp_path, sampler="tpe", budget=BUDGET), runs, 1, Silent())
    study = small_study(tmp_path, sampler="spsa", budget=BUDGET)
    verdict = run_study(study, choose_run(study, runs, fork=True), 1, Silent())
    assert verdict.vectors == 10
    partners = read_trials(choose_run(study, runs).folder.trials)["partner"]
    assert [abs(one - other) for one, other in pairwise(partners[1:9])][::2] == [1] * 4


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("sampler: spsa\nobjective: accuracy\n", "objective: two trials of sampler spsa play each"),
        ("sampler: spsa\nwarm_start: accuracy\n", "warm_start: two trials of sampler spsa play"),
        ("sampler: spsa\npruner: paired\n", "pruner: two trials of sampler spsa play each other"),
        ("sampler: {name: spsa, batch: 3}\n", "sampler.batch: two trials of spsa play each other"),
    ],
)
def test_what_trials_that_play_each_other_cannot_do_is_told_in_one_line(
    tmp_path: Path, lines: str, message: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        load(tmp_path, MINIMAL + lines)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
