"""Write a player of the 9x11 course: my_custom_player.py, with the evaluation on its bitboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.isolation.course import HEIGHT, WIDTH, bit_of, board_bits, locations
from engine.plain.board import Numbering, PlainBoard
from engine.plain.compiler import compile_plain, plain_board_of
from engine.plain.frame import plain_frame_of
from engine.plain.text_library import PlainFormula
from features.codegen import formula_source
from tuner.export.constants import constant_lines, constant_names
from tuner.export.course_player import PLAYER
from tuner.export.exported_run import ExportedRun, read_exported_run
from tuner.export.format import Format
from tuner.export.plain.about import about_run, paragraphs
from tuner.export.plain.leaf_cost import cost_sentence, leaf_costs
from tuner.matches.agent import Agent
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT", "player_text"]

_NAME = "aind-v2"
_GAME = f"isolation-{HEIGHT}x{WIDTH}"

_COUNT_BITS = '''\
def count_bits(number):
    """Return the number of set bits, as int.bit_count does since Python 3.10."""
    return bin(number).count("1")


count_bits = getattr(int, "bit_count", count_bits)
'''

_NOTE = (
    "The player puts a legal action at once, then better ones by iterative deepening alpha-beta, "
    "for 140 of its 150 ms. It sees won and lost positions by itself. It computes on the state's "
    "own bits, (8 - row) * 13 + (10 - column) with row 0 on top and column 0 on the left; bit 57 "
    "is the centre. Of equal moves it plays any. An opening book may lie beside this file, as "
    "data.pickle."
)

_OWN_NAMES = frozenset(
    {"ALL_BUT_BIT_0", "INFINITY", "WIN", "LIMIT", "SECONDS", "NODES_BETWEEN_LOOKS"}
)
"""Constants of the player."""


def player_text(run: ExportedRun) -> str:
    """Return the text of my_custom_player.py for the exported agent of a run.

    Raises:
        LinkError: if a feature cannot be written in plain Python.
    """
    board = _board(run.game)
    evaluation = _evaluation(board, run.exported)
    imports = ["math"] if "math." in evaluation else []
    return "\n".join(
        [
            _docstring(run, board),
            *(f"import {name}" for name in (*imports, "random", "time")),
            "",
            "from sample_players import DataPlayer",
            "",
            evaluation,
            "",
            PLAYER,
        ]
    )


def _board(game: Any) -> PlainBoard:
    squares = range(HEIGHT * WIDTH)
    return plain_board_of(game, Numbering(tuple(bit_of(square) for square in squares)))


def _evaluation(board: PlainBoard, agent: Agent) -> str:
    """Return the values and `evaluate` with all that the player needs, but for imports."""
    names = constant_names(agent, _OWN_NAMES)
    formula = PlainFormula(
        formula_source(agent.heuristic, agent.heuristic.features),
        names,
        docstring="Return the value of a position, as the player on `own_square` sees it.",
        bit_count="count_bits(a)",
    )
    code = compile_plain(board, formula)
    tables = [
        board.definitions[name]
        for name in ("UNPLACED", "KNIGHT_TARGETS")
        if f"\n{name} = " not in f"\n{code.text}"
    ]
    return "\n".join(
        [
            *constant_lines(agent, names, code.constants),
            "",
            *tables,
            "",
            _COUNT_BITS,
            "",
            code.text.removeprefix("import math\n").strip("\n"),
            "",
        ]
    )


def _docstring(run: ExportedRun, board: PlainBoard) -> str:
    texts = [
        f"Play for the 9x11 course with the heuristic of the study '{run.name}'.",
        _NOTE,
        *about_run(run, _NAME, plain_frame_of(run.game)),
        cost_sentence(leaf_costs(run, lambda agent, found: _leaves(board, agent, found))),
    ]
    text = paragraphs(texts).replace("\\", "\\\\").replace('"""', "'''")
    return f'"""{text}\n"""\n'


def _leaves(board: PlainBoard, agent: Agent, positions: Sequence[Any]) -> Callable[[], None]:
    """Return what evaluates positions as the player does."""
    module: dict[str, Any] = {}
    exec(f"import math\n{_evaluation(board, agent)}", module)
    evaluate, items = module["evaluate"], []
    for position in positions:
        squares = locations(position)
        own, opp = (module["UNPLACED"] if one is None else one for one in squares)
        items.append((board_bits(position), own, opp))

    def run_through() -> None:
        for one in items:
            evaluate(*one)

    return run_through


def _files(folder: RunFolder) -> dict[str, str]:
    return {"my_custom_player.py": player_text(read_exported_run(folder))}


FORMAT = Format("a player of the 9x11 course: my_custom_player.py", _files, _GAME)
