"""How far the stage of a killed run is: its ledger knows, the file of the progress is behind."""

from __future__ import annotations

from pathlib import Path

import pytest
from filelock import FileLock
from small_studies import small_study

from tuner.files import save_json
from tuner.matches.progress import Silent
from tuner.tuning.records import read_pairs
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import RunFolder, run_folder
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_lines

BEHIND = {"done": 7, "unit": "games", "per_second": 5.0, "seconds_left": 30.0}


def lines_of(run: Path, stage: str, amount: int) -> list[str]:
    (run / "verdict.json").unlink(missing_ok=True)
    save_json(run / "progress.json", {**BEHIND, "stage": stage, "amount": amount})
    return status_lines(read_status(RunFolder(run)))


@pytest.mark.parametrize(
    ("stage", "amount", "done"),
    [
        # Four trials of 20 pairs against one baseline, two games a pair.
        ("search", 400, "160 of 400 games"),
        # No more than there are: a run that was extended has games of more than this stage.
        ("search", 100, "100 of 100 games"),
        # Nobody knows which games belong to it.
        ("verdict at equal time", 400, "at least 7 of 400 games"),
    ],
)
def test_a_stopped_stage_is_counted_in_the_ledger(
    finished: Path, stage: str, amount: int, done: str
) -> None:
    assert f"  stopped in: {stage}, {done}" in lines_of(finished, stage, amount)


def test_the_games_of_a_sequential_match_are_games_of_the_verdict(tmp_path: Path) -> None:
    study = small_study(
        tmp_path,
        budget="{trials: 2, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 16}",
        verdict="{sprt: [0, 60], cap: 100}",
    )
    run_study(study, tmp_path, 2, Silent())
    folder = run_folder(study, tmp_path)
    sets = read_pairs(folder.ledger, study.game)["openings"]
    duel, others = (2 * int((sets == name).sum()) for name in ("head to head", "verdict"))
    assert duel > 0
    (line,) = (one for one in lines_of(folder.path, "verdict", 9_999) if "stopped in" in one)
    assert line == f"  stopped in: verdict, {others + duel:,} of 9,999 games"


def test_while_somebody_works_the_progress_is_what_he_says(finished: Path) -> None:
    with FileLock(finished / ".lock"):
        lines = lines_of(finished, "search", 400)
    assert "  now: search, 7 of 400 games, 5 games/s, about 30 s left in this stage" in lines
