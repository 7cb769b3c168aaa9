"""The 9x11 board of the later course: its rules, and its own numbers for squares and states."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from golden9x11 import ROWS, CourseRow, rows

from engine.errors import EngineError, NotationError
from engine.games import find_game
from engine.isolation import course
from engine.play.driver import decided
from engine.play.perft import count_lines

GAME: Any = find_game("isolation-9x11")

START = "Isolation(board=41523161203939122082683632224299007, ply_count=0, locs=(None, None))"


def drawn(row: CourseRow) -> str:
    return f"row {row.identity}\n{GAME.draw(row.position)}"


def test_golden_positions_are_complete() -> None:
    assert len(rows()) == ROWS
    assert {row.stage for row in rows()} == {
        *("empty", "one_placed", "opening", "middle", "late", "terminal", "ref_bug")
    }
    assert sum(len(row.actions) for row in rows()) == 3_092


def test_side_to_move_and_number_of_plies() -> None:
    for row in rows():
        assert (row.position.player, row.position.ply) == (row.to_move, row.ply), drawn(row)


def test_legal_moves_of_both_sides() -> None:
    for row in rows():
        for player in (1, 2):
            targets = row.targets[player - 1]
            if targets is None:
                targets = tuple(s for s in range(99) if row.position.blanks >> s & 1)
            assert GAME.moves_of(row.position, player) == targets, drawn(row)
        assert GAME.legal_moves(row.position) == tuple(action.move for action in row.actions)


def test_liberties_before_and_after_every_action() -> None:
    for row in rows():
        sides = (row.to_move, 3 - row.to_move)
        counted = tuple(len(GAME.moves_of(row.position, side)) for side in sides)
        assert counted == row.liberties, drawn(row)
        for action in row.actions:
            after = GAME.play(row.position, action.move)
            counted = tuple(len(GAME.moves_of(after, side)) for side in sides)
            assert counted == action.liberties, drawn(row)


def test_the_game_is_over_when_the_side_to_move_is_stuck() -> None:
    ended = [row for row in rows() if row.mover_stuck]
    assert len(ended) == 75
    for row in rows():
        assert GAME.winner(row.position) == (row.winner if row.mover_stuck else None), drawn(row)
        (now, *_) = count_lines(GAME, row.position, 1)
        assert now.finished == row.mover_stuck, drawn(row)


def test_whoever_wins_when_the_other_side_is_stuck_wins_with_any_move() -> None:
    """The course's game ends one ply earlier, with the same winner."""
    early = [row for row in rows() if row.either_stuck and not row.mover_stuck]
    assert len(early) == 62
    for row in early:
        assert row.winner == row.to_move
        for action in row.actions:
            after = GAME.play(row.position, action.move)
            assert GAME.winner(after) == row.winner, drawn(row)
    assert decided(GAME, GAME.pack([row.position for row in early]), 1).all()


def test_somebody_is_stuck_where_the_course_ends() -> None:
    for row in rows():
        liberties = [GAME.moves_of(row.position, player) for player in (1, 2)]
        assert (() in liberties) == row.either_stuck, drawn(row)
        assert (row.winner is not None) == row.either_stuck


def test_the_liberty_that_the_courses_program_overlooks_counts() -> None:
    """In its bit 0, the bottom right corner; the index 0 is taken for none."""
    overlooked = [row for row in rows() if row.stage == "ref_bug"]
    assert len(overlooked) == 26
    for row in overlooked:
        moves = [GAME.moves_of(row.position, player) for player in (1, 2)]
        assert (98,) in moves, drawn(row)
        assert () not in moves, drawn(row)


def test_open_squares_and_pieces_in_the_courses_numbers() -> None:
    for row in rows():
        assert course.board_bits(row.position) == row.board_bits, drawn(row)
        assert course.locations(row.position) == row.locations, drawn(row)


def test_states_of_the_course_are_read_and_written() -> None:
    for row in rows():
        first, second = row.locations
        text = f"Isolation(board={row.board_bits}, ply_count={row.ply}, locs=({first}, {second}))"
        assert GAME.parse_position(text) == row.position, drawn(row)
        assert course.format_state(row.position) == text


def test_the_empty_board_of_the_course() -> None:
    assert GAME.parse_position(f"  {START}\n") == GAME.initial()
    assert GAME.parse_position(START.replace("=", " = ").replace("(", "( ")) == GAME.initial()


def test_numbers_of_squares() -> None:
    # Bottom right, bottom left, the centre, top left.
    assert [course.bit_of(square) for square in (98, 88, 49, 0)] == [0, 10, 57, 114]
    for square in range(99):
        assert course.square_of(course.bit_of(square)) == square


@pytest.mark.parametrize("bit", [-1, 11, 12, 24, 115, 116, 117, 1000])
def test_bits_that_are_no_squares(bit: int) -> None:
    with pytest.raises(NotationError, match=rf"bit {bit} is no square of the 9x11 board; squares"):
        course.square_of(bit)


def test_actions_are_the_index_first_and_later_a_knights_step() -> None:
    steps = set()
    for row in rows():
        for move in GAME.legal_moves(row.position):
            action = course.action_of(row.position, move)
            assert course.move_of(row.position, action) == move
            if row.position.mover is None:
                assert action == course.bit_of(move)
            else:
                steps.add(action)
    assert steps == {11, 15, 25, 27, -11, -15, -25, -27}


def test_the_names_of_the_steps(on_board: Any) -> None:
    """North is +13 and west +1: two north and one west are 27, one south and two west -11."""
    game, position = on_board("""
        ...........
        ...........
        ...........
        ...........
        .....1.....
        ...........
        ...........
        ...........
        ..........2
    """)
    move = game.parse_move("e7", position)
    assert course.action_of(position, move) == 27
    assert course.move_of(position, -11) == game.parse_move("d4", position)


def test_a_step_off_the_board_is_no_move() -> None:
    corner = GAME.play(GAME.play(GAME.initial(), 98), 0)
    with pytest.raises(NotationError, match="bit -11 is no square"):
        course.move_of(corner, -11)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("ply_count=0", "ply_count=1", "ply_count is 1, and 0 squares of the board are visited"),
        ("007,", "006,", "before the second ply only player 1 has visited a square"),
        ("(None, None)", "(57, None)", "player 1 stands on bit 57, which is open"),
        ("007, ply_count=0, locs=(None", "006, ply_count=1, locs=(11", "bit 11 is no square"),
        (
            "007, ply_count=0, locs=(None, None",
            "004, ply_count=2, locs=(0, 0",
            "player 2 stands on bit 0, which is the other player's",
        ),
        (
            "007, ply_count=0, locs=(None, None",
            "004, ply_count=2, locs=(0, None",
            "2 squares are visited, so both pieces are placed; write the '2' too",
        ),
        ("board=4", "board=14", "is no square of the 9x11 board; squares are bits 0 to 114"),
        ("board=4", "board=0x4", "is no state of the course; write it as Python prints it"),
        ("(None, None)", "[None, None]", "is no state of the course"),
        ("))", ")", "is no state of the course"),
        ("board=4", f"board={'9' * 5_000}4", "is no state of the course"),
    ],
)
def test_states_that_are_none(old: str, new: str, message: str) -> None:
    assert START.count(old) == 1
    with pytest.raises(EngineError, match=re.escape(message)) as failure:
        GAME.parse_position(START.replace(old, new))
    assert len(str(failure.value).splitlines()) == 1


@pytest.mark.parametrize("board", ["isolation", "isolation-11x9"])
def test_other_boards_have_no_state_of_the_course(board: str) -> None:
    with pytest.raises(NotationError, match=r"a 9x11 board, and this one is .*isolation-9x11"):
        find_game(board).parse_position(START)


def test_packed_golden_positions_come_back() -> None:
    states = GAME.pack([row.position for row in rows()])
    for row, state in zip(rows(), states, strict=True):
        assert GAME.unpack(state) == row.position
    twice = GAME.seen_by_other(GAME.seen_by_other(states))
    np.testing.assert_array_equal(twice, states)
