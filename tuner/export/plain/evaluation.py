"""Write the heuristic of an agent as plain Python functions, with names for its values."""

from __future__ import annotations

import keyword
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.plain.board import Numbering
from engine.plain.compiler import PlainCode, compile_plain, plain_board_of
from engine.plain.frame import plain_frame_of
from engine.plain.library import FeatureNote
from engine.plain.naming import unused
from engine.plain.operations import DEFINITIONS
from engine.plain.text_library import PlainFormula
from features.codegen import formula_source
from features.heuristic import Heuristic
from tuner.matches.agent import Agent

__all__ = ["COUNTED_IN_OLD_PYTHON", "Evaluation", "Style", "evaluation_of", "module_body"]

COUNTED_IN_OLD_PYTHON = 'bin(a).count("1")'
"""How the bits of `a` are counted in Python before 3.10."""


@dataclass(frozen=True)
class Evaluation:
    """Hold the text of a heuristic and what its values are called in it.

    Attributes:
        code: the text.
        names: for each parameter the name of its value.
    """

    code: PlainCode
    names: Mapping[str, str]


@dataclass(frozen=True)
class Style:
    """Say how an evaluation is written.

    Attributes:
        numbering: of the squares; None for the game's own.
        bit_count: how the bits of `a` are counted.
        takes_values: whether the function takes the values of the parameters as arguments.
        needs: further definitions of the game that the text shall have.
        reserved: names that what stands around the text has for other things.
        docstring: of the function.
    """

    numbering: Numbering | None = None
    bit_count: str = "a.bit_count()"
    takes_values: bool = False
    needs: tuple[str, ...] = ()
    reserved: frozenset[str] = frozenset()
    docstring: str = (
        "Return the formula's value for the side whose part of the position stands first."
    )


def _value_names(
    heuristic: Heuristic, taken: Collection[str], as_arguments: bool
) -> Mapping[str, str]:
    """Return for each parameter the name of the constant or argument that holds its value.

    Args:
        heuristic: whose parameters they are.
        taken: names that have another meaning in the text.
        as_arguments: whether they are arguments, whose names have small letters.
    """
    names: dict[str, str] = {}
    for parameter in heuristic.parameters:
        name, behind = parameter.name, "_value"
        if not as_arguments:
            name, behind = name.upper(), behind.upper()
        if name in {*taken, *names.values()} or keyword.iskeyword(name):
            name = unused(f"{name}{behind}", {*taken, *names.values()})
        names[parameter.name] = name
    return names


def evaluation_of(game: Any, heuristic: Heuristic, style: Style) -> Evaluation:
    """Return a heuristic as plain Python for a game.

    Raises:
        EngineError: if the game or a feature cannot be written so.
    """
    notes = {
        one.name: FeatureNote(one.summary, one.sided, one.arguments)
        for one in heuristic.features.values()
    }
    board = plain_board_of(game, style.numbering)
    taken = {*DEFINITIONS, *board.definitions, *style.reserved}
    names = _value_names(heuristic, taken, style.takes_values)
    formula = PlainFormula(
        formula_source(heuristic, heuristic.features),
        tuple(names.values()),
        notes,
        docstring=style.docstring,
        bit_count=style.bit_count,
        takes_values=style.takes_values,
        needs=style.needs,
        reserved=style.reserved,
    )
    return Evaluation(compile_plain(board, formula), names)


def module_body(game: Any, agent: Agent) -> str:
    """Return a module that evaluates with an agent's heuristic, from its imports to its functions.

    Raises:
        EngineError: if the game or a feature cannot be written in plain Python.
    """
    frame = plain_frame_of(game)
    style = Style(needs=frame.needs, reserved=frame.names)
    evaluation = evaluation_of(game, agent.heuristic, style)
    values = zip(evaluation.names.values(), agent.values, strict=True)
    constants = "".join(f"{name} = {float(value)!r}\n" for name, value in values)
    imports = [evaluation.code.imports] if evaluation.code.imports else []
    return "\n".join([*imports, constants, evaluation.code.text, "", frame.text])
