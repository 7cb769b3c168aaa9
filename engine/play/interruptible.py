"""Long calls of compiled code that Ctrl-C ends."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

__all__ = ["call_interruptibly"]


def call_interruptibly(work: Callable[[], int], stop: Callable[[], None]) -> int:
    """Return the result of `work`, which runs in a thread, so that this one hears an interrupt.

    Args:
        work: compiled code that does not hold the interpreter.
        stop: makes `work` return soon; called when this thread is interrupted, and then the
            interrupt goes on as soon as `work` has returned.
    """
    with ThreadPoolExecutor(1) as executor:
        future = executor.submit(work)
        try:
            return future.result()
        except BaseException:
            stop()
            raise
