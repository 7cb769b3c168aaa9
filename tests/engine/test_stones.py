"""Games of stones: what is derived from kernels and a notation is right."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from own_games import EXAMPLE, NOUGHTS, changed, game_folder

from engine.conformance import check_game
from engine.errors import EngineError, IllegalError, NotationError
from engine.link import cache
from engine.own_file import OwnFile, run_file
from engine.own_games import load_own_game
from engine.play.driver import decided
from engine.play.perft import count_lines
from engine.stones.board import Board
from engine.stones.stones_game import StonesGame

GAME: Any = load_own_game(EXAMPLE).game
EMPTY = "/".join(["......."] * 6)


@pytest.fixture(scope="module")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return load_own_game(game_folder(tmp_path_factory.mktemp("noughts"), NOUGHTS)).game


class Columns:
    """The rules of Connect Four once more, as they are told: seven stacks of stones."""

    def __init__(self) -> None:
        self.stacks: list[str] = [""] * 7

    def moves(self) -> list[str]:
        open_columns = [str(number + 1) for number, s in enumerate(self.stacks) if len(s) < 6]
        return [] if self.winner() is not None else open_columns

    def play(self, column: str) -> None:
        stone = "xo"[sum(map(len, self.stacks)) % 2]
        self.stacks[int(column) - 1] += stone

    def at(self, column: int, height: int) -> str:
        inside = 0 <= column < 7 and 0 <= height < len(self.stacks[column])
        return self.stacks[column][height] if inside else "."

    def winner(self) -> int | None:
        for column in range(7):
            for height in range(6):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    line = {self.at(column + n * right, height + n * up) for n in range(4)}
                    if line in ({"x"}, {"o"}):
                        return 1 if line == {"x"} else 2
        return 0 if all(len(stack) == 6 for stack in self.stacks) else None

    def text(self) -> str:
        rows = ["".join(self.at(c, height) for c in range(7)) for height in range(6)]
        return "/".join(reversed(rows))


def test_connect_four_is_what_the_rules_say() -> None:
    generator = random.Random(1)
    ends = set()
    for _ in range(60):
        told, position = Columns(), GAME.initial()
        while True:
            assert GAME.format_position(position) == told.text()
            assert GAME.parse_position(told.text()) == position
            assert GAME.winner(position) == told.winner()
            names = sorted(GAME.format_move(move) for move in GAME.legal_moves(position))
            assert names == told.moves()
            if not names:
                break
            name = generator.choice(names)
            told.play(name)
            position = GAME.play(position, GAME.parse_move(name, position))
        ends.add(told.winner())
    assert {1, 2} <= ends


def test_a_full_board_is_a_draw() -> None:
    rows = "xxoooxx/ooxxxoo/xxoooxx/ooxxxoo/xxoooxx/ooxxxoo"
    position = GAME.parse_position(rows)
    assert (GAME.winner(position), GAME.legal_moves(position)) == (0, ())


def test_as_many_positions_after_each_ply_as_published() -> None:
    """A212693 of the OEIS: positions of the 7 x 6 board after n plies."""
    level, counts = {GAME.initial()}, []
    for _ in range(6):
        counts.append(len(level))
        level = {GAME.play(one, move) for one in level for move in GAME.legal_moves(one)}
    assert counts == [1, 7, 49, 238, 1120, 4263]


def test_as_many_lines_of_play_as_can_be_counted_by_hand() -> None:
    """To ply 6 every column is open: 7 ** n. With the seventh stone two things can happen.

    A column can be full: no line of play has its seventh stone in one column. And x can have won,
    with four stones upon each other while the three of o lie in the other columns, or with the four
    lowest of neighbouring columns in any order, o having 4, 5, then 6 columns that do not take one
    of their places. A line on a diagonal needs six stones below it, and o has three.
    """
    lines = count_lines(GAME, GAME.initial(), 8)
    assert [line.count for line in lines[:7]] == [7**ply for ply in range(7)]
    assert lines[7].count == 7**7 - 7
    won = 7 * 6**3 + 4 * 24 * (4 * 5 * 6)
    assert [line.finished for line in lines[:8]] == [0] * 7 + [won]
    # Eight stones of which seven or eight are meant for one column, and games that are over.
    assert lines[8].count == 7**8 - 7 * (8 * 6 + 1) - 7 * won


def test_a_search_sees_two_open_ends() -> None:
    """Two in the bottom row with room on both sides become three with two open ends."""
    states = GAME.pack([GAME.parse_position(f"{'......./' * 4}..oo.../..xx...")])
    assert [bool(decided(GAME, states, depth)[0]) for depth in (2, 3)] == [False, True]


def test_noughts_and_crosses_has_the_known_numbers_of_games(noughts: Any) -> None:
    """255,168 games, of which player 1 wins 131,184, player 2 77,904, and 46,080 are drawn."""
    finished = [line.finished for line in count_lines(noughts, noughts.initial(), 9)]
    assert sum(finished) == 255_168
    assert finished[6] + finished[8] == 77_904
    assert finished[5] + finished[7] + finished[9] == 131_184 + 46_080


def test_noughts_and_crosses_has_765_positions_that_differ(noughts: Any) -> None:
    level, every = {noughts.initial()}, [noughts.initial()]
    while level:
        level = {noughts.play(one, move) for one in level for move in noughts.legal_moves(one)}
        every += level
    assert len(every) == 5478
    forms = noughts.canonical(noughts.pack(every))
    assert len(np.unique(forms, axis=0)) == 765


def test_plies_that_are_counted_change_nothing_else(noughts: Any) -> None:
    rules = (*noughts.rules, plies_left)
    counted = Counted(**{**vars(noughts), "rules": rules, "counts_plies": True})
    lines = count_lines(counted, counted.initial(), 9)
    assert sum(line.finished for line in lines) == 255_168
    position = counted.parse_position("x../.o./..x 3")
    assert counted.format_position(position) == "x../.o./..x 3"
    with pytest.raises(NotationError, match="'' is no number of plies"):
        counted.parse_position("x../.o./..x")


def test_symmetries_are_all_that_those_named_make() -> None:
    assert len(Board(3, 3, 0).symmetries(())) == 1
    assert len(Board(2, 3, 0).symmetries(("left-right", "top-bottom"))) == 4
    assert len(Board(3, 3, 0).symmetries(("left-right", "diagonal"))) == 8


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("......./.......", NotationError, "the position has 2 rows, the board 6"),
        (EMPTY[:-1], NotationError, "row 6 from the top, '......', has 6 squares; write 7"),
        (f"{EMPTY[:-1]}b", NotationError, "has 'b'; write '.' for an empty square, 'x' for"),
        (f"{EMPTY[:-1]}o", IllegalError, "0 stones x and 1 stones o cannot be, since x begins"),
        (f"x{EMPTY[1:]}", IllegalError, "a stone has nothing below it; let it fall"),
        (f"{EMPTY} 3", NotationError, "'3' stands behind the rows; leave it out"),
    ],
)
def test_positions_that_are_none(text: str, error: type[EngineError], said: str) -> None:
    with pytest.raises(error) as caught:
        GAME.parse_position(text)
    assert said in str(caught.value)


def test_moves_that_are_none() -> None:
    full = GAME.parse_position("o....../x....../o....../x....../o....../x......")
    with pytest.raises(IllegalError, match="'1' is no legal move; legal: 2 3 4 5 6 7"):
        GAME.parse_move("1", full)
    with pytest.raises(NotationError, match="'8' is no legal move"):
        GAME.parse_move("8", full)
    with pytest.raises(IllegalError, match="move 40 cannot be played"):
        GAME.play(full, 40)


class Counted(StonesGame):
    """Every ply fills one of nine squares, but a game that counts its plies must say so."""

    max_plies = 9


def plies_left(_board: Any, state: Any) -> Any:
    return np.int64(9) - np.int64(state[2])


def outcome(_board: Any, _state: Any, _cursor: Any) -> int:
    return 0


def winner(_position: Any) -> int:
    return 0


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"name": "Four!"}, "a game cannot have the name 'Four!'; write lower-case letters"),
        ({"width": 8, "height": 9}, "9 rows of 8 squares with a gap of 1, and a board has 1 to 64"),
        ({"rules": (winner,)}, "'winner' is no kernel of a game's rules; they are outcome, has_mo"),
        ({"rules": ()}, "noughts has no kernel 'outcome'; write one that says who has won"),
        ({"stones": "x"}, "'x' are no stones of two players; write two letters, such as 'xo'"),
        ({"symmetries": ("rotation",)}, "unknown symmetry 'rotation'; known: left-right, top-bot"),
        ({"counts_plies": True}, "its squares do not say how many there can be; write the ker"),
        (
            {"counts_plies": True, "rules": (outcome, plies_left)},
            "its squares do not say how many there can be; write max_plies in a subclass, a numb",
        ),
        ({"width": 4}, "noughts is not square, so it has no symmetry 'diagonal'; leave it out"),
    ],
)
def test_descriptions_that_cannot_be(noughts: Any, change: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError) as caught:
        replace(noughts, **change)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            changed("return empties(board, state)", "return load_word(board, 1000)"),
            "kernel 'open_moves' of connect-four: slot 1000 is asked for, and the memory has 4; "
            "look for an index outside of its table",
        ),
        (
            changed("return LOST", "return 7"),
            "kernel 'outcome' of connect-four gives 7; give GOING, WON, LOST or DRAWN",
        ),
        (
            changed("    supported", "    lowest(ZERO)\n    supported"),
            "kernel 'open_moves' of connect-four: an empty set has no lowest square",
        ),
        (
            changed("    supported", "    1 // 0\n    supported"),
            "kernel 'open_moves' of connect-four: ZeroDivisionError: ",
        ),
        (
            changed("rules=(", "rules=(rest_of_moves, "),
            "kernel 'rest_of_moves' of connect-four: after 512 moves there are still more",
        ),
        (
            changed("rules=(", "rules=(move_count, "),
            "'move_count' gives 1, and there are 7 moves",
        ),
        (
            changed("rules=(", "rules=(plies_left, "),
            "'plies_left' gives 1, and a game went on for ",
        ),
        (
            changed("rules=(", "rules=(without_move, "),
            "'without_move' leaves other moves than all but 40",
        ),
        (
            changed("DRAWN if cursor == ZERO else GOING", "GOING"),
            "'outcome' gives GOING where the cursor is empty; give an end",
        ),
        (
            changed('("left-right",)', '("top-bottom",)'),
            "is another position by the rules",
        ),
        (
            changed("& supported", "& (supported | ONE)"),
            "move 0 is written '1', read as 40",
        ),
    ],
)
def test_wrong_rules_are_found_before_anything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, said: str
) -> None:
    file = game_folder(tmp_path, MORE + text) / "game.py"
    game = run_file(OwnFile(str(file), file.read_bytes()), "own_game").GAME
    monkeypatch.setattr(cache, "load_module", None)
    with pytest.raises(EngineError) as caught:
        check_game(game, games=2)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


MORE = """
from engine.intrinsics import load_word
from engine.stones.kernels import ONE, lowest


def rest_of_moves(_board, _state, cursor):
    return cursor


def move_count(_board, _state, _cursor):
    return np.int64(1)


def without_move(_board, _state, cursor, _move):
    return cursor


def plies_left(_board, _state):
    return np.int64(1)
"""
