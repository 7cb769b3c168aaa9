"""Mirror images and rotations: eight on a square board, four on any other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from engine.games import find_game
from engine.play.driver import random_positions

BOARDS = ("3x3", "3x4", "4x3", "5x7", "7x7", "8x8", "9x9", "9x11", "42x3")

OnBoard = Callable[[str], tuple[Any, Any]]


def mirrored(rows: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(row[::-1] for row in rows)


def turned(rows: tuple[str, ...]) -> tuple[str, ...]:
    """A quarter turn clockwise."""
    return tuple("".join(column) for column in zip(*rows[::-1], strict=True))


def drawn_images(text: str) -> set[str]:
    """All images of a drawn board, made by turning the paper and looking from behind."""
    rows = tuple(text.split("/"))
    images = set()
    for _ in range(4):
        images |= {"/".join(rows), "/".join(mirrored(rows))}
        rows = turned(rows)
    shape = (text.count("/"), text.index("/"))
    return {image for image in images if (image.count("/"), image.index("/")) == shape}


def sample(board: str) -> tuple[Any, list[Any]]:
    """A game, and positions of every kind, unplaced pieces too."""
    game = find_game(f"isolation-{board}")
    positions = []
    for plies in (0, 1, 2, 3, 6):
        states, _ = random_positions(game, plies, np.arange(8, dtype=np.uint64))
        positions += [game.unpack(state) for state in states]
    return game, positions


@pytest.mark.parametrize("board", BOARDS)
def test_images_are_those_of_the_paper(board: str) -> None:
    game, positions = sample(board)
    for position in positions:
        images = game.images(position)
        assert images[0] == position
        assert len(images) == (8 if game.height == game.width else 4)
        drawn = {game.format_position(image) for image in images}
        assert drawn == drawn_images(game.format_position(position))


@pytest.mark.parametrize("board", BOARDS)
def test_all_images_have_one_canonical_form(board: str) -> None:
    game, positions = sample(board)
    for position in positions:
        images = game.images(position)
        canonical = game.canonical(game.pack(images))
        assert len(np.unique(canonical, axis=0)) == 1, game.draw(position)
        assert game.unpack(canonical[0]) in images


@pytest.mark.parametrize("board", BOARDS)
def test_positions_that_are_no_images_differ_in_canonical_form(board: str) -> None:
    game, positions = sample(board)
    canonical = game.canonical(game.pack(positions))
    for position, form in zip(positions, canonical, strict=True):
        same = {p for p, other in zip(positions, canonical, strict=True) if (other == form).all()}
        assert same <= set(game.images(position))


def test_eight_images_of_a_square_board(on_board: OnBoard) -> None:
    game, position = on_board("""
        1x.
        ...
        ..2
    """)
    assert len(set(game.images(position))) == 8


def test_a_half_turn_of_a_wide_board(on_board: OnBoard) -> None:
    game, position = on_board("""
        1x..
        ...2
        ....
    """)
    _, half_turned = on_board("""
        ....
        2...
        ..x1
    """)
    assert half_turned in game.images(position)
    assert len(set(game.images(position))) == 4


def test_the_empty_board_is_its_own_image() -> None:
    game = find_game("isolation-8x8")
    assert set(game.images(game.initial())) == {game.initial()}


def test_number_of_pairs_of_placements_up_to_symmetry() -> None:
    # Burnside's lemma: the identity fixes all 49 * 48 ordered pairs, the turns fix only the centre
    # and thus no pair, each of four reflections fixes 7 * 6; (2352 + 4 * 42) / 8 = 315.
    game = find_game("isolation")
    pairs = [
        game.play(game.play(game.initial(), first), second)
        for first in range(49)
        for second in range(49)
        if first != second
    ]
    assert len(pairs) == 2_352
    assert len(np.unique(game.canonical(game.pack(pairs)), axis=0)) == 315
