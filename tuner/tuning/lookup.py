"""Find the agent that a word means: a preset, a YAML file, a run folder, a name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.games import DEFAULT_GAME, find_game, game_of_position, usual_game
from engine.play.search import Search
from features.heuristic import Heuristic
from features.presets import find_preset, presets, spelling
from tuner.files import RunError
from tuner.matches.agent import DEFAULT_SEARCH, Agent

if TYPE_CHECKING:
    from tuner.tuning.run_folder import RunFolder

__all__ = [
    "find_agent",
    "find_agents",
    "find_common_game",
    "find_runs",
    "folder_of",
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
    if not _means_preset(word):
        # Late here and below: the models of files take longer to import than all that presets need.
        from tuner.tuning.named_file import agent_of_file, file_of  # noqa: PLC0415

        path = file_of(word)
        if path is not None:
            return agent_of_file(path, game, search)
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


def find_common_game(
    words: Sequence[str], position: str = "", played: Mapping[str, str] | None = None
) -> Game[Any]:
    """Return the game that the files and runs among these words name.

    Where none does, it is that of the position, if its text tells one, else the usual one of the
    presets among the words, else the default game. `played` is as for `named_game`.

    Raises:
        ConfigError: if a file is wrong or names no game that there is.
        RunError: if a run has no result yet, or the files name different games.
    """
    named = named_game(words, played) or game_of_position(position)
    if named:
        return find_game(named)
    names = {word.partition(":")[0] for word in words}
    families = (one.family for one in presets() if one.name in names)
    return usual_game(next(families, DEFAULT_GAME))


def named_game(words: Sequence[str], played: Mapping[str, str] | None = None) -> str:
    """Return the name of the game that the files and runs among these words name, "" for none.

    Args:
        words: what the user wrote.
        played: games of runs that were read already, by name, each with the word for a run.

    Raises:
        ConfigError: if a file is wrong or names no game that there is.
        RunError: if a run has no result yet, or the files name different games.
    """
    named = dict(played or {})
    for word in words:
        game = "" if _means_preset(word) else _named_game(word)
        if game:
            named.setdefault(game, word)
    if len(named) > 1:
        plays = " and ".join(f"{word} is for {name}" for name, word in named.items())
        raise RunError(f"{plays}; choose a game", hint="game")
    return next(iter(named), "")


def _named_game(word: str) -> str:
    from tuner.tuning.named_file import file_of, game_of_file  # noqa: PLC0415

    path = file_of(word)
    return "" if path is None else game_of_file(path)


def folder_of(word: str) -> RunFolder | None:
    """Return the folder that a word means; None if it means a preset, a file or nothing."""
    from tuner.tuning.run_folder import RunFolder  # noqa: PLC0415

    return None if _means_preset(word) or not os.path.isdir(word) else RunFolder(Path(word))


def _means_preset(word: str) -> bool:
    return word.partition(":")[0] in {one.name for one in presets()}


def _preset(word: str, game: Game[Any], variant: str | None) -> Heuristic:
    varied = any(one.variant for one in presets() if one.name == word)
    if not _means_preset(word):
        from tuner.config.heuristics import find_preset_near  # noqa: PLC0415
        from tuner.config.shipped import HEURISTICS, STUDIES  # noqa: PLC0415

        heuristic = find_preset_near(word, None, (HEURISTICS, STUDIES))
    else:
        heuristic = find_preset(word, variant if varied else None)
    if heuristic.family != game.family:
        raise RunError(
            f"preset '{word}' is for {heuristic.family}, not {game.name}; "
            f"choose the game {heuristic.family}, or another preset",
            hint="game",
        )
    return heuristic


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


def find_runs(runs: Path) -> tuple[RunFolder, ...]:
    """Return the run folders below a folder, by name."""
    from tuner.tuning.run_folder import RunFolder  # noqa: PLC0415

    if not runs.is_dir():
        return ()
    return tuple(RunFolder(path.parent) for path in sorted(runs.glob("*/study.yaml")))
