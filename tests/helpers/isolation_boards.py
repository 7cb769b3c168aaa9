"""Isolation boards that can be counted by hand."""

from __future__ import annotations

from engine.isolation.view import View

__all__ = [
    "APART",
    "BLOCK",
    "CUT",
    "EMPTY",
    "INNER",
    "MIDDLE",
    "OPEN",
    "RING",
    "SEVEN",
    "STUCK",
    "WIDE",
    "Case",
    "draw",
]

Case = tuple[str, tuple[int, ...], View, float, float]
"""Feature, integers, board, value for O, value for X."""


def draw(text: str) -> View:
    """A board from rows of O (own), X (the other side), # (visited) and . (blank)."""
    lines = text.split()
    found: dict[str, list[tuple[int, int]]] = {"O": [], "X": [], ".": [], "#": []}
    for row, line in enumerate(lines):
        for column, mark in enumerate(line):
            found[mark].append((row, column))
    own, opp = (found[mark][0] if found[mark] else None for mark in "OX")
    return View(len(lines), len(lines[0]), frozenset(found["."]), own, opp)


OPEN = draw("""
    ..X..
    ...#.
    ..O..
    .#...
    #....
""")

# The knight's moves of 3x3 form a ring around the middle, which nobody ever enters:
# (0,0) (1,2) (2,0) (0,1) (2,2) (1,0) (0,2) (2,1) and back to (0,0).
RING = draw("""
    O..
    #..
    ..X
""")

# The ring cut on both sides of X's only move (0,1).
CUT = draw("""
    O..
    #..
    #.X
""")

EMPTY = draw("""
    ...
    ...
    ...
""")

MIDDLE = draw("""
    O..
    .X.
    ...
""")

APART = draw("""
    O..
    ..X
    ...
""")

WIDE = draw("""
    O.....
    ......
    ......
    ......
    .....X
""")

STUCK = draw("""
    O..X
    ..#.
    .#..
""")

# O goes to (1,2) and (2,1), X only to (1,2).
BLOCK = draw("""
    O...X
    .....
    ...#.
""")

INNER = draw("""
    .......
    ..O....
    .......
    ...X...
    .......
    .......
""")

SEVEN = draw("""
    .X.....
    .......
    .......
    ...O...
    .......
    .......
    .......
""")
