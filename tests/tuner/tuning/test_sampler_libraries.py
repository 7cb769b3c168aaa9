"""A run goes on only with the libraries that propose as they did when it was begun."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from small_studies import small_study

from tuner.matches.ledger_errors import LedgerError
from tuner.matches.progress import Silent
from tuner.tuning.run import run_study

BUDGET = "{trials: 2, pairs: 16, finalists: 1, final_pairs: 16, verdict_pairs: 16}"


def upgrade(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Let a library have another version from now on."""
    kept = metadata.version
    monkeypatch.setattr(
        "tuner.samplers.table.metadata.version",
        lambda one: "99.0" if one == name else kept(one),
    )


@pytest.mark.parametrize("library", ["scikit-learn", "threadpoolctl"])
def test_a_gaussian_process_of_another_version_does_not_go_on(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = small_study(tmp_path, sampler="gp", budget=BUDGET)
    run_study(study, tmp_path / "runs", 1, Silent())
    run_study(study, tmp_path / "runs", 1, Silent())
    upgrade(monkeypatch, library)
    with pytest.raises(LedgerError, match=f"and now there are .*{library} 99.0"):
        run_study(study, tmp_path / "runs", 1, Silent())


def test_other_samplers_do_not_ask_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = small_study(tmp_path, sampler="random", budget=BUDGET)
    run_study(study, tmp_path / "runs", 1, Silent())
    upgrade(monkeypatch, "scikit-learn")
    run_study(study, tmp_path / "runs", 1, Silent())
