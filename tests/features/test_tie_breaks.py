"""A second aim breaks ties of the first one exactly, as docs/formulas.md says it can be written."""

from __future__ import annotations

import numpy as np
from checkout import ROOT

from engine.games import find_game
from engine.isolation.position import Position
from engine.play.driver import analyse
from engine.play.lookahead import AlphaBeta
from features.catalogue import find_features
from features.compiled import heuristic_player
from features.conformance import random_positions
from features.heuristic import Heuristic

GAME = find_game("isolation")
TWINS = {name: one.twin for name, one in find_features("isolation").items()}
FORMULA = "99 * (moves(own) - moves(opp)) + (reachable(own) - reachable(opp))"

Aims = tuple[bool, float, float]


def aims(position: Position, player: int) -> Aims:
    """What counts first, second and third: a won game first, and then nothing else."""
    if GAME.winner(position) == player:
        return True, 0.0, 0.0
    view = GAME.view(position, player)
    first, second = (
        TWINS[name](view) - TWINS[name](view.swapped()) for name in ("moves", "reachable")
    )
    return False, first, second


def test_the_page_has_the_formula() -> None:
    assert FORMULA in (ROOT / "docs" / "formulas.md").read_text(encoding="utf-8")


def test_a_search_chooses_as_if_it_compared_pairs() -> None:
    """One ply ahead, the first of the best moves; a pair of aims is compared as Python does."""
    drawn = random_positions(GAME, 1_000, seed=5)
    positions = [one for one in drawn if GAME.winner(one) is None and one.waiter is not None]
    player = heuristic_player(
        GAME,
        Heuristic("pairs", "isolation", (), (), FORMULA),
        (),
        AlphaBeta(depth=1, ties="ordered"),
    )
    seeds = np.zeros(len(positions), dtype=np.uint64)
    chosen = analyse(GAME, player, GAME.pack(positions), seeds).moves.tolist()
    broken = 0
    for position, move in zip(positions, chosen, strict=True):
        mover = GAME.player_to_move(position)
        found = {one: aims(GAME.play(position, one), mover) for one in GAME.legal_moves(position)}
        best = max(found.values())
        assert move == min(one for one in found if found[one] == best)
        firsts = [one for one in found if found[one][:2] == best[:2]]
        broken += len({found[one] for one in firsts}) > 1
    # In so many of the positions the second aim decides.
    assert broken > 30
