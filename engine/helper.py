"""Hold helpers: functions that run as ordinary Python, and have a kernel that takes their place."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Generic, ParamSpec, TypeVar

__all__ = ["Helper", "helper"]

P = ParamSpec("P")
R = TypeVar("R")


class Helper(Generic[P, R]):
    """A helper is a function that reads a position for features that are written once.

    In plain Python it is the function itself, which takes views. The linker takes the kernel, so
    the same text compiles.

    Attributes:
        kernel: a function in the kernel subset that gives the same, of the memory of a board and a
            state in place of views.
    """

    def __init__(self, function: Callable[P, R], kernel: Callable[..., Any]) -> None:
        self._function = function
        self.kernel = kernel
        functools.update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Return what the function gives of views."""
        return self._function(*args, **kwargs)


def helper(kernel: Callable[..., Any]) -> Callable[[Callable[P, R]], Helper[P, R]]:
    """Return a decorator that makes a `Helper` of a function of views."""

    def make(function: Callable[P, R]) -> Helper[P, R]:
        return Helper(function, kernel)

    return make
