"""Store solved positions in a file: arrays, a header that says how they were made, and a digest."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import States
from engine.kernels.limits import STATE_SLOTS

__all__ = ["FORMAT", "SolvedError", "SolvedFile", "load_solved", "save_solved"]

FORMAT = 1
"""Version of the file; others are refused."""


class SolvedError(TuneError):
    """Solved positions are missing, damaged or cannot be made."""


@dataclass(frozen=True, eq=False)
class SolvedFile:
    """Hold solved positions of one game; the arrays are read-only.

    Attributes:
        header: how they were made: "game" (its name), "seed" and what the maker adds.
        states: shape (n, STATE_SLOTS), each seen by its side to move, none of them over.
        plies: uint8, shape (n,): since the start of the game.
        won: bool, shape (n,): whether the side to move wins with perfect play.
        moves: uint64, shape (n,): bit m is set where move m is legal. Games with larger numbers of
            moves cannot be kept in such a file.
        keep: uint64, shape (n,): the moves that keep the outcome; all moves of a lost position.
    """

    header: Mapping[str, Any]
    states: States
    plies: NDArray[np.uint8]
    won: NDArray[np.bool_]
    moves: NDArray[np.uint64]
    keep: NDArray[np.uint64]

    def __post_init__(self) -> None:
        for array in self.arrays().values():
            array.flags.writeable = False

    def __len__(self) -> int:
        return len(self.plies)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays by their names in the file."""
        return {name: getattr(self, name) for name in _LAYOUT}

    @property
    def digest(self) -> str:
        """Return the SHA-256 of header and arrays, in hex."""
        digest = hashlib.sha256(json.dumps(self.header, sort_keys=True).encode())
        for name, array in self.arrays().items():
            kind = np.dtype(_LAYOUT[name][0])
            digest.update(f"{name} {array.shape}\n".encode())
            digest.update(np.ascontiguousarray(array, dtype=kind).tobytes())
        return digest.hexdigest()


_LAYOUT: dict[str, tuple[str, tuple[int, ...]]] = {
    "states": ("<u8", (STATE_SLOTS,)),
    "plies": ("|u1", ()),
    "won": ("|b1", ()),
    "moves": ("<u8", ()),
    "keep": ("<u8", ()),
}
"""Type and shape of one row of each array."""


def save_solved(path: Path, solved: SolvedFile) -> None:
    """Write a file of solved positions, compressed."""
    described = {"format": FORMAT, "digest": solved.digest, "header": dict(solved.header)}
    text = np.frombuffer(json.dumps(described, sort_keys=True).encode(), dtype=np.uint8)
    content: dict[str, Any] = {"about": text, **solved.arrays()}
    stream = io.BytesIO()
    np.savez_compressed(stream, **content)
    path.write_bytes(stream.getvalue())


def load_solved(path: Path) -> SolvedFile:
    """Read a file of solved positions and check that it is whole.

    Raises:
        SolvedError: if the file cannot be read, has another format, or is not what was written.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise _unusable(path, error.strerror or "not readable") from error
    try:
        with np.load(io.BytesIO(content), allow_pickle=False) as file:
            described = json.loads(file["about"].tobytes())
            version, digest = described["format"], described["digest"]
            found = SolvedFile(dict(described["header"]), **{name: file[name] for name in _LAYOUT})
            whole = found.digest == digest and _fits(found)
    except Exception as error:
        # A damaged archive makes its readers raise nearly anything.
        raise _unusable(path, "it is damaged") from error
    if version != FORMAT:
        raise _unusable(path, f"its format is {version}, not {FORMAT}")
    if not whole:
        raise _unusable(path, "it is damaged")
    return found


def _fits(solved: SolvedFile) -> bool:
    """Return whether the arrays have their types and as many rows."""
    return all(
        array.dtype.str == _LAYOUT[name][0] and array.shape == (len(solved), *_LAYOUT[name][1])
        for name, array in solved.arrays().items()
    )


def _unusable(path: Path, cause: str) -> SolvedError:
    return SolvedError(
        f"the solved positions in {path} cannot be used: {cause}; install tune again, or make "
        "them with 'python -m makers.solved_positions' in a clone of its repository"
    )
