"""Find the agents that a configuration means: of a set, written out, or of files."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from engine.game import Game
from engine.play.search import Search
from features.heuristic import Heuristic
from tuner.config.errors import ConfigError
from tuner.config.heuristics import (
    check_game_of,
    heuristic_of_file,
    name_of,
    resolve_heuristic,
)
from tuner.config.reader import Document, Place, read_document
from tuner.config.searches import resolve_search
from tuner.config.sections import AgentFileSection, AgentSection
from tuner.config.shipped import HEURISTICS, shipped_files
from tuner.config.validation import reported_at, validate
from tuner.config.values import suggest
from tuner.matches.agent import DEFAULT_SEARCH, Agent, agents_of, find_baselines

__all__ = ["agent_of_document", "resolve_agents"]

_OF_FILE = ("heuristic", "variant", "values", "search")
"""What an agent of a file brings with it."""


def resolve_agents(
    given: str | list[AgentSection], game: Game[Any], place: Place
) -> tuple[Agent, ...]:
    """Return the agents of a named set of baselines, or those that are listed.

    Raises:
        ConfigError: if there is no such set for the game, or an agent is wrong.
    """
    if isinstance(given, str):
        with reported_at(place):
            chosen = find_baselines(given)
        if chosen.family != game.family:
            cause = f"the set '{given}' plays {chosen.family}, and the game is {game.family}"
            raise place.error(cause, "list agents for this game")
        return agents_of(chosen)
    agents = tuple(_agent(section, game, place.at(index)) for index, section in enumerate(given))
    names = [agent.name for agent in agents]
    for index, name in enumerate(names):
        if name in names[:index]:
            cause = f"there is another agent '{name}'"
            raise place.at(index, "name").error(cause, "rename one of them")
    return agents


def agent_of_document(document: Document, game: Game[Any]) -> Agent:
    """Return the agent of a file that holds one, or only a heuristic, or only a formula.

    Raises:
        ConfigError: if the file is wrong, or for another game.
    """
    check_game_of(document, game)
    if "baselines" in document.tree:
        cause = "this file is a study, not an agent"
        raise Place(document).at("baselines").error(cause, "name the best.yaml of its run")
    if "heuristic" not in document.tree:
        heuristic = heuristic_of_file(document, game)
        return Agent(heuristic.name, heuristic, heuristic.defaults, DEFAULT_SEARCH)
    section = validate(AgentFileSection, document)
    place = Place(document)
    heuristic = resolve_heuristic(section.heuristic, section.variant, game, place.at("heuristic"))
    search = DEFAULT_SEARCH
    if section.search is not None:
        search = resolve_search(section.search, game, place.at("search"))
    values = _values(section.values, heuristic, place.at("values"))
    return Agent(section.name or name_of(document.file), heuristic, values, search)


def _agent(section: AgentSection, game: Game[Any], place: Place) -> Agent:
    if section.agent is not None:
        return _agent_of_file(section, game, place)
    if section.name is None:
        raise place.at("name").error("the key is missing", "add 'name: improved', for example")
    if section.search is None:
        cure = "add 'search: {algorithm: alphabeta, depth: 3}', for example"
        raise place.at("search").error("the key is missing", cure)
    search = resolve_search(section.search, game, place.at("search"))
    heuristic = _heuristic(section, search, game, place)
    values = _values(section.values, heuristic, place.at("values"))
    return Agent(section.name, heuristic, values, search, section.weight)


def _agent_of_file(section: AgentSection, game: Game[Any], place: Place) -> Agent:
    """Return the agent of a file, whole; the configuration may give it a name and a weight."""
    for key in _OF_FILE:
        if key in section.model_fields_set:
            cause = f"an agent of a file brings its own {key}"
            cure = f"remove it, or write 'heuristic: {section.agent}' in place of 'agent'"
            raise place.at(key).error(cause, cure)
    name = str(section.agent)
    spot = place.at("agent")
    path = spot.folder / name
    if not os.path.exists(path):
        # A heuristic that comes with the package is an agent with the usual search.
        path = shipped_files(HEURISTICS).get(name, path)
    if os.path.isdir(path):
        # The folder of a run stands for what it exports.
        path = path / "best.yaml"
    try:
        document = read_document(path)
    except ConfigError as error:
        if error.line is not None:
            raise
        raise spot.error(f"{error.file}: {error.cause}", error.cure) from None
    agent = agent_of_document(document, game)
    return replace(agent, name=section.name or agent.name, weight=section.weight)


def _heuristic(section: AgentSection, search: Search, game: Game[Any], place: Place) -> Heuristic:
    if section.heuristic is not None:
        return resolve_heuristic(section.heuristic, section.variant, game, place.at("heuristic"))
    if section.variant is not None:
        raise place.at("variant").error("only presets have variants", "name one as heuristic")
    if search.evaluates:
        cause = f"a baseline that searches by {search.algorithm} needs a heuristic"
        raise place.at("heuristic").error(cause, "add 'heuristic: improved', for example")
    return Heuristic("null", game.family, (), (), "0", "every position is worth the same")


def _values(given: dict[str, float], heuristic: Heuristic, place: Place) -> tuple[float, ...]:
    """Return the parameters' values: those that are given, else the hand-set ones."""
    known = {parameter.name: parameter for parameter in heuristic.parameters}
    for name, value in given.items():
        if name not in known:
            cause = f"heuristic '{heuristic.name}' has no parameter '{name}'"
            raise place.at(name).error(cause, suggest(name, tuple(known)))
        if known[name].integer and not value.is_integer():
            raise place.at(name).error(f"{value:g} is not a whole number", "give a whole number")
    return tuple(given.get(name, parameter.default) for name, parameter in known.items())
