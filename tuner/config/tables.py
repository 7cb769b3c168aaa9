"""Read the tables of a heuristic, whose numbers are parameters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from features.language.names import check_name
from features.parameter import Parameter
from features.square_table import SquareTable
from tuner.config.limits import MAX_PARAMETERS
from tuner.config.reader import Place
from tuner.config.sections import HeuristicSection, TableSection
from tuner.config.validation import reported_at

__all__ = ["resolve_parameters"]


def resolve_parameters(
    section: HeuristicSection, game: Game[Any], place: Place
) -> tuple[tuple[Parameter, ...], tuple[SquareTable, ...]]:
    """Return the parameters of a heuristic, those of its tables last, and the tables.

    A number of a table may be written out under `parameters` by its name, such as `place_0_0`.

    Raises:
        ConfigError: if a table does not fit the board, or a number its range.
    """
    size = (getattr(game, "height", 0), getattr(game, "width", 0))
    if section.tables and 0 in size:
        raise place.at("tables").error(f"{game.name} has no tables of squares", "remove the key")
    for name in section.tables:
        with reported_at(place.at("tables", name)):
            check_name("table", name, f"tables.{name}")
    tables = tuple(SquareTable(name, one.symmetric, *size) for name, one in section.tables.items())
    entries: dict[str, Parameter] = {}
    for table in tables:
        spot = place.at("tables", table.name)
        numbers = _numbers(table, section.tables[table.name], spot)
        for name, number in zip(table.parameters, numbers, strict=True):
            if name not in section.parameters:
                with reported_at(spot):
                    entries[name] = _entry(name, number, section.tables[table.name])
    written = {
        name: Parameter(name=name, **one.model_dump()) for name, one in section.parameters.items()
    }
    of_tables = [name for table in tables for name in table.parameters]
    count = len(of_tables) + len(written.keys() - of_tables)
    if count > MAX_PARAMETERS:
        cause = (
            f"with its tables the heuristic has {count} parameters, more than any search can tune"
        )
        raise place.at("tables").error(
            cause, f"leave at most {MAX_PARAMETERS}; try symmetric: true"
        )
    others = [one for name, one in written.items() if name not in of_tables]
    return (*others, *({**entries, **written}[name] for name in of_tables)), tables


def _entry(name: str, number: float, section: TableSection) -> Parameter:
    return Parameter(name, number, section.low, section.high, integer=section.integer)


def _numbers(table: SquareTable, section: TableSection, place: Place) -> Sequence[float]:
    """Return the hand-set numbers: those of `values`, or the same for all."""
    if section.values is None:
        middle = (section.low + section.high) / 2
        number = middle if section.default is None else section.default
        return [number] * len(table.squares)
    rows = section.values
    if [len(row) for row in rows] != [table.width] * table.height:
        cause = f"{table.height} rows of {table.width} numbers are needed, one for each square"
        raise place.at("values").error(cause, "write the board, row by row")
    for row, numbers in enumerate(rows):
        for column, number in enumerate(numbers):
            first = table.squares[table.entry(row, column)]
            if number != rows[first[0]][first[1]]:
                cause = (
                    f"row {row}, column {column} has {number:g}, and row {first[0]}, column "
                    f"{first[1]}, which symmetry takes to it, has {rows[first[0]][first[1]]:g}"
                )
                raise place.at("values").error(cause, "make them equal, or write symmetric: false")
    return [rows[row][column] for row, column in table.squares]
