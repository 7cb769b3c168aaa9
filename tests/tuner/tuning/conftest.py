"""Fixtures that tests of whole studies share."""

from __future__ import annotations

from typing import Any

import pytest

from tuner.matches import arena
from tuner.matches.task import BatchTask, play_batch


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The pairs of every batch that is really played."""
    sizes: list[int] = []

    def counted(task: BatchTask) -> Any:
        records = play_batch(task)
        sizes.append(len(records))
        return records

    monkeypatch.setattr(arena, "play_batch", counted)
    return sizes
