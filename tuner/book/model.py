"""Define a book: what an agent's own games say of the first moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.play.proof import Outcome
from tuner.matches.agent import Agent
from tuner.stats.interval import Interval

__all__ = ["Book", "BookMove", "BookPosition", "Tried"]

_RANK: dict[Outcome, int] = {"win": 3, "draw": 2, "unknown": 1, "loss": 0}


@dataclass(frozen=True)
class Tried:
    """Hold how a move did in the agent's games against itself.

    Attributes:
        score: share of the points, for the side that makes the move.
        games: how many there were; none after a move that ends the game.
    """

    score: Interval
    games: int


@dataclass(frozen=True)
class BookMove:
    """Hold what is known of a move, and of all moves that its mirror images are.

    Attributes:
        move: the first of them, in the order of the game.
        tried: how it did.
        proven: what the move leads to with perfect play, for the side that moves; "unknown" where
            nobody has proven it.
    """

    move: int
    tried: Tried
    proven: Outcome

    @property
    def rank(self) -> tuple[int, float]:
        """Return what the best move has most of: the truth where it is known, then points."""
        return _RANK[self.proven], self.tried.score.estimate


@dataclass(frozen=True)
class BookPosition:
    """Hold a position in which the book has a move; it stands for its mirror images, too.

    Attributes:
        position: of the game.
        moves: the best first; of moves that are mirror images of each other there is one.
    """

    position: Any
    moves: tuple[BookMove, ...]

    @property
    def best(self) -> BookMove:
        """Return the move that the book plays."""
        return self.moves[0]

    @property
    def lost(self) -> bool:
        """Return whether every move is proven to lose."""
        return all(move.proven == "loss" for move in self.moves)


@dataclass(frozen=True)
class Book:
    """Hold the first moves of an agent, as either player, against every reply.

    Attributes:
        game: the rules.
        agent: whose games they are; it played both sides.
        plies: the book has moves for positions after fewer plies than this.
        games: of each move that was among the best few; the others had an eighth.
        seed: of all games.
        positions: in the order of their plies.
    """

    game: Game[Any]
    agent: Agent
    plies: int
    games: int
    seed: int
    positions: tuple[BookPosition, ...]
