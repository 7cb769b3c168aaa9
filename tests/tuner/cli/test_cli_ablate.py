"""The command `tune ablate`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from ablations import finished_terms
from command_line import TINY, CommandLine, copy_of, finish_tiny

from tuner.config.reader import read_document
from tuner.tuning.records import read_progress


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finish_tiny(tmp_path_factory.mktemp("tiny"))


def test_it_prints_json_and_nothing_else(tune: CommandLine, tiny: Path, tmp_path: Path) -> None:
    run = copy_of(tiny, tmp_path)
    ended = tune("ablate", str(run), "--pairs", "20", "--json")
    assert ended.status == 0
    assert ended.json["run"] == str(run)
    assert ended.json["pairs"] == 20
    assert {row["kind"] for row in ended.json["rows"]} <= {"parameter", "term"}
    assert (run / "ablation.json").exists()


def test_a_run_with_an_ablation_counts_its_games_as_well(tune: CommandLine, tmp_path: Path) -> None:
    """Both are the games that the ledgers hold."""
    (tmp_path / "tiny.yaml").write_text(f"{TINY}ablation: true\n")
    ended = tune("run", tmp_path / "tiny.yaml", "--runs", tmp_path)
    (ledger,) = tmp_path.glob("*/ablation.db")
    of_run, of_ablation = (
        read_progress(path).games for path in (ledger.with_name("ledger.db"), ledger)
    )
    assert of_ablation > 0
    said = rf"^{of_run} games in .*, and {of_ablation} more in the ablation\. Results: "
    assert re.search(said, ended.out, re.MULTILINE)


def test_fewer_pairs_than_were_played_are_told(
    tune: CommandLine, tiny: Path, tmp_path: Path
) -> None:
    run = copy_of(tiny, tmp_path)
    tune("ablate", str(run), "--pairs", "20")
    ended = tune("ablate", str(run), "--pairs", "16", "--json")
    assert ended.json["pairs"] == 20
    assert "note: 20 pairs were played before, and all of them count, not 16\n" in ended.err


@pytest.mark.parametrize(
    ("name", "content", "cause"),
    [
        ("ablation.db", b"no ledger, but a text that is longer than a header" * 9, "is not a data"),
        ("ablation.json", b"{", "cannot be read"),
    ],
)
def test_of_a_damaged_file_that_file_alone_is_removed(
    tune: CommandLine, tiny: Path, tmp_path: Path, name: str, content: bytes, cause: str
) -> None:
    run = copy_of(tiny, tmp_path)
    tune("ablate", str(run), "--pairs", "16")
    (run / name).write_bytes(content)
    command = "ablate" if name == "ablation.db" else "report"
    error = tune(command, str(run)).error
    assert error.startswith(f"error: {run / name}")
    assert cause in error
    assert "remove this file alone" in error
    (run / name).unlink()
    assert tune("ablate", str(run), "--pairs", "16").status == 0


def test_a_file_that_cannot_be_written_is_told_before_the_games(
    tune: CommandLine, tiny: Path, tmp_path: Path
) -> None:
    run = copy_of(tiny, tmp_path)
    error = tune("ablate", str(run), "--write", str(run / "study.yaml" / "small.yaml")).error
    assert "small.yaml cannot be written; name a file in a folder of yours" in error
    assert not (run / "ablation.db").exists()


def test_an_emptied_ledger_is_damaged_and_that_of_a_start_that_was_killed_is_not(
    tune: CommandLine, tiny: Path, tmp_path: Path
) -> None:
    run = copy_of(tiny, tmp_path)
    (run / "ablation.db").touch()
    assert tune("ablate", str(run), "--pairs", "16").status == 0
    (run / "ablation.db").write_bytes(b"")
    error = tune("ablate", str(run), "--pairs", "16").error
    assert error.startswith(f"error: {run / 'ablation.db'} is damaged: results are there, and")
    assert error.endswith("remove this file alone to play its games again")


def test_a_run_without_a_verdict_is_refused(tune: CommandLine, tiny: Path, tmp_path: Path) -> None:
    run = copy_of(tiny, tmp_path)
    (run / "verdict.json").unlink()
    ended = tune("ablate", str(run))
    assert ended.status == 2
    assert "has no verdict yet" in ended.error


def test_where_no_term_is_removable_there_is_nothing_to_write(
    tune: CommandLine, tiny: Path, tmp_path: Path
) -> None:
    """Of 16 pairs nothing is shown."""
    run = copy_of(tiny, tmp_path)
    ended = tune("ablate", str(run), "--pairs", "16", "--write", str(tmp_path / "small.yaml"))
    assert ended.status == 0
    assert "no smaller formula was found" in ended.err
    assert not (tmp_path / "small.yaml").exists()


def test_the_smaller_formula_is_written_where_it_is_wanted(
    tune: CommandLine, tmp_path: Path
) -> None:
    _, folder = finished_terms(tmp_path)
    file = tmp_path / "small.yaml"
    ended = tune("ablate", str(folder.path), "--pairs", "1500", "--write", str(file))
    assert ended.status == 0
    assert read_document(file).tree["heuristic"]["formula"] == "mobility"
    assert f"wrote {file}" in ended.lines
    assert "What each part is worth" in folder.report_html.read_text(encoding="utf-8")
