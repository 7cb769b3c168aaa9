"""Where a study on solved positions stands, and that nothing asked for is asked again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from greedy_studies import GREEDY, trial_rows
from studies import load

from engine.games import find_game
from engine.play.searches import make_search
from features.compiled import prepare_heuristic
from features.presets import find_preset
from tuner.matches.agent import Agent
from tuner.matches.ledger import Ledger
from tuner.matches.progress import Silent
from tuner.solved import kept_wins
from tuner.solved.accuracy import kept_by
from tuner.solved.kept_wins import open_kept_wins
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder
from tuner.tuning.status import read_status
from tuner.tuning.status_text import status_json, status_lines


def test_the_status_counts_the_trials_on_positions(tmp_path: Path) -> None:
    study = load(tmp_path, GREEDY + "objective: accuracy\n")
    run_study(study, tmp_path, 1, Silent())
    status = read_status(run_folder(study, tmp_path))
    different = len(
        {row["params_mine"] + row["params_theirs"] for row in trial_rows(study, tmp_path)}
    )
    assert status.trials == different
    assert f"  search: {different} different vectors of at most 8 trials on solved positions" in (
        status_lines(status)
    )


def test_the_status_counts_a_warm_start_apart(tmp_path: Path) -> None:
    study = load(tmp_path, GREEDY + "warm_start: accuracy\n")
    run_study(study, tmp_path, 1, Silent())
    status = read_status(run_folder(study, tmp_path))
    assert (status.warm_trials, status.trials) == (8, 8)
    assert status_json(status)["warm_trials"] == 8
    lines = status_lines(status)
    assert "  warm start: 8 different vectors of at most 8 trials on solved positions" in lines
    assert "  search: 8 different vectors of at most 8 trials" in lines


def test_with_a_limit_in_time_what_is_done_is_kept_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("isolation")
    agent = Agent("hasty", find_preset("improved"), (), make_search("alphabeta", time_ms=0.1))
    prepare = partial(prepare_heuristic, game)
    sizes: list[int] = []

    def stopped(*arguments):
        if len(sizes) == 2:
            raise KeyboardInterrupt
        sizes.append(len(arguments[2]))
        return np.ones(sizes[-1], dtype=np.bool_)

    path = tmp_path / "ledger.db"
    with monkeypatch.context() as patch, ThreadPoolExecutor(1) as executor:
        patch.setattr(kept_wins, "kept_by", stopped)
        with Ledger(path, "digest") as ledger:
            wins = open_kept_wins(game, "verdict", 1, ledger, executor, prepare)
            with pytest.raises(KeyboardInterrupt):
                wins.of(agent)
    assert sizes == [128, 128]

    def counted(*arguments):
        sizes.append(len(arguments[2]))
        return kept_by(*arguments)

    with ThreadPoolExecutor(1) as executor, Ledger(path, "digest") as ledger:
        monkeypatch.setattr(kept_wins, "kept_by", counted)
        wins = open_kept_wins(game, "verdict", 1, ledger, executor, prepare)
        kept = wins.of(agent)
        assert sum(sizes) == len(wins.choices) == len(kept)
        assert kept[:256].all()
        wins.of(agent)
    assert sum(sizes) == len(kept)
