"""A book follows an agent's best moves against every reply, and says what is proven of them."""

from __future__ import annotations

import csv
import io
import pickle
from itertools import pairwise
from typing import Any

import pytest
from plain_truth import PlainTruth

from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.book.course_pickle import PICKLE
from tuner.book.files import book_files, book_lines
from tuner.book.journal import Journal
from tuner.book.make import make_book
from tuner.book.model import Book
from tuner.book.plan import BookError, BookPlan
from tuner.matches.agent import Agent
from tuner.matches.progress import Silent

IMPROVED = find_preset("improved")
GREEDY = Agent("greedy", IMPROVED, (), make_search("greedy"))
PERFECT = Agent(
    "perfect", IMPROVED, (), make_search("perfect", nodes=10**6, otherwise=make_search("greedy"))
)


def make(game: str, agent: Agent = GREEDY, threads: int = 2, **plan: int) -> Book:
    return make_book(find_game(game), agent, BookPlan(**plan), threads, Silent(), Journal())


@pytest.fixture(scope="module")
def small() -> Book:
    return make("isolation-4x4", PERFECT, plies=4, games=16)


@pytest.fixture(scope="module")
def course() -> Book:
    return make("isolation-9x11", plies=3, games=16)


def images(book: Book, position: Any) -> set[str]:
    return {book.game.format_position(image) for image in book.game.images(position)}


def test_every_reply_to_its_own_moves_is_in_the_book(small: Book) -> None:
    """As player 1 and as player 2; a mirror image stands for the position."""
    game = small.game
    known = {text for one in small.positions for text in images(small, one.position)}
    expected = {game.initial(), *(game.play(game.initial(), move) for move in range(16))}
    for one in small.positions:
        after = game.play(one.position, one.best.move)
        if after.ply + 1 < small.plies:
            replies = {game.play(after, move) for move in game.legal_moves(after)}
            expected |= {reply for reply in replies if game.legal_moves(reply)}
    assert {game.format_position(position) for position in expected} <= known


def test_mirror_images_are_in_the_book_once(small: Book) -> None:
    """On 4x4 there are three squares that are no images of each other: corner, edge and inside."""
    first = small.positions[0]
    assert first.position == small.game.initial()
    assert len(first.moves) == 3
    assert sum(one.position.ply == 1 for one in small.positions) == 3
    groups = [frozenset(images(small, one.position)) for one in small.positions]
    assert len(set(groups)) == len(groups)


def test_what_is_proven_is_what_trying_every_game_says(small: Book) -> None:
    truth = PlainTruth(4, 4)
    for one in small.positions:
        for move in one.moves:
            won = truth.wins_by(one.position, move.move)
            assert move.proven == ("win" if won else "loss")


def test_a_perfect_player_wins_all_games_of_a_won_move_and_none_of_a_lost_one(small: Book) -> None:
    for one in small.positions:
        for move in one.moves:
            assert move.tried.score.estimate == (1.0 if move.proven == "win" else 0.0)


def test_a_won_move_is_before_a_lost_one_and_the_best_few_have_all_games(small: Book) -> None:
    for one in small.positions:
        best = one.moves[:4]
        assert {move.tried.games for move in best} <= {16, 0}
        assert {move.tried.games for move in one.moves[4:]} <= {2, 0}
        assert all(left.rank >= right.rank for left, right in pairwise(best))


def test_a_board_that_is_not_solved_has_nothing_proven_but_the_end(course: Book) -> None:
    assert {move.proven for one in course.positions for move in one.moves} == {"unknown"}


def test_the_book_is_the_same_for_any_number_of_threads() -> None:
    assert make("isolation-4x4", threads=1, plies=2, games=16) == make(
        "isolation-4x4", threads=3, plies=2, games=16
    )


def test_the_table_has_a_row_for_every_move(small: Book) -> None:
    rows = list(csv.DictReader(io.StringIO(str(book_files(small)["book.csv"]))))
    assert len(rows) == sum(len(one.moves) for one in small.positions)
    assert rows[0]["position"] == "..../..../..../...."
    assert float(rows[0]["low"]) <= float(rows[0]["score"]) <= float(rows[0]["high"])


def test_the_lines_begin_with_the_first_move(small: Book) -> None:
    lines = book_lines(small)
    assert lines[1] == (
        "Every first move is proven to lose. Best of them in the agent's own games:"
    )
    assert lines[2].endswith("in 16 games, proven: a loss")
    assert lines[3] == "Best reply to each first move:"


KNIGHT = {11, -11, 15, -15, 25, -25, 27, -27}
"""The steps of a knight in the course's numbers, 13 bits a row (its description)."""

FULL = sum(1 << 13 * row + column for row in range(9) for column in range(11))


def test_the_pickle_has_a_legal_action_for_each_state_as_the_course_writes_it(course: Book) -> None:
    actions = pickle.loads(book_files(course)[PICKLE])  # type: ignore[arg-type]
    for (board, plies, locations), action in actions.items():
        assert board & ~FULL == 0
        assert 99 - board.bit_count() == plies
        mover = locations[plies % 2]
        assert mover is None or action in KNIGHT
        assert board >> (action if mover is None else mover + action) & 1


def test_the_pickle_answers_every_state_that_can_come(course: Book) -> None:
    """Both as the first player and as the second one, up to the plies of the book."""
    actions = pickle.loads(book_files(course)[PICKLE])  # type: ignore[arg-type]
    squares = [bit for bit in range(115) if FULL >> bit & 1]
    start = (FULL, 0, (None, None))
    assert start in actions
    own = actions[start]
    for bit in squares:
        assert (FULL & ~(1 << bit), 1, (bit, None)) in actions
        if bit != own:
            assert (FULL & ~(1 << own) & ~(1 << bit), 2, (own, bit)) in actions


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"plies": 0}, "a book of 0 plies cannot be made; give 1 to 8"),
        ({"plies": 9}, "a book of 9 plies cannot be made; give 1 to 8"),
        ({"games": 15}, "15 games say too little; give 16 or more"),
        ({"seed": -1}, "a seed is 0 or more, not -1"),
    ],
)
def test_a_plan_that_cannot_be(plan: dict[str, int], message: str) -> None:
    with pytest.raises(BookError) as caught:
        BookPlan(**plan)
    assert str(caught.value) == message


def test_a_random_player_has_no_book() -> None:
    with pytest.raises(BookError, match="agent 'dice' plays at random"):
        make("isolation-4x4", Agent("dice", IMPROVED, (), make_search("random")))
