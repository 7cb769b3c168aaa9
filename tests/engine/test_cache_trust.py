"""Compiled code is executed, so a folder of it that others may write is not used."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import numba
import pytest
from quick_modules import SIX, works

from engine.link import cache
from engine.link.cache import load_module
from engine.link.folder import CACHE_VARIABLE, CacheWarning, cache_folder, write_whole


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the cache of this test is to be; nothing was loaded from it yet."""
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_MODULES", {})
    cache._check_elsewhere.cache_clear()
    cache_folder.cache_clear()
    yield tmp_path / "cache"
    cache_folder.cache_clear()


def warned_of(folder: Path) -> str:
    """What is said of a folder that is not used."""
    cache_folder.cache_clear()
    with pytest.warns(CacheWarning) as warned:
        assert works(load_module("toy", SIX))
    assert not list(folder.glob("toy_*"))
    (one,) = warned
    return str(one.message)


@pytest.mark.skipif(sys.platform == "win32", reason="it has other rights")
@pytest.mark.parametrize("writable", [".", "__pycache__"])
@pytest.mark.parametrize("mode", [0o777, 0o775, 0o702])
def test_a_folder_that_others_may_write_is_not_used(folder: Path, writable: str, mode: int) -> None:
    (folder / "__pycache__").mkdir(parents=True)
    (folder / writable).chmod(mode)
    assert warned_of(folder) == (
        f"others may write to {folder / writable}, so the compiled code in it is not used: it will "
        "be compiled anew at every start (set TUNE_CACHE_DIR to a folder of your own)"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="it has other owners")
def test_a_folder_of_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.mkdir()
    somebody = folder.stat().st_uid + 1
    monkeypatch.setattr(os, "getuid", lambda: somebody)
    assert warned_of(folder).startswith(f"{folder} belongs to another user, so the compiled code")


@pytest.mark.skipif(sys.platform == "win32", reason="it has other rights")
def test_a_new_folder_is_the_users_alone(folder: Path) -> None:
    before = os.umask(0)
    try:
        load_module("toy", SIX)
    finally:
        os.umask(before)
    assert {path.stat().st_mode & 0o777 for path in (folder, folder / "__pycache__")} == {0o700}
    cache_folder.cache_clear()
    assert cache_folder() == folder


def test_what_was_left_half_written_an_hour_ago_is_removed(folder: Path) -> None:
    (folder / "__pycache__").mkdir(parents=True)
    old = [folder / "tmp1.tmp", folder / "__pycache__" / "toy.nbi.tmp.0123"]
    new = [folder / "tmp2.tmp", folder / "__pycache__" / "toy.nbi.tmp.4567"]
    for path in (*old, *new):
        path.write_text("half")
    for path in old:
        os.utime(path, (0, 0))
    write_whole(cache_folder() / "toy", b"whole")
    assert {path.exists() for path in old} == {False}
    assert {path.exists() for path in new} == {True}


@pytest.mark.skipif(sys.platform == "win32", reason="it has other rights")
def test_numbas_own_folder_is_not_heeded_where_others_may_write_it(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o777)
    monkeypatch.setattr(numba.config, "CACHE_DIR", str(elsewhere))
    with pytest.warns(CacheWarning, match=f"others may write to {elsewhere}, so NUMBA_CACHE_DIR"):
        load_module("toy", SIX)
    assert list(elsewhere.iterdir()) == []
    assert list(folder.glob("__pycache__/toy_*.nbi"))
