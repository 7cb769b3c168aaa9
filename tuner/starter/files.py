"""Make the texts that a study of one's own begins with: study, features, and a test of these.

The texts of a family of games lie in the folder of its name. `$name` and `$game` stand in them for
the study and its game.
"""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.config.games import resolve_game
from tuner.config.shipped import STUDIES, shipped_file, shipped_files
from tuner.config.study import load_study

__all__ = ["StarterError", "copied_study", "new_study"]

_FOLDER = Path(__file__).parent
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_NAME_LINE = re.compile(r"^name:.*$", re.MULTILINE)


class StarterError(TuneError):
    """A study cannot be begun so."""


def new_study(name: str, game: Game[Any]) -> dict[str, str]:
    """Return the files of a new study, each text by its name: study, features and their test.

    Args:
        name: of the study; the files are named by it, too.
        game: that is played.

    Raises:
        StarterError: if the name cannot be one, or there are no texts for the game.
    """
    _check_name(name)
    folder = _FOLDER / game.family
    if not (folder / "study.yaml").exists():
        there = ", ".join(sorted(path.parent.name for path in _FOLDER.glob("*/study.yaml")))
        raise StarterError(f"there is no study to start from for {game.name}, only for {there}")
    files = {
        f"{name}.yaml": "study.yaml",
        f"{name}_features.py": "features.py.txt",
        f"test_{name}_features.py": "test_features.py.txt",
    }
    texts = {file: (folder / text).read_text(encoding="utf-8") for file, text in files.items()}
    return {
        file: Template(text).substitute(name=name, game=game.name) for file, text in texts.items()
    }


def copied_study(name: str, source: str, game_name: str | None = None) -> dict[str, str]:
    """Return the file of a study that is a copy of one that comes with the package, comments too.

    Args:
        name: of the study.
        source: name of the one that is copied.
        game_name: what is to be played; None for the game of that study.

    Raises:
        StarterError: if the name cannot be one, or the study is for another game.
        ConfigError: if no such study comes with the package.
    """
    _check_name(name)
    path = shipped_file(STUDIES, source)
    game = load_study(path).game
    if game_name is not None and resolve_game(game_name).name != game.name:
        raise StarterError(f"the study {source} is for {game.name}; leave the game out")
    text = path.read_text(encoding="utf-8")
    head = f"# A copy of the study {source} that comes with tune, to be changed. Its text:\n#\n"
    return {f"{name}.yaml": head + _NAME_LINE.sub(f"name: {name}", text, count=1)}


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise StarterError(
            f"{name!r} cannot be the name of a study and its files; use up to 40 letters, digits "
            "and '_', a letter first"
        )
    if name in shipped_files(STUDIES):
        raise StarterError(f"a study {name} comes with the package; choose another name")
