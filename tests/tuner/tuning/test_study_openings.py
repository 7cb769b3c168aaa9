"""Openings of a study: those of the search at once, the others when they are needed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from command_line import CommandLine
from small_studies import small_study

import tuner
from engine.errors import UnknownNameError
from engine.game import Game
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.tuning import study_openings, study_run
from tuner.tuning.records import read_openings, read_progress
from tuner.tuning.run import run_study
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_folder import run_folder
from tuner.tuning.study_openings import StudyOpenings
from tuner.tuning.study_run import draw_all_openings

EARLY = "[{name: early, search: {algorithm: greedy}, openings: {plies: 2}, pairs: 16}]"
EVERY_SET = {
    *("search", "selection", "verdict", "conditions", "condition early"),
    *("equal time", "equal time, low", "equal time, high"),
}
"""Of a study with that condition, and without a sequential verdict."""


class Stopping(Silent):
    """Ends a study when a trial is told."""

    def __init__(self, last: int) -> None:
        self.last = last

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        if number == self.last:
            raise KeyboardInterrupt


def test_all_sets_are_those_that_are_drawn_together(tmp_path: Path) -> None:
    study, told = small_study(tmp_path, conditions=EARLY), list[OpeningSet]()
    openings = StudyOpenings(study, told.append)
    assert [one.name for one in told] == ["search"]
    assert len(openings["search"]) == study.budget.pairs
    assert len(told) == 1
    whole = draw_all_openings(study)
    assert len(openings["verdict"]) == study.budget.verdict_pairs
    # Each is drawn and told once.
    assert sorted(one.name for one in told) == sorted(openings) == sorted(EVERY_SET)
    assert len(openings) == len(EVERY_SET)
    for name, one in whole.items():
        assert np.array_equal(openings[name].states, one.states)
        assert np.array_equal(openings[name].clusters, one.clusters)
        assert openings[name].seed == one.seed


def test_no_opening_is_drawn_a_second_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study, drawn = small_study(tmp_path, conditions=EARLY), list[tuple[str, int]]()

    def draw(game: Game[Any], plies: int, name: str, pairs: int, seed: int) -> OpeningSet:
        drawn.append((name, plies))
        return draw_openings(game, plies, name, pairs, seed)

    for module in (study_openings, study_run):
        monkeypatch.setattr(module, "draw_openings", draw)
    StudyOpenings(study, lambda _: None).complete()
    later = [("conditions", 4), ("selection", 4), ("tournament", 2), ("verdict", 4)]
    assert sorted(drawn) == sorted([*later, ("search", 4)])
    # The first 150 of the search are all, the first 100 are not.
    for most, again in ((150, []), (100, [("search", 4)])):
        few = draw_all_openings(study, most)
        drawn.clear()
        openings = StudyOpenings(study, lambda _: None, few)
        assert drawn == again
        assert len(openings["search"]) == study.budget.pairs == 150
        openings.complete()
        assert sorted(drawn) == sorted([*later, *again])


def test_a_draw_that_fails_is_told_each_time_and_may_succeed_later(tmp_path: Path) -> None:
    """Such as by a disk that is full for a while."""
    kept, full = list[str](), [True, True, False]

    def keep(openings: OpeningSet) -> None:
        if openings.name == "verdict" and full.pop(0):
            raise OSError("full")
        kept.append(openings.name)

    openings = StudyOpenings(small_study(tmp_path, conditions=EARLY), keep)
    for ask in (lambda: openings["verdict"], lambda: openings["condition early"]):
        with pytest.raises(OSError, match="full"):
            ask()
    assert len(openings["verdict"]) == 200
    assert sorted(kept) == sorted(EVERY_SET)


@pytest.mark.parametrize(("last", "drawn"), [(0, False), (1, True)])
def test_the_first_trial_does_not_wait_for_the_openings_of_the_verdict(
    tmp_path: Path, last: int, drawn: bool
) -> None:
    study = small_study(tmp_path, conditions=EARLY)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Stopping(last))
    kept = read_openings(run_folder(study, tmp_path).ledger)
    assert set(kept) == (EVERY_SET if drawn else {"search"})


@pytest.mark.parametrize("name", sorted(EVERY_SET - {"search"}))
def test_a_set_that_is_not_drawn_yet_has_no_games(
    tune: CommandLine, tmp_path: Path, name: str
) -> None:
    study = small_study(tmp_path, conditions=EARLY)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Stopping(0))
    folder = run_folder(study, tmp_path)
    assert set(read_openings(folder.ledger)) == {"search"}
    assert tune("games", folder.path, "--openings", name).lines == ["no game is so"]
    mistyped = tune("games", folder.path, "--openings", f"{name}x").error
    assert f"unknown set of openings '{name}x'; did you mean '{name}'? " in mistyped
    assert all(one in mistyped for one in EVERY_SET)
    run = tuner.load_run(folder.path)
    assert len(run.games()) == len(run.games("search")) == 2 * study.budget.pairs
    with pytest.raises(tuner.TuneError, match="has no games yet; run its study to the end"):
        run.games(name)
    with pytest.raises(UnknownNameError, match=f"did you mean '{name}'"):
        run.games(f"{name}x")


def test_a_run_whose_later_openings_are_others_plays_nothing(tmp_path: Path) -> None:
    """As if another version, which draws other openings, had begun it."""
    study = small_study(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        run_study(study, tmp_path, 1, Stopping(0))
    path = run_folder(study, tmp_path).ledger
    plies, pairs = study.opening_plies, study.budget.verdict_pairs
    with Ledger(path, choose_run(study, tmp_path).digest) as ledger:
        ledger.add_openings(draw_openings(study.game, plies, "verdict", pairs, study.seed + 1))
    before = read_progress(path)
    with pytest.raises(LedgerError, match="has other 'verdict' openings than this version draws"):
        run_study(study, tmp_path, 1, Silent())
    assert read_progress(path).games == before.games == 2 * 2 * study.budget.pairs
