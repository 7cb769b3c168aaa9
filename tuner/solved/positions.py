"""Draw positions whose truth is known: by stage of the game, in halves that share nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.games import find_game
from tuner.matches.openings import hash_states, set_seed
from tuner.solved.file import SolvedError, SolvedFile, load_solved

__all__ = [
    "SPLITS",
    "STAGES",
    "Choices",
    "choices_of",
    "expected_choices",
    "find_choices",
    "find_solved",
    "has_solved",
    "solved_games",
    "solved_path",
    "stages_of",
]

STAGES = ("opening", "middle", "late")
"""By the share of plies that are still to come at most, which in the default game is the share
of blank squares: more than 75%, and fewer than 30% (15 blank squares of 49)."""

_OPENING = 0.75
_LATE = 0.3

SPLITS = {"search": (0, 1, 2, 3), "verdict": (4, 5, 6, 7)}
"""The eighths of all positions that belong to each half. They are the eighths of
`tuner.matches.openings.SETS`, so that no position of the search half is an opening of a verdict."""


@dataclass(frozen=True, eq=False)
class Choices:
    """Hold solved positions in which the choice matters: some moves keep a win, some throw it away.

    Attributes:
        game: name of the game.
        split: a key of `SPLITS`.
        states: shape (n, STATE_SLOTS), each seen by its side to move.
        keep: uint64, shape (n,): bit m is set where move m keeps the win.
        chance: float64, shape (n,): the share of such moves among the legal ones, which is how
            often a uniformly random move keeps the win.
        stages: int64, shape (n,): index into `STAGES`.
        seeds: uint64, shape (n,): one for each position, by which ties are broken; it depends on
            the position alone, not on its place among others.
    """

    game: str
    split: str
    states: States
    keep: NDArray[np.uint64]
    chance: NDArray[np.float64]
    stages: NDArray[np.int64]
    seeds: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.keep)

    def piece(self, chosen: slice) -> Choices:
        """Return some of the positions."""
        arrays = ("states", "keep", "chance", "stages", "seeds")
        return replace(self, **{name: getattr(self, name)[chosen] for name in arrays})


def solved_path(game: Game[Any]) -> Path:
    """Return where the package keeps the solved positions of a game, if there are any."""
    return _folder() / f"{game.name}.npz"


def solved_games() -> tuple[str, ...]:
    """Return names of the games that have solved positions."""
    return tuple(sorted(path.stem for path in _folder().glob("*.npz")))


def has_solved(game: Game[Any]) -> bool:
    """Return whether there are solved positions of a game."""
    return solved_path(game).exists()


def find_solved(game: Game[Any]) -> SolvedFile:
    """Return the solved positions of a game.

    Raises:
        SolvedError: if there are none, or the file cannot be used.
    """
    if not has_solved(game):
        raise SolvedError(
            f"there are no solved positions of {game.name}; there are some of "
            f"{', '.join(solved_games())}",
            hint="game",
        )
    path = solved_path(game)
    about = path.stat()
    return _loaded(path, about.st_mtime_ns, about.st_size)


@lru_cache(maxsize=1)
def _loaded(path: Path, _modified: int, _size: int) -> SolvedFile:
    """Return a file's positions, read again only when the file is another one."""
    return load_solved(path)


def find_choices(game: Game[Any], split: str, seed: int) -> Choices:
    """Return the positions of one half in which the choice matters.

    Args:
        game: one that has solved positions.
        split: a key of `SPLITS`.
        seed: by which ties are broken.

    Raises:
        SolvedError: as `find_solved`.
    """
    return choices_of(find_solved(game), split, seed)


def expected_choices(game: Game[Any], split: str) -> int:
    """Return about how many positions `find_choices` finds, without a look at their images.

    A hash says to which half a position belongs, so there are about as many in each eighth.

    Raises:
        SolvedError: as `find_solved`.
    """
    return int(_matters(find_solved(game)).sum()) * len(SPLITS[split]) // 8


def choices_of(solved: SolvedFile, split: str, seed: int) -> Choices:
    """Return the positions of one half of a file in which the choice matters (`find_choices`)."""
    game = find_game(solved.header["game"])
    chosen = np.flatnonzero(_matters(solved))
    hashes = hash_states(game.canonical(solved.states[chosen]))
    belongs = np.isin(hashes % np.uint64(8), SPLITS[split])
    chosen, hashes = chosen[belongs], hashes[belongs]
    keep, moves = solved.keep[chosen], solved.moves[chosen]
    return Choices(
        game.name,
        split,
        states=solved.states[chosen],
        keep=keep,
        chance=np.bitwise_count(keep) / np.bitwise_count(moves),
        stages=stages_of(game, solved.plies[chosen]),
        seeds=hashes ^ np.uint64(set_seed(seed, "accuracy")),
    )


def _matters(solved: SolvedFile) -> NDArray[np.bool_]:
    """Return in which positions the choice matters, shape (n,)."""
    matters: NDArray[np.bool_] = solved.won & (solved.keep != solved.moves)
    return matters


def stages_of(game: Game[Any], plies: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the stage of positions after so many plies, as an index into `STAGES`."""
    left = 1.0 - plies / game.max_plies
    return np.where(left > _OPENING, 0, np.where(left < _LATE, 2, 1))


def _folder() -> Path:
    return Path(str(resources.files("tuner") / "solved"))
