"""Define the entry points of machine code: the name of each and its arguments.

Compiled texts, the machine operations that call by address, the callers in Python and the texts for
CUDA follow from this table. The kernel behind an entry point has the same arguments, and says what
they mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = [
    "ADDRESS",
    "AGENT",
    "AGENT_BOARD",
    "AGENT_CHOOSER",
    "AGENT_PARAMETERS",
    "AGENT_SETTINGS",
    "AGENT_SLOTS",
    "ANALYSE",
    "ANALYSIS_MOVE",
    "ANALYSIS_NODES",
    "ANALYSIS_SLOTS",
    "ANALYSIS_VALUE",
    "CALLED_BY_ADDRESS",
    "CHOOSER",
    "COUNT_LINES",
    "EVALUATOR",
    "INTEGER",
    "PLAY_GAMES",
    "PLAY_RANDOMLY",
    "PROVE",
    "PROVER",
    "STORE_WORDS",
    "VALUE_WRITER",
    "WORD",
    "EntryPoint",
    "agent_slots",
]

ADDRESS = "intp"
INTEGER = "int64"
WORD = "uint64"
"""Numba's types of arguments."""


@dataclass(frozen=True)
class EntryPoint:
    """An entry point is machine code with these arguments that returns an int64.

    Attributes:
        name: of the machine code in its module.
        arguments: the type of each argument, by its name and in their order.
    """

    name: str
    arguments: Mapping[str, str]

    @property
    def names(self) -> str:
        """Return the names of the arguments as the text of a call or a definition."""
        return ", ".join(self.arguments)

    @property
    def types(self) -> str:
        """Return the types of the arguments as the text of a Numba signature."""
        return ", ".join(f"types.{kind}" for kind in self.arguments.values())

    def in_order(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """Return the values of all arguments in the order in which machine code takes them."""
        if values.keys() != self.arguments.keys():
            raise TypeError(f"{self.name} takes ({self.names}), not ({', '.join(values)})")
        return tuple(values[name] for name in self.arguments)

    def call(self, code: Callable[..., Any], **values: Any) -> int:
        """Return what the machine code does with these arguments; arrays go by their addresses."""
        in_order = self.in_order(values)
        return int(
            code(
                *(
                    value.ctypes.data if isinstance(value, np.ndarray) else int(value)
                    for value in in_order
                )
            )
        )


CHOOSER = EntryPoint(
    "chooser",
    {
        "board": ADDRESS,
        "parameters": ADDRESS,
        "settings": ADDRESS,
        "position": ADDRESS,
        "seed": WORD,
        "report": ADDRESS,
    },
)
"""Chooses a move (`engine.kernels.choose.choose`)."""

VALUE_WRITER = EntryPoint(
    "value_writer",
    {
        "board": ADDRESS,
        "parameters": ADDRESS,
        "states": ADDRESS,
        "count": INTEGER,
        "values": ADDRESS,
    },
)
"""Writes down what a formula says of positions (`engine.kernels.evaluation.write_values`)."""

EVALUATOR = EntryPoint("evaluator", {"board": ADDRESS, "parameters": ADDRESS, "request": ADDRESS})
"""Evaluates for a search of the game's own (`engine.kernels.interface.evaluator`)."""

PROVER = EntryPoint(
    "prover", {"board": ADDRESS, "position": ADDRESS, "nodes": INTEGER, "proof": ADDRESS}
)
"""Proves a move inside of games (`engine.kernels.proof` describes it)."""

CALLED_BY_ADDRESS = (CHOOSER, VALUE_WRITER, EVALUATOR, PROVER)
"""What other machine code calls, or what is one for each formula."""

AGENT = ("chooser", "board", "parameters", "settings")
"""The slots of an agent, in their order: the address of each, but of the chooser a device has the
number of its formula."""

AGENT_CHOOSER = AGENT.index("chooser")
AGENT_BOARD = AGENT.index("board")
AGENT_PARAMETERS = AGENT.index("parameters")
AGENT_SETTINGS = AGENT.index("settings")
AGENT_SLOTS = len(AGENT)


def agent_slots(**slots: int) -> tuple[int, ...]:
    """Return the slots of an agent in their order, given by their names."""
    if slots.keys() != set(AGENT):
        raise TypeError(f"an agent has the slots {AGENT}, not {tuple(slots)}")
    return tuple(slots[name] for name in AGENT)


PLAY_GAMES = EntryPoint(
    "play_games",
    {
        "agents": ADDRESS,
        "count": INTEGER,
        "max_plies": INTEGER,
        "openings": ADDRESS,
        "movers": ADDRESS,
        "seeds": ADDRESS,
        "records": ADDRESS,
        "faults": ADDRESS,
    },
)
ANALYSE = EntryPoint(
    "analyse",
    {
        "agents": ADDRESS,
        "count": INTEGER,
        "states": ADDRESS,
        "seeds": ADDRESS,
        "records": ADDRESS,
        "faults": ADDRESS,
    },
)
# Slots of an analysis: the chosen move, its value (float64) and nodes.
ANALYSIS_MOVE = 0
ANALYSIS_VALUE = 1
ANALYSIS_NODES = 2
ANALYSIS_SLOTS = 3

PLAY_RANDOMLY = EntryPoint(
    "play_randomly",
    {
        "board": ADDRESS,
        "count": INTEGER,
        "plies": INTEGER,
        "states": ADDRESS,
        "seeds": ADDRESS,
        "going": ADDRESS,
    },
)
"""Routines of `engine.kernels.match` and `engine.kernels.random_play`."""

COUNT_LINES = EntryPoint(
    "count_lines", {"board": ADDRESS, "start": ADDRESS, "depth": INTEGER, "counts": ADDRESS}
)
"""The routine of `engine.kernels.perft`."""

STORE_WORDS = EntryPoint("store_words", {"board": ADDRESS, "start": ADDRESS, "words": ADDRESS})
"""The routine of `engine.kernels.limits`."""

PROVE = EntryPoint("prove", {"board": ADDRESS, "notes": ADDRESS, "position": ADDRESS})
"""Proves the outcome of a position (`prove` in a game's `solver.search`)."""
