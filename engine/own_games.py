"""Load a game of the user's own: a folder with a file game.py, or one Python file.

The file is a program, and is run. It gives its game the name `GAME`. Whoever loads a game that was
never tried makes machine code of kernels that read and write memory unchecked:
`tuner.config.games` tries it in a process of its own first.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.game import Game
from engine.games import add_game
from engine.link.joining import KernelSet
from engine.own_file import OwnFile, read_own_file, run_file

__all__ = [
    "GAME_FILE",
    "OwnGame",
    "game_file",
    "load_game_of_file",
    "load_own_game",
    "own_game",
]

GAME_FILE = "game.py"
"""What a folder has in it that is named as a game."""

_PROMISED = tuple(
    name for protocol in (KernelSet, Game) for name in vars(protocol) if not name.startswith("_")
)


@dataclass(frozen=True)
class OwnGame:
    """An own game is one that was loaded from a file.

    Attributes:
        game: the game.
        path: the folder or the file that was named, absolute.
        file: its Python file as it was when it was run.
    """

    game: Game[Any]
    path: Path
    file: OwnFile

    @property
    def digest(self) -> str:
        """Return the SHA-256 of the file as it was when it was run, in hex."""
        return self.file.digest


_LOADED: dict[str, OwnGame] = {}


def game_file(path: Path) -> Path:
    """Return the Python file of a game that is named by a folder or by its file.

    Raises:
        EngineError: if there is none.
    """
    # Unlike a path's own methods these fail for no text.
    is_folder = os.path.isdir(path)
    file = path / GAME_FILE if is_folder else path
    if os.path.isfile(file):
        return file
    if is_folder:
        raise EngineError(f"{path} has no file {GAME_FILE}; write the game's rules into one")
    raise EngineError(f"there is no game {path}; name the folder of a game, or its Python file")


def load_own_game(path: Path) -> OwnGame:
    """Return the game of a folder or a file, which is run once for each content.

    Raises:
        EngineError: if there is no such file, it fails, it has no game, or the game's name is that
            of another one.
    """
    file = game_file(path).resolve()
    own = OwnFile(str(file), read_own_file(file))
    known = _loaded(own)
    if known is not None and game_file(known.path) == file:
        return known
    return _load(own, path)


def load_game_of_file(own: OwnFile) -> OwnGame:
    """Return the game of a file that was read before, wherever its content was loaded from.

    Raises:
        EngineError: as `load_own_game`.
    """
    return _loaded(own) or _load(own, Path(own.place))


def _loaded(own: OwnFile) -> OwnGame | None:
    return next((one for one in _LOADED.values() if one.digest == own.digest), None)


def _load(own: OwnFile, path: Path) -> OwnGame:
    """Run the file of a game that was named by a path, and let it be found by its name."""
    file = Path(own.place)
    game = getattr(run_file(own, "own_game"), "GAME", None)
    lacking = [name for name in _PROMISED if not _has(game, name)]
    if game is None:
        raise EngineError(f"{file}: no GAME in it; give your game this name")
    if lacking:
        raise EngineError(
            f"{file}: GAME has no '{lacking[0]}'; make it a StonesGame, or write what "
            "engine/game.py lists"
        )
    earlier = _LOADED.get(game.name)
    if earlier is not None and earlier.digest != own.digest:
        raise EngineError(_other(game.name, file, game_file(earlier.path)))
    try:
        add_game(game)
    except EngineError as error:
        raise EngineError(f"{file}: {error}") from None
    _LOADED[game.name] = OwnGame(game, path.resolve(), own)
    return _LOADED[game.name]


def own_game(name: str) -> OwnGame | None:
    """Return the loaded game of this name, None where it is one of the package or of nobody."""
    return _LOADED.get(name)


def _has(game: Any, name: str) -> bool:
    # A property may fail, and then its error tells more than that it is not there.
    return name in dir(game)


def _other(name: str, file: Path, earlier: Path) -> str:
    """Return why two games of one name cannot be played in one process."""
    if file == earlier:
        return f"{file} was changed since it was loaded; start anew to play by the new rules"
    return f"{file}: another game is called {name}, that of {earlier}; rename one of them"
