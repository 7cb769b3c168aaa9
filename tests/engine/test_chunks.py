"""Chunks write to memory by address: none of them runs on when their owner is gone."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from engine.kernels.evaluation import REPORT_SLOTS
from engine.play.chunks import Chunks


class Interrupted(ThreadPoolExecutor):
    """An executor at whose second call somebody presses Ctrl-C, while the first one runs."""

    def __init__(self, running: Event) -> None:
        super().__init__(1)
        self.running = running

    def submit(self, *call: Any, **named: Any) -> Future[Any]:
        if self.running.is_set():
            raise KeyboardInterrupt
        future = super().submit(*call, **named)
        assert self.running.wait(10)
        return future


def test_an_interrupt_between_two_chunks_waits_for_the_first() -> None:
    running, written = Event(), []

    def code(number: int) -> None:
        running.set()
        Event().wait(0.3)
        written.append(number)

    faults = np.zeros((2, REPORT_SLOTS), np.uint64)
    chunks = Chunks(find_game("isolation"), code, [(0,), (1,)], faults, ())
    with Interrupted(running) as executor:
        with pytest.raises(KeyboardInterrupt):
            chunks.run(executor)
        assert written == [0]
