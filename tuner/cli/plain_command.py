"""Take words of the command line as they are where nothing must be converted or checked.

Typer converts each value by pydantic, even a text to a text, and to import that takes a fifth of
the time of a short command. A Typer that no longer asks `get_runtime_param` converts all.

An empty word is refused, whatever it is for: it is what a shell makes of a variable that is not
set, and a path that is empty would be the current folder.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

__all__ = ["PlainCommand", "PlainProgram"]

_KINDS = (str, int, float, bool, Path)


class PlainCommand(TyperCommand):
    """A plain command takes values as they are that are of their parameter's type already."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Return the words that are left over; none that is given may be empty or of spaces."""
        given, _, _ = self.make_parser(ctx).parse_args([*args])
        for parameter in self.get_params(ctx):
            _refuse_blanks(ctx, parameter, given.get(parameter.name))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, and the option `--help`."""
        return list(map(_left_plain, super().get_params(ctx)))


class PlainProgram(TyperGroup):
    """A plain program does the same with its own options."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, and the option `--help`."""
        return list(map(_left_plain, super().get_params(ctx)))


def _refuse_blanks(ctx: Any, parameter: Any, value: Any) -> None:
    for word in value if isinstance(value, list | tuple) else [value]:
        if isinstance(word, str) and not word.strip():
            what = "it holds nothing but spaces" if word else "it is empty"
            raise typer.BadParameter(what, ctx, parameter)


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
