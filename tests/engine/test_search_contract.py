"""What a search promises: wins and losses, ties, evaluations that are no finite number."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import plain_search
import pytest
from plain_search import win_in
from scipy.stats import chisquare
from searches import (
    HEURISTICS,
    LIMIT,
    MOBILITY,
    QUOTIENT,
    evaluation,
    moves_of,
    search,
)

from engine.errors import EngineError, EvaluationError
from engine.games import find_game
from engine.kernels.settings import LAST_DEPTH
from engine.play.driver import analyse, decided
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player

OnBoard = Callable[[str], tuple[Any, Any]]

# All moves but e1 win; e3 shuts player 2 in at once.
WIN_AT_ONCE = """
    xx...
    ..xx.
    xx1.x
    ..x2.
"""
# All three moves lose: d1 in 2 plies, b1 in 4, a2 in 8.
LOST = """
    x.x.
    x.1.
    .x2.
    ....
"""


def test_a_win_at_once_is_taken(on_board: OnBoard) -> None:
    game, position = on_board(WIN_AT_ONCE)
    for how in (
        make_search("greedy"),
        make_search("minimax", depth=4),
        make_search("alphabeta", depth=12),
    ):
        found = search(game, position, *HEURISTICS["distance"], how, seeds=20)
        assert set(found.values) == {win_in(1)}
        assert moves_of(game, found) == {"e3"}


def test_the_quickest_win_is_preferred(on_board: OnBoard) -> None:
    # All three moves win: b2 in 3 plies, e3 in 5, d2 in 7.
    game, position = on_board("""
        .x2x.
        xx.1.
        ..x.x
        ..x..
    """)
    for how in (
        make_search("minimax", depth=12),
        make_search("alphabeta", depth=12),
        make_search("alphabeta", nodes=10_000),
    ):
        found = search(game, position, *HEURISTICS["distance"], how, seeds=20)
        assert set(found.values) == {win_in(3)}
        assert moves_of(game, found) == {"b2"}


def test_the_slowest_loss_is_preferred(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    for how in (
        make_search("minimax", depth=12),
        make_search("alphabeta", depth=12),
        make_search("alphabeta", nodes=10_000),
    ):
        found = search(game, position, *HEURISTICS["distance"], how, seeds=20)
        assert set(found.values) == {-win_in(8)}
        assert moves_of(game, found) == {"a2"}


TIED_AT_THE_START = (
    """
        .......
        .......
        .......
        ...1...
        .......
        .......
        ...2...
    """,
    """
        .....
        .....
        ..1..
        .....
        .....
    """,
)


@pytest.mark.parametrize("drawing", TIED_AT_THE_START)
@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("constant", make_search("random")),
        ("constant", make_search("alphabeta", depth=2)),
        ("weighted mobility", make_search("greedy")),
        ("weighted mobility", make_search("minimax", depth=2)),
        ("weighted mobility", make_search("alphabeta", depth=2)),
    ],
)
def test_random_ties_are_uniform(on_board: OnBoard, drawing: str, name: str, how: Search) -> None:
    game, position = on_board(drawing)
    heuristic, values = HEURISTICS[name]
    if how.algorithm == "random":
        best = set(game.legal_moves(position))
    else:
        worth = plain_search.minimax_values(
            game, position, evaluation(heuristic, values), how.row()[LAST_DEPTH]
        )
        best = {move for move, value in worth.items() if value == max(worth.values())}
    counted = Counter(search(game, position, heuristic, values, how, seeds=6_000).moves.tolist())
    assert len(best) > 1
    assert set(counted) == best
    assert chisquare(list(counted.values())).pvalue > 1e-3


def test_ordered_ties_take_the_first_move(on_board: OnBoard) -> None:
    game, position = on_board(TIED_AT_THE_START[0])
    how = make_search("alphabeta", depth=3, ties="ordered")
    found = search(game, position, *HEURISTICS["constant"], how, seeds=50)
    assert set(found.moves) == {min(game.legal_moves(position))}


# Player 1 may go to c2, which has no exit, or to b1.
DEAD_END = """
    1x..
    ....
    x..2
"""
# Player 2 is to move; wherever it goes, player 1 may go to the dead end c2.
DEAD_END_BEFORE_IT = """
    1x..
    ....
    x.x2
"""


def test_a_formula_that_is_not_a_number_names_the_position(on_board: OnBoard) -> None:
    game, position = on_board(DEAD_END)
    with pytest.raises(EvaluationError) as failure:
        search(game, position, QUOTIENT, (0.0, 1.0), make_search("greedy"))
    assert (failure.value.position, failure.value.player, failure.value.count) == (
        "xx../..1./x..2",
        1,
        1,
    )
    assert str(failure.value) == (
        "the formula is not a number (0/0, inf - inf, a feature beyond its limit) in 1 positions, "
        "first in xx../..1./x..2 as player 1 sees it; guard it, for example with "
        "ratio(a, b, if_zero)"
    )


def test_it_names_the_first_position_as_the_searching_player_sees_it(on_board: OnBoard) -> None:
    game, position = on_board(DEAD_END_BEFORE_IT)
    with pytest.raises(EvaluationError) as failure:
        search(
            game, position, QUOTIENT, (1.0, 0.0), make_search("minimax", depth=2, ties="ordered")
        )
    # After c3 c2; the other one is after b2 c2.
    assert (failure.value.position, failure.value.player, failure.value.count) == (
        "xx2./..1./x.xx",
        2,
        2,
    )
    search(game, position, QUOTIENT, (1.0, 1.0), make_search("minimax", depth=1))


def test_an_infinite_evaluation_is_the_best_one_below_a_win(on_board: OnBoard) -> None:
    game, position = on_board(DEAD_END)
    for a, move, value in ((1.0, "c2", LIMIT), (-1.0, "b1", -1 / 2)):
        found = search(game, position, QUOTIENT, (a, 0.0), make_search("greedy"), seeds=5)
        assert moves_of(game, found) == {move}
        assert set(found.values) == {value}
    assert not decided(game, game.pack([position]), 1)[0]


def test_a_win_is_better_than_infinity(on_board: OnBoard) -> None:
    game, position = on_board(WIN_AT_ONCE)
    found = search(game, position, MOBILITY, (0.0, 0.0, math.inf), make_search("greedy"), seeds=20)
    assert set(found.values) == {win_in(1)}
    assert moves_of(game, found) == {"e3"}


def test_a_loss_is_worse_than_minus_infinity(on_board: OnBoard) -> None:
    game, position = on_board(LOST)
    how = make_search("alphabeta", depth=2)
    found = search(game, position, MOBILITY, (0.0, 0.0, -math.inf), how, seeds=50)
    assert set(found.values) == {-LIMIT}
    assert moves_of(game, found) == {"a2", "b1"}


def test_seeds_and_states_must_fit_each_other() -> None:
    game = find_game("isolation")
    player = heuristic_player(game, *HEURISTICS["constant"], make_search("greedy"))
    seeds = np.arange(2, dtype=np.uint64)
    with pytest.raises(EngineError, match=r"shape \(1, 4\); 2 seeds need \(2, 4\)"):
        analyse(game, player, game.pack([game.initial()]), seeds)
