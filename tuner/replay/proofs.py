"""Prove the positions of a game, the last ones first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Game
from engine.play.proof import Outcome
from engine.play.proving import find_solver

__all__ = ["PAGE_NODES", "proven_outcomes"]

PAGE_NODES = 100_000
"""Steps for each position of the games of a page: some hundredths of a second each."""


def proven_outcomes(game: Game[Any], positions: Sequence[Any], nodes: int) -> tuple[Outcome, ...]:
    """Return the outcome of each position of a game with perfect play, as its side to move sees it.

    Earlier positions take more steps than later ones, so what lies before the last one that is
    not proven is "unknown" as well.

    Args:
        game: the rules.
        positions: one after the other; the last one may be over.
        nodes: steps for each proof, 0 for none.
    """
    outcomes: list[Outcome] = ["unknown"] * len(positions)
    solver = find_solver(game) if nodes else None
    for index in reversed(range(len(positions))):
        winner, mover = game.winner(positions[index]), game.player_to_move(positions[index])
        if winner is not None:
            outcomes[index] = "draw" if winner == 0 else "win" if winner == mover else "loss"
            continue
        if solver is None:
            break
        outcomes[index] = solver.prove(positions[index], nodes).outcome
        if outcomes[index] == "unknown":
            break
    return tuple(outcomes)
