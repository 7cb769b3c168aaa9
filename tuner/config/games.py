"""Find the game that a word means: one of the package, or one of the user's own, by its path."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import find_game
from engine.own_games import game_file, load_own_game, own_game
from tuner.config.feature_trial import try_game

__all__ = ["game_word", "resolve_game"]


def resolve_game(word: str, folder: Path | None = None) -> Game[Any]:
    """Return the game of a name, or of the folder or Python file at a path.

    The file is a program, and is run: first in a process of its own, where its rules are checked.
    Names of games go before folders: `./pentago` is a folder.

    Args:
        word: what the user wrote.
        folder: where a path begins; None for the current one.

    Raises:
        UnknownNameError: if there is no such game.
        EngineError: if the file is missing, fails or has no game.
        FeatureTrialError: if the game does not keep what a game must.
    """
    try:
        return find_game(word)
    except UnknownNameError:
        path = (folder or Path()) / os.path.expanduser(word)
        if not (os.path.exists(path) or _is_path(word)):
            raise
    file = game_file(path).resolve()
    # It may end its process or never return: not this one.
    try_game(file)
    return load_own_game(file).game


def game_word(game: Game[Any]) -> str:
    """Return what a configuration calls a game: its name, or the path of the user's own."""
    own = own_game(game.name)
    return game.name if own is None else str(own.path)


def _is_path(word: str) -> bool:
    if "://" in word:
        # An address may hold a password, which a path that is told would show.
        return False
    return "/" in word or os.sep in word or word.startswith((".", "~")) or word.endswith(".py")
