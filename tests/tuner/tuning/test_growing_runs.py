"""Runs whose configuration asks for more: they play what is missing, and end as a new run does."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pytest
from interrupts import StoppedAfter
from node_costs import equally_dear_nodes
from small_studies import reproducible_files, small_study
from verdicts import verdict_with

import tuner
from tuner.config.study import Budget, Study
from tuner.files import RunError
from tuner.matches.progress import Silent
from tuner.report.sentences import where_it_holds
from tuner.stats.interval import Interval
from tuner.tuning.manifest import read_manifest
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.run_start import start_run
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_lines
from tuner.verdict.headline import headline
from tuner.verdict.looks import Look
from tuner.verdict.model import Verdict
from tuner.verdict.reader import load_verdict
from tuner.verdict.text import verdict_lines

__all__ = ["equally_dear_nodes"]

SMALLER = Budget(trials=4, pairs=20, finalists=2, final_pairs=20, verdict_pairs=30)
LARGER = Budget(trials=7, pairs=20, finalists=3, final_pairs=150, verdict_pairs=140)
"""More of everything that may grow; the batches of the longer matches are cut otherwise."""


OF_LOOKS = ("earlier_verdicts", "looks", "level")


def study_with(folder: Path, budget: Budget, **changes: str) -> Study:
    return replace(small_study(folder, **changes), budget=budget)


def results(study: Study, runs: Path) -> dict[str, str]:
    """The files of a run but for the counts of what it really played, and for what follows from
    earlier verdicts: the level of the interval that decides."""
    files = reproducible_files(study, runs)
    verdict = json.loads(files["verdict.json"])
    for key in ("games", *OF_LOOKS):
        del verdict[key]
    for end in ("low", "high"):
        del verdict["against_baselines"][end]
    # The comments say the verdict, with its interval.
    best = [line for line in files["best.yaml"].splitlines() if not line.startswith("#")]
    return {**files, "verdict.json": json.dumps(verdict), "best.yaml": "\n".join(best)}


def pairs_of(study: Study, runs: Path) -> pd.DataFrame:
    keys = ["openings", "candidate", "opponent", "pair"]
    found = read_pairs(run_folder(study, runs).ledger, study.game)
    return found.sort_values(keys).set_index(keys)


@dataclass(frozen=True)
class Played:
    """A finished run of each budget, in folders of their own."""

    small: Study
    large: Study
    smaller: Path
    fresh: Path
    verdict: Verdict

    def copied(self, place: Path) -> Path:
        """The run of the smaller budget again, for a test to change."""
        shutil.copytree(self.smaller, place / "runs")
        return place / "runs"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    place = tmp_path_factory.mktemp("growing")
    small, large = (study_with(place, one) for one in (SMALLER, LARGER))
    run_study(large, place / "fresh", 1, Silent())
    verdict = run_study(small, place / "smaller", 2, Silent())
    return Played(small, large, place / "smaller", place / "fresh", verdict)


def test_a_run_that_grows_ends_as_one_that_was_begun_so(
    played: Played, tmp_path: Path, plays: list[int]
) -> None:
    grown = played.copied(tmp_path)
    verdict = run_study(played.large, grown, 2, Silent())
    assert [path.name for path in grown.iterdir()] == [run_folder(played.small, grown).path.name]
    assert results(played.large, grown) == results(played.large, played.fresh)
    # All games of the fresh run are there and are the same; what is more is of earlier finalists.
    fresh_games, games = (pairs_of(played.large, runs) for runs in (played.fresh, grown))
    assert not games.index.duplicated().any()
    pd.testing.assert_frame_equal(games.loc[fresh_games.index], fresh_games)
    assert verdict.games == played.verdict.games + 2 * sum(plays)
    assert (played.verdict.earlier_verdicts, verdict.earlier_verdicts) == (0, 1)


def test_a_run_that_stops_trials_and_races_grows_like_others(
    tmp_path: Path, plays: list[int]
) -> None:
    """The rounds of the longer race end within parts of the shorter one, which are not replayed."""
    small, large = (
        study_with(
            tmp_path,
            replace(SMALLER, pairs=160, trials=trials, final_pairs=pairs),
            **{"pruner": "paired", "selection": "race"},
        )
        for trials, pairs in ((8, 300), (12, 400))
    )
    fresh, grown = tmp_path / "fresh", tmp_path / "grown"
    run_study(large, fresh, 2, Silent())
    plays.clear()
    run_study(small, grown, 2, Silent())
    verdict = run_study(large, grown, 1, Silent())
    assert results(large, grown) == results(large, fresh)
    assert verdict.games == 2 * sum(plays)


@pytest.mark.slow
def test_a_study_on_solved_positions_grows(tmp_path: Path) -> None:
    """7x7 has solved positions; the search plays no games, so that more trials cost none."""
    changes = {"game": "isolation", "objective": "accuracy", "sampler": "random"}
    small, large = (
        study_with(tmp_path, replace(SMALLER, trials=trials, finalists=1), **changes)
        for trials in (2, 3)
    )
    fresh, grown = tmp_path / "fresh", tmp_path / "grown"
    run_study(large, fresh, 2, Silent())
    run_study(small, grown, 2, Silent())
    run_study(large, grown, 2, Silent())
    assert results(large, grown) == results(large, fresh)


@pytest.mark.parametrize("batches", [12, pytest.param(40, marks=pytest.mark.slow)])
def test_a_run_that_is_stopped_while_it_grows_goes_on_to_the_same_end(
    played: Played, tmp_path: Path, plays: list[int], batches: int
) -> None:
    runs = played.copied(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_study(played.large, runs, 1, StoppedAfter(batches))
    folder = run_folder(played.large, runs)
    # What it ended with before is no result of the larger study.
    assert not folder.finished
    with pytest.raises(RunError, match=r"\(budget.trials: 7 -> 4;"):
        run_study(played.small, runs, 1, Silent())
    verdict = run_study(played.large, runs, 1, Silent())
    assert results(played.large, runs) == results(played.large, played.fresh)
    # Nothing was played twice.
    assert verdict.games == played.verdict.games + 2 * sum(plays)
    # One change, and one earlier verdict, however often it was started.
    (change,) = read_manifest(folder.manifest).changes
    assert change["verdict"] is not None


def test_a_process_that_dies_before_the_change_is_noted_loses_no_verdict_that_was_seen(
    played: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = played.copied(tmp_path)
    folder = run_folder(played.small, runs)

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    for first in (True, False):
        with monkeypatch.context() as patch:
            patch.setattr("tuner.tuning.run_start.save_json", die)
            with pytest.raises(KeyboardInterrupt):
                start_run(folder, played.large, 1)
        assert read_manifest(folder.manifest).changes == []
        if first:
            # Somebody thinks better of it: the verdict is there again without a game.
            assert run_study(played.small, runs, 1, Silent()).games == played.verdict.games
    manifest = start_run(folder, played.large, 1)
    assert manifest.verdicts_seen == 1
    earlier = json.loads((folder.path / "earlier" / "1" / "verdict.json").read_text())
    assert earlier["against_baselines"]["pairs"] == 30


def test_the_manifest_keeps_each_change_and_what_was_seen_before(tmp_path: Path) -> None:
    study = study_with(tmp_path, SMALLER, sampler="random")
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, StoppedAfter(2))
    more = replace(study, budget=replace(SMALLER, trials=5))
    verdict = run_study(more, tmp_path, 1, Silent())
    assert verdict.earlier_verdicts == 0
    most = replace(study, budget=replace(SMALLER, trials=5, verdict_pairs=31))
    last = run_study(most, tmp_path, 1, Silent())
    folder = run_folder(most, tmp_path)
    first, second = read_manifest(folder.manifest).changes
    # Two batches of twenty pairs.
    assert (first["changed"], first["games"], first["verdict"]) == (
        ["budget.trials: 4 -> 5"],
        80,
        None,
    )
    assert (second["changed"], second["games"], second["verdict"]) == (
        ["budget.verdict_pairs: 30 -> 31"],
        verdict.games,
        verdict.verdict,
    )
    assert last.earlier_verdicts == 1
    # The earlier verdict is kept as it was, and the later one needs more than a 95% interval.
    (look,) = last.looks
    assert (look.pairs, look.verdict) == (30, verdict.verdict)
    assert look.difference == verdict.against_baselines.difference
    assert look.difference.confidence == 0.95
    assert last.against_baselines.difference.confidence == 0.975
    assert load_verdict(folder.verdict) == last
    assert [one.pairs for one in read_manifest(folder.manifest).looks] == [30, 31]
    status = "\n".join(status_lines(read_status(folder)))
    assert "This is verdict 2 of this study." in status
    assert "budget.verdict_pairs: 30 -> 31" in folder.notes()[0]
    # Going on once more is no further look.
    assert run_study(most, tmp_path, 1, Silent()) == last
    assert len(read_manifest(folder.manifest).looks) == 2
    assert tuner.load_run(folder.path).study().budget == most.budget


def test_a_verdict_after_another_one_says_what_decides_it() -> None:
    sentence = (
        "This is verdict 2 of this study. All verdicts of this run, and of those that it was "
        "forked from, share one error budget of 5% (other forks have their own), so that this one "
        "is decided by a 97.5% interval:"
    )
    row = (
        "verdict 1, 2026-11-29, 30 pairs: +1.00 points (-2.00 to +4.00), a 95% interval: undecided"
    )
    look = Look("2026-11-29T09:00:00+00:00", 30, Interval(0.01, -0.02, 0.04), "undecided")
    versus = verdict_with().against_baselines
    second = verdict_with(
        earlier_verdicts=1,
        looks=(look,),
        against_baselines=replace(versus, difference=replace(versus.difference, confidence=0.975)),
    )
    for verdict, found in ((second, 1), (verdict_with(), 0)):
        for lines in (verdict_lines(verdict), where_it_holds(verdict)):
            assert sum(sentence in line for line in lines) == found
            assert sum(row in line for line in lines) == found
        assert headline(verdict).count(", a 97.5% interval against") == found
