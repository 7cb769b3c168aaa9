"""Games that take long on workers, though this machine has little to do."""

from __future__ import annotations

import os
import time
from typing import Any

from tuner.matches.task import BatchTask, play_batch

__all__ = ["end_process", "play_slowly"]

SECONDS = 0.3


def play_slowly(task: BatchTask) -> Any:
    """The games of a task, after a while."""
    time.sleep(SECONDS)
    return play_batch(task)


def end_process() -> None:
    """What ends every worker that runs it."""
    os._exit(1)
