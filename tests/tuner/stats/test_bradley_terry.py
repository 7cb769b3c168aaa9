"""Ratings of Bradley and Terry: values of the specification, closed forms, and simulated truth."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.special import expit, ndtr

from tuner.stats.bradley_terry import fit_strengths, is_separated, linked_groups
from tuner.stats.game_rows import GameRows, join_rows
from tuner.stats.interval import StatisticsError
from tuner.stats.ratings import Ratings, rate_agents

ELO = 400 / math.log(10)
NAMES = ("a", "b", "c", "d")


def totals(one: int, other: int, points: float, games: float) -> GameRows:
    """Return the games of a cell of a table, of which nobody knows who moved first."""
    return GameRows(
        np.array([one], dtype=np.int64),
        np.array([other], dtype=np.int64),
        np.zeros(1),
        np.array([points], dtype=np.float64),
        np.array([games], dtype=np.float64),
        np.zeros(1, dtype=np.int64),
    )


def cells(*found: tuple[int, int, float]) -> list[GameRows]:
    """Return cells of 100 games: who, against whom, and the points of the first."""
    return [totals(one, other, points, 100) for one, other, points in found]


def match(one: int, other: int, *pairs: tuple[float, float]) -> GameRows:
    return GameRows.of_pairs(one, other, pairs, np.arange(len(pairs)))


def elos(ratings: Ratings) -> list[float]:
    return [math.nan if one.elo is None else one.elo.estimate for one in ratings.agents]


def played(
    strengths: tuple[float, ...],
    advantage: float,
    clusters: NDArray[np.int64],
    chance: np.random.Generator,
) -> list[GameRows]:
    """Play all matches of agents of known strength, in logits.

    An opening favours whoever moves first in it in all its games, and yet each game alone has the
    probability of the model: the normal number behind a game is half the opening's.
    """
    favour = chance.normal(0.0, math.sqrt(0.5), int(clusters.max()) + 1)[clusters]
    rows = []
    for one in range(len(strengths)):
        for other in range(one + 1, len(strengths)):
            lead = strengths[one] - strengths[other]
            first, second = ndtr(favour + chance.normal(0.0, math.sqrt(0.5), (2, len(clusters))))
            won = np.stack([first < expit(lead + advantage), second >= expit(advantage - lead)], 1)
            rows.append(GameRows.of_pairs(one, other, won, clusters))
    return rows


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (cells((0, 1, 75)), [95.4243, -95.4243]),
        (cells((0, 1, 70), (1, 2, 60), (0, 2, 80)), [128.6502, -25.9017, -102.7485]),
        (cells((0, 1, 75), (1, 2, 75), (0, 2, 90)), [190.85, 0.0, -190.85]),
    ],
    ids=["two", "three", "exact"],
)
def test_the_values_of_the_specification(found: list[GameRows], expected: list[float]) -> None:
    ratings = rate_agents(NAMES[: len(expected)], found)
    assert elos(ratings) == pytest.approx(expected, abs=5e-3)


def test_the_standard_errors_of_the_specification() -> None:
    fit = fit_strengths(join_rows(cells((0, 1, 70), (1, 2, 60), (0, 2, 80))), 3)
    errors = ELO * np.sqrt(np.diag(fit.inverse))
    assert errors[:3] == pytest.approx([19.03, 17.39, 18.33], abs=5e-3)


def test_an_anchor_is_zero_and_the_differences_stay() -> None:
    free = elos(rate_agents(NAMES[:3], cells((0, 1, 70), (1, 2, 60), (0, 2, 80))))
    ratings = rate_agents(NAMES[:3], cells((0, 1, 70), (1, 2, 60), (0, 2, 80)), "b")
    assert ratings.anchor == "b"
    assert elos(ratings) == pytest.approx([value - free[1] for value in free])
    anchor = ratings.agents[1].elo
    assert anchor is not None
    assert (anchor.low, anchor.high) == (0.0, 0.0)


def test_who_moves_first_is_a_parameter_with_a_closed_form() -> None:
    """Two agents, four cells: 80% as the first and 40% as the second of the two to move."""
    pairs = [(1.0, 1.0)] * 40 + [(1.0, 0.0)] * 40 + [(0.0, 0.0)] * 20
    ratings = rate_agents(NAMES[:2], [match(0, 1, *pairs)])
    first, second = math.log(0.8 / 0.2), math.log(0.4 / 0.6)
    assert ratings.first_player is not None
    assert ratings.first_player.estimate == pytest.approx(ELO * (first - second) / 2)
    assert elos(ratings)[0] == pytest.approx(ELO * (first + second) / 4)
    assert ratings.first_score is not None
    assert ratings.first_score.estimate == pytest.approx(0.7)


def test_a_draw_is_half_a_win_and_half_a_loss() -> None:
    drawn = rate_agents(NAMES[:2], [match(0, 1, *[(1.0, 0.5)] * 10, *[(0.5, 0.0)] * 10)])
    decided = [*[(1.0, 1.0)] * 5, *[(1.0, 0.0)] * 5, *[(1.0, 0.0)] * 5, *[(0.0, 0.0)] * 5]
    assert elos(drawn) == pytest.approx(elos(rate_agents(NAMES[:2], [match(0, 1, *decided)])))


def test_swapping_the_agents_of_a_match_changes_nothing() -> None:
    there = [match(0, 1, (1, 0), (1, 1), (0, 0.5), (1, 0)), match(1, 2, (1, 0), (0, 1), (1, 0.5))]
    back = [match(1, 0, (1, 0), (0, 0), (0.5, 1), (1, 0)), match(1, 2, (1, 0), (0, 1), (1, 0.5))]
    assert elos(rate_agents(NAMES[:3], there)) == pytest.approx(elos(rate_agents(NAMES[:3], back)))


def test_groups_are_linked_by_points_in_both_directions() -> None:
    rows = join_rows([match(0, 1, (1, 0)), match(1, 2, (1, 1)), match(3, 2, (0.5, 0.5))])
    groups = linked_groups(rows, 5)
    assert groups[0] == groups[1]
    assert groups[2] == groups[3]
    assert len(set(groups.tolist())) == 3


def test_only_a_winner_by_moving_first_separates_the_games() -> None:
    rows = match(0, 1, (1, 0), (1, 0), (1, 1))
    assert is_separated(rows, 2)
    assert not is_separated(rows.without_sides(), 2)
    assert not is_separated(match(0, 1, (1, 0), (0, 1)), 2)
    ratings = rate_agents(NAMES[:2], [rows])
    assert ratings.first_player is None
    assert elos(ratings)[0] == pytest.approx(ELO * math.log(2) / 2)


@pytest.mark.parametrize(("pairs", "openings"), [(20, 20), (200, 200), (400, 40)])
def test_intervals_hold_the_truth_in_95_of_100_cases(pairs: int, openings: int) -> None:
    """In 300 simulated leagues with openings that favour a side, four agents and one anchor."""
    chance = np.random.default_rng(7)
    strengths, repeats = (0.4, 0.1, 0.0, -0.5), 300
    held = []
    for _ in range(repeats):
        clusters = np.arange(pairs) % openings
        ratings = rate_agents(NAMES, played(strengths, 0.2, clusters, chance), "c")
        for one, strength in zip(ratings.agents, strengths, strict=True):
            assert one.elo is not None
            held.append(one.elo.low <= ELO * strength <= one.elo.high)
        # The anchor is always held, and no evidence.
        held.remove(True)
    # The three intervals of a league share matches: leagues count, not intervals.
    error = math.sqrt(0.95 * 0.05 / repeats)
    assert abs(np.mean(held) - 0.95) < 3 * error


def test_intervals_hold_where_few_openings_have_most_of_the_games() -> None:
    """Half of 200 pairs begin from two of 40 openings."""
    chance = np.random.default_rng(8)
    clusters = np.concatenate([np.arange(100) % 2, 2 + np.arange(100) % 38])
    repeats, held = 300, 0
    for _ in range(repeats):
        elo = rate_agents(NAMES[:2], played((0.2, -0.2), 0.2, clusters, chance)).agents[0].elo
        assert elo is not None
        held += elo.low <= ELO * 0.2 <= elo.high
    assert abs(held / repeats - 0.95) < 3 * math.sqrt(0.95 * 0.05 / repeats)


def test_transitive_agents_are_contradicted_in_5_of_100_cases() -> None:
    chance = np.random.default_rng(11)
    repeats, rejected = 400, 0
    for _ in range(repeats):
        found = rate_agents(NAMES, played((0.3, 0.1, 0.0, -0.3), 0.2, np.arange(60), chance))
        assert found.transitivity is not None
        assert found.transitivity.p_value is not None
        rejected += found.transitivity.p_value < 0.05
    assert abs(rejected / repeats - 0.05) < 3 * math.sqrt(0.05 * 0.95 / repeats)


def test_a_circle_of_winners_is_not_transitive() -> None:
    """Each beats the next 70 to 30: the ratings are equal, and no match is explained by them."""
    pairs = [(1.0, 1.0)] * 55 + [(1.0, 0.0)] * 15 + [(0.0, 1.0)] * 15 + [(0.0, 0.0)] * 15
    order = np.random.default_rng(3)
    matches = []
    for one in range(3):
        shuffled = [pairs[at] for at in order.permutation(len(pairs))]
        matches.append(match(one, (one + 1) % 3, *shuffled))
    ratings = rate_agents(NAMES[:3], matches)
    assert elos(ratings) == pytest.approx([0.0, 0.0, 0.0], abs=1e-6)
    test = ratings.transitivity
    assert test is not None
    assert test.freedom == 1
    assert test.p_value is not None
    assert test.p_value < 1e-6
    assert abs(test.worst.score - test.worst.expected) == pytest.approx(0.2)


def test_an_agent_that_won_everything_has_a_bound_and_the_others_a_rating() -> None:
    """From 10 openings: 0.05^(1/10) is the least score that wins them all once in 20 times."""
    even = [match(1, 2, *[(1.0, 0.0)] * 5, *[(0.0, 1.0)] * 5)]
    wins = [match(0, one, *[(1.0, 1.0)] * 10) for one in (1, 2)]
    for agent, sign, bound in ((0, 1, "at least"), (0, -1, "at most")):
        rows = wins if sign > 0 else [match(0, one, *[(0.0, 0.0)] * 10) for one in (1, 2)]
        elo = rate_agents(NAMES[:3], [*even, *rows]).agents[agent].elo
        assert elo is not None
        assert elo.bound == bound
        known = elo.low if sign > 0 else elo.high
        score = 0.05**0.1
        assert known == pytest.approx(sign * ELO * math.log(score / (1 - score)), abs=0.01)


def test_where_everybody_won_or_lost_everything_the_anchor_is_still_0() -> None:
    """a wins all points of b, and b of c: the two others have bounds on either side of b."""
    rows = [match(0, 1, *[(1.0, 1.0)] * 10), match(1, 2, *[(1.0, 1.0)] * 10)]
    ratings = rate_agents(NAMES[:3], [*rows, match(0, 2, *[(1.0, 1.0)] * 10)], "b")
    assert ratings.anchor == "b"
    bounds = [one.elo.bound if one.elo else None for one in ratings.agents]
    assert bounds == ["at least", "two-sided", "at most"]
    assert rate_agents(NAMES[:3], rows).anchor == "a"


def test_agents_without_games_have_no_rating() -> None:
    assert [one.elo for one in rate_agents(NAMES, []).agents] == [None] * 4
    ratings = rate_agents(NAMES, [match(0, 1, (1, 0), (0, 1))])
    assert [one.elo is None for one in ratings.agents] == [False, False, True, True]


@pytest.mark.parametrize("points", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("pairs", [1, 2, 16])
def test_the_simplest_games_give_finite_numbers(points: float, pairs: int) -> None:
    """All won, all drawn, all lost; of draws an interval has a width, whatever their number."""
    matches = [match(0, 1, *[(points, points)] * pairs), match(1, 2, *[(0.5, 0.5)] * pairs)]
    ratings = rate_agents(NAMES[:3], matches, "b")
    for one in ratings.agents:
        assert one.elo is not None
        assert math.isfinite(one.elo.low)
        assert math.isfinite(one.elo.high)
        assert one.agent == "b" or one.elo.low < one.elo.high


def test_rows_that_are_no_games_are_refused() -> None:
    with pytest.raises(StatisticsError, match="more points than games"):
        totals(0, 1, 101, 100)
    with pytest.raises(StatisticsError, match="cannot play itself"):
        totals(1, 1, 1, 2)
    with pytest.raises(StatisticsError, match="are no pairs"):
        GameRows.of_pairs(0, 1, [1.0, 0.0], np.arange(2))
