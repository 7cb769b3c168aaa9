"""A run that was played by other rules gives nothing to a fork."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from own_games import NOUGHTS, changed, game_folder
from studies import load

from engine import games, own_games
from tuner.config.study import Study
from tuner.matches.arena import agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs
from tuner.tuning.fork import ForkRecord, fork_run
from tuner.tuning.fork_source import ForkSource
from tuner.tuning.records import read_batches
from tuner.tuning.run_choice import choose_run
from tuner.tuning.run_start import start_run
from tuner.tuning.trials import tuned_agent

STUDY = """\
name: mine
game: mine
heuristic:
  formula: weight
  parameters:
    weight: {default: 1.0, low: 0.0, high: 2.0}
baselines:
  - {name: random, search: {algorithm: random}}
budget: {trials: 4, pairs: 6, finalists: 1, final_pairs: 16, verdict_pairs: 16}
"""

OTHER_RULES = changed("return WON", "return LOST", changed("return LOST", "return DRAWN", NOUGHTS))
"""Another outcome for whoever has three in a row."""


def study_of(folder: Path, rules: str, monkeypatch: pytest.MonkeyPatch) -> Study:
    """The study as a new process reads it: in one process a game has one content."""
    monkeypatch.setattr(own_games, "_LOADED", {})
    monkeypatch.setattr(games, "_ADDED", {})
    # What is tried is that the rules are sound, which takes a process of its own.
    monkeypatch.setattr("tuner.config.games.try_game", lambda _file: None)
    game_folder(folder, rules)
    return load(folder, STUDY)


def openings_of(study: Study) -> Mapping[str, OpeningSet]:
    """The first positions of a game, which are the same by both rules."""
    states = np.array([study.game.pack([study.game.initial()])[0]] * study.budget.pairs)
    return {"search": OpeningSet("search", states, np.zeros(len(states), np.int64), 1)}


def played(study: Study, runs: Path) -> None:
    """Write a run with all games of the hand-set vector and another one."""
    choice = choose_run(study, runs)
    start_run(choice.folder, study, 1)
    pairs = Pairs.untimed(
        np.ones((6, 2), np.int8), np.full((6, 2), 5, np.int16), np.ones((6, 2, 2), np.int64)
    )
    with Ledger(choice.folder.ledger, choice.digest) as ledger:
        ledger.add_openings(openings_of(study)["search"])
        for number, value in enumerate((1.0, 0.5)):
            ledger.keep_trial(f"trial {number}", f"[{value}]")
            candidate = agent_key(tuned_agent(study, (value,)))
            for opponent in study.baselines:
                ledger.add(BatchKey("search", candidate, agent_key(opponent), 0), pairs)


def forked(study: Study, runs: Path) -> tuple[ForkRecord, int]:
    """What the fork says that it takes, and how many batches its ledger holds."""
    choice = choose_run(study, runs, fork=True)
    choice.folder.path.mkdir()
    assert choice.source is not None
    record = fork_run(choice, ForkSource(choice.source, study, openings_of(study)))
    return record, len(list(read_batches(choice.folder.ledger)))


@pytest.mark.parametrize(
    ("rules", "trials", "batches"),
    [(NOUGHTS, 1, 2), (OTHER_RULES, 0, 0), (f"{NOUGHTS}# Changed.\n", 0, 0)],
    ids=["the same rules", "other rules", "another file"],
)
def test_games_by_other_rules_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, trials: int, batches: int
) -> None:
    played(study_of(tmp_path, NOUGHTS, monkeypatch), tmp_path / "runs")
    study = study_of(tmp_path, rules, monkeypatch)
    # Another sampler, so that the study is a new one in each case.
    record, found = forked(replace(study, sampler="random"), tmp_path / "runs")
    assert (record.trials, record.games, found) == (trials, 12 * batches, batches)
