"""Perft: the numbers of lines of play are those of the reference games and of exhaustive counts.

A wrong count prints the counts below each first move and the board: compare them with another
program's, then follow the move that differs.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from typing import Any

import pytest
from checkout import DATA

from engine.games import find_game
from engine.play.perft import Line, count_lines

FILE = DATA / "perft.csv"
OTHER_RULE = "reference Isolation, stopping where its terminal_test says so"
"""Rows of 9x11 whose games end as soon as either side is stuck; ours end when the side to move is.

Up to depth 3 both rules count alike, at depth 4 they differ by 40 lines.
"""


@dataclass(frozen=True)
class Row:
    """A known number of lines of play.

    Attributes:
        game: "isolation", "pentago" ...
        board: "7x7", rows first.
        depth: plies; None for the number of all games, whatever their length.
        count: lines of play.
        finished: those of them that are finished games, None where that is not known.
        how: where the count comes from.
    """

    game: str
    board: str
    depth: int | None
    count: int
    finished: int | None
    how: str = ""


def read() -> list[Row]:
    with FILE.open(newline="", encoding="utf-8") as file:
        return [
            Row(
                game=row["game"],
                board=row["board"],
                depth=None if row["depth"] == "all games" else int(row["depth"]),
                count=int(row["count"]),
                finished=int(found) if (found := row["terminal_nodes_at_depth"]) else None,
                how=row["how"],
            )
            for row in csv.DictReader(file)
        ]


ROWS = read()
TESTED = [row for row in ROWS if row.game == "isolation" and row.how != OTHER_RULE]
BOARDS = sorted({row.board for row in TESTED})


def check(row: Row, counted: tuple[Line, ...]) -> None:
    """Fail with all that is needed to find the wrong rule."""
    if row.depth is None:
        games = sum(line.finished for line in counted)
        if games != row.count:
            raise AssertionError(f"{row.board}: {games} games instead of {row.count}\n{counted}")
        return
    line = counted[row.depth]
    expected = Line(row.count, line.finished if row.finished is None else row.finished)
    if line != expected:
        raise AssertionError(
            f"{row.board} depth {row.depth}: {line} instead of {expected}\n"
            + below_each_move(find_game(f"isolation-{row.board}"), row.depth)
        )


def below_each_move(game: Any, depth: int) -> str:
    start = game.initial()
    lines = [game.draw(start)]
    for move in game.legal_moves(start) if depth else ():
        line = count_lines(game, game.play(start, move), depth - 1)[-1]
        lines.append(f"{game.format_move(move)}: {line.count} lines, {line.finished} finished")
    return "\n".join(lines)


@pytest.mark.parametrize("board", BOARDS)
def test_lines_of_play(board: str) -> None:
    game = find_game(f"isolation-{board}")
    rows = [row for row in TESTED if row.board == board]
    deepest = max(row.depth for row in rows if row.depth is not None)
    counted = count_lines(game, game.initial(), deepest)
    for row in rows:
        check(row, counted)


def test_every_row_of_our_rules_is_tested() -> None:
    other_rule = [row for row in ROWS if row.how == OTHER_RULE]
    other_game = [row for row in ROWS if row.game != "isolation"]
    assert (len(TESTED), len(other_rule), len(other_game)) == (152, 5, 9)
    assert {"9x9", "9x11"} <= set(BOARDS)


def test_stopping_as_soon_as_either_side_is_stuck_loses_lines_of_play() -> None:
    """On 9x11 the first four plies leave 40 lines in which the side that just moved is stuck."""
    game = find_game("isolation-9x11")
    (shorter,) = [row.count for row in ROWS if row.how == OTHER_RULE and row.depth == 4]
    placed = [
        game.play(game.play(game.initial(), first), second)
        for first in range(99)
        for second in range(99)
        if first != second and near(first, second, game.width)
    ]
    moved = [
        game.play(position, move) for position in placed for move in game.legal_moves(position)
    ]
    stuck = sum(
        len(game.legal_moves(position)) for position in moved if not game.moves_of(position, 1)
    )
    assert count_lines(game, game.initial(), 4)[4].count - shorter == stuck == 40


def near(first: int, second: int, width: int) -> bool:
    """Whether a knight on the one square could take away an exit of the other one."""
    (row, column), (other_row, other_column) = divmod(first, width), divmod(second, width)
    return abs(row - other_row) <= 4 and abs(column - other_column) <= 4


def test_a_wrong_count_shows_the_board_and_the_counts_below_each_move() -> None:
    game = find_game("isolation-3x3")
    wrong = Row("isolation", "3x3", depth=2, count=71, finished=8)
    with pytest.raises(AssertionError) as failure:
        check(wrong, count_lines(game, game.initial(), 2))
    lines = str(failure.value).splitlines()
    assert lines[0] == (
        "3x3 depth 2: Line(count=72, finished=8) instead of Line(count=71, finished=8)"
    )
    assert lines[1:5] == ["3 . . .", "2 . . .", "1 . . .", "  a b c"]
    # Nobody leaves the middle of 3x3.
    assert "b2: 8 lines, 8 finished" in lines
    assert "a3: 8 lines, 0 finished" in lines
    assert len(lines) == 5 + 9


def test_a_wrong_number_of_all_games_is_found() -> None:
    game = find_game("isolation-3x3")
    with pytest.raises(AssertionError, match="184 games instead of 185"):
        check(Row("isolation", "3x3", None, 185, None), count_lines(game, game.initial(), 9))


def test_a_finished_game_has_one_line() -> None:
    game = find_game("isolation-3x3")
    stuck = game.parse_position(".../.1./2..")
    assert count_lines(game, stuck, 3) == (Line(1, 1), Line(0, 0), Line(0, 0), Line(0, 0))
