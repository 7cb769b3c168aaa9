"""The folder of a run: made, taken up, refused, locked; its files are whole or absent."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from small_studies import small_study

from tuner.config.canonical import study_digest
from tuner.config.study import load_study
from tuner.files import RunError, save_json, save_text
from tuner.tuning.lookup import find_runs
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.run_start import start_run


def test_a_new_folder_has_the_effective_study_and_a_manifest(tmp_path: Path) -> None:
    study = small_study(tmp_path)
    folder = RunFolder(tmp_path / "runs" / "one")
    start_run(folder, study, 3)
    assert load_study(folder.study) == study
    manifest = json.loads(folder.manifest.read_text(encoding="utf-8"))
    assert manifest["digest"] == study_digest(study)
    assert manifest["seed"] == 1
    assert {"numba", "numpy", "optuna"} <= set(manifest["versions"])
    assert [start["threads"] for start in manifest["starts"]] == [3]


def test_every_start_is_noted(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "one")
    for threads in (1, 2):
        start_run(folder, small_study(tmp_path), threads)
    manifest = json.loads(folder.manifest.read_text(encoding="utf-8"))
    assert [start["threads"] for start in manifest["starts"]] == [1, 2]


def test_the_notes_of_the_last_start_are_kept(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "one")
    assert folder.notes() == ()
    said = ("'floor' changes no choice", 'a name with <script>, "quotes" and 🐎')
    for _ in range(2):
        start_run(folder, small_study(tmp_path), 1, said)
        assert folder.notes() == said
    manifest = json.loads(folder.manifest.read_text(encoding="utf-8"))
    assert manifest["notes"] == list(said)
    # An earlier version kept none.
    del manifest["notes"]
    save_json(folder.manifest, manifest)
    assert folder.notes() == ()


def test_another_study_is_refused_with_what_differs(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "one")
    start_run(folder, small_study(tmp_path), 1)
    before = folder.study.read_text(encoding="utf-8")
    with pytest.raises(RunError, match=r"another configuration \(seed: 1 -> 2\); give"):
        start_run(folder, small_study(tmp_path, seed="2"), 1)
    assert folder.study.read_text(encoding="utf-8") == before


def test_only_one_works_in_a_folder(tmp_path: Path) -> None:
    folder, same = RunFolder(tmp_path / "one"), RunFolder(tmp_path / "one")
    with (
        folder.locked(),
        pytest.raises(RunError, match="another process is working in"),
        same.locked(),
    ):
        pass
    with same.locked():
        pass


def test_the_lock_is_given_back_after_an_error(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path / "one")
    with pytest.raises(KeyboardInterrupt), folder.locked():
        raise KeyboardInterrupt
    with folder.locked():
        pass


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_folder_that_may_not_be_written_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with (
        pytest.raises(RunError, match=r"Permission denied.*choose another folder"),
        RunFolder(tmp_path / "one").locked(),
    ):
        pass


def test_runs_are_found_by_name(tmp_path: Path) -> None:
    for name in ("b", "a"):
        start_run(RunFolder(tmp_path / name), small_study(tmp_path), 1)
    (tmp_path / "no run").mkdir()
    assert [run.path.name for run in find_runs(tmp_path)] == ["a", "b"]
    assert find_runs(tmp_path / "missing") == ()


def test_a_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    save_json(path, {"a": 1})
    with pytest.raises(ValueError, match="JSON"):
        save_json(path, {"a": float("nan")})
    with pytest.raises(UnicodeEncodeError):
        save_text(path, "half \ud800")
    assert path.read_text(encoding="utf-8") == '{\n  "a": 1\n}\n'
    assert [file.name for file in tmp_path.iterdir()] == ["file.json"]


def test_saved_files_are_readable_by_others(tmp_path: Path) -> None:
    save_text(tmp_path / "file", "text")
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o644


def test_what_a_killed_process_left_half_written_is_removed_at_the_next_start(
    tmp_path: Path,
) -> None:
    code = (
        "import os, pathlib, signal, sys; from tuner.files import save_text; "
        "os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL); "
        "save_text(pathlib.Path(sys.argv[1]), 'half')"
    )
    folder = RunFolder(tmp_path / "one")
    with folder.locked():
        save_text(folder.best, "whole")
    subprocess.run([sys.executable, "-c", code, folder.best], check=False)
    assert len(list(folder.path.glob(".being-written-*.tmp"))) == 1
    with folder.locked():
        assert sorted(path.name for path in folder.path.iterdir()) == [".lock", "best.yaml"]
    assert folder.best.read_text() == "whole"


def test_a_full_disk_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left on device") as caught:
        save_text(tmp_path / "best.yaml", "text")
    assert caught.value.filename == str(tmp_path / "best.yaml")
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_is_not_there_is_named_by_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        save_text(tmp_path / "gone" / "report.html", "text")
    assert caught.value.filename == str(tmp_path / "gone" / "report.html")


def test_a_run_that_lacks_its_study_is_told_what_it_lacks(tmp_path: Path) -> None:
    folder = RunFolder(tmp_path)
    with pytest.raises(RunError, match="is no run folder; name one"):
        folder.require()
    save_text(folder.manifest, "{}")
    with pytest.raises(RunError, match=r"study\.yaml is gone; restore it, or run the study again"):
        folder.require()
