"""Write a book: as YAML and CSV for people, and as the 9x11 course's pickle for its players."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

from tuner.book.course_pickle import PICKLE, course_pickle, is_of_course
from tuner.book.model import Book, BookMove, BookPosition
from tuner.config.canonical import yaml_text
from tuner.stats.text import score_text

__all__ = ["book_files", "book_json", "book_lines"]

_MOST_YAML = 4
"""So many moves of a position stand in the YAML file; the table has all."""


def book_files(book: Book) -> dict[str, str | bytes]:
    """Return the content of each file of a book by its name."""
    files: dict[str, str | bytes] = {"book.yaml": _yaml(book), "book.csv": _csv(book)}
    if is_of_course(book):
        files[PICKLE] = course_pickle(book)
    return files


def book_json(book: Book) -> dict[str, Any]:
    """Return all of a book as JSON."""
    return {**_head(book), "positions": [_tree(book, one) for one in book.positions]}


def book_lines(book: Book) -> list[str]:
    """Return what a person wants to know of a book first: where to begin, and how to reply."""
    lines = [
        f"{book.agent.describe()} played {book.game.name} against itself; scores are of the side "
        "that moves, with 95% intervals over its own games",
    ]
    for ply in range(min(2, book.plies)):
        positions = [one for one in book.positions if one.position.ply == ply]
        where = "Best first move" if ply == 0 else "Best reply to each first move"
        if ply == 0 and positions[0].lost:
            where = "Every first move is proven to lose. Best of them in the agent's own games"
        lines.append(f"{where}:")
        for one in positions:
            after = f"{_last_move(book, one)}: " if ply else ""
            also = ", like every other reply" if ply and one.lost else ""
            lines.append(f"  {after}{_move_text(book, one.best)}{also}")
    return lines


def _last_move(book: Book, one: BookPosition) -> str:
    """Return the first move of the game that led to a position after one ply."""
    game = book.game
    moves = game.legal_moves(game.initial())
    (move,) = (move for move in moves if game.play(game.initial(), move) == one.position)
    return game.format_move(move)


def _move_text(book: Book, move: BookMove) -> str:
    proven = "" if move.proven == "unknown" else f", proven: a {move.proven}"
    text = f"{book.game.format_move(move.move)} {score_text(move.tried.score)}"
    return f"{text} in {move.tried.games:,} games{proven}"


def _head(book: Book) -> dict[str, Any]:
    return {
        "game": book.game.name,
        "agent": book.agent.describe(),
        "plies": book.plies,
        "games_a_move": book.games,
        "seed": book.seed,
    }


def _tree(book: Book, one: BookPosition, most: int | None = None) -> dict[str, Any]:
    return {
        "position": book.game.format_position(one.position),
        "ply": one.position.ply,
        "best": book.game.format_move(one.best.move),
        "moves": [_move_tree(book, move) for move in one.moves[:most]],
    }


def _move_tree(book: Book, move: BookMove) -> dict[str, Any]:
    score = move.tried.score
    return {
        "move": book.game.format_move(move.move),
        "score": round(score.estimate, 6),
        "low": round(score.low, 6),
        "high": round(score.high, 6),
        "games": move.tried.games,
        "proven": move.proven,
    }


def _yaml(book: Book) -> str:
    comment = (
        "# The first moves of an agent, from its own games against itself. A score is the share of "
        "the points\n# of the side that moves, with its 95% interval; of moves that are mirror "
        "images of each other\n# there is one, and so it is with positions.\n"
    )
    positions = [_tree(book, one, _MOST_YAML) for one in book.positions]
    return comment + yaml_text({**_head(book), "positions": positions})


def _csv(book: Book) -> str:
    stream = io.StringIO()
    names = ("position", "ply", "move", "score", "low", "high", "games", "proven")
    writer = csv.DictWriter(stream, names, lineterminator="\n")
    writer.writeheader()
    for one in book.positions:
        place: Mapping[str, Any] = {
            "position": book.game.format_position(one.position),
            "ply": one.position.ply,
        }
        writer.writerows({**place, **_move_tree(book, move)} for move in one.moves)
    return stream.getvalue()
