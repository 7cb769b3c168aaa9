"""Find the file that a word means, of an agent, a heuristic or a run, and read what it holds."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.game import Game
from engine.play.search import Search
from tuner.config.agents import agent_of_document
from tuner.config.games import resolve_game
from tuner.config.heuristics import check_game_of
from tuner.config.reader import Place, read_document
from tuner.config.shipped import HEURISTICS, STUDIES, shipped_files
from tuner.config.study import load_study
from tuner.config.validation import reported_at
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.tuning.best_agent import exported_file
from tuner.tuning.run_folder import RunFolder

__all__ = ["agent_of_file", "file_of", "game_of_file"]


def file_of(word: str) -> Path | None:
    """Return the YAML file that a word means which is no preset; None if there is none.

    Raises:
        ConfigError: if the study of a run is wrong.
        RunError: if the run has no result yet, or there is no such file or folder.
    """
    if os.path.isdir(word):
        return _best_of(RunFolder(Path(word)))
    path = Path(word)
    if os.path.isfile(path) or path.suffix in (".yaml", ".yml"):
        return path
    if len(path.parts) > 1:
        raise RunError(f"there is no file or folder {word}; name another", hint="runs")
    return shipped_files(HEURISTICS).get(word) or shipped_files(STUDIES).get(word)


def _best_of(folder: RunFolder) -> Path:
    folder.require("name one, or a YAML file")
    best = exported_file(folder)
    if folder.manifest.exists():
        folder.require_unchanged(load_study(folder.study))
    return best


def game_of_file(path: Path) -> str:
    """Return the name of the game that a file names, "" if it names none.

    Raises:
        ConfigError: if the file is wrong or names no game that there is.
    """
    document = read_document(path)
    if not isinstance(document.tree.get("game"), str):
        return ""
    place = Place(document).at("game")
    with reported_at(place):
        return resolve_game(document.tree["game"], place.folder).name


def agent_of_file(path: Path, game: Game[Any], search: Search | None) -> Agent:
    """Return the agent of a file; a study stands for its hand-set agent.

    Args:
        path: the file.
        game: that the agent is to play.
        search: how it looks ahead; None: as the file says.

    Raises:
        ConfigError: if the file is wrong, or for another game.
    """
    document = read_document(path)
    if "baselines" in document.tree:
        study = load_study(document.file)
        check_game_of(document, game)
        values = study.heuristic.defaults
        return Agent(study.name, study.heuristic, values, search or study.search)
    agent = agent_of_document(document, game)
    return agent if search is None else replace(agent, search=search)
