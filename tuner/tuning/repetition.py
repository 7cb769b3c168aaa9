"""Hold what plays the matches of a comparison or a tournament again, and write it as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, product
from pathlib import Path
from typing import Any

from engine.game import Game
from tuner.config.agents import resolve_agents
from tuner.config.canonical import agent_tree
from tuner.config.games import game_word
from tuner.config.reader import Document, Place
from tuner.config.section import Section
from tuner.config.sections import AgentSection
from tuner.config.validation import validate
from tuner.files import load_results
from tuner.matches.agent import Agent
from tuner.matches.provenance import machine_text, sources_digest, versions

__all__ = ["KeptAgents", "Repetition", "kept_agents", "kept_game", "repetition_json"]


@dataclass(frozen=True)
class KeptAgents:
    """Hold who played, as far as results say it.

    Attributes:
        agents: who was compared.
        opponents: whom each of them played besides.
        each_other: whether the agents met each other.
        pairs: of each match that count: those behind the end of a sequential match do not; None
            for all.
    """

    agents: tuple[Agent, ...] = ()
    opponents: tuple[Agent, ...] = ()
    each_other: bool = True
    pairs: int | None = None

    @property
    def matches(self) -> tuple[tuple[Agent, Agent], ...]:
        """Return the matches that a reader asks for first: each other, else with the opponents."""
        if self.each_other:
            return tuple(combinations(self.agents, 2))
        return tuple(product(self.agents, self.opponents))


class _Players(Section):
    """Hold agents as results have them."""

    agents: list[AgentSection]
    opponents: list[AgentSection]


@dataclass(frozen=True)
class Repetition:
    """Hold what decides the games of matches, but for the number of pairs.

    Attributes:
        agents: who is compared.
        opponents: whom each of them plays besides.
        openings: how games begin: the mode of a tournament file, and the plies.
        seed: of openings and games.
        digest: SHA-256, in hex, of what the ledger of these games is of.
    """

    agents: tuple[Agent, ...]
    opponents: tuple[Agent, ...]
    openings: tuple[str, int]
    seed: int
    digest: str


def repetition_json(game: Game[Any], repetition: Repetition) -> dict[str, Any]:
    """Return what plays the games again as JSON, with the versions and the machine of this process.

    The agents stand there in the form of study files, with nothing left to guess.
    """
    mode, plies = repetition.openings
    return {
        "game": game_word(game),
        "agents": [agent_tree(one) for one in repetition.agents],
        "opponents": [agent_tree(one) for one in repetition.opponents],
        "searches": {
            "agents": [one.search.phrase for one in repetition.agents],
            "opponents": [one.search.phrase for one in repetition.opponents],
        },
        "openings": {"mode": mode, "plies": plies},
        "seed": repetition.seed,
        "digest": repetition.digest,
        "versions": versions(),
        "machine": machine_text(),
        "sources": sources_digest(),
    }


def kept_game(results: Path) -> str:
    """Return what a configuration calls the game of results, "" where there are none.

    Raises:
        RunError: if the file cannot be read.
    """
    content = load_results(results.parent) if results.exists() else {}
    repeat = content.get("repeat")
    found = repeat.get("game") if isinstance(repeat, dict) else None
    return str(found or content.get("game", ""))


def kept_agents(results: Path, game: Game[Any]) -> KeptAgents:
    """Return the agents of results; nobody where an older file does not hold them.

    Raises:
        RunError: if the file cannot be read.
        ConfigError: if an agent is not what it was, such as one with features of its own whose
            file is gone.
    """
    content = load_results(results.parent) if results.exists() else {}
    repeat = content.get("repeat")
    if not isinstance(repeat, dict):
        return KeptAgents()
    tree = {key: repeat.get(key) for key in ("agents", "opponents")}
    document = Document(results, tree, {(): None})
    place = Place(document)
    players = validate(_Players, document)
    pairs = content.get("pairs")
    return KeptAgents(
        resolve_agents(players.agents, game, place.at("agents")) if players.agents else (),
        resolve_agents(players.opponents, game, place.at("opponents")) if players.opponents else (),
        "head_to_head" in content or not players.opponents,
        pairs if isinstance(pairs, int) else None,
    )
