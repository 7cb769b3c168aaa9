"""What a node costs: medians by order statistics, and ratios of known agents."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from engine.games import find_game
from engine.play.player import Player
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.heuristic import Heuristic
from tuner.matches.node_cost import LEAST_ERROR, game_positions, median_interval, node_cost_ratios

GAME = find_game("isolation-5x5")
OPENING = GAME.pack([GAME.initial()])


def player(formula: str, nodes: int = 30) -> Player:
    heuristic = Heuristic("x", "isolation", (), (), formula)
    return heuristic_player(GAME, heuristic, (), make_search("alphabeta", nodes=nodes))


@pytest.mark.parametrize(
    ("count", "rank"),
    # Table of the sign test's confidence limits of a median at 95%.
    [(6, 1), (8, 1), (9, 2), (11, 2), (12, 3), (15, 4), (20, 6), (25, 8), (30, 10), (31, 10)],
)
def test_the_interval_of_a_median_ends_at_the_tabulated_ranks(count: int, rank: int) -> None:
    values = np.random.default_rng(1).permutation(np.arange(1.0, count + 1))
    found = median_interval(values)
    assert (found.low, found.high) == (rank, count + 1 - rank)
    assert found.estimate == (count + 1) / 2


def test_the_interval_of_a_median_covers_it_whatever_the_distribution() -> None:
    stream = np.random.default_rng(1)
    samples = stream.standard_cauchy((2000, 31))
    found = [median_interval(sample) for sample in samples]
    covered = sum(one.low <= 0 <= one.high for one in found)
    # At least 95%; 97.1% for 31 values, of which the binomial distribution allows 20 to fail.
    assert covered >= stats.binom.ppf(0.001, 2000, 0.95)


def test_few_values_give_their_whole_range() -> None:
    found = median_interval(np.array([3.0, 1.0, 2.0]))
    assert (found.low, found.estimate, found.high) == (1.0, 2.0, 3.0)


def test_positions_of_games_are_of_all_stages_and_never_over() -> None:
    openings = np.repeat(OPENING, 6, axis=0)
    pair = player("moves(own)"), player("moves(opp)")
    states = game_positions(GAME, [pair, pair[::-1]], openings, 1)
    positions = [GAME.unpack(state) for state in states]
    assert all(GAME.winner(position) is None for position in positions)
    blanks = {len(GAME.view(position, 1).blanks) for position in positions}
    assert {25, 24, 23, 22, 21, 20} <= blanks
    # Nobody stops before the other is stuck: the shortest game on 5x5 is longer than this.
    assert min(blanks) <= 15


def test_a_dear_formula_costs_more_and_a_player_as_much_as_itself() -> None:
    """Territory is a search of its own in every position."""
    cheap, dear = player("moves(own)"), player("territory_difference()")
    states = game_positions(GAME, [(cheap, dear)], np.repeat(OPENING, 8, axis=0), 1)
    own, other, same = node_cost_ratios(GAME, [dear, cheap, dear], states, 1)
    assert (own.low, own.estimate, own.high) == (1, 1, 1)
    assert other.low > 1.5
    assert same.low <= 1 <= same.high
    for one in (other, same):
        assert one.low <= one.estimate * (1 - LEAST_ERROR) * (1 + 1e-12)
        assert one.high >= one.estimate * (1 + LEAST_ERROR) * (1 - 1e-12)
