"""The plain Python boards of the benchmark: golden positions, and the engine node for node."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import golden
import golden9x11
import numpy as np
import pentago_golden
import pytest

from benchmarks import checks, speed
from benchmarks.cases import BENCHED, Case, find_cases
from benchmarks.laps import Patience
from benchmarks.plain_isolation import PlainIsolation, plain_isolation, weighted_mobility
from benchmarks.plain_pentago import PlainPentago, plain_pentago, straights
from benchmarks.plain_search import choose, win_in
from engine.isolation.position import Position


def board_of(row: golden.GoldenRow) -> PlainIsolation:
    """A golden position with the side to move where the row has it, whatever was visited."""
    view = row.views[0]
    blank = [[(r, c) in view.blanks for c in range(view.width)] for r in range(view.height)]
    return PlainIsolation(blank, [view.own, view.opp], row.to_move - 1)


def test_isolation_is_over_where_the_reference_says_so() -> None:
    for row in golden.rows():
        assert (board_of(row).result() is not None) == row.over, row.identity


def test_weighted_mobility_is_that_of_the_report() -> None:
    """As printed, its weighted centre is 0.4 * own - 0.6 * opponent's moves."""
    compared = 0
    for row in golden.rows():
        board = board_of(row)
        if row.over:
            loser = row.to_move - 1
            assert weighted_mobility(board, loser) == -math.inf
            assert weighted_mobility(board, 1 - loser) == math.inf
            continue
        for player in (0, 1):
            value = row.values[player]["h1"]
            if value is not None:
                compared += 1
                # The document's floats keep the rounding of 0.4 * 3 - 0.6 * 2, which is 0.
                exact = 0.0 if abs(value) < 1e-12 else value
                assert weighted_mobility(board, player) == exact, row.identity
    assert compared > 3000


def test_moves_on_9x11_are_those_of_the_course() -> None:
    for row in golden9x11.rows():
        board = plain_isolation(row.position)
        assert board.mover == row.to_move - 1
        for player in (0, 1):
            targets = row.targets[player]
            found = [r * 11 + c for r, c in board.moves(player)]
            expected = range(99) if targets is None else targets
            assert sorted(found) == [s for s in expected if row.position.blanks >> s & 1]


def test_pentago_ends_where_the_rules_say_so() -> None:
    results = {"black": 0, "white": 1}
    seen = set()
    for row in pentago_golden.rows():
        board = plain_pentago(row.position)
        status = row.facts["status"]
        expected = None
        if status != "ongoing":
            winner = results.get(status.split("_")[0])
            expected = 0 if winner is None else 1 if winner == board.mover else -1
        assert board.result() == expected, (row.identity, status)
        seen.add(status)
    assert len(seen) >= 3


def test_pentago_moves_are_counted_as_the_rules_program_does() -> None:
    for row in pentago_golden.rows()[:400]:
        if row.facts["status"] != "ongoing":
            continue
        board = plain_pentago(row.position)
        moves = board.moves(board.mover)
        wins = len(row.facts["winning_placements"])
        assert sum(turn is None for _, turn in moves) == wins
        assert len(moves) == row.facts["legal_triples"] - 7 * wins


def test_straights_are_those_of_the_report() -> None:
    for row in pentago_golden.rows():
        totals = [total["runs"] for total in row.totals]
        if abs(totals[0]) > 10_000:
            continue
        board = plain_pentago(row.position)
        assert [straights(board, player) for player in (0, 1)] == totals, row.identity


def test_a_quadrant_turns_as_drawn() -> None:
    """Black places in the corner and turns the top left quadrant clockwise, then back."""
    board = plain_pentago(pentago_golden.drawn("...... .W.... ...... ...... ...... .....B"))
    board = PlainPentago(board.stones, 0)
    turned = board.forecast(((0, 1), (0, True)))
    assert turned.stones[1][2] == 0
    assert turned.stones[1][1] == 1
    assert board.stones[0][1] == -1
    back = board.forecast(((0, 1), (0, False)))
    assert back.stones[1][0] == 0


def test_a_win_at_once_is_found(on_board: Any) -> None:
    _, position = on_board("1.2 x.x x.x")
    board = plain_isolation(position)
    order = board.moves(board.mover)
    move, value, nodes = choose(board, 3, weighted_mobility, order)
    assert (move, value) == ((2, 1), win_in(1))
    assert nodes == 2


@pytest.mark.parametrize("name", BENCHED)
def test_the_engine_searches_and_plays_the_same(name: str) -> None:
    (case,) = find_cases(name)
    case = case.shortened(4)
    checks.check_searches(case, case.searched().states[: case.counts.plain_positions])
    depth = min(case.counts.plain_games)
    checks.check_games(case, depth, case.openings(2))


def other_evaluation(case: Case) -> Case:
    return replace(case, evaluation=lambda board, player: 1.0 + case.evaluation(board, player))


def test_a_plain_board_that_searches_otherwise_is_noticed() -> None:
    (case,) = find_cases("isolation")
    states = case.searched().states[:2]
    with pytest.raises(checks.BenchError, match="differ in"):
        checks.check_searches(other_evaluation(case), states)


def test_a_plain_board_that_plays_otherwise_is_noticed() -> None:
    (case,) = find_cases("isolation")
    upside_down = replace(case, evaluation=lambda board, player: -case.evaluation(board, player))
    with pytest.raises(checks.BenchError, match="other games"):
        checks.check_games(upside_down, 2, case.openings(4))


def play_upside_down(monkeypatch: pytest.MonkeyPatch, name: str) -> Case:
    """A case in which the game's own search is one that wants to lose."""
    (case,) = find_cases(name)
    heuristic = replace(case.heuristic, formula=f"-({case.heuristic.formula})")
    other = replace(case, heuristic=heuristic)
    monkeypatch.setattr(Case, "own_player", lambda _, depth, ties="random": other.player(depth))
    return case


def test_a_search_of_the_games_own_that_finds_something_else_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = play_upside_down(monkeypatch, "isolation")
    with pytest.raises(checks.BenchError, match="differ in"):
        checks.check_searches(case, case.searched().states[:2])
    with pytest.raises(checks.BenchError, match="other games"):
        checks.check_games(case, 2, case.openings(4))


def test_pentagos_own_search_plays_the_games_of_the_plain_one() -> None:
    (case,) = find_cases("pentago")
    for depth, games in case.counts.shortened(8).searched_plainly.items():
        checks.check_own_games(case, depth, case.openings(games))


def test_a_search_of_the_games_own_that_plays_otherwise_is_not_raced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = play_upside_down(monkeypatch, "pentago")
    counts = replace(case.counts, games={1: 2}, plain_games={1: 1}, searched_plainly={1: 40})
    monkeypatch.setattr(speed, "check_games", lambda *_: None)
    words = r"pentago's own search and plain alpha-beta play other games from \d+ of 40 openings"
    with pytest.raises(checks.BenchError, match=words):
        speed.game_rows(replace(case, counts=counts), speed.Effort(Patience(1.0, 0.0), 1), None)


def test_positions_and_openings_are_seeded_and_go_on() -> None:
    (case,) = find_cases("isolation")
    case = case.shortened(100)
    assert np.array_equal(case.searched().states, case.searched().states)
    for state in case.searched().states:
        position: Position = case.game.unpack(state)
        assert position.ply == 8
        assert case.game.winner(position) is None
    openings = case.openings(9)
    assert len(openings.states) == len(openings.seeds) == len(openings.movers) == 9
    assert openings.movers.tolist() == [0, 1] * 4 + [0]
