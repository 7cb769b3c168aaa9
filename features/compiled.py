"""Compiled heuristics: players for matches, and values of positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.game import Game, States
from engine.link.joining import FormulaKernels, KernelSet
from engine.play.batches import packed_states
from engine.play.compiler import Assessor, Chooser, compile_assessor, compile_chooser
from engine.play.player import Player, make_player
from engine.play.search import Search
from features.codegen import formula_source
from features.heuristic import Heuristic

__all__ = ["compile_heuristic", "evaluate", "formula_kernels", "heuristic_player"]

_CHOOSERS: dict[tuple[str, str], tuple[FormulaKernels, Chooser]] = {}
"""By the game and by text and functions of a formula. The kernels are kept with what was compiled
of them, so that no other function can have the address of one of theirs."""


def compile_heuristic(kernels: KernelSet, heuristic: Heuristic) -> Chooser:
    """Return the compiled searches of a heuristic, compiled once a process and kept on disk.

    Args:
        kernels: a game, or its `engine.link.joining.PlainSearch`.
        heuristic: the evaluation.

    Raises:
        EngineError: if the heuristic is of another family, or a feature's kernel cannot be
            compiled.
    """
    _check_family(kernels, heuristic)
    formula = formula_kernels(heuristic)
    kernel = formula.of_search
    key = (kernels.kernel_name, f"{kernel.text}{sorted(map(repr, kernel.names.values()))}")
    if key not in _CHOOSERS:
        _CHOOSERS[key] = formula, compile_chooser(kernels, formula)
    return _CHOOSERS[key][1]


def formula_kernels(heuristic: Heuristic) -> FormulaKernels:
    """Return the kernels of a heuristic's formula."""
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
    return make_player(game, compile_heuristic(game, heuristic), values, search)


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
    compiled: Assessor | Chooser = (
        compile_assessor(game, formula_kernels(heuristic).of_search)
        if of_search
        else compile_heuristic(game, heuristic)
    )
    board = game.memory(compiled.tables)
    parameters = np.array([*values, 0.0], dtype=np.float64)
    result = np.empty(len(states), dtype=np.float64)
    compiled.assess(
        board.ctypes.data,
        parameters.ctypes.data,
        states.ctypes.data,
        len(states),
        result.ctypes.data,
    )
    return result


def _check_family(kernels: KernelSet, heuristic: Heuristic) -> None:
    """Refuse another family, whose positions the features cannot read."""
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
