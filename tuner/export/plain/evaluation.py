"""Write the heuristic of an agent as plain Python functions, with names for its values."""

from __future__ import annotations

from collections.abc import Collection
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
from tuner.export.constants import constant_lines, constant_names
from tuner.matches.agent import Agent

__all__ = ["COUNTED_IN_OLD_PYTHON", "Evaluation", "Style", "evaluation_of", "module_body"]

COUNTED_IN_OLD_PYTHON = 'bin(a).count("1")'
"""How the bits of `a` are counted in Python before 3.10."""


@dataclass(frozen=True)
class Evaluation:
    """Hold the text of a heuristic and what its values are called in it.

    Attributes:
        code: the text.
        names: of the values, in the order of the parameters.
    """

    code: PlainCode
    names: tuple[str, ...]


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


def _argument_names(agent: Agent, taken: Collection[str]) -> tuple[str, ...]:
    """Return a name for the argument of each parameter, with "_value" where its own is taken."""
    names: list[str] = []
    for parameter in agent.heuristic.parameters:
        name = parameter.name
        if name in {*taken, *names}:
            name = unused(f"{name}_value", {*taken, *names})
        names.append(name)
    return tuple(names)


def evaluation_of(game: Any, agent: Agent, style: Style) -> Evaluation:
    """Return the heuristic of an agent as plain Python for a game.

    Raises:
        EngineError: if the game or a feature cannot be written so.
    """
    heuristic = agent.heuristic
    notes = {
        one.name: FeatureNote(one.summary, one.sided, one.arguments)
        for one in heuristic.features.values()
    }
    board = plain_board_of(game, style.numbering)
    taken = {*DEFINITIONS, *board.definitions, *style.reserved, *(name for name, _ in board.state)}
    names = (_argument_names if style.takes_values else constant_names)(agent, taken)
    formula = PlainFormula(
        formula_source(heuristic, heuristic.features),
        names,
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
    evaluation = evaluation_of(game, agent, style)
    code = evaluation.code
    constants = constant_lines(agent, evaluation.names, code.constants)
    imports = [code.imports] if code.imports else []
    values = ["# The values of the parameters.", *constants, ""] if constants else []
    return "\n".join([*imports, *values, code.text, "", frame.text])
