"""Take words of the command line as they are where nothing must be converted or checked.

Typer converts each value by pydantic, even a text to a text, and to import that takes a fifth of
the time of a short command. A Typer that no longer asks `get_runtime_param` converts all.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from typer.core import TyperCommand, TyperGroup

__all__ = ["PlainCommand", "PlainProgram"]

_KINDS = (str, int, float, bool, Path)


class PlainCommand(TyperCommand):
    """A plain command takes values as they are that are of their parameter's type already."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, and the option `--help`."""
        return list(map(_left_plain, super().get_params(ctx)))


class PlainProgram(TyperGroup):
    """A plain program does the same with its own options."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, and the option `--help`."""
        return list(map(_left_plain, super().get_params(ctx)))


def _left_plain(parameter: Any) -> Any:
    """Return a parameter that does not convert what needs no conversion; it is changed."""
    usual: Any = getattr(parameter, "get_runtime_param", None)
    kind = getattr(getattr(parameter, "type_descriptor", None), "annotation", None)
    # The words of a list come together.
    if usual and kind in _KINDS and parameter.nargs == 1 and not isinstance(usual, partial):
        parameter.get_runtime_param = partial(_PlainValue, kind, usual)
    return parameter


class _PlainValue:
    """Give a value as it is that is none, or of the wanted type already."""

    def __init__(self, kind: type, usual: Callable[[], Any]) -> None:
        self._kind = kind
        self._usual = usual

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter as its command takes it."""
        if value is None or (isinstance(value, self._kind) and not _cannot_be_read(value)):
            return value
        return self._usual().coerce(value, param=param, ctx=ctx)


def _cannot_be_read(value: Any) -> bool:
    """Return whether it is a path that Typer would refuse."""
    return isinstance(value, Path) and value.exists() and not os.access(value, os.R_OK)
