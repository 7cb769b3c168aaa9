"""Find who plays in a league: tuned and hand-set agents of runs, presets, agents of files."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.errors import UnknownNameError
from engine.game import Game
from engine.play.search import Search
from tuner.config.study import load_study
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.samplers.space import Space
from tuner.tuning.best_agent import exported_file
from tuner.tuning.lookup import find_runs
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.trials import tuned_agent
from tuner.verdict.reader import load_verdict

__all__ = ["HAND_SET", "TUNED", "Entrant", "anchor_of", "find_entrants", "finished_runs"]

TUNED = "tuned"
HAND_SET = "hand-set"
NAMED = "named"


@dataclass(frozen=True)
class Entrant:
    """Hold an agent of a league.

    Attributes:
        agent: by a name that no other entrant has.
        role: TUNED or HAND_SET of a run, or NAMED: a preset or the agent of a file.
        words: what the user wrote for it, more than one where several mean the same agent.
    """

    agent: Agent
    role: str
    words: tuple[str, ...]


def find_entrants(
    sources: Sequence[Any], find: Callable[[Any], Agent], search: Search | None = None
) -> tuple[Entrant, ...]:
    """Return the entrants that stand for these sources, each agent once.

    The folder of a finished run enters both its tuned agent, whatever its verdict, and its hand-set
    one; any other source is one agent, as in a comparison.

    Args:
        sources: run folders, and whatever `find` knows.
        find: returns the agent of a source that is no finished run.
        search: how the agents of runs look ahead; None: as their studies say.

    Raises:
        TuneError: if a source is no agent, or a run was changed.
    """
    found: list[tuple[Agent, str, str]] = []
    for source in sources:
        is_path = isinstance(source, (str, Path)) and os.path.isdir(source)
        if is_path and RunFolder(Path(source)).finished:
            found += _of_run(RunFolder(Path(source)), str(source), search)
        else:
            agent = find(source)
            word = str(source) if isinstance(source, (str, Path)) else agent.name
            found.append((agent, NAMED, word))
    return tuple(_named_apart(_each_once(found)))


def finished_runs(runs: Path, game: Game[Any] | None = None) -> tuple[str, ...]:
    """Return the paths of the finished runs in a folder, of one game or of all, by name."""
    return tuple(
        str(folder.path)
        for folder in find_runs(runs)
        if folder.finished and (game is None or load_study(folder.study).game.name == game.name)
    )


def anchor_of(entrants: Sequence[Entrant], wanted: str | None) -> str:
    """Return the name of the agent that is rated 0, "" where the ratings add up to 0.

    Args:
        entrants: of a league.
        wanted: a name, or what the user wrote for an agent; None for the first that was not tuned.

    Raises:
        UnknownNameError: if nobody has that name.
    """
    if wanted is None:
        return next((one.agent.name for one in entrants if one.role != TUNED), "")
    for one in entrants:
        if one.agent.name == wanted or (one.role != HAND_SET and wanted in one.words):
            return one.agent.name
    raise UnknownNameError("agent of this league", wanted, [one.agent.name for one in entrants])


def _of_run(
    folder: RunFolder, word: str, search: Search | None
) -> Iterator[tuple[Agent, str, str]]:
    # Only if it is what the verdict is of.
    exported_file(folder)
    study = load_study(folder.study)
    folder.require_unchanged(study)
    values = load_verdict(folder.verdict).tuned
    space = Space(study.tune)
    vector = tuple(values[parameter.name] for parameter in study.tune)
    for role, one in ((TUNED, vector), (HAND_SET, space.hand_set)):
        agent = tuned_agent(study, one, f"{study.name} {role}")
        yield (agent if search is None else replace(agent, search=search)), role, word


def _each_once(found: Sequence[tuple[Agent, str, str]]) -> list[Entrant]:
    """Return each agent once, whatever it is called; a name that is not tuned comes first."""
    entrants: dict[str, Entrant] = {}
    for agent, role, word in found:
        key = agent_key(agent)
        before = entrants.get(key)
        if before is None:
            entrants[key] = Entrant(agent, role, (word,))
            continue
        words = tuple(dict.fromkeys([*before.words, word]))
        # A tuned agent that is the hand-set one was not tuned.
        kept = Entrant(agent, role, words) if before.role == TUNED and role != TUNED else before
        entrants[key] = replace(kept, words=words)
    return list(entrants.values())


def _named_apart(entrants: Sequence[Entrant]) -> Iterator[Entrant]:
    """Add to names that several have the folder or the file, or else a number."""
    names = [one.agent.name for one in entrants]
    taken: set[str] = set()
    for one in entrants:
        name = one.agent.name
        if names.count(name) > 1:
            name = f"{name} ({Path(one.words[0]).name})"
        first, number = name, 1
        while name in taken:
            number += 1
            name = f"{first} ({number})"
        taken.add(name)
        yield replace(one, agent=replace(one.agent, name=name))
