"""The search of Pentago finds what minimax finds, and looks at less."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import plain_search
import pytest
from pentago_golden import GAME
from pentago_searches import (
    BOARDS,
    HEURISTICS,
    MIXED,
    evaluation,
    found,
    plainly_found,
    random_states,
    states_of_every_stage,
)
from plain_play import shuffled

from engine.errors import EvaluationError
from engine.kernels import choose, interface
from engine.kernels import evaluation as kernels_evaluation
from engine.link.joining import PlainSearch
from engine.play.batches import Analysis
from engine.play.driver import analyse
from engine.play.player import make_player
from engine.play.search import TIES
from engine.play.searches import make_search
from features.compiled import compile_heuristic, heuristic_player
from features.heuristic import Heuristic

GRACE_SECONDS = 0.02


def same(one: Analysis, other: Analysis) -> None:
    np.testing.assert_array_equal(one.values, other.values)
    np.testing.assert_array_equal(one.moves, other.moves)


def distinct_children(position: Any) -> int:
    return len({GAME.play(position, move) for move in GAME.legal_moves(position)})


@pytest.mark.parametrize("name", HEURISTICS)
@pytest.mark.parametrize("ties", TIES)
def test_it_chooses_as_plain_alphabeta(name: str, ties: str) -> None:
    for depth, per_ply, first_ply in ((1, 8, 0), (2, 8, 0), (3, 1, 0), (4, 1, 24), (6, 1, 30)):
        how = make_search("alphabeta", depth=depth, ties=ties)
        states = states_of_every_stage(per_ply, first_ply)
        same(found(name, how, states), plainly_found(name, how, states))


@pytest.mark.parametrize("name", ["straights", "own weighs more"])
def test_it_chooses_as_minimax_in_plain_python(name: str) -> None:
    for plies, depth, count in ((4, 1, 2), (17, 1, 3), (29, 2, 3), (32, 3, 3)):
        states = random_states(plies, count)
        boards = [board for board in BOARDS.values() if depth == 1]
        states = np.concatenate([GAME.pack(boards), states]) if boards else states
        result = found(name, make_search("alphabeta", depth=depth), states)
        for seed, state in enumerate(states):
            position = GAME.unpack(state)
            order = shuffled(GAME.legal_moves(position), seed)
            twin = plain_search.minimax(GAME, position, evaluation(name), depth, order)
            assert GAME.format_move(int(result.moves[seed])) == GAME.format_move(twin.move)
            assert result.values[seed] == pytest.approx(twin.value, abs=1e-9)


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("straights", "white saves itself by a five of both"),
        ("difference", "white saves itself so on a fuller board"),
    ],
)
def test_five_of_both_is_a_draw_below_the_root(name: str, board: str) -> None:
    """White's answer to what would be black's best move if it were a loss, or no draw."""
    position = BOARDS[board]
    result = found(name, make_search("alphabeta", depth=2, ties="ordered"), GAME.pack([position]))
    twin = plain_search.alphabeta(GAME, position, evaluation(name), 2)
    assert result.values[0] == twin.value == 0.0
    assert result.moves[0] == twin.move


def test_minimax_is_the_plain_search() -> None:
    states = states_of_every_stage(1, 22)
    how = make_search("minimax", depth=2)
    own, plain = (
        found("own weighs more", how, states),
        plainly_found("own weighs more", how, states),
    )
    same(own, plain)
    np.testing.assert_array_equal(own.nodes, plain.nodes)


def test_moves_to_the_same_position_are_visited_once() -> None:
    states = np.concatenate([GAME.pack([GAME.initial(), *BOARDS.values()]), random_states(9, 5)])
    how = make_search("alphabeta", depth=1, ties="ordered")
    result = found("constant", how, states)
    # A win at once ends the look.
    going = result.values == 0
    expected = [1 + distinct_children(GAME.unpack(state)) for state in states[going]]
    assert result.nodes[going].tolist() == expected
    assert len(expected) > 10
    assert expected[0] == 37


def test_moves_to_the_same_position_are_equally_likely() -> None:
    """288 moves of equal value on the empty board, 36 positions: the moves are what is drawn."""
    states = np.repeat(GAME.pack([GAME.initial()]), 20_000, axis=0)
    moves = found("constant", make_search("alphabeta", depth=1), states).moves
    counts = np.bincount(moves, minlength=288)
    assert len(counts) == 288
    # Mean 69, standard deviation 8.3: the chance of one beyond six is below one in a million.
    assert counts.min() > 20
    assert counts.max() < 120


def test_it_looks_at_less() -> None:
    states = random_states(8, 20)
    how = make_search("alphabeta", depth=3)
    own, plain = found("straights", how, states), plainly_found("straights", how, states)
    assert own.nodes.sum() * 4 < plain.nodes.sum()


@pytest.mark.parametrize("plies", [6, 20])
def test_a_node_limit_gives_an_iteration_and_is_kept(plies: int) -> None:
    states = random_states(plies, 8)
    depths = [
        found("own weighs more", make_search("alphabeta", depth=depth), states)
        for depth in (1, 2, 3)
    ]
    reached = []
    for limit in (300, 3_000, 30_000):
        how = make_search("alphabeta", nodes=limit)
        result = found("own weighs more", how, states)
        same(result, found("own weighs more", how, states))
        # The children of one position at most are more than the limit.
        assert (result.nodes < limit + 288).all()
        reached.append([result.values == iteration.values for iteration in depths])
    shallow, middle, deep = reached
    assert (shallow[0] | shallow[1]).all()
    assert (middle[1] | middle[2]).mean() > 0.5
    assert deep[2].any() or plies == 20
    assert not deep[0].all()


@pytest.mark.parametrize("ties", TIES)
def test_it_deepens_as_the_plain_search(ties: str) -> None:
    """The best move of an iteration is the first of the next, so equals are chosen alike."""
    how = make_search("alphabeta", depth=3, ties=ties)
    for name in ("constant", "difference", "own weighs more"):
        for plies in (8, 14, 20, 32):
            states = random_states(plies, 25)
            deepened = found(name, how, states, first_depth=1)
            same(deepened, plainly_found(name, how, states, first_depth=1))


def test_the_first_iteration_always_completes() -> None:
    states = random_states(6, 3)
    limited = found("straights", make_search("alphabeta", nodes=1), states)
    same(limited, found("straights", make_search("alphabeta", depth=1), states))


def test_a_proven_result_ends_the_search() -> None:
    threat = GAME.pack([BOARDS["white threatens on two sides"], BOARDS["black turns and wins"]])
    result = found("straights", make_search("alphabeta", nodes=1_000_000), threat)
    assert list(result.values) == [-plain_search.win_in(2), plain_search.win_in(1)]
    assert result.nodes.max() < 10_000


@pytest.mark.parametrize("time_ms", [0.1, 5.0, 60.0])
def test_a_deadline_is_kept(time_ms: float) -> None:
    player = heuristic_player(
        GAME, *HEURISTICS["straights"], make_search("alphabeta", time_ms=time_ms)
    )
    states = random_states(7, 3)
    seconds = []
    for state in states:
        began = time.perf_counter()
        analyse(GAME, player, state[None], np.zeros(1, dtype=np.uint64))
        seconds.append(time.perf_counter() - began)
    # The least, since other processes take their share now and then.
    assert min(seconds) < time_ms / 1000 + GRACE_SECONDS
    assert max(seconds) >= time_ms / 1000 * 0.9


def test_threads_change_nothing() -> None:
    states = np.concatenate([states_of_every_stage(20) for _ in range(2)])
    player = heuristic_player(
        GAME, *HEURISTICS["own weighs more"], make_search("alphabeta", nodes=2_000)
    )
    seeds = np.arange(len(states), dtype=np.uint64)
    alone = analyse(GAME, player, states, seeds)
    with ThreadPoolExecutor(2) as executor:
        together = analyse(GAME, player, states, seeds, executor)
    same(alone, together)
    np.testing.assert_array_equal(alone.nodes, together.nodes)


def test_a_fault_is_reported_with_its_position() -> None:
    """0 / 0 where the side that searches has no neighbours in a column."""
    player = heuristic_player(GAME, MIXED, (0.0, 0.0, 0.0, 0.0), make_search("alphabeta", depth=3))
    with pytest.raises(EvaluationError) as caught:
        analyse(GAME, player, random_states(10, 1), np.zeros(1, dtype=np.uint64))
    position = GAME.parse_position(caught.value.position)
    # The root's side moves first, so it waits three plies below; nearer there were faults, too.
    assert position.ply == 13
    assert caught.value.player == GAME.player_to_move(GAME.unpack(random_states(10, 1)[0]))
    assert GAME.winner(position) is None
    own = GAME.view(position, caught.value.player).own
    assert not any((row + 1, column) in own for row, column in own)


NO_NUMBER_WITH_13_STONES = Heuristic(
    "no_number_with_13_stones",
    "pentago",
    (),
    (),
    "0 / (stones_played() - 13) * 0 + horizontal_stones(own)",
)


@pytest.mark.parametrize("depth", [2, 3])
def test_nobody_asks_the_formula_at_other_depths(depth: int) -> None:
    """A ply below 12 stones it is no number, but the search looks further."""
    states, seeds = random_states(12, 20), np.arange(20, dtype=np.uint64)
    how = make_search("alphabeta", depth=depth)
    plain = compile_heuristic(PlainSearch(GAME), NO_NUMBER_WITH_13_STONES)
    expected = analyse(GAME, make_player(GAME, plain, (), how), states, seeds)
    player = heuristic_player(GAME, NO_NUMBER_WITH_13_STONES, (), how)
    same(analyse(GAME, player, states, seeds), expected)


@pytest.mark.parametrize(("plies", "depth"), [(12, 1), (11, 2), (10, 3)])
def test_a_fault_at_the_depth_that_was_asked_for_counts(plies: int, depth: int) -> None:
    states = random_states(plies, 1)
    player = heuristic_player(
        GAME, NO_NUMBER_WITH_13_STONES, (), make_search("alphabeta", depth=depth)
    )
    with pytest.raises(EvaluationError) as caught:
        analyse(GAME, player, states, np.zeros(1, dtype=np.uint64))
    assert GAME.parse_position(caught.value.position).ply == 13
    assert caught.value.player == GAME.player_to_move(GAME.unpack(states[0]))


def test_a_node_limit_asks_at_every_depth() -> None:
    player = heuristic_player(
        GAME, NO_NUMBER_WITH_13_STONES, (), make_search("alphabeta", nodes=10_000)
    )
    with pytest.raises(EvaluationError):
        analyse(GAME, player, random_states(12, 1), np.zeros(1, dtype=np.uint64))


def test_the_plain_search_lacks_only_the_search() -> None:
    plain = PlainSearch(GAME)
    missing = set(GAME.replacements) - set(plain.replacements)
    assert missing == {choose.deepen, kernels_evaluation.evaluate, interface.evaluator}
    assert plain.first_slot == GAME.first_slot
