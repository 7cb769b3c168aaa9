"""Find the agent or the study that a word means: a preset, a YAML file, a run folder, a name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import DEFAULT_GAME, find_game, game_of_position, usual_game
from engine.play.search import Search
from features.heuristic import Heuristic
from features.presets import presets, spelling
from tuner.config.agents import DEFAULT_SEARCH, agent_of_document
from tuner.config.canonical import deciding_config
from tuner.config.errors import ConfigError
from tuner.config.games import resolve_game
from tuner.config.growth import only_contents
from tuner.config.heuristics import check_game_of, find_preset_near
from tuner.config.reader import Document, Place, read_document
from tuner.config.shipped import HEURISTICS, STUDIES, shipped_files
from tuner.config.study import Study, load_study
from tuner.config.validation import reported_at
from tuner.files import RunError
from tuner.matches.agent import Agent
from tuner.tuning.best_agent import exported_file
from tuner.tuning.manifest import read_manifest
from tuner.tuning.previous import against_winners
from tuner.tuning.run_folder import RunFolder, named_folder

__all__ = [
    "find_agent",
    "find_agents",
    "find_common_game",
    "find_runs",
    "find_study",
    "named_game",
]


def find_agent(
    word: str, game: Game[Any], search: Search | None, variant: str | None = None
) -> Agent:
    """Return the agent of a preset (`pressure`, `weighted_center:as_written`), a
    file or a run folder.

    A file holds a heuristic, an agent, or a study, which stands for its hand-set agent. Where there
    is no such file, the heuristic or the study of that name is meant which comes with the package.
    A folder with the name of a preset is written with its path: `./pressure`.

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
    return Agent(spelling(heuristic), heuristic, heuristic.defaults, search or DEFAULT_SEARCH)


def find_agents(
    words: Sequence[str], game: Game[Any], search: Search | None, variant: str | None = None
) -> tuple[Agent, ...]:
    """Return the agents of several words, by names that differ; arguments as for `find_agent`.

    Where two have the same name, as the results of two runs of a study have, what the user wrote
    is added in brackets; to the same word twice a number.
    """
    found = [find_agent(word, game, search, variant) for word in words]
    return tuple(_distinct(found, words))


def find_common_game(words: Sequence[str], position: str = "") -> Game[Any]:
    """Return the game that the files and runs among these words name.

    Where none does, it is that of the position, if its text tells one, else the usual one of the
    presets among the words, else the default game.

    Raises:
        ConfigError: if a file is wrong or names no game that there is.
        RunError: if a run has no result yet, or the files name different games.
    """
    named = named_game(words) or game_of_position(position)
    if named:
        return find_game(named)
    names = {word.partition(":")[0] for word in words}
    families = (one.family for one in presets() if one.name in names)
    return usual_game(next(families, DEFAULT_GAME))


def named_game(words: Sequence[str]) -> str:
    """Return the name of the game that the files and runs among these words name, "" for none.

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
        raise RunError(f"{plays}; choose a game", hint="game")
    return next(iter(named), "")


def _file_of(word: str) -> Path | None:
    """Return the YAML file that a word means; None if it is to be a preset."""
    if word.partition(":")[0] in {one.name for one in presets()}:
        return None
    path = Path(word)
    if os.path.isdir(path):
        return _best_of(RunFolder(path))
    if os.path.isfile(path) or path.suffix in (".yaml", ".yml"):
        return path
    if len(path.parts) > 1:
        raise RunError(f"there is no file or folder {word}; name another", hint="runs")
    return shipped_files(HEURISTICS).get(word) or shipped_files(STUDIES).get(word)


def _best_of(folder: RunFolder) -> Path:
    folder.require()
    best = exported_file(folder)
    if folder.manifest.exists():
        folder.require_unchanged(load_study(folder.study))
    return best


def _preset(word: str, game: Game[Any], variant: str | None) -> Heuristic:
    varied = any(one.variant for one in presets() if one.name == word)
    kinds = (HEURISTICS, STUDIES)
    heuristic = find_preset_near(word, variant if varied else None, kinds)
    if heuristic.family != game.family:
        raise RunError(
            f"preset '{word}' is for {heuristic.family}, not {game.name}; "
            f"choose the game {heuristic.family}, or another preset",
            hint="game",
        )
    return heuristic


def _game_of(document: Document) -> Game[Any]:
    place = Place(document).at("game")
    with reported_at(place):
        return resolve_game(document.tree["game"], place.folder)


def _agent_of_file(document: Document, game: Game[Any], search: Search | None) -> Agent:
    if "baselines" in document.tree:
        study = load_study(document.file)
        check_game_of(document, game)
        values = study.heuristic.defaults
        return Agent(study.name, study.heuristic, values, search or study.search)
    agent = agent_of_document(document, game)
    return agent if search is None else replace(agent, search=search)


def _distinct(agents: Sequence[Agent], words: Sequence[str]) -> Iterator[Agent]:
    """Add to names that several agents have what the user wrote, or else a number."""
    names = [agent.name for agent in agents]
    taken: set[str] = set()
    for agent, word in zip(agents, words, strict=True):
        twice = names.count(agent.name) > 1 and word != agent.name
        name = first = f"{agent.name} ({word})" if twice else agent.name
        number = 1
        while name in taken:
            number += 1
            name = f"{first} ({number})"
        taken.add(name)
        yield replace(agent, name=name)


def find_study(path: Path, runs: Path) -> tuple[Study, Path]:
    """Return a study and the folder of its runs: that in which the run stands, else `runs`.

    A study against previous winners has those of that folder as its baselines.

    Raises:
        ConfigError: if the configuration is wrong.
        RunError: if a folder is none of a run, was renamed, or was played with other files.
    """
    if not os.path.isdir(path):
        return against_winners(load_study(path), runs), runs
    # A path such as "." has neither a name nor a parent of its own.
    folder = path if path.name not in ("", "..") else path.resolve()
    if not RunFolder(folder).manifest.exists():
        studies = sorted(one.name for one in folder.glob("*.yaml"))
        cure = f"name one, or a file in it, such as {path / studies[0]}" if studies else "name one"
        raise RunError(f"{folder} is no run folder; {cure}", hint="runs")
    study = _study_of(RunFolder(folder))
    _require_place(RunFolder(folder), study)
    return study, folder.parent


def _study_of(folder: RunFolder) -> Study:
    try:
        return load_study(folder.study)
    except ConfigError as error:
        cure = f"{error.cure}, or run the study's own file: that writes this one anew"
        where = error.file, error.line, error.key
        told = ConfigError(*where, error.cause, cure, hint=error.hint)
        told.others, told.more = error.others, error.more
        raise told from None


def _require_place(folder: RunFolder, study: Study) -> None:
    """Make sure that a run can go on in its folder, as far as its name and its files say.

    What else was changed in its study is looked at where it is run (`tuner.tuning.run_choice`).
    """
    kept = folder.kept_config()
    if kept is None or only_contents(kept, deciding_config(study)):
        folder.require_unchanged(study)
    manifest = read_manifest(folder.manifest)
    named = named_folder(study.name, manifest.run or manifest.digest or "", folder.path.parent)
    # With another name in its study this is where a new run begins.
    if not folder.path.name.endswith(named.path.name.removeprefix(study.name)):
        raise RunError(
            f"{folder.path} was renamed; name it {named.path.name} again to go on with it"
        )


def find_runs(runs: Path) -> tuple[RunFolder, ...]:
    """Return the run folders below a folder, by name."""
    if not runs.is_dir():
        return ()
    return tuple(RunFolder(path.parent) for path in sorted(runs.glob("*/study.yaml")))
