"""Rounding decides nothing: what is equal in exact arithmetic plays the same games."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import plain_search
import pytest
from searches import MOBILITY, random_position

from engine.games import find_game
from engine.kernels.rounding import difference, lowest_tie, rounded, total
from engine.link.joining import PlainSearch
from engine.play.batches import Games, Openings
from engine.play.driver import analyse, play_games, random_positions
from engine.play.player import Player, make_player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import compile_heuristic, evaluate, heuristic_player
from features.heuristic import Heuristic

GAME = find_game("isolation")

# Parameters of MOBILITY, a * moves(own) - b * moves(opp) + c * distance(): each row is one function
# up to a positive factor.
SAME = {
    "difference": [(1.0, 1.0, 0.0), (0.1, 0.1, 0.0), (0.7, 0.7, 0.0), (1e99, 1e99, 0.0)],
    "tiny": [(1.0, 1.0, 0.0), (1 / 3, 1 / 3, 0.0), (1e-200, 1e-200, 0.0)],
    "weighted": [(2.0, 3.0, 0.0), (0.4, 0.6, 0.0), (0.2, 0.3, 0.0)],
    "three terms": [(1.0, 2.0, 3.0), (0.1, 0.2, 0.3), (1e10, 2e10, 3e10)],
}

SEARCHES = (
    *(make_search("alphabeta", depth=depth) for depth in range(1, 6)),
    make_search("alphabeta", depth=3, ties="ordered"),
    make_search("minimax", depth=2),
    make_search("minimax", depth=3, ties="ordered"),
    make_search("greedy"),
    make_search("alphabeta", nodes=300),
)


def written(formula: str, family: str = "isolation") -> Heuristic:
    return Heuristic(formula, family, (), (), formula)


def openings(game: Any, plies: int, count: int) -> Openings:
    seeds = np.arange(count, dtype=np.uint64)
    states, going = random_positions(game, plies, seeds)
    return Openings(states[going], np.arange(going.sum()) % 2, seeds[going])


def same_games(game: Any, players: list[Player], other: Player, begun: Openings) -> bool:
    """Whether all play the same games against another one: results, plies and nodes."""
    first, *rest = (play_games(game, (player, other), begun) for player in players)
    return all(_same(first, one) for one in rest)


def _same(left: Games, right: Games) -> bool:
    return all(
        np.array_equal(getattr(left, name), getattr(right, name))
        for name in ("results", "plies", "nodes")
    )


@pytest.mark.parametrize("how", SEARCHES, ids=str)
@pytest.mark.parametrize("key", SAME)
def test_a_factor_changes_no_game(key: str, how: Search) -> None:
    players = [heuristic_player(GAME, MOBILITY, values, how) for values in SAME[key]]
    other = heuristic_player(GAME, MOBILITY, (0.3, 0.9, -0.2), how)
    count = 20 if getattr(how, "depth", 0) > 3 else 100
    assert same_games(GAME, players, other, openings(GAME, 6, count))


@pytest.mark.parametrize("key", SAME)
def test_a_factor_changes_no_game_on_boards_of_two_words(key: str) -> None:
    game = find_game("isolation-9x11")
    how = make_search("alphabeta", depth=2)
    players = [heuristic_player(game, MOBILITY, values, how) for values in SAME[key]]
    assert same_games(game, players, players[0], openings(game, 20, 30))


def test_numbers_in_the_formula_are_as_good_as_parameters() -> None:
    how = make_search("alphabeta", depth=1)
    texts = ("moves(own) - moves(opp)", "0.1 * moves(own) - 0.1 * moves(opp)")
    players = [heuristic_player(GAME, written(text), (), how) for text in texts]
    for other in players:
        assert same_games(GAME, players, other, openings(GAME, 6, 2_000))


@pytest.mark.parametrize("depth", [1, 2])
def test_a_factor_changes_no_game_of_pentago(depth: int) -> None:
    """By the game's own search, with features that depend on one side and on both."""
    game = find_game("pentago")
    text = "{0} * horizontal_stones(own) - {0} * vertical_stones(opp) + {0} * fours(own)"
    players = [
        heuristic_player(
            game, written(text.format(factor), "pentago"), (), make_search("alphabeta", depth=depth)
        )
        for factor in (1, 0.7)
    ]
    assert same_games(game, players, players[0], openings(game, 10, 12))


@pytest.mark.parametrize("depth", [1, 2])
def test_pentagos_own_search_chooses_among_chained_ties_as_the_plain_one_does(depth: int) -> None:
    """Each value is as good as the next one, and the last is better than the first."""
    game = find_game("pentago")
    chained = written(
        "1e11 + horizontal_stones(own) - vertical_stones(opp) + diagonal_stones(own)", "pentago"
    )
    how = make_search("alphabeta", depth=depth)
    choosers = [compile_heuristic(kernels, chained) for kernels in (game, PlainSearch(game))]
    seeds = np.arange(40, dtype=np.uint64)
    for plies in (6, 12, 20, 28):
        states, going = random_positions(game, plies, seeds)
        own, plain = (
            analyse(game, make_player(game, chooser, (), how), states[going], seeds[going])
            for chooser in choosers
        )
        np.testing.assert_array_equal(own.moves, plain.moves)
        np.testing.assert_array_equal(own.values, plain.values)


def exact_values(weights: tuple[str, str, str], position: Any) -> dict[int, Fraction | None]:
    """The value of each move in exact arithmetic, looking one ply ahead; None if it wins."""
    a, b, c = map(Fraction, weights)
    values: dict[int, Fraction | None] = {}
    for move in GAME.legal_moves(position):
        child = GAME.play(position, move)
        if GAME.winner(child) is not None:
            values[move] = None
            continue
        own, opp = (3 - child.player, child.player)
        mobility = a * len(GAME.moves_of(child, own)) - b * len(GAME.moves_of(child, opp))
        squares = [divmod(child.square_of(side), 7) for side in (own, opp)]
        distance = sum(abs(one - other) for one, other in zip(*squares, strict=True))
        values[move] = mobility + c * distance
    return values


@pytest.mark.parametrize(
    "weights",
    [
        ("0.1", "0.1", "0"),
        ("0.4", "0.6", "0"),
        ("0.1", "0.2", "0.3"),
        ("0.1", "0.7", "-0.3"),
        # One feature decides, the next one only between its equals; and so on scales of all sizes.
        ("1e9", "0", "1"),
        ("1e99", "0", "1e90"),
        ("1e-200", "3e-201", "1e-205"),
    ],
)
def test_the_first_best_move_in_exact_arithmetic_is_chosen(weights: tuple[str, str, str]) -> None:
    generator = random.Random(3)
    ordered = make_search("greedy", ties="ordered")
    player = heuristic_player(GAME, MOBILITY, tuple(map(float, weights)), ordered)
    ties = 0
    for plies in range(2, 30):
        for _ in range(8):
            position = random_position(GAME, plies, generator)
            if position is None:
                continue
            values = exact_values(weights, position)
            wins = [move for move, value in values.items() if value is None]
            if not wins:
                best = max(value for value in values.values() if value is not None)
                equals = [move for move, value in values.items() if value == best]
                ties += len(equals) > 1
            found = analyse(GAME, player, GAME.pack([position]), np.zeros(1, dtype=np.uint64))
            assert found.moves[0] == (wins or equals)[0], GAME.format_position(position)
    assert ties > 5


STRADDLING = Heuristic(
    "straddling",
    "isolation",
    MOBILITY.parameters[:2],
    (),
    "a if distance() > 4 else b",
)
MIDDLE = 1.0 + 2.0**-38
"""Half-way between two numbers of 38 bits."""


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_value_where_two_rounded_ones_meet_decides_nothing(depth: int) -> None:
    low, high = (MIDDLE * (1 + sign * 2.0**-51) for sign in (-1, 1))
    assert plain_search.rounded(low) < plain_search.rounded(high)
    seeds = np.arange(300, dtype=np.uint64)
    states, going = random_positions(GAME, 8, seeds)
    how = make_search("alphabeta", depth=depth, ties="ordered")
    chosen = [
        analyse(
            GAME, heuristic_player(GAME, STRADDLING, values, how), states[going], seeds[going]
        ).moves
        for values in ((low, high), (high, low), (1.0, 1.0))
    ]
    np.testing.assert_array_equal(chosen[0], chosen[2])
    np.testing.assert_array_equal(chosen[1], chosen[2])


def test_what_people_see_is_plain_arithmetic() -> None:
    position = GAME.parse_position("......./.x...../....x../..1..../...x.../....2../.......")
    counts = len(GAME.moves_of(position, 1)), len(GAME.moves_of(position, 2))
    (value,) = evaluate(GAME, MOBILITY, (0.4, 0.6, 0.0), GAME.pack([position]))
    assert value == 0.4 * counts[0] - 0.6 * counts[1] + 0.0 * 3


def test_rounding_is_to_the_nearest_number_of_38_bits() -> None:
    generator = np.random.default_rng(1)
    numbers = generator.normal(size=2_000) * 10.0 ** generator.integers(-250, 110, size=2_000)
    for number in map(float, numbers):
        assert rounded(np.float64(number)) == plain_search.rounded(number)
        assert rounded(np.float64(-number)) == -rounded(np.float64(number))
    for whole in (0.0, 1.0, 999_999.0, 2.0**37 + 1.0, math.inf, -math.inf):
        assert rounded(np.float64(whole)) == whole
    assert math.isnan(rounded(np.float64(math.nan)))


def test_sums_of_which_only_rounding_is_left_are_zero() -> None:
    assert 0.4 * 3 - 0.6 * 2 != 0.0
    assert difference(0.4 * 3, 0.6 * 2) == 0.0
    assert total(0.1 + 0.2, -0.3) == 0.0
    # The rest of a real difference stays.
    assert difference(1.0, 1.0 - 1e-10) == 1.0 - (1.0 - 1e-10)
    assert difference(0.0, 1e-300) == -1e-300
    assert total(1e-300, 1.0) == 1.0
    assert difference(math.inf, 1.0) == math.inf
    assert difference(1.0, math.inf) == -math.inf
    assert math.isnan(difference(math.inf, math.inf))
    assert math.isnan(total(math.nan, 1.0))


def test_values_that_tie_are_a_millionth_of_a_millionth_apart_or_little_more() -> None:
    for best in (1.0, -1.0, 1e99, -1e-200):
        apart = (best - lowest_tie(best)) / abs(best)
        # More than two steps of 38 bits, less than what must keep its order.
        assert 2.0**-37 < apart < 1e-10
    assert lowest_tie(0.0) == 0.0
