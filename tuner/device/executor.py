"""Offer a GPU as an executor of the `concurrent.futures` kind that plays batches of games."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from engine.cuda.errors import NotForGpuError
from engine.cuda.program import find_target
from engine.errors import TuneError
from tuner.device.boards import Boards
from tuner.device.pace import Pace
from tuner.matches.progress import Progress
from tuner.matches.task import BatchTask, play_batch

__all__ = ["DEVICES", "DeviceExecutor", "UnknownDeviceError"]

DEVICES = ("cuda",)

_GATHERED = 0.003
"""So long batches that are asked for one after the other are gathered before any is played."""


class UnknownDeviceError(TuneError):
    """There is no device of this name."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"games cannot be played on '{name}'; the only device is {', '.join(DEVICES)}",
            hint="no device",
        )


@dataclass(frozen=True, eq=False)
class _Asked:
    """Hold a batch that is asked for, and what waits for its records."""

    task: BatchTask
    future: Future[Any]

    def is_wanted(self) -> bool:
        """Return whether somebody still waits for it; from then on it cannot be cancelled."""
        return self.future.running() or self.future.set_running_or_notify_cancel()

    def take(self, played: Future[Any]) -> None:
        """Give on what the CPU has made of it."""
        if played.exception() is not None:
            self.future.set_exception(played.exception())
        else:
            self.future.set_result(played.result())


class DeviceExecutor(Executor):
    """Play batches on a GPU, many in one launch; other calls go to another executor.

    While the GPU plays, batches gather: those of many trials and baselines, where they are asked
    for at once. A launch has as many of them as are played in about two seconds. Batches that must
    stay on the CPU go to the other executor, with a note.

    Args:
        device: its name, "cuda".
        others: runs what the GPU does not.
        progress: is told what stays on the CPU, and why.

    Raises:
        UnknownDeviceError: if there is no such device.
        CudaError: if numba-cuda, a driver or a GPU is missing, or is too old.
    """

    def __init__(self, device: str, others: Executor, progress: Progress) -> None:
        if device not in DEVICES:
            raise UnknownDeviceError(device)
        self._boards, self._pace = Boards(find_target()), Pace()
        self._others, self._progress = others, progress
        self._noted: set[str] = set()
        self._asked: SimpleQueue[_Asked | None] = SimpleQueue()
        # A daemon: a GPU that never answers must not keep this program from ending.
        self._thread = Thread(target=self._serve, name="tune-device", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Ask for a call.

        Raises:
            CudaError: by the future, if the GPU fails.
            EvaluationError: by the future, if a formula gave no number.
        """
        if fn is not play_batch:
            return self._others.submit(fn, *args, **kwargs)
        (task,) = args
        if self._stays(task):
            return self._others.submit(fn, task)
        asked = _Asked(task, Future())
        self._asked.put(asked)
        return asked.future

    def _stays(self, task: BatchTask) -> bool:
        """Return whether a batch must be played by the CPU; each reason is noted once."""
        reason = self._boards.reason(task)
        if reason is not None and reason not in self._noted:
            self._noted.add(reason)
            self._progress.note(f"{reason}: such games are played on the CPU")
        return reason is not None

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """End when what is being played is over.

        Args:
            wait: for that end.
            cancel_futures: is as good as true: whoever leaves has waited for its calls.
        """
        self._asked.put(None)
        if wait:
            self._thread.join()

    def _serve(self) -> None:
        waiting: list[_Asked] = []
        going = True
        while going or waiting:
            come: list[_Asked | None] = []
            if not waiting:
                come.append(self._asked.get())
                time.sleep(_GATHERED)
            come += self._gathered()
            going = going and None not in come
            waiting += [one for one in come if one is not None]
            if waiting:
                chosen = set(self._pace.launch([one.task for one in waiting]))
                launch = [one for number, one in enumerate(waiting) if number in chosen]
                waiting = [one for number, one in enumerate(waiting) if number not in chosen]
                self._play([one for one in launch if one.is_wanted()])

    def _gathered(self) -> list[_Asked | None]:
        found: list[_Asked | None] = []
        while True:
            try:
                found.append(self._asked.get_nowait())
            except Empty:
                return found

    def _play(self, launch: list[_Asked]) -> None:
        """Play what is for one game in one launch, and give everybody his games or his error."""
        if not launch:
            return
        tasks = [one.task for one in launch]
        outcomes: list[Any]
        try:
            self._boards.compile(tasks)
            began = time.perf_counter()
            outcomes = self._boards.play(tasks)
            self._pace.learn(tasks, time.perf_counter() - began)
        except NotForGpuError:
            self._boards.keep_back(tasks)
            for one in launch:
                if self._stays(one.task):
                    self._others.submit(play_batch, one.task).add_done_callback(one.take)
                else:
                    self._asked.put(one)
            return
        except Exception as error:
            outcomes = [error] * len(launch)
        for one, outcome in zip(launch, outcomes, strict=True):
            if isinstance(outcome, Exception):
                one.future.set_exception(outcome)
            else:
                one.future.set_result(outcome)
