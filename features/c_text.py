"""Write a heuristic as C: its formula, and the features that it uses."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.c99.kinds import BOARD, INTEGER, PARAMETERS, CTextError
from engine.c99.layout import CLayout
from engine.c99.names import free_name, is_constant_name
from engine.c99.program import CProgram, TablePlace
from engine.kernels import interface
from engine.link.joining import KernelSet, join
from engine.link.source import SourceKernel
from engine.table import Table
from features.compiled import formula_kernels
from features.heuristic import Heuristic

__all__ = ["CEvaluation", "write_evaluation"]


class _Board(KernelSet, Protocol):
    """A board is a game of one size."""

    def memory(self, tables: Sequence[Table]) -> NDArray[np.uint64]:
        """Return the memory of the board with these tables."""


@dataclass(frozen=True)
class CEvaluation:
    """An evaluation is what a C file needs around it.

    Attributes:
        text: constants, tables and functions, the last of which is `evaluate`, without includes
            and without the constants of the parameters.
        constants: names of the constants of the parameters, in their order.
        used: those of them that the text uses.
        layout: how C sees positions.
    """

    text: str
    constants: tuple[str, ...]
    used: frozenset[str]
    layout: CLayout


def write_evaluation(game: Any, heuristic: Heuristic) -> CEvaluation:
    """Return a heuristic's value of a position as C, by plain IEEE 754 arithmetic.

    Args:
        game: a game of its family, with a board of one size.
        heuristic: what to write.

    Raises:
        CTextError: if the game does not say how C sees its positions, or C might have another
            value for something.
    """
    layout = getattr(game, "c_layout", None)
    if layout is None:
        raise CTextError(
            f"{game.name} does not say how C sees its positions; give the game a 'c_layout' "
            "(see engine/c99/layout.py), or export Python"
        )
    formula = formula_kernels(heuristic).as_written
    entry = _entry(layout)
    joined = join(game, (entry,), {interface.written_formula: formula})  # type: ignore[arg-type]
    constants = _constants(heuristic)
    program = CProgram(
        joined.kernels,
        game.memory(joined.tables),
        layout.parts,
        _places(game, joined.tables),
        constants,
        {"formula": _wishes(formula)},
    )
    kinds = (BOARD, PARAMETERS, *(argument.kind for argument in layout.arguments))
    function = program.entry(joined.names[0], kinds, "evaluate")
    used = program.parameters_of(function)
    return CEvaluation(program.text(function), constants, used, layout)


def _entry(layout: CLayout) -> SourceKernel:
    """Return the kernel behind the exported function."""
    names = [argument.name for argument in layout.arguments]
    words = ", ".join(
        f"np.uint64({argument.name})" if argument.kind == INTEGER else argument.name
        for argument in layout.arguments
    )
    text = (
        f"def evaluation(board, parameters, {', '.join(names)}):\n"
        f'    """Return the value of a position as own sees it, whoever is to move."""\n'
        f"    own = ({words})\n"
        "    return formula(board, parameters, own, swap_sides(own))\n"
    )
    scope = {
        "np": np,
        "formula": interface.written_formula,
        "swap_sides": interface.swap_sides,
    }
    return SourceKernel(text, scope)


def _places(game: _Board, tables: Sequence[Table]) -> list[TablePlace]:
    places, slot = [], game.first_slot
    for table in tables:
        slots = game.table_slots(table)
        places.append(TablePlace(table, slot, slots))
        slot += slots
    return places


def _constants(heuristic: Heuristic) -> tuple[str, ...]:
    constants: list[str] = []
    for parameter in heuristic.parameters:
        name = parameter.name.upper()
        usual = name if is_constant_name(name) else f"{name}_VALUE"
        constants.append(free_name(usual, constants))
    return tuple(constants)


def _wishes(formula: SourceKernel) -> Mapping[str, str]:
    """Return better names for the variables of a formula's kernel."""
    set_names = [
        (node.targets[0].id, node.value)
        for node in ast.walk(ast.parse(formula.text))
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    long, short = (
        {name: _wish(name, value, integers) for name, value in set_names}
        for integers in (True, False)
    )
    often = Counter(short.values())
    wishes = {name: short[name] if often[short[name]] == 1 else long[name] for name in long}
    return wishes | {f"_has{name}": f"has_{wish}" for name, wish in wishes.items()}


def _wish(name: str, value: ast.expr, integers: bool) -> str:
    plain, _, number = name[3:].rpartition("_")
    match name[:3], value:
        case "_f_", ast.Call(_, [ast.Call(ast.Name(feature), [_, ast.Name(side), *others])]):
            numbers = (
                [found[-1] for one in others if (found := re.findall(r"-?\d+", ast.unparse(one)))]
                if integers
                else []
            )
            return "_".join([side, feature, *numbers]).replace("-", "minus_")
        case "_t_", _:
            return plain
        case "_v_", _:
            return f"part_{number}"
        case "_c_", _:
            return f"condition_{number}"
    return name
