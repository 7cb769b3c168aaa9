"""How games of Pentago end, and which moves are refused, on drawn boards."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pentago_golden import GAME, drawn

from engine.errors import IllegalError
from engine.kernels.evaluation import win_in
from engine.pentago.kernels import WINNING
from engine.pentago.position import SQUARES, Position
from engine.play.batches import Openings
from engine.play.compiler import NOTHING, compile_chooser
from engine.play.driver import analyse, play_games
from engine.play.player import Player, make_player
from engine.play.searches import make_search


@pytest.fixture(scope="module")
def novice() -> Player:
    """Sees one ply and knows nothing else."""
    return make_player(GAME, compile_chooser(GAME, NOTHING), (), make_search("alphabeta", depth=1))


def after(position: Position, *moves: str) -> Position:
    """The position after moves in our notation."""
    for move in moves:
        position = GAME.play(position, GAME.parse_move(move, position))
    return position


FOUR_OF_BLACK = drawn("""
    BBBB..
    WWW...
    ......
    ......
    ......
    W.....
""")

# A turn of the upper right quadrant clockwise takes d4 to d6 and d5 to e6.
ONE_TURN_AWAY = drawn("""
    BBB...
    WW.B..
    .....W
    ......
    ......
    W.....
""")

# The same turn takes e4 to d5 and leaves e5 where it is.
BOTH_ONE_TURN_AWAY = drawn("""
    BBB...
    WWWBW.
    ....W.
    ......
    ......
    B.....
""")

OPPONENT_ONE_TURN_AWAY = drawn("""
    B.B...
    WWW.W.
    ....W.
    ......
    ..B...
    B.B...
""")

ONE_SQUARE_LEFT = drawn("""
    BBWWBB
    WWBBWW
    BBWWBB
    WWBBWW
    BBWWBB
    WWBBW.
""")

ENDS = {
    "placement": (FOUR_OF_BLACK, "e6", "BBBBB./WWW.../....../....../....../W.....", 1),
    "rotation": (ONE_TURN_AWAY, "d4-tr-cw", "BBBBB./WW..../...W../....../....../W.....", 1),
    "both": (BOTH_ONE_TURN_AWAY, "d4-tr-cw", "BBBBB./WWWWW./....../....../....../B.....", 0),
    "opponent": (
        OPPONENT_ONE_TURN_AWAY,
        "f1-tr-cw",
        "B.B.../WWWWW./....../....../..B.../B.B..B",
        2,
    ),
    "full": (ONE_SQUARE_LEFT, "f1-tl-cw", "BWBWBB/BWBBWW/WBWWBB/WWBBWW/BBWWBB/WWBBWW", 0),
}
"""How games end: the position, the last move, the board after it, and the winner or 0."""


@pytest.mark.parametrize("end", ENDS)
def test_how_a_game_ends(end: str) -> None:
    position, move, board, winner = ENDS[end]
    assert GAME.winner(position) is None
    over = after(position, move)
    assert GAME.format_position(over) == board
    assert GAME.winner(over) == winner
    assert GAME.legal_moves(over) == ()


@pytest.mark.parametrize("end", ENDS)
def test_how_a_game_ends_compiled(end: str, novice: Player) -> None:
    position, move, _, winner = ENDS[end]
    over = after(position, move)
    mover = GAME.player_to_move(over) - 1
    openings = Openings(GAME.pack([over]), np.array([mover]), np.zeros(1, dtype=np.uint64))
    games = play_games(GAME, (novice, novice), openings)
    assert games.results.tolist() == [{0: 0, 1: 1, 2: -1}[winner]]
    assert games.plies.tolist() == [over.ply]


@pytest.mark.parametrize("end", ["placement", "rotation"])
def test_the_search_finds_a_win_in_one(end: str, novice: Player) -> None:
    position = ENDS[end][0]
    found = analyse(GAME, novice, GAME.pack([position]), np.zeros(1, dtype=np.uint64))
    assert found.values.tolist() == [win_in(1)]
    assert GAME.winner(GAME.play(position, int(found.moves[0]))) == 1


def test_a_turn_that_would_break_the_own_five_cannot_be_played() -> None:
    """Other programs turn before they look: there this game would go on."""
    with pytest.raises(IllegalError) as failure:
        after(FOUR_OF_BLACK, "e6-tl-cw")
    assert str(failure.value) == (
        "e6 makes five in a row and ends the game before a turn; play e6 alone "
        "(in BBBB../WWW.../....../....../....../W.....)"
    )


def test_six_in_a_row_win_as_five_do() -> None:
    position = drawn("""
        BBB.BB
        WWW..W
        ......
        ......
        ......
        W.....
    """)
    assert GAME.winner(after(position, "d6")) == 1


def test_a_turn_of_an_empty_quadrant_is_a_move() -> None:
    position = GAME.initial()
    assert len(GAME.legal_moves(position)) == 288
    boards = {after(position, move) for move in ("a6-br-cw", "a6-br-ccw", "a6-tr-cw", "a6-bl-ccw")}
    assert {GAME.format_position(board) for board in boards} == {
        "B...../....../....../....../....../......"
    }


@pytest.mark.parametrize(
    ("position", "move", "message"),
    [
        (FOUR_OF_BLACK, "a6-tl-cw", "a6 is taken; place on an empty square"),
        (
            FOUR_OF_BLACK,
            "f6",
            "f6 makes no five in a row; turn a quadrant as well, such as f6-tl-cw",
        ),
        (after(FOUR_OF_BLACK, "e6"), "f6", "nothing can be placed on f6, the game is over"),
    ],
)
def test_moves_that_are_not_legal(position: Position, move: str, message: str) -> None:
    with pytest.raises(IllegalError) as failure:
        GAME.parse_move(move, position)
    assert str(failure.value) == f"{message} (in {GAME.format_position(position)})"


@pytest.mark.parametrize("move", [-1, WINNING + SQUARES, 10**30])
def test_numbers_that_are_no_moves(move: int) -> None:
    with pytest.raises(IllegalError, match=f"^there is no move {move}; take one of the legal"):
        GAME.play(GAME.initial(), move)


def test_moves_may_be_numpy_integers() -> None:
    move: Any = np.int64(287)
    position = GAME.play(GAME.initial(), move)
    assert position == GAME.play(GAME.initial(), 287)
    assert type(position.black) is int
