"""Find who plays in a league: tuned and hand-set agents of runs, presets, agents of files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.errors import UnknownNameError
from engine.play.search import Search
from tuner.comparison.sources import FinishedRun, Sources
from tuner.matches.agent import Agent
from tuner.matches.arena import agent_key
from tuner.samplers.space import Space
from tuner.tuning.trials import tuned_agent

__all__ = ["HAND_SET", "TUNED", "Entrant", "anchor_of", "find_entrants"]

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
    sources: Sources, find: Callable[[Any], Agent], search: Search | None = None
) -> tuple[Entrant, ...]:
    """Return the entrants that stand for these sources, each agent once.

    A finished run enters both its tuned agent, whatever its verdict, and its hand-set one; any
    other source is one agent, as in a comparison.

    Args:
        sources: runs, and whatever `find` knows.
        find: returns the agent of a source that is no run.
        search: how the agents of runs look ahead; None: as their studies say.

    Raises:
        TuneError: if a source is no agent.
    """
    found: list[tuple[Agent, str, str]] = []
    for source in sources.asked:
        if isinstance(source, FinishedRun):
            found += _of_run(source, search)
            continue
        agent = find(source)
        word = str(source) if isinstance(source, (str, Path)) else agent.name
        found.append((agent, NAMED, word))
    return tuple(_named_apart(_each_once(found)))


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


def _of_run(run: FinishedRun, search: Search | None) -> Iterator[tuple[Agent, str, str]]:
    study = run.study
    vector = tuple(run.tuned[parameter.name] for parameter in study.tune)
    for role, one in ((TUNED, vector), (HAND_SET, Space(study.tune).hand_set)):
        agent = tuned_agent(study, one, f"{study.name} {role}")
        yield (agent if search is None else replace(agent, search=search)), role, run.word


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
