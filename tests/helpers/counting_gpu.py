"""A GPU that plays as the CPU does, and tells of each launch."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

from tuner.matches.task import play_batch


class CountingBoards:
    """Stands for `tuner.device.boards.Boards`; it may wait, and may fail."""

    def __init__(self, _target: object) -> None:
        self.launches: list[int] = []
        self.error: Exception | None = None
        self.kept: set[str] = set()
        self.begun, self.go_on = threading.Event(), threading.Event()
        self.go_on.set()

    def reason(self, task: Any) -> str | None:
        return next((f"kept {name}" for name in sorted(self.kept)), None)

    def keep_back(self, tasks: Sequence[Any]) -> None:
        self.kept.add("back")

    def compile(self, tasks: Sequence[Any]) -> None:
        pass

    def play(self, tasks: Sequence[Any]) -> list[Any]:
        self.launches.append(len(tasks))
        self.begun.set()
        self.go_on.wait(20)
        if self.error is not None:
            raise self.error
        return [play_batch(task) for task in tasks]
