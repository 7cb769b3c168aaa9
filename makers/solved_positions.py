"""Make the solved positions of a game: python -m makers.solved_positions isolation.

Positions come from games of mixed strength, one of each game, and no two of them are images of
each other. All moves of each are solved by the game's exact solver. The same game and seed give
the same positions on every machine.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import TuneError
from engine.game import Game
from engine.games import find_game
from engine.play.proof import Solver
from engine.play.proving import DEFAULT_NODES, find_solver
from makers.mixed_play import mixed_players, mixed_positions
from tuner.cli.output import fail
from tuner.solved.file import SolvedError, SolvedFile, save_solved
from tuner.solved.positions import solved_path

__all__ = ["PLANS", "Part", "main", "make_solved"]

Say = Callable[[str], None]

_PATIENCE = 8
"""So many blocks of games without a new position end a part."""


@dataclass(frozen=True)
class Part:
    """Describe the positions of one stage, and how many of each kind are kept.

    Attributes:
        name: of the part; its games are its own.
        first: first ply of its positions.
        last: last ply of its positions.
        choice: won positions in which some moves throw the win away.
        safe: won positions in which every move keeps the win.
        lost: positions in which every move loses.
    """

    name: str
    first: int
    last: int
    choice: int
    safe: int
    lost: int

    @property
    def quota(self) -> dict[str, int]:
        """Return how many of each kind."""
        return {"choice": self.choice, "safe": self.safe, "lost": self.lost}


PLANS = {
    "isolation-7x7": (
        # Up to symmetry there are ten answers to the first placement to find.
        Part("placement", 1, 1, 10, 0, 0),
        # Until the eighth ply the colours of the squares nearly always decide, whatever is played.
        Part("opening", 8, 12, 5_000, 500, 1_000),
        Part("middle", 13, 34, 5_000, 500, 1_000),
        Part("late", 35, 48, 5_000, 500, 1_000),
    )
}
"""These parts are made for each game."""


@dataclass(frozen=True)
class _Record:
    """Hold one solved position."""

    ply: int
    position: Any
    moves: int
    keep: int
    won: bool

    @property
    def kind(self) -> str:
        """Return a key of `Part.quota`."""
        if not self.won:
            return "lost"
        return "safe" if self.keep == self.moves else "choice"


def make_solved(game: Game[Any], parts: Sequence[Part], seed: int, say: Say) -> SolvedFile:
    """Find and solve positions until every part is complete.

    A part with smaller quotas gives the first positions of each kind of a part with larger ones.

    Args:
        game: one with an exact solver, at most 64 different moves and `MIXED_PRESETS`.
        parts: what is made.
        seed: of the games.
        say: called with a line for each part.

    Raises:
        SolvedError: if a position stays unknown, or there are too few for a part.
    """
    solver = find_solver(game)
    if solver is None:
        raise SolvedError(f"there is no exact solver for {game.name}; choose a board that has one")
    records = []
    for part in parts:
        began = time.process_time()
        found = list(_complete(game, solver, part, seed))
        records += found
        seconds = time.process_time() - began
        say(f"{part.name}: {len(found):,} positions, {seconds:.0f} seconds of CPU time")
    header = {"game": game.name, "seed": seed, "parts": [asdict(part) for part in parts]}
    return SolvedFile(
        header,
        states=game.pack([record.position for record in records]),
        plies=np.array([record.ply for record in records], dtype=np.uint8),
        won=np.array([record.won for record in records], dtype=np.bool_),
        moves=np.array([record.moves for record in records], dtype=np.uint64),
        keep=np.array([record.keep for record in records], dtype=np.uint64),
    )


def _complete(game: Game[Any], solver: Solver, part: Part, seed: int) -> Iterator[_Record]:
    """Yield the records of a part, in the order in which its games give them."""
    missing = dict(part.quota)
    for ply, position in _distinct(game, part, seed):
        record = _solved(game, solver, ply, position)
        if missing[record.kind] > 0:
            missing[record.kind] -= 1
            yield record
        if not any(missing.values()):
            return
    raise SolvedError(
        f"part '{part.name}' lacks {', '.join(f'{n} {kind}' for kind, n in missing.items() if n)}; "
        "ask for fewer positions"
    )


def _distinct(game: Game[Any], part: Part, seed: int) -> Iterator[tuple[int, Any]]:
    """Yield positions of one game each, no image of any of them twice."""
    mixed = mixed_players(game)
    seen: set[bytes] = set()
    block = idle = 0
    while idle < _PATIENCE:
        plies = range(part.first, part.last + 1)
        before = len(seen)
        sampled = mixed_positions(mixed, plies, f"{part.name} {block}", seed)
        keys = game.canonical(game.pack([position for _, position in sampled]))
        for one, key in zip(sampled, keys, strict=True):
            if key.tobytes() not in seen:
                seen.add(key.tobytes())
                yield one
        idle = idle + 1 if len(seen) == before else 0
        block += 1


def _solved(game: Game[Any], solver: Solver, ply: int, position: Any) -> _Record:
    """Return all moves of a position, and those that keep its outcome."""
    player = game.player_to_move(position)
    moves = game.legal_moves(position)
    winning = [move for move in moves if _winner(game, solver, game.play(position, move)) == player]
    return _Record(ply, position, _bits(moves), _bits(winning or moves), bool(winning))


def _winner(game: Game[Any], solver: Solver, position: Any) -> int:
    """Return who wins with perfect play."""
    winner = game.winner(position)
    if winner is not None:
        return winner
    outcome = solver.prove(position, DEFAULT_NODES).outcome
    if outcome == "unknown":
        raise SolvedError(
            f"{game.format_position(position)} is not solved with {DEFAULT_NODES:,} nodes; "
            "begin at a later ply"
        )
    player = game.player_to_move(position)
    return player if outcome == "win" else 3 - player


def _bits(moves: Sequence[int]) -> int:
    return sum(1 << move for move in moves)


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(prog="python -m makers.solved_positions", description=__doc__)
    parser.add_argument("game", nargs="?", default="isolation", help="7x7 if not given")
    parser.add_argument("--seed", type=int, default=1, help="of the games; 1 for the package's own")
    parser.add_argument("--write", type=Path, help="file; that of the package if not given")
    words = parser.parse_args()
    try:
        game = find_game(words.game)
        if game.name not in PLANS:
            raise SolvedError(
                f"there is no plan for {game.name}; add one to PLANS in makers/solved_positions.py"
            )
        made = make_solved(game, PLANS[game.name], words.seed, _say)
        path = words.write or solved_path(game)
        save_solved(path, made)
    except TuneError as error:
        fail(str(error), 2)
    _say(f"{len(made):,} positions in {path}")


def _say(line: str) -> None:
    sys.stderr.write(f"{line}\n")


if __name__ == "__main__":
    main()
