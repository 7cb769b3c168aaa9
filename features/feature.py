"""Define features: named functions of a position and a side, each with a plain-Python twin.

A feature that is written once (`engine.isolation.squares`, `engine.pentago.squares`) is its own
twin: the function runs as ordinary Python on a view in place of board and side.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.own_file import OwnFile

__all__ = [
    "TABLE",
    "TRIED_INTEGERS",
    "Feature",
    "Kernel",
    "Twin",
    "entries_of",
    "entry_number",
    "feature",
    "table_feature",
]

TABLE = "table"
"""How the kernels of table features begin: the name of the table takes its place."""

TRIED_INTEGERS = (1, 2, 3)
"""What the integer arguments of a feature are tried with."""

Kernel = Callable[..., Any]
Twin = Callable[..., float]
"""The same as a kernel in naive Python, `(view, *integers) -> float`."""


@dataclass(frozen=True)
class Feature:
    """A feature is a number that a position has.

    Attributes:
        name: what formulas call it.
        family: the family of games that it belongs to, for example "isolation".
        kernel: plain function in the kernel subset, `(board, state, *integers) -> float64`, the
            state is the position seen by the side that the formula names.
        twin: the same in naive Python, `(view, *integers) -> float`.
        reads_parameters: whether it reads a table whose numbers are parameters: its kernel takes
            their address as its last argument, its twin the values.
        written_once: whether the twin is the kernel itself, run as ordinary Python.
        sided: whether formulas name a side: `moves(own)`; else the feature belongs to both sides
            and is seen by own: `distance()`.
        summary: first line of the docstring.
        arguments: number of integer arguments after the side.
        fixed: integers that the kernel takes behind those of the formula: features that share one
            kernel differ in them.
        file: a user's own file as it was when it was loaded; None where the feature was not
            loaded from a file of its own.
        limit: where it has no value, and what to write instead; "" if it has one everywhere.
    """

    name: str
    family: str
    kernel: Kernel
    twin: Twin
    sided: bool
    summary: str
    arguments: int
    limit: str = ""
    fixed: tuple[int, ...] = ()
    file: OwnFile | None = None
    written_once: bool = False
    reads_parameters: bool = False

    def __call__(self, _board: Any, side: Any, *integers: int) -> float:
        """Return its value for a view, where another feature calls it in plain Python."""
        return self.twin(side, *integers)

    @property
    def usage(self) -> str:
        """Return how a formula calls it, for example `nearby_blanks(own, radius)`."""
        names = list(inspect.signature(self.kernel).parameters)[2 : 2 + self.arguments]
        return f"{self.name}({', '.join([*(['own'] if self.sided else []), *names])})"


def feature(
    family: str, *, twin: Twin | None = None, sided: bool = True, limit: str = ""
) -> Callable[[Kernel], Feature]:
    """Return a decorator that makes a `Feature` of a kernel, with its name and docstring.

    Args:
        family: the family of games.
        twin: the same in naive Python; None where the kernel itself runs as ordinary Python.
        sided: whether formulas name a side.
        limit: where it has no value, and what to write instead.
    """

    def make(kernel: Kernel) -> Feature:
        return Feature(
            name=kernel.__name__,
            family=family,
            kernel=kernel,
            twin=_as_it_is(kernel) if twin is None else twin,
            sided=sided,
            summary=(inspect.getdoc(kernel) or "").split("\n")[0],
            arguments=len(inspect.signature(kernel).parameters) - 2,
            limit=limit,
            written_once=twin is None,
        )

    return make


def table_feature(family: str, *, twin: Twin) -> Callable[[Kernel], Feature]:
    """Return a decorator that makes the feature of every table of squares of a family.

    The kernel is `(board, state, first, symmetric, parameters)`, with the number of the table's
    first parameter and 1 for a symmetric table. The twin takes a view, and a function that gives
    the number of a square.
    """

    def make(kernel: Kernel) -> Feature:
        made = feature(family, twin=twin)(kernel)
        return replace(made, arguments=0, reads_parameters=True)

    return make


def entry_number(symmetric: bool, size: tuple[int, int], square: tuple[int, int]) -> int:
    """Return which number of a table a square has, counted by their first squares, row by row.

    Args:
        symmetric: whether squares share a number that the board's symmetries take to each other.
        size: rows and columns of the board.
        square: row and column.
    """
    height, width = size
    if not symmetric:
        return square[0] * width + square[1]
    row, column = min(square[0], height - 1 - square[0]), min(square[1], width - 1 - square[1])
    if height != width:
        return row * ((width + 1) // 2) + column
    row, column = sorted((row, column))
    # The rows before it are shorter by one square each.
    return row * ((width + 1) // 2) - row * (row - 1) // 2 + column - row


def entries_of(symmetric: bool) -> Callable[[int, int], list[float]]:
    """Return what builds the `NumberTable` of the entries of a board."""

    def build(height: int, width: int) -> list[float]:
        squares = ((row, column) for row in range(height) for column in range(width))
        return [float(entry_number(symmetric, (height, width), one)) for one in squares]

    return build


def _as_it_is(kernel: Kernel) -> Twin:
    """Return the twin of a feature that is written once."""

    @functools.wraps(kernel)
    def twin(view: Any, *integers: int) -> float:
        value = kernel(view, view, *integers)
        # What is no number is told of by the checks.
        return float(value) if isinstance(value, int | float) else value

    return twin
