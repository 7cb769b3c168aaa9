"""A study whose file was changed after a run: what `tune check` and `tune run` say of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import TINY, CommandLine

CHANGED = [
    ("trials: 4", "trials: 5", "would go on with {run}: budget.trials: 4 -> 5"),
    ("verdict_pairs: 30", "verdict_pairs: 30", "would go on with {run}"),
    (
        "sampler: random",
        "sampler: random\nseed: 2",
        "would be refused: {run} is a run of this name with another configuration (seed: 1 -> 2); "
        "give the study another name, or fork that run (--fork)",
    ),
    ("name: tiny", "name: other", "would begin {runs}/other-"),
]


@pytest.mark.parametrize(("old", "new", "outlook"), CHANGED)
def test_check_says_what_a_run_would_do(
    tune: CommandLine,
    finished: Path,
    old: str,
    new: str,
    outlook: str,
) -> None:
    runs = finished.parent
    (runs.parent / "tiny.yaml").write_text(TINY.replace(old, new))
    found = tune("check", runs.parent / "tiny.yaml", "--runs", runs, "--json").json["run"]
    assert found.startswith(outlook.format(run=finished, runs=runs))


def test_a_run_that_cannot_go_on_is_refused_on_one_line_and_writes_nothing(
    tune: CommandLine, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(f"{TINY}seed: 2\n")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    run = finished.relative_to(tmp_path)
    assert tune("run", "tiny.yaml").error == (
        f"error: {run} is a run of this name with another configuration (seed: 1 -> 2); give the "
        "study another name, or fork that run (--fork)"
    )
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    last = tune("check", "tiny.yaml").lines[-1]
    assert last.startswith("tiny.yaml is a study, but would not be run")


def test_a_fork_goes_on_with_the_same_command_and_without_the_option(
    tune: CommandLine, finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tiny.yaml").write_text(TINY.replace("sampler: random", "sampler: qmc"))
    first = tune("run", "tiny.yaml", "--fork", "--json")
    assert first.status == 0
    assert "3 trials and " in first.err
    assert f"games are taken from the run {finished.name}" in first.err
    for words in (("--fork",), ()):
        assert tune("run", "tiny.yaml", "--json", *words).json["run"] == first.json["run"]
    assert len(list((tmp_path / "runs").iterdir())) == 2
