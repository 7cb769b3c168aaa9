"""Make a book: follow an agent's best moves against every reply, ply by ply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.play.batches import Openings
from engine.play.driver import play_games
from engine.play.player import Player
from engine.play.proof import Outcome
from engine.play.proving import find_solver
from features.compiled import heuristic_player
from tuner.book.journal import Journal
from tuner.book.model import Book, BookMove, BookPosition, Tried
from tuner.book.plan import FIRST_SHARE, BookError, BookPlan
from tuner.matches.agent import Agent, check_game
from tuner.matches.progress import Progress
from tuner.stats.interval import Interval, wilson

__all__ = ["make_book"]

FINALISTS = 4
"""So many moves of a position get all games, the others the share below."""

_AT_ONCE = 4096
"""So many games are played, and kept, at a time."""

_FOR_THE_OTHER: dict[Outcome, Outcome] = {"win": "loss", "loss": "win"}


def make_book(
    game: Game[Any],
    agent: Agent,
    plan: BookPlan,
    threads: int,
    progress: Progress,
    journal: Journal,
) -> Book:
    """Play an agent against itself from its first positions, and keep what it should play there.

    The agent is followed as player 1 and as player 2: in a position that is its own to move all
    moves are tried, and after the best of them all replies are in the book. Every move is tried by
    a few games, the best few by more, all of them fresh. The book is the same for any number of
    threads and however often it was interrupted, unless the agent has a limit in time.

    Args:
        game: the rules.
        agent: whose book it is.
        plan: how large it is.
        threads: that play.
        progress: who listens.
        journal: what was played before, and where all results are kept.

    Raises:
        BookError: if the agent plays at random.
        AgentError: if the agent does not play this game.
    """
    check_game(agent, game)
    if not agent.search.evaluates:
        raise BookError(f"agent '{agent.name}' plays at random; name one that looks ahead")
    with ThreadPoolExecutor(threads) as executor:
        player = heuristic_player(game, agent.heuristic, agent.values, agent.search)
        maker = _Maker(game, player, plan, executor, progress, journal)
        found = [one for ply in maker.plies() for one in ply]
    return Book(game, agent, plan.plies, plan.games, plan.seed, tuple(found))


@dataclass(frozen=True)
class _Line:
    """Name a move that is tried: where it is made, and what comes of it.

    Attributes:
        place: index of the position in its ply.
        move: the move.
        after: the position after it.
        winner: 1 or 2 where the move ends the game, 0 for a draw, None while it goes on.
    """

    place: int
    move: int
    after: Any
    winner: int | None


@dataclass(frozen=True, eq=False)
class _Maker:
    """Hold what every ply of a book is made with."""

    game: Game[Any]
    player: Player
    plan: BookPlan
    executor: Executor
    progress: Progress
    journal: Journal

    def plies(self) -> Iterator[tuple[BookPosition, ...]]:
        """Yield the positions of each ply: those that follow the book's own moves of two before."""
        start = [self.game.initial()]
        levels = [start, self._replies(start)]
        for ply in range(self.plan.plies):
            found = self._ply(ply, levels[ply])
            yield found
            answered = [self.game.play(one.position, one.best.move) for one in found]
            levels.append(self._replies(answered))

    def _replies(self, positions: Sequence[Any]) -> list[Any]:
        """Return all positions one ply later in which the game goes on, mirror images once."""
        after = [
            self.game.play(position, move)
            for position in positions
            for move in self.game.legal_moves(position)
        ]
        going = [position for position in after if self.game.winner(position) is None]
        return [going[index] for index in self._first_images(going)]

    def _first_images(self, positions: Sequence[Any]) -> list[int]:
        """Return the indices of positions that are no mirror images of earlier ones."""
        if not positions:
            return []
        packed = self.game.canonical(self.game.pack(positions))
        _, first = np.unique(packed, axis=0, return_index=True)
        return sorted(first.tolist())

    def _ply(self, ply: int, positions: Sequence[Any]) -> tuple[BookPosition, ...]:
        """Return these positions with their moves, the best first."""
        lines = [line for place, one in enumerate(positions) for line in self._lines(place, one)]
        few = self.plan.games // FIRST_SHARE
        proven = self._proven(ply, lines)
        tried = self._tried(f"ply {ply + 1}", lines, few, (ply, 0))
        moves = [
            BookMove(*one) for one in zip((line.move for line in lines), tried, proven, strict=True)
        ]
        best = _best_few(lines, moves)
        chosen = [lines[index] for index in best]
        fresh = self._tried(f"best of ply {ply + 1}", chosen, self.plan.games, (ply, 1))
        for index, score in zip(best, fresh, strict=True):
            moves[index] = replace(moves[index], tried=score)
        rows: dict[int, list[tuple[bool, BookMove]]] = {}
        for index, line in enumerate(lines):
            rows.setdefault(line.place, []).append((index in set(best), moves[index]))
        return tuple(
            BookPosition(position, _ordered(rows[place]))
            for place, position in enumerate(positions)
        )

    def _lines(self, place: int, position: Any) -> list[_Line]:
        moves = self.game.legal_moves(position)
        after = [self.game.play(position, move) for move in moves]
        return [
            _Line(place, moves[index], after[index], self.game.winner(after[index]))
            for index in self._first_images(after)
        ]

    def _tried(
        self, stage: str, lines: Sequence[_Line], games: int, source: tuple[int, int]
    ) -> list[Tried]:
        """Return the score of each move, for the side that makes it, in so many games."""
        going = [line for line in lines if line.winner is None]
        self.progress.stage(stage, games * len(going))
        shares = iter(self._played(going, games, source) if going else ())
        return [
            next(shares) if line.winner is None else _certain(self._outcome(line)) for line in lines
        ]

    def _played(
        self, lines: Sequence[_Line], games: int, source: tuple[int, int]
    ) -> Iterator[Tried]:
        sequence = np.random.SeedSequence((self.plan.seed, *source))
        seeds = sequence.generate_state(len(lines) * games, np.uint64).astype(np.uint64)
        step = max(1, _AT_ONCE // games)
        for first in range(0, len(lines), step):
            some = lines[first : first + step]
            key = f"games {source[0]} {source[1]} {first}"
            points = self.journal.known(key)
            if points is None:
                points = self._points(some, seeds[first * games : (first + len(some)) * games])
                self.journal.keep(key, points)
            self.progress.played(len(some) * games)
            yield from (Tried(wilson(won, games), games) for won in points)

    def _points(self, lines: Sequence[_Line], seeds: NDArray[np.uint64]) -> list[float]:
        """Return the points of each move, for the side that makes it, in games of these seeds."""
        games = len(seeds) // len(lines)
        states = np.repeat(self.game.pack([line.after for line in lines]), games, axis=0)
        # The first player has made the move, so the second one is to move.
        openings = Openings(states, np.ones(len(states), dtype=np.int64), seeds)
        found = play_games(self.game, (self.player, self.player), openings, self.executor)
        sums = found.results.reshape(len(lines), games).sum(axis=1, dtype=np.int64)
        return [(int(one) + games) / 2 for one in sums]

    def _proven(self, ply: int, lines: Sequence[_Line]) -> list[Outcome]:
        """Return what each move leads to with perfect play, for the side that makes it."""
        solver = find_solver(self.game) if self.plan.proofs else None
        if solver is None:
            return [self._outcome(line) for line in lines]
        self.progress.stage(f"proofs of ply {ply + 1}", len(lines), "proofs")

        def proven(index: int) -> Outcome:
            line, key = lines[index], f"proof {ply} {index}"
            if line.winner is not None:
                return self._outcome(line)
            found: Outcome | None = self.journal.known(key)
            if found is None:
                found = solver.prove(line.after, self.plan.proofs).outcome
                self.journal.keep(key, found)
            self.progress.played(1)
            return _FOR_THE_OTHER.get(found, found)

        return [*self.executor.map(proven, range(len(lines)))]

    def _outcome(self, line: _Line) -> Outcome:
        """Return what a move that ends the game is for the side that makes it, else "unknown"."""
        if line.winner is None:
            return "unknown"
        if line.winner == 0:
            return "draw"
        return "loss" if line.winner == self.game.player_to_move(line.after) else "win"


def _certain(outcome: Outcome) -> Tried:
    """Return the score of a move that ends the game."""
    score = {"win": 1.0, "draw": 0.5}.get(outcome, 0.0)
    return Tried(Interval(score, score, score), 0)


def _best_few(lines: Sequence[_Line], moves: Sequence[BookMove]) -> list[int]:
    """Return the indices of the moves of each position that get all games."""
    places: dict[int, list[int]] = {}
    for index, line in enumerate(lines):
        places.setdefault(line.place, []).append(index)
    return [
        index
        for indices in places.values()
        for index in sorted(indices, key=lambda one: moves[one].rank, reverse=True)[:FINALISTS]
    ]


def _ordered(rows: Sequence[tuple[bool, BookMove]]) -> tuple[BookMove, ...]:
    """Return the moves of a position, the best first: one that got all games is before others."""
    return tuple(
        move for _, move in sorted(rows, key=lambda row: (row[0], row[1].rank), reverse=True)
    )
