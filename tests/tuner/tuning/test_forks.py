"""Runs that are forked: comparable trials are taken over, and the run that gives them only read."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pandas as pd
import pytest
from node_costs import equally_dear_nodes
from small_studies import reproducible_files, small_study

from tuner.config.study import Budget, Study
from tuner.files import RunError
from tuner.matches.ledger import Ledger
from tuner.matches.progress import Silent
from tuner.tuning.fork import ForkRecord, fork_run
from tuner.tuning.fork_source import ForkSource
from tuner.tuning.manifest import read_manifest
from tuner.tuning.records import read_notes
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.run_start import start_run
from tuner.tuning.study_run import draw_all_openings

__all__ = ["equally_dear_nodes"]

BUDGET = Budget(trials=6, pairs=20, finalists=2, final_pairs=20, verdict_pairs=30)


@dataclass(frozen=True)
class Source:
    """A finished run, and its study."""

    study: Study
    runs: Path

    @property
    def folder(self) -> RunFolder:
        return run_folder(self.study, self.runs)

    def copied(self, place: Path) -> Path:
        """The folder of runs again, for a test to fork."""
        shutil.copytree(self.runs, place / "runs")
        return place / "runs"

    def trials(self) -> pd.DataFrame:
        return pd.read_csv(self.folder.trials)


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    place = tmp_path_factory.mktemp("source")
    study = replace(small_study(place, sampler="random"), budget=BUDGET)
    run_study(study, place / "runs", 2, Silent())
    return Source(study, place / "runs")


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def forked(study: Study, runs: Path) -> tuple[ForkRecord, RunFolder]:
    """What a fork takes, without a game, and its folder."""
    choice = choose_run(study, runs, fork=True)
    choice.folder.path.mkdir()
    return fork_run(choice, seen_by(study, runs)), choice.folder


def seen_by(study: Study, runs: Path) -> ForkSource:
    source = choose_run(study, runs, fork=True).source
    assert source is not None
    return ForkSource(source, study, draw_all_openings(study))


def with_upper_half(study: Study) -> Study:
    """The same study with floor from 0.3, its hand-set value, to 1."""
    parameters = (
        replace(one, low=0.3) if one.name == "floor" else one for one in study.heuristic.parameters
    )
    return replace(study, heuristic=replace(study.heuristic, parameters=tuple(parameters)))


def test_trials_in_the_new_ranges_are_taken_and_the_sampler_goes_on_behind_them(
    source: Source, tmp_path: Path, plays: list[int]
) -> None:
    runs, study = source.copied(tmp_path), with_upper_half(source.study)
    before = contents(runs)
    with pytest.raises(RunError, match=r"\(tune.floor.low: 0.0 -> 0.3\).*or fork that run"):
        run_study(study, runs, 1, Silent())
    run_study(study, choose_run(study, runs, fork=True), 1, Silent())
    old = source.trials()
    kept = old[(old["params_floor"] >= 0.3) & (old["trial"] > 0)]
    assert 0 < len(kept) < 5
    folder = run_folder(study, runs)
    found = pd.read_csv(folder.trials)
    # Those come first, in their order, with the values that they had; then there are new ones.
    columns = [name for name in old if name not in ("trial", "repeats", "noise")]
    taken = found.iloc[1 : len(kept) + 1]
    pd.testing.assert_frame_equal(
        taken[columns].reset_index(drop=True), kept[columns].reset_index(drop=True)
    )
    new = found.iloc[len(kept) + 1 :]
    assert len(found) == 6
    assert not set(new["params_floor"]) & set(old["params_floor"])
    manifest = read_manifest(folder.manifest)
    assert (manifest.fork["run"], manifest.fork["trials"]) == (source.folder.path.name, len(kept))
    note = f"{len(kept)} trials and {manifest.fork['games']:,} games are taken from the run"
    assert folder.notes()[0].startswith(note)
    # The openings of its verdict are those of a verdict that was seen; what it counts it played.
    verdict = json.loads(folder.verdict.read_text())
    assert verdict["earlier_verdicts"] == 1
    (look,) = verdict["looks"]
    assert (look["pairs"], look["level"], verdict["level"]) == (BUDGET.verdict_pairs, 0.95, 0.975)
    assert verdict["games"] == 2 * sum(plays)
    # The run that was forked is as it was, and the new one goes on like any other.
    assert {path: content for path, content in contents(runs).items() if path in before} == before
    assert choose_run(study, runs).folder == choose_run(study, runs, fork=True).folder == folder
    plays.clear()
    run_study(study, runs, 1, Silent())
    assert plays == []


def test_trials_that_were_stopped_are_not_taken(tmp_path: Path) -> None:
    """They lack games that the new study would play."""
    study = small_study(tmp_path, sampler="{name: tpe, batch: 4}", pruner="paired")
    study = replace(study, budget=replace(BUDGET, trials=16, pairs=160))
    run_study(study, tmp_path / "runs", 2, Silent())
    trials = pd.read_csv(run_folder(study, tmp_path / "runs").trials)
    whole = trials[(trials["stopped"] == 0) & (trials["trial"] > 0)].filter(like="params_")
    assert 0 < len(whole) < 15
    given = seen_by(replace(study, pruner="none"), tmp_path / "runs").given
    assert given == list(whole.itertuples(index=False, name=None))


@pytest.mark.slow
def test_where_the_search_is_the_same_a_fork_ends_as_a_new_run_does(
    source: Source, tmp_path: Path, plays: list[int]
) -> None:
    """Fewer trials cannot be mixed with more, and all their games are there."""
    runs = source.copied(tmp_path)
    study = replace(source.study, budget=replace(BUDGET, trials=4, final_pairs=10))
    run_study(study, tmp_path / "fresh", 1, Silent())
    plays.clear()
    run_study(study, choose_run(study, runs, fork=True), 1, Silent())
    searched = 4 * 2 * 20
    assert read_manifest(run_folder(study, runs).manifest).fork["games"] >= 2 * searched
    results = []
    for place in (runs, tmp_path / "fresh"):
        files = reproducible_files(study, place)
        verdict = json.loads(files["verdict.json"])
        for key in ("games", "earlier_verdicts", "looks", "level"):
            del verdict[key]
        for end in ("low", "high"):
            del verdict["against_baselines"][end]
        results.append((files["trials.csv"], verdict))
    assert results[0] == results[1]


def test_what_is_comparable_follows_from_agents_openings_and_pairs(
    source: Source, tmp_path: Path
) -> None:
    runs, study = source.copied(tmp_path), source.study
    random, improved = study.baselines
    for number, (change, trials, games) in enumerate(
        [
            # Openings and games are drawn by the seed.
            ({"seed": 2}, 0, False),
            ({"opening_plies": 3}, 0, False),
            # A trial lacks games, but those that there are need not be played again.
            ({"budget": replace(BUDGET, pairs=21)}, 0, True),
            ({"baselines": (improved, replace(random, search=study.search))}, 0, True),
            # Weights count games otherwise, and fewer of them are there.
            ({"baselines": (replace(random, weight=3.0), improved)}, 5, True),
            ({"baselines": (improved,)}, 5, True),
            ({"budget": replace(BUDGET, pairs=10)}, 5, True),
            ({"budget": replace(BUDGET, pairs=10, trials=3)}, 2, True),
            ({"sampler": "tpe"}, 5, True),
        ]
    ):
        other = replace(study, **change)  # type: ignore[arg-type]
        record, folder = forked(other, runs)
        assert (record.trials, record.games > 0) == (trials, games), number
        # A verdict of the same study is one, whatever openings it was on.
        assert record.verdicts == 1
        shutil.rmtree(folder.path)


def test_a_ledger_of_another_version_gives_nothing(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = source.copied(tmp_path)
    monkeypatch.setattr("tuner.tuning.fork_source.sources_digest", lambda: "another version")
    record, _ = forked(replace(source.study, budget=replace(BUDGET, trials=3)), runs)
    assert (record.trials, record.games) == (0, 0)


def test_a_fork_that_was_killed_is_made_anew(source: Source, tmp_path: Path) -> None:
    runs, study = source.copied(tmp_path), with_upper_half(source.study)
    record, folder = forked(study, runs)
    # Its ledger is there, and its manifest is not.
    choice = choose_run(study, runs, fork=True)
    assert choice.folder == folder
    assert fork_run(choice, seen_by(study, runs)) == record
    assert sorted(path.name for path in folder.path.iterdir()) == ["ledger.db"]
    with Ledger(folder.ledger, choice.digest) as ledger:
        assert ledger.games() == record.games
    assert "given trials" in read_notes(folder.ledger)


def test_a_verdict_that_was_put_aside_counts_once(
    source: Source, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process that let the run grow has died before its manifest was written."""
    runs, study = source.copied(tmp_path), source.study
    folder = run_folder(study, runs)
    verdict = folder.verdict.read_bytes()

    def die(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tuner.tuning.run_start.save_json", die)
        with pytest.raises(KeyboardInterrupt):
            start_run(folder, replace(study, budget=replace(BUDGET, trials=7)), 1)
    assert not folder.verdict.exists()
    other = replace(study, sampler="tpe")
    assert seen_by(other, runs).verdicts == 1
    # The run went on as it was: this is the same verdict.
    folder.verdict.write_bytes(verdict)
    assert seen_by(other, runs).verdicts == 1


def test_there_must_be_a_run_to_fork_and_nobody_may_work_in_it(
    source: Source, tmp_path: Path
) -> None:
    with pytest.raises(RunError, match="no played run of small to fork"):
        choose_run(source.study, tmp_path, fork=True)
    runs = source.copied(tmp_path)
    other = replace(source.study, seed=2)
    with (
        run_folder(source.study, runs).locked(),
        pytest.raises(RunError, match="another process is working in"),
    ):
        choose_run(other, runs, fork=True)
