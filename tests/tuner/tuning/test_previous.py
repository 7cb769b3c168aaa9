"""Studies against previous winners: whom they find, and that a run keeps whom it began with."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from finished_runs import best_text
from small_studies import small_study
from verdicts import HAND_MADE

from tuner.config.canonical import effective_config, study_digest, write_effective_yaml
from tuner.config.study import Study, load_study
from tuner.files import RunError, save_json, save_text
from tuner.matches.progress import Silent
from tuner.tuning.previous import against_winners, winner_notes
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.run_start import start_run
from tuner.tuning.study_lookup import find_study
from tuner.verdict.json import verdict_json

BUDGET = "{trials: 2, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 16}"


def counter(folder: Path, **changes: str) -> Study:
    return small_study(folder, name="counter", against="previous", budget=BUDGET, **changes)


def finished(folder: Path, name: str, verdict: str = "better", **changes: str) -> None:
    """Leave a finished run in the folder, with a verdict made by hand."""
    run = RunFolder(folder / name)
    run.path.mkdir(parents=True, exist_ok=True)
    study = small_study(folder, **changes)
    start_run(run, study, 1)
    found = replace(HAND_MADE, verdict=verdict)
    save_text(run.best, best_text(study, found))
    save_json(run.verdict, verdict_json(found))


def names(study: Study) -> list[str]:
    return [agent.name for agent in study.baselines]


def test_without_the_key_a_study_is_what_it_was(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    finished(tmp_path, "small-00000001")
    assert "against" not in effective_config(study)
    assert against_winners(study, tmp_path) is study
    assert winner_notes(study, tmp_path) == []
    assert study_digest(small_study(tmp_path, against="baselines")) == study_digest(study)


def test_without_a_winner_the_baselines_of_the_file_stay_and_it_says_so(tmp_path: Path) -> None:
    study = against_winners(counter(tmp_path), tmp_path / "none")
    assert names(study) == ["random", "improved"]
    assert winner_notes(study, tmp_path / "none") == [
        f"against previous winners: when this study began, {tmp_path / 'none'} had no finished run "
        "of isolation-5x5 whose verdict is better, so the baselines are those of the study"
    ]


def test_winners_of_the_same_game_are_the_baselines_each_once(tmp_path: Path) -> None:
    finished(tmp_path, "small-00000001")
    finished(tmp_path, "small-00000002")
    finished(tmp_path, "other-00000003", verdict="not better")
    finished(tmp_path, "large-00000004", game="isolation-6x6")
    study = against_winners(counter(tmp_path), tmp_path)
    assert names(study) == ["small-00000001"]
    (winner,) = study.baselines
    assert winner.values == (0.75, -0.123456789)
    assert winner_notes(study, tmp_path) == [
        "against previous winners: the baselines are what small-00000001 found"
    ]


def test_a_winner_that_was_changed_is_refused(tmp_path: Path) -> None:
    finished(tmp_path, "small-00000001")
    best = tmp_path / "small-00000001" / "best.yaml"
    best.write_text(best.read_text().replace("0.75", "0.76"))
    with pytest.raises(RunError, match="is not what the run has found"):
        against_winners(counter(tmp_path), tmp_path)


def test_the_winners_stand_in_the_run_and_decide_its_name(tmp_path: Path) -> None:
    before = choose_run(against_winners(counter(tmp_path), tmp_path), tmp_path).folder
    finished(tmp_path, "small-00000001")
    study = against_winners(counter(tmp_path), tmp_path)
    assert choose_run(study, tmp_path).folder != before
    file = tmp_path / "again.yaml"
    file.write_text(write_effective_yaml(study), encoding="utf-8")
    assert study_digest(load_study(file)) == study_digest(study)


def test_a_run_goes_on_with_whom_it_began_with(tmp_path: Path) -> None:
    """Also when it has a verdict, when there is another winner, and when its budget grows."""
    finished(tmp_path, "small-00000001")
    runs = tmp_path
    run_study(counter(tmp_path), runs, 1, Silent())
    (folder,) = tmp_path.glob("counter-*")
    finished(tmp_path, "small-00000002", search="{algorithm: alphabeta, depth: 2}")
    other = against_winners(replace(counter(tmp_path), name="next"), runs)
    assert {"small-00000001", "small-00000002"} <= set(names(other))
    again = against_winners(counter(tmp_path), runs)
    assert names(again) == ["small-00000001"]
    assert choose_run(again, runs).folder.path == folder
    larger = small_study(
        tmp_path,
        name="counter",
        against="previous",
        budget=BUDGET.replace("trials: 2", "trials: 3"),
    )
    choice = choose_run(against_winners(larger, runs), runs)
    assert (choice.folder.path, choice.changes) == (folder, ("budget.trials: 2 -> 3",))
    found, _ = find_study(folder, runs)
    assert study_digest(found) == study_digest(again)


def test_a_run_says_against_whom_it_began_when_those_runs_are_gone(tmp_path: Path) -> None:
    runs = tmp_path / "runs"
    finished(runs, "small-00000001")
    run_study(counter(tmp_path), runs, 1, Silent())
    (runs / "small-00000001").rename(tmp_path / "elsewhere")
    again = against_winners(counter(tmp_path), runs)
    assert names(again) == ["small-00000001"]
    expected = ["against previous winners: the baselines are what small-00000001 found"]
    assert winner_notes(again, runs) == expected
    run_study(counter(tmp_path), runs, 1, Silent())
    (folder,) = runs.glob("counter-*")
    assert [one for one in RunFolder(folder).notes() if "winners" in one] == expected


def test_a_run_whose_study_cannot_be_read_is_left_out_and_named(tmp_path: Path) -> None:
    finished(tmp_path, "small-00000001")
    finished(tmp_path, "small-00000002", search="{algorithm: alphabeta, depth: 2}")
    (tmp_path / "small-00000002" / "study.yaml").write_text("name: [", encoding="utf-8")
    study = against_winners(counter(tmp_path), tmp_path)
    assert names(study) == ["small-00000001"]
    assert winner_notes(study, tmp_path)[1:] == [
        "against previous winners: the study of small-00000002 cannot be read, so it is left out"
    ]


def test_a_plain_run_of_this_name_is_no_run_against_winners(tmp_path: Path) -> None:
    plain = small_study(tmp_path, name="counter", budget=BUDGET)
    run_study(plain, tmp_path / "runs", 1, Silent())
    with pytest.raises(RunError, match="against: "):
        choose_run(against_winners(counter(tmp_path), tmp_path / "runs"), tmp_path / "runs")
