"""The agent that a word on the command line means: a preset, a YAML file or a run."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.game import Game
from engine.search import Search
from features.heuristic import Heuristic
from features.presets import find_preset, presets, spelling
from tuner.agents import Agent
from tuner.folder import RunError, RunFolder
from tuner.heuristics import heuristic_of_file, resolve_heuristic
from tuner.loader import Place, read_document
from tuner.reporting import reported_at
from tuner.schema import AgentFileSection
from tuner.validation import validate

__all__ = ["find_agent", "find_heuristic"]


def find_agent(
    word: str, game: Game[Any], search: Search | None, variant: str | None = None
) -> Agent:
    """The agent of a preset (`pressure`, `weighted_center:as_written`), a file or a run folder.

    Args:
        word: what the user wrote.
        game: that it is to play.
        search: how it looks ahead; None: as its file says, else alpha-beta to depth 3.
        variant: of presets that have variants and do not name one.

    Raises:
        UnknownNameError: if there is no such preset.
        ConfigError: if the file is wrong.
        RunError: if the run has no result yet.
    """
    path = Path(word)
    if path.is_dir():
        path = _best_of(RunFolder(path))
    if path.suffix in (".yaml", ".yml"):
        return _agent_of_file(path, game, search)
    heuristic = _preset(word, game, variant)
    return Agent(
        spelling(heuristic), heuristic, heuristic.defaults, search or Search("alphabeta", depth=3)
    )


def find_heuristic(word: str, game: Game[Any], variant: str | None = None) -> Heuristic:
    """The heuristic of a preset, a file or a run folder; see `find_agent`."""
    return find_agent(word, game, None, variant).heuristic


def _best_of(folder: RunFolder) -> Path:
    if not folder.best.exists():
        raise RunError(
            f"{folder.path} has no result yet; finish it with 'tune run', or name a file"
        )
    return folder.best


def _preset(word: str, game: Game[Any], variant: str | None) -> Heuristic:
    plain = word.partition(":")[0]
    variants = {one.variant for one in presets() if one.name == plain} - {""}
    heuristic = find_preset(word, variant if variants and ":" not in word else None)
    if heuristic.family != game.family:
        raise RunError(
            f"preset '{word}' is for {heuristic.family}, not {game.name}; choose another"
        )
    return heuristic


def _agent_of_file(path: Path, game: Game[Any], search: Search | None) -> Agent:
    document = read_document(path)
    root = Place(document)
    if "heuristic" not in document.tree:
        heuristic = heuristic_of_file(document, game.family)
        default = search or Search("alphabeta", depth=3)
        return Agent(heuristic.name, heuristic, heuristic.defaults, default)
    section = validate(AgentFileSection, document)
    heuristic = resolve_heuristic(
        section.heuristic, section.variant, game.family, root.at("heuristic")
    )
    own = Search("alphabeta", depth=3)
    if section.search is not None:
        with reported_at(root.at("search")):
            own = Search(**section.search.model_dump())
    return Agent(section.name, heuristic, heuristic.defaults, search or own)
