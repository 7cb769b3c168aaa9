"""All games keep the promises of `engine.game.Game`, and games that break one are found."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.conformance import ConformanceError, check_game
from engine.errors import EngineError
from engine.game import States
from engine.games import find_game, game_names
from engine.isolation.game import IsolationGame
from engine.isolation.position import Position
from engine.isolation.view import View

SIZES = ("3x3", "3x4", "4x3", "5x5", "5x7", "7x5", "7x7", "8x8", "3x21", "21x3", "9x11", "3x42")

NAMES = sorted(
    {name for name in game_names() if "HxW" not in name} | {f"isolation-{s}" for s in SIZES}
)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_conforms(name: str) -> None:
    check_game(find_game(name))


def test_every_discovered_pattern_has_sizes_here() -> None:
    patterns = {name.replace("-HxW", "") for name in game_names() if "HxW" in name}
    assert patterns == {n.split("-")[0] for n in NAMES if n not in game_names()}


class ListsAMoveTwice(IsolationGame):
    def legal_moves(self, position: Position) -> tuple[int, ...]:
        moves = super().legal_moves(position)
        return (*moves[:-1], *moves[:1])

    @property
    def max_moves(self) -> int:
        return super().max_moves + 1


class OtherOrderThanTheKernels(IsolationGame):
    def legal_moves(self, position: Position) -> tuple[int, ...]:
        return super().legal_moves(position)[::-1]


class PlacesNobodyInCorners(IsolationGame):
    """A rule that all images share, but the kernels do not."""

    def legal_moves(self, position: Position) -> tuple[int, ...]:
        moves = super().legal_moves(position)
        last = self.height * self.width - 1
        corners = {0, self.width - 1, last - self.width + 1, last}
        return moves if position.ply >= 2 else tuple(m for m in moves if m not in corners)


class ChangesItsArgument(IsolationGame):
    def play(self, position: Position, move: int) -> Position:
        child = super().play(position, move)
        if move != super().legal_moves(position)[0]:
            object.__setattr__(position, "height", position.height + 1)
        return child


class PlaysAnything(IsolationGame):
    def play(self, position: Position, move: int) -> Position:
        if move not in self.legal_moves(position):
            return position
        return super().play(position, move)


class NeverEndsInTime(IsolationGame):
    @property
    def max_plies(self) -> int:
        return 3

    def initial(self) -> Position:
        return IsolationGame(self.height, self.width).initial()

    def moves_of(self, position: Position, player: int) -> tuple[int, ...]:
        return IsolationGame(self.height, self.width).moves_of(position, player)


class GivesTheWinToTheLoser(IsolationGame):
    def winner(self, position: Position) -> int | None:
        winner = super().winner(position)
        return None if winner is None else 3 - winner


class HasAWinnerTooEarly(IsolationGame):
    def winner(self, position: Position) -> int | None:
        return 1 if position.ply > 4 else super().winner(position)


class PositionWithoutPly(Position):
    @property
    def ply(self) -> int:
        raise AttributeError("ply")


class DoesNotSayThePly(IsolationGame):
    def initial(self) -> Position:
        start = super().initial()
        return PositionWithoutPly(start.height, start.width, start.blanks, None, None)


class NamesMovesAlike(IsolationGame):
    def format_move(self, move: int) -> str:
        return super().format_move(move - move % 2)

    def parse_move(self, text: str, position: Position) -> int:
        return next(m for m in self.legal_moves(position) if self.format_move(m) == text)


class WritesNoPieces(IsolationGame):
    def format_position(self, position: Position) -> str:
        return super().format_position(self.initial())


class PacksAsIntegers(IsolationGame):
    def pack(self, positions: Any) -> States:
        return super().pack(positions).astype(np.int64)


class ForgetsAPieceWhenUnpacked(IsolationGame):
    def unpack(self, state: NDArray[np.uint64]) -> Position:
        position = super().unpack(state)
        return Position(self.height, self.width, position.blanks, position.mover, None)


class ChangesSidesOnce(IsolationGame):
    def seen_by_other(self, states: States) -> States:
        return states[:, [2, 1, 2, 3]]


class HasNoCanonicalForm(IsolationGame):
    def canonical(self, states: States) -> States:
        return states.copy()


class IsNotItsOwnImage(IsolationGame):
    def images(self, position: Position) -> tuple[Position, ...]:
        return super().images(position)[1:]


class ImagesOfAnotherPosition(IsolationGame):
    """The board is mirrored, the pieces stay."""

    def images(self, position: Position) -> tuple[Position, ...]:
        rows = super().format_position(position)
        mirrored = super().images(position)[1]
        half = Position(self.height, self.width, mirrored.blanks, position.mover, position.waiter)
        return (position, half) if "x" in rows else (position,)

    def canonical(self, states: States) -> States:
        return np.repeat(states[:1], len(states), axis=0)


class RefusesOneView(IsolationGame):
    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        return super().are_positions(states, by_play) & (states[:, 1] <= states[:, 2])


class SeesTheOwnViewTwice(IsolationGame):
    def view(self, position: Position, player: int) -> View:
        return super().view(position, 1)


class TakesAnyState(IsolationGame):
    def are_positions(self, states: States, by_play: bool = True) -> NDArray[np.bool_]:
        return np.ones(len(states), dtype=np.bool_)


BROKEN = [
    (ListsAMoveTwice, "a move is listed twice"),
    (OtherOrderThanTheKernels, "the kernels reach"),
    (PlacesNobodyInCorners, "compiled .* plain"),
    (ChangesItsArgument, "play changes its argument"),
    (PlaysAnything, "the illegal move -1 can be played"),
    (NeverEndsInTime, "goes on after max_plies"),
    (GivesTheWinToTheLoser, "the kernels' result is"),
    (HasAWinnerTooEarly, "has moves and a winner, or neither"),
    (DoesNotSayThePly, "its ply is None after 0 plies"),
    (NamesMovesAlike, "is written 'a3', read as 0"),
    (WritesNoPieces, "reads differently"),
    (PacksAsIntegers, "is packed as int64"),
    (ForgetsAPieceWhenUnpacked, "comes back changed from pack"),
    (ChangesSidesOnce, "two changes of sides change it"),
    (SeesTheOwnViewTwice, "is not the other player's view"),
    (RefusesOneView, "are_positions refuses its states"),
    (TakesAnyState, "are_positions takes states that are full of ones"),
    (HasNoCanonicalForm, "its images have different canonical forms"),
    (IsNotItsOwnImage, "is none of its own images"),
    (ImagesOfAnotherPosition, "is another position by the rules"),
]


@pytest.mark.parametrize(("broken", "complaint"), BROKEN, ids=[one.__name__ for one, _ in BROKEN])
def test_a_broken_game_is_found(broken: type[IsolationGame], complaint: str) -> None:
    with pytest.raises(ConformanceError, match=complaint) as failure:
        check_game(broken(3, 4))
    assert re.match(r"isolation-3x4, Position(WithoutPly)?\(", str(failure.value))
    assert "\n" not in str(failure.value)


@dataclass(frozen=True)
class KernelsOfAnotherBoard(IsolationGame):
    """The memory is that of a board with as many squares, but other edges."""

    def memory(self, tables: Any) -> NDArray[np.uint64]:
        return IsolationGame(4, 3).memory(tables)


def test_kernels_with_other_rules_are_found() -> None:
    with pytest.raises(ConformanceError, match=r"compiled .* plain"):
        check_game(KernelsOfAnotherBoard(3, 4))


def test_conformance_errors_are_ours_and_assertions() -> None:
    assert issubclass(ConformanceError, EngineError)
    assert issubclass(ConformanceError, AssertionError)
