"""Pairs of games: one opening, both sides, the same seeds for every candidate."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.errors import EvaluationError
from engine.games import find_game
from engine.play.batches import Openings as Games
from engine.play.driver import play_games
from engine.play.player import Player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.pairs import Pairs, game_seeds, join_pairs, play_pairs

GAME = find_game("isolation-5x5")
OPENINGS = draw_openings(GAME, 4, "search", 40, 1)


def player(preset: str, search: Search) -> Player:
    heuristic = find_preset(preset)
    return heuristic_player(GAME, heuristic, heuristic.defaults, search)


STRONG = player("improved", make_search("alphabeta", depth=3))
WEAK = player("null", make_search("random"))


def pairs_of(results: list[tuple[int, int]]) -> Pairs:
    count = len(results)
    return Pairs.untimed(
        np.array(results, dtype=np.int8).reshape(count, 2),
        np.full((count, 2), 20, dtype=np.int16),
        np.ones((count, 2, 2), dtype=np.int64),
    )


def alone(
    players: tuple[Player, Player], openings: OpeningSet, pair: int, mover: int
) -> NDArray[np.int64]:
    """Result, plies and nodes of one game, played by itself."""
    seed = game_seeds(openings, "x", pair, pair + 1)[mover : mover + 1]
    start = Games(openings.states[pair : pair + 1], np.array([mover]), seed)
    game = play_games(GAME, players, start)
    return np.concatenate([game.results, game.plies, game.nodes[0]])


@pytest.mark.parametrize(
    ("results", "score"),
    [((-1, -1), 0.0), ((0, -1), 0.25), ((1, -1), 0.5), ((0, 0), 0.5), ((1, 0), 0.75), ((1, 1), 1)],
)
def test_pair_scores(results: tuple[int, int], score: float) -> None:
    assert pairs_of([results]).scores.tolist() == [score]


def test_the_two_games_of_a_pair_share_the_opening_and_swap_the_mover() -> None:
    players = (STRONG, WEAK)
    pairs = play_pairs(GAME, players, OPENINGS, "x", (0, len(OPENINGS)))
    for pair in range(0, len(OPENINGS), 7):
        for mover in (0, 1):
            together = [pairs.results[pair, mover], pairs.plies[pair, mover]]
            together += [*pairs.nodes[pair, mover]]
            assert alone(players, OPENINGS, pair, mover).tolist() == together


def test_results_are_seen_by_the_first_agent() -> None:
    bounds = (0, len(OPENINGS))
    assert play_pairs(GAME, (STRONG, WEAK), OPENINGS, "x", bounds).scores.mean() > 0.7
    assert play_pairs(GAME, (WEAK, STRONG), OPENINGS, "x", bounds).scores.mean() < 0.3


def test_agents_that_play_alike_win_half_of_every_pair_when_seeds_do_not_matter() -> None:
    ordered = player("improved", make_search("alphabeta", depth=2, ties="ordered"))
    pairs = play_pairs(GAME, (ordered, ordered), OPENINGS, "x", (0, len(OPENINGS)))
    # Both games of a pair are the same game with the names exchanged.
    assert np.array_equal(pairs.results[:, 0], -pairs.results[:, 1])
    assert np.array_equal(pairs.plies[:, 0], pairs.plies[:, 1])
    assert np.array_equal(pairs.nodes[:, 0], pairs.nodes[:, 1, ::-1])
    assert set(pairs.scores) == {0.5}


def test_batches_are_the_whole_cut_into_pieces() -> None:
    players = (STRONG, WEAK)
    whole = play_pairs(GAME, players, OPENINGS, "x", (0, 40))
    cuts = [(0, 13), (13, 14), (14, 40)]
    joined = join_pairs([play_pairs(GAME, players, OPENINGS, "x", bounds) for bounds in cuts])
    assert len(joined) == len(whole) == 40
    for name in ("results", "plies", "nodes"):
        assert np.array_equal(getattr(joined, name), getattr(whole, name))


def test_all_candidates_meet_an_opponent_with_the_same_seeds() -> None:
    """Two candidates that choose alike get the same games: common random numbers."""
    doubled = Heuristic("doubled", "isolation", (), (), "2 * (moves(own) - moves(opp))")
    search = make_search("alphabeta", depth=3)
    twin = heuristic_player(GAME, doubled, (), search)
    games = [
        play_pairs(GAME, (one, WEAK), OPENINGS, "x", (0, len(OPENINGS))) for one in (STRONG, twin)
    ]
    assert np.array_equal(games[0].plies, games[1].plies)
    assert np.array_equal(games[0].results, games[1].results)


def test_seeds_differ_by_pair_game_opponent_and_set() -> None:
    other = draw_openings(GAME, 4, "selection", 40, 1)
    seeds = [
        game_seeds(openings, opponent, 0, 40)
        for openings in (OPENINGS, other)
        for opponent in ("x", "y")
    ]
    assert all(seed.dtype == np.uint64 and seed.shape == (80,) for seed in seeds)
    assert len(np.unique(np.concatenate(seeds))) == 4 * 80
    assert np.array_equal(game_seeds(OPENINGS, "x", 10, 20), seeds[0][20:40])


def test_a_formula_without_a_number_is_an_error() -> None:
    broken = Heuristic("broken", "isolation", (), (), "log(0 * moves(own)) - log(0 * moves(opp))")
    players = (heuristic_player(GAME, broken, (), make_search("alphabeta", depth=1)), WEAK)
    with pytest.raises(EvaluationError, match="not a number"):
        play_pairs(GAME, players, OPENINGS, "x", (0, 2))
