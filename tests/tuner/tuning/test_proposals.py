"""A study that goes on takes its vectors from the ledger, and asks the sampler where it must."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from small_studies import reproducible_files, small_study

from tuner.config.study import Study
from tuner.files import RunError
from tuner.matches.ledger import Ledger
from tuner.matches.ledger_errors import LedgerError
from tuner.matches.progress import Silent
from tuner.samplers.optuna_samplers import TpeSampler
from tuner.samplers.space import Vector
from tuner.stats.interval import Interval
from tuner.tuning.proposals import Proposals
from tuner.tuning.run import run_study
from tuner.tuning.run_folder import run_folder

BUDGET = "{trials: 130, pairs: 2, finalists: 2, final_pairs: 4, verdict_pairs: 16}"


class Leaving(Silent):
    """Stops a study at a trial, and keeps how many trials were kept."""

    def __init__(self, last: int | None) -> None:
        self.last = last
        self.kept = (0, 0)

    def trial(self, number: int, trials: int, best: Interval, best_number: int) -> None:
        if number == self.last:
            raise KeyboardInterrupt

    def go_on(self, kept: int, trials: int) -> None:
        self.kept = (kept, trials)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Vector]:
    """The vectors that TPE really thinks out."""
    vectors: list[Vector] = []
    ask = TpeSampler.ask

    def counted(sampler: TpeSampler, known: Vector | None = None) -> Vector:
        vector = ask(sampler, known)
        if known is None:
            vectors.append(vector)
        return vector

    monkeypatch.setattr(TpeSampler, "ask", counted)
    return vectors


def stopped_at(study: Study, runs: Path, number: int) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_study(study, runs, 1, Leaving(number))


def test_a_stopped_search_ends_alike_and_asks_little_again(
    tmp_path: Path, asked: list[Vector]
) -> None:
    study = small_study(tmp_path, sampler="tpe", budget=BUDGET)
    run_study(study, tmp_path / "whole", 1, Silent())
    # Trial 0 is the hand-set vector.
    assert len(asked) == 129
    stopped_at(study, tmp_path / "stopped", 119)
    asked.clear()
    going_on = Leaving(None)
    run_study(study, tmp_path / "stopped", 1, going_on)
    # Again the first hundred, which checks the processor, then the ten that are new.
    assert len(asked) == 99 + 1 + 10
    assert going_on.kept == (120, 130)
    assert reproducible_files(study, tmp_path / "stopped") == reproducible_files(
        study, tmp_path / "whole"
    )


def test_a_vector_that_was_changed_is_told(tmp_path: Path) -> None:
    study = small_study(tmp_path, sampler="tpe", budget=BUDGET)
    stopped_at(study, tmp_path, 119)
    ledger = run_folder(study, tmp_path).ledger
    with closing(sqlite3.connect(ledger)) as file, file:
        change = "UPDATE notes SET value = '[0.5, 0.5]' WHERE key = 'trial 110'"
        assert file.execute(change).rowcount == 1
    with pytest.raises(LedgerError, match=r"ledger\.db.*; "):
        run_study(study, tmp_path, 1, Silent())


@pytest.mark.parametrize("number", [1, 100])
def test_a_sampler_that_proposes_something_else_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """As another processor would, in the last digit of one vector."""
    study = small_study(tmp_path, sampler="tpe", budget=BUDGET)
    stopped_at(study, tmp_path, 119)
    ask = TpeSampler.ask
    calls = iter(range(1, 1000))

    def other(sampler: TpeSampler, known: Vector | None = None) -> Vector:
        first, *others = ask(sampler, known)
        return (first + 1e-15 if next(calls) == number else first, *others)

    monkeypatch.setattr(TpeSampler, "ask", other)
    with pytest.raises(RunError, match=rf"^trial {number} is another vector than when the run was"):
        run_study(study, tmp_path, 1, Silent())


def test_what_is_kept_is_counted_and_read(tmp_path: Path) -> None:
    with Ledger(tmp_path / "ledger.db", "digest") as ledger:
        proposals = Proposals(ledger, "trial")
        assert proposals.count(300) == 0
        for number in range(260):
            proposals.keep(number, (number / 7, -0.5))
        assert proposals.count(300) == 260
        assert proposals.count(200) == 200
        assert proposals.known(201) == (201 / 7, -0.5)
        assert proposals.known(260) is proposals.known(261) is None
        # These are proposed again.
        assert proposals.known(99) is proposals.known(250) is None
