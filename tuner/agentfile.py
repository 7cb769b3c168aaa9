"""The agent that a word on the command line means: a preset, a YAML file or a run."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import find_game
from engine.search import Search
from features.heuristic import Heuristic
from features.presets import find_preset, presets, spelling
from tuner.agents import Agent
from tuner.config import agent_values, load_study
from tuner.folder import RunError, RunFolder
from tuner.heuristics import heuristic_of_file, resolve_heuristic
from tuner.loader import Document, Place, read_document
from tuner.reporting import reported_at
from tuner.schema import AgentFileSection
from tuner.searches import resolve_search
from tuner.validation import validate

__all__ = ["find_agent", "find_common_game"]

_DEFAULT_SEARCH = Search("alphabeta", depth=3)


def find_agent(
    word: str, game: Game[Any], search: Search | None, variant: str | None = None
) -> Agent:
    """The agent of a preset (`pressure`, `weighted_center:as_written`), a file or a run folder.

    A file holds a heuristic, an agent, or a study, which stands for its hand-set agent. A folder
    with the name of a preset is written with its path: `./pressure`.

    Args:
        word: what the user wrote.
        game: that it is to play.
        search: how it looks ahead; None: as its file says, else alpha-beta to depth 3.
        variant: of presets that have variants and do not name one.

    Raises:
        UnknownNameError: if there is no such preset or variant.
        ConfigError: if the file is wrong.
        RunError: if the run has no result yet, or there is no such file or folder.
    """
    known = {one.variant for one in presets()} - {""}
    if variant is not None and variant not in known:
        raise UnknownNameError("variant", variant, known)
    path = _file_of(word)
    if path is not None:
        return _agent_of_file(read_document(path), game, search)
    heuristic = _preset(word, game, variant)
    return Agent(spelling(heuristic), heuristic, heuristic.defaults, search or _DEFAULT_SEARCH)


def find_common_game(words: Sequence[str]) -> Game[Any]:
    """The game that the files and runs among these words name; 7x7 Isolation if none does.

    Raises:
        ConfigError: if a file is wrong or names no game that there is.
        RunError: if a run has no result yet, or the files name different games.
    """
    named: dict[str, str] = {}
    for word in words:
        path = _file_of(word)
        document = None if path is None else read_document(path)
        if document is not None and isinstance(document.tree.get("game"), str):
            named.setdefault(_game_of(document).name, word)
    if len(named) > 1:
        plays = " and ".join(f"{word} is for {name}" for name, word in named.items())
        raise RunError(f"{plays}; choose a game with --game")
    return find_game(next(iter(named), "isolation"))


def _file_of(word: str) -> Path | None:
    """The YAML file that a word means; None if it is to be a preset."""
    if word.partition(":")[0] in {one.name for one in presets()}:
        return None
    path = Path(word)
    if path.is_dir():
        return _best_of(RunFolder(path))
    if path.is_file() or path.suffix in (".yaml", ".yml"):
        return path
    if len(path.parts) > 1:
        raise RunError(f"there is no file or folder {word}; 'tune list runs' names the runs")
    return None


def _best_of(folder: RunFolder) -> Path:
    folder.require()
    if not folder.best.exists():
        raise RunError(
            f"{folder.path} has no result yet; finish it with 'tune run', or name a file"
        )
    return folder.best


def _preset(word: str, game: Game[Any], variant: str | None) -> Heuristic:
    varied = any(one.variant for one in presets() if one.name == word)
    heuristic = find_preset(word, variant if varied else None)
    if heuristic.family != game.family:
        raise RunError(
            f"preset '{word}' is for {heuristic.family}, not {game.name}; "
            f"add --game {heuristic.family}, or choose another"
        )
    return heuristic


def _game_of(document: Document) -> Game[Any]:
    with reported_at(Place(document).at("game")):
        return find_game(document.tree["game"])


def _agent_of_file(document: Document, game: Game[Any], search: Search | None) -> Agent:
    if isinstance(document.tree.get("game"), str):
        family = _game_of(document).family
        if family != game.family:
            cause = f"the file is for {family}, not {game.name}"
            raise Place(document).at("game").error(cause, "choose another file, or another --game")
    if "heuristic" not in document.tree:
        heuristic = heuristic_of_file(document, game)
        return Agent(heuristic.name, heuristic, heuristic.defaults, search or _DEFAULT_SEARCH)
    if "baselines" in document.tree:
        study = load_study(document.file)
        values = study.heuristic.defaults
        return Agent(study.name, study.heuristic, values, search or study.search)
    section = validate(AgentFileSection, document)
    place = Place(document)
    heuristic = resolve_heuristic(section.heuristic, section.variant, game, place.at("heuristic"))
    own = _DEFAULT_SEARCH
    if section.search is not None:
        own = resolve_search(section.search, game, place.at("search"))
    values = agent_values(section.values, heuristic, place.at("values"))
    return Agent(section.name, heuristic, values, search or own)
