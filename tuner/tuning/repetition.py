"""Hold what plays the matches of a comparison or a tournament again, and write it as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.game import Game
from tuner.config.canonical import agent_tree
from tuner.config.games import game_word
from tuner.matches.agent import Agent
from tuner.matches.provenance import machine_text, sources_digest, versions

__all__ = ["Repetition", "repetition_json"]


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
