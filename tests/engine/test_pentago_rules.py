"""The rules of Pentago against golden positions and counts."""

from __future__ import annotations

import csv
from collections import Counter

import numpy as np
import pytest
from checkout import DATA
from pentago_golden import GAME, GoldenRow, rows

from engine.errors import UnknownNameError
from engine.games import find_game, game_names
from engine.pentago.kernels import WINNING
from engine.pentago.position import SQUARES, Position
from engine.play.perft import count_lines

PERFT = DATA / "perft.csv"

PLAYERS = {"black": 1, "white": 2}
WINNERS = {"ongoing": None, "draw": 0, **PLAYERS}


def rotations(move: int) -> int:
    """A winning placement stands for all eight rotations that could have followed it."""
    return 8 if move >= WINNING else 1


def children(row: GoldenRow) -> list[tuple[int, Position]]:
    """The legal moves with the positions after them."""
    return [(move, GAME.play(row.position, move)) for move in GAME.legal_moves(row.position)]


def test_stones_side_to_move_and_status() -> None:
    for row in rows():
        position = row.position
        assert position.ply == row.facts["stones"], row.text
        assert GAME.player_to_move(position) == PLAYERS[row.facts["to_move"]], row.text
        assert GAME.winner(position) == WINNERS[row.facts["status"]], row.text
        for player, view in enumerate(row.views, start=1):
            assert GAME.view(position, player) == view, row.text


def test_moves_and_their_outcomes() -> None:
    for row in rows():
        mover = PLAYERS[row.facts["to_move"]]
        outcomes: Counter[int | None] = Counter()
        found = children(row)
        for move, child in found:
            outcomes[GAME.winner(child)] += rotations(move)
        assert outcomes.total() == row.facts["legal_triples"], row.text
        ways = [outcomes[result] for result in (mover, 0, 3 - mover, None)]
        assert ways == row.facts["triple_outcomes"], row.text
        assert len({child for _, child in found}) == row.facts["distinct_successors"], row.text
        placements = [GAME.format_move(move) for move, _ in found if move >= WINNING]
        expected = [f"{'abcdef'[c]}{6 - r}" for r, c in row.facts["winning_placements"]]
        assert sorted(placements) == sorted(expected), row.text


def test_compiled_moves_and_ends_are_the_golden_ones() -> None:
    for row in rows():
        moves, spared = row.facts["legal_triples"], 7 * len(row.facts["winning_placements"])
        going = row.facts["triple_outcomes"][3]
        now, later = count_lines(GAME, row.position, 1)
        assert now.finished == (row.facts["status"] != "ongoing"), row.text
        assert (later.count, later.finished) == (moves - spared, moves - spared - going), row.text


def test_games_that_ended_on_a_placement() -> None:
    """One stone less, and the last mover wins by that stone alone."""
    ended = [row for row in rows() if row.facts["ended_on_placement"]]
    assert len(ended) == 180
    for row in ended:
        position = row.position
        winner = 3 - GAME.player_to_move(position)
        assert GAME.winner(position) == winner
        stones = [position.black, position.white]
        reached = []
        for square in range(SQUARES):
            before = list(stones)
            before[winner - 1] &= ~(1 << square)
            if before != stones and GAME.winner(Position(*before)) is None:
                moves = [m for m in GAME.legal_moves(Position(*before)) if m >= WINNING]
                reached += [GAME.play(Position(*before), move) for move in moves]
        assert position in reached, row.text


def test_packed_golden_positions_come_back() -> None:
    positions = [row.position for row in rows()]
    states = GAME.pack(positions)
    assert [GAME.unpack(state) for state in states] == positions
    np.testing.assert_array_equal(GAME.seen_by_other(states)[:, [1, 0, 2, 3]], states)


def test_notation_of_golden_positions() -> None:
    for row in rows():
        assert GAME.format_position(row.position) == row.text


def known_lines(game: str) -> dict[int, int]:
    with PERFT.open(newline="", encoding="utf-8") as file:
        found = [row for row in csv.DictReader(file) if row["game"] == game]
    return {int(row["depth"]): int(row["count"]) for row in found}


def test_lines_of_play() -> None:
    """Depth 4 has 5,790,597,120 lines, and takes most of a minute."""
    known = known_lines("pentago")
    lines = count_lines(GAME, GAME.initial(), 3)
    assert {depth: line.count for depth, line in enumerate(lines)} | {4: 5_790_597_120} == known
    assert [line.finished for line in lines] == [0, 0, 0, 0]


def test_distinct_boards() -> None:
    known = known_lines("pentago distinct boards")
    boards = {GAME.initial()}
    for depth in range(3):
        assert len(boards) == known[depth]
        boards = {GAME.play(board, m) for board in boards for m in GAME.legal_moves(board)}
    assert len(boards) == known[3]


def test_names_of_the_game() -> None:
    game = find_game("pentago")
    assert (game.name, game.family, game.max_plies) == ("pentago", "pentago", 36)
    assert "pentago" in game_names()
    with pytest.raises(UnknownNameError, match="did you mean 'pentago'"):
        find_game("pentango")
