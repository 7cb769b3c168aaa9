"""Starts the Chromium of the system for tests of pages, or skips them with a reason."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["started"]

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")


@contextmanager
def started() -> Iterator[Any]:
    """A browser without a window."""
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("there is no chromium on the PATH")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed"
    ).sync_playwright()
    with playwright as driver:
        browser = driver.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()
