"""Compile heuristics: to players for matches, and to values of positions.

A process keeps these, so that a trial that changes numbers only writes, joins and compiles nothing:

- The text of a heuristic's kernels, by the heuristic (`formula_kernels`).
- What was compiled of a heuristic for a game, by both (`compile_heuristic`). An equal heuristic
  counts as the same one. The values of an agent are no part of its heuristic.
- Compiled code, by the digest of the joined text (`engine.link.cache`). Heuristics that differ in
  names, hand-set values or ranges have the same text, and share it. So do features that are loaded
  from their file again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.entries import VALUE_WRITER
from engine.errors import EngineError
from engine.game import Game, States
from engine.link.joining import FormulaKernels, KernelSet
from engine.play import together as engine_together
from engine.play.batches import packed_states
from engine.play.compiler import Chooser, CompiledValues, compile_chooser, compile_values
from engine.play.player import Player, PreparedFormula, prepare_formula
from engine.play.search import Search
from features.codegen import formula_source
from features.heuristic import Heuristic

__all__ = [
    "compile_heuristic",
    "compile_together",
    "evaluate",
    "formula_kernels",
    "heuristic_player",
    "prepare_heuristic",
]

_CHOOSERS: dict[Chooser, Chooser] = {}
"""One of all choosers that are equal."""

_KNOWN_CHOOSERS: dict[tuple[str, Heuristic], Chooser] = {}
_KNOWN_VALUES: dict[tuple[str, Heuristic, bool], CompiledValues] = {}


def compile_heuristic(kernels: KernelSet, heuristic: Heuristic) -> Chooser:
    """Return the compiled searches of a heuristic, compiled once a process and kept on disk.

    For the same game and an equal heuristic it is the same object, and nothing is written or joined
    again.

    Args:
        kernels: a game, or its `engine.link.joining.PlainSearch`.
        heuristic: the evaluation.

    Raises:
        EngineError: if the heuristic is of another family, or a feature's kernel cannot be
            compiled.
    """
    _check_family(kernels, heuristic)
    known = (kernels.kernel_name, heuristic)
    if known not in _KNOWN_CHOOSERS:
        chooser = compile_chooser(kernels, formula_kernels(heuristic))
        # Code of one text is compiled once, so its choosers are equal: one of them is kept.
        _KNOWN_CHOOSERS[known] = _CHOOSERS.setdefault(chooser, chooser)
    return _KNOWN_CHOOSERS[known]


def compile_together(
    game: Game[Any],
    evaluated: Heuristic,
    others: Sequence[Heuristic],
    later: Sequence[Heuristic] = (),
) -> None:
    """Compile what first games need, in two processes at once if little of that is kept.

    Errors are not told here: whoever asks for a heuristic that cannot be compiled is told.

    Args:
        game: the rules and the board.
        evaluated: a heuristic that plays, and whose values people see.
        others: those that play as well.
        later: those that play when all of them have played.
    """
    formulas = [formula_kernels(one) for one in (evaluated, *others) if one.family == game.family]
    last = [formula_kernels(one) for one in later if one.family == game.family]
    engine_together.compile_together(game, formulas, formulas[:1], last)


def _compiled_values(kernels: KernelSet, heuristic: Heuristic, of_search: bool) -> CompiledValues:
    """Return the compiled values of a heuristic, of a search or as written.

    To compile the searches with them would take nine times as long.
    """
    known = (kernels.kernel_name, heuristic, of_search)
    if known not in _KNOWN_VALUES:
        formula = formula_kernels(heuristic)
        kernel = formula.of_search if of_search else formula.as_written
        _KNOWN_VALUES[known] = compile_values(kernels, kernel)
    return _KNOWN_VALUES[known]


@cache
def formula_kernels(heuristic: Heuristic) -> FormulaKernels:
    """Return the kernels of a heuristic's formula, written once for equal heuristics."""
    return FormulaKernels(
        formula_source(heuristic, heuristic.features, of_search=True),
        formula_source(heuristic, heuristic.features),
        len(heuristic.parameters),
    )


def heuristic_player(
    game: Game[Any], heuristic: Heuristic, values: Sequence[float], search: Search
) -> Player:
    """Return a player that evaluates with a heuristic.

    Args:
        game: the rules and the board.
        heuristic: the evaluation.
        values: of its parameters, in their order.
        search: how the player looks ahead.

    Raises:
        EngineError: if there are not as many values as parameters, the heuristic is of another
            family of games, or a feature's kernel cannot be compiled.
    """
    _check_values(heuristic, values)
    return prepare_heuristic(game, heuristic).player(values, search)


def prepare_heuristic(game: Game[Any], heuristic: Heuristic) -> PreparedFormula:
    """Return a heuristic that is ready to play: its players differ in numbers alone.

    Raises:
        EngineError: if the heuristic is of another family of games, or a feature's kernel cannot
            be compiled.
    """
    return prepare_formula(game, compile_heuristic(game, heuristic))


def evaluate(
    game: Game[Any],
    heuristic: Heuristic,
    values: Sequence[float],
    states: States,
    of_search: bool = False,
) -> NDArray[np.float64]:
    """Return the formula's value of each state, as its first side sees it, whoever is to move.

    A finished game is not treated differently here: its result is the rules' business.

    Args:
        game: the rules and the board.
        heuristic: the evaluation.
        values: of its parameters, in their order.
        states: shape (n, STATE_SLOTS); whatever can stand on the board.
        of_search: whether a sum of which nothing but rounding is left is 0, as it is in a search
            (see `engine.kernels.rounding`); else the value is that of the formula as written.

    Returns:
        float64, shape (n,); NaN where the formula is not a number.

    Raises:
        EngineError: as `heuristic_player`, or if a state is no position of the game.
    """
    _check_family(game, heuristic)
    _check_values(heuristic, values)
    states = packed_states(game, states)
    compiled = _compiled_values(game, heuristic, of_search)
    result = np.empty(len(states), dtype=np.float64)
    VALUE_WRITER.call(
        compiled.write_values,
        board=game.memory(compiled.tables),
        parameters=np.array([*values, 0.0], dtype=np.float64),
        states=states,
        count=len(states),
        values=result,
    )
    return result


def _check_family(kernels: KernelSet, heuristic: Heuristic) -> None:
    """Refuse another family, whose positions features cannot read, and tables of other boards."""
    game = getattr(kernels, "game", kernels)
    for table in heuristic.tables:
        size = (getattr(game, "height", 0), getattr(game, "width", 0))
        if (table.height, table.width) != size:
            raise EngineError(
                f"table '{table.name}' of heuristic '{heuristic.name}' is for a board of "
                f"{table.height}x{table.width}; choose a heuristic for this board"
            )
    if heuristic.family != kernels.family:
        raise EngineError(
            f"heuristic '{heuristic.name}' is for {heuristic.family}, and the game is "
            f"{kernels.family}; choose a heuristic of that game"
        )


def _check_values(heuristic: Heuristic, values: Sequence[float]) -> None:
    """Refuse another number of values: kernels read them by their address, without a count."""
    if len(values) != len(heuristic.parameters):
        raise EngineError(
            f"heuristic '{heuristic.name}' has {len(heuristic.parameters)} parameters, and "
            f"{len(values)} values are given"
        )
