"""Write a player of the 9x11 course: my_custom_player.py, with the evaluation on its bitboard."""

from __future__ import annotations

from textwrap import wrap

from engine.isolation.course import HEIGHT, WIDTH, bit_of
from engine.plain.board import Numbering
from engine.plain.compiler import compile_plain, plain_board_of
from engine.plain.text_library import PlainFormula
from features.codegen import formula_source
from tuner.export.constants import constant_lines, constant_names
from tuner.export.course_player import PLAYER
from tuner.export.exported_run import ExportedRun, read_exported_run
from tuner.export.format import Format
from tuner.tuning.run_folder import RunFolder

__all__ = ["FORMAT", "player_text"]

_GAME = f"isolation-{HEIGHT}x{WIDTH}"

_COUNT_BITS = '''\
def count_bits(number):
    """Return the number of set bits, as int.bit_count does since Python 3.10."""
    return bin(number).count("1")


count_bits = getattr(int, "bit_count", count_bits)
'''

_NOTES = """\
# The value is that of the player who searches, whoever is to move: the higher, the better for that
# player. A player who is to move and cannot has lost; the search sees that by itself, so the
# evaluation is never asked there, and no value outranks a win.
# Squares are the bits of the state's own board: bit (8 - row) * 13 + (10 - column), row 0 on top,
# column 0 on the left; bit 57 is the centre.
# Of moves with equal values one is chosen at random, as in the matches of the study. But the study
# searched as its verdict says, and this player searches by iterative deepening for its 150 ms.
# An opening book may lie beside this file, as data.pickle; without it the player thinks at once.
"""

_OWN_NAMES = frozenset(
    {"ALL_BUT_BIT_0", "INFINITY", "WIN", "LIMIT", "SECONDS", "NODES_BETWEEN_LOOKS"}
)
"""Constants of the player."""


def player_text(run: ExportedRun) -> str:
    """Return the text of my_custom_player.py for the exported agent of a run.

    Raises:
        LinkError: if a feature cannot be written in plain Python.
    """
    agent, heuristic = run.exported, run.exported.heuristic
    squares = range(HEIGHT * WIDTH)
    board = plain_board_of(run.game, Numbering(tuple(bit_of(square) for square in squares)))
    names = constant_names(agent, _OWN_NAMES)
    formula = PlainFormula(
        formula_source(heuristic, heuristic.features),
        names,
        docstring="Return the value of a position, as the player on `own_square` sees it.",
        bit_count="count_bits(a)",
    )
    code = compile_plain(board, formula)
    needed = ("UNPLACED", "KNIGHT_TARGETS")
    tables = [board.definitions[name] for name in needed if f"\n{name} = " not in f"\n{code.text}"]
    head = [
        f"# {run.sentence}",
        f"# The study is {run.name}, digest {run.digest}.",
        "#",
    ]
    imports = ["import math", "import random", "import time"]
    return "\n".join(
        [
            # The command stays whole, to be copied.
            f"# Made by: {run.command('aind-v2')}",
            *(line for one in head for line in _folded(one)),
            _NOTES,
            *imports[0 if "math." in code.text else 1 :],
            "",
            "from sample_players import DataPlayer",
            "",
            *constant_lines(agent, names, code.constants),
            "",
            *tables,
            "",
            _COUNT_BITS,
            "",
            code.text.removeprefix("import math\n").strip("\n"),
            "",
            "",
            PLAYER,
        ]
    )


def _folded(line: str) -> list[str]:
    return wrap(line, 96, subsequent_indent="# ", break_long_words=False) or [line]


def _files(folder: RunFolder) -> dict[str, str]:
    return {"my_custom_player.py": player_text(read_exported_run(folder))}


FORMAT = Format("a player of the 9x11 course: my_custom_player.py", _files, _GAME)
