"""Write a book as the 9x11 course's players read it: a pickled mapping from states to actions."""

from __future__ import annotations

import pickle

from engine.isolation import course
from tuner.book.model import Book

__all__ = ["PICKLE", "course_pickle", "is_of_course"]

PICKLE = "data.pickle"
"""The name that the course gives to the file of a player's data."""


def is_of_course(book: Book) -> bool:
    """Return whether the book is of the board of that course."""
    return book.game.name == f"isolation-{course.HEIGHT}x{course.WIDTH}"


def course_pickle(book: Book) -> bytes:
    """Return the best action of each state and of its mirror images, as the course writes both.

    The keys are plain tuples (board, ply_count, locs), which are equal to the course's states. An
    action is the bit of the square in a placement, later the difference of two bits.
    """
    actions = {}
    for one in book.positions:
        after = book.game.play(one.position, one.best.move)
        images = zip(book.game.images(one.position), book.game.images(after), strict=True)
        for position, following in images:
            state = (course.board_bits(position), position.ply, course.locations(position))
            actions[state] = course.action_of(position, following.waiter)
    return pickle.dumps(actions, protocol=4)
