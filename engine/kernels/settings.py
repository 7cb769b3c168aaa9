"""Number the settings of a search: each of its stages is a row of int64 with these slots.

A limit of 0 is none. What a search does not set is 0.
"""

from __future__ import annotations

__all__ = [
    "EVALUATOR",
    "FIRST_DEPTH",
    "GIVES_UP",
    "LAST_DEPTH",
    "NODE_LIMIT",
    "ORDERED",
    "PROOF_NODES",
    "PROVER",
    "PROVER_BOARD",
    "PRUNING",
    "SETTINGS",
    "TIME_LIMIT",
    "UNTIL_PLY",
]

# Depths of the first and the last iteration; 0 is a random move.
FIRST_DEPTH = 0
LAST_DEPTH = 1
# Whether alpha-beta leaves out what cannot change the move.
PRUNING = 2
# Positions that one move may visit.
NODE_LIMIT = 3
# Whether the first of equal moves is played.
ORDERED = 4
# Nanoseconds that one move may take.
TIME_LIMIT = 5
# The first ply after the stage.
UNTIL_PLY = 6
# Address of the game's prover, or 0, of the memory that it reads, and how many steps it may take.
PROVER = 7
PROVER_BOARD = 8
PROOF_NODES = 9
# Address of the formula's evaluator for a search of the game's own, else 0.
EVALUATOR = 10
# Whether to give up where every move loses.
GIVES_UP = 11
SETTINGS = 12
