"""Read a tournament from its file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from engine.game import Game
from tuner.config.agents import resolve_agents
from tuner.config.canonical import agent_deciding
from tuner.config.counts import CANDIDATES
from tuner.config.errors import ConfigError
from tuner.config.games import resolve_game
from tuner.config.reader import Place, read_document
from tuner.config.section import Section
from tuner.config.sections import AgentSection, BaselinesChoice
from tuner.config.shipped import TOURNAMENTS, find_file
from tuner.config.validation import reported_at, require_tournament, validate
from tuner.config.values import Count, FileName, Plies, Whole, choice, suggest
from tuner.matches.agent import Agent
from tuner.matches.openings import FAIR_PLIES
from tuner.matches.provenance import game_deciding
from tuner.tournament.openings import (
    OPENING_MODES,
    FairOpenings,
    RandomOpenings,
    TournamentOpenings,
)
from tuner.tournament.published import FORMER_KEYS, PublishedTable, read_published

__all__ = ["Claim", "Tournament", "load_tournament", "tournament_digest"]

_FORMER_NAMES = {
    "000_h1_h3": "udacity_2017_h1_h3",
    "000_h4_h6": "udacity_2017_h4_h6",
    "001": "udacity_2017_pressure",
    "001_gives_up": "udacity_2017_pressure_gives_up",
    "002": "udacity_9x11_liberties",
    "003": "udacity_2017_place_values",
}
"""The published tournaments had these names before they were named by what they are."""


class OpeningsSection(Section):
    """Say how the pairs of games begin."""

    mode: Annotated[str, choice("openings mode", tuple(OPENING_MODES))] = RandomOpenings.mode
    plies: Plies = 2


class PublishedSection(Section):
    """Name a published table to show beside ours; `names` gives the published form of our names."""

    file: str
    report: str
    table: str = ""
    names: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _know_the_former_key(cls, given: Any) -> Any:
        if not isinstance(given, dict) or "document" not in given or "report" in given:
            return given
        return {FORMER_KEYS.get(key, key): value for key, value in given.items()}


class ClaimSection(Section):
    """State what a report concludes: that one agent is better than another."""

    says: str
    better: str
    than: str


class TournamentSection(Section):
    """Hold a tournament file."""

    name: FileName = Field(examples=["mine"])
    game: str = Field(examples=["isolation"])
    about: str = ""
    candidates: Annotated[list[AgentSection], CANDIDATES]
    opponents: BaselinesChoice | None = None
    openings: OpeningsSection = OpeningsSection()
    pairs: Annotated[Count, Field(ge=2)] = 1000
    seed: Annotated[Whole, Field(ge=0, le=2**63 - 1)] = 1
    published: PublishedSection | None = None
    claims: list[ClaimSection] = Field(default_factory=list)


@dataclass(frozen=True)
class Claim:
    """Hold a conclusion of a report: `better` is better than `than`."""

    says: str
    better: str
    than: str


@dataclass(frozen=True)
class Tournament:
    """Hold a tournament whose names are resolved.

    Attributes:
        name: safe as the name of a folder.
        game: the rules.
        about: what it is, in words.
        candidates: the rows of the table.
        opponents: the columns; empty for a round robin of the candidates.
        openings: where the pairs of games begin.
        pairs: of each cell.
        seed: of openings and games.
        published: the published table, if there is one.
        claims: what is checked against the results.
    """

    name: str
    game: Game[Any]
    about: str
    candidates: tuple[Agent, ...]
    opponents: tuple[Agent, ...]
    openings: TournamentOpenings
    pairs: int
    seed: int
    published: PublishedTable | None
    claims: tuple[Claim, ...]


def load_tournament(path: str | Path) -> Tournament:
    """Read a tournament file, or the tournament of the package that has this name.

    Nothing is written.

    Raises:
        ConfigError: if the file is anything but a tournament that can be played.
    """
    _name_the_new_file(Path(path))
    document = read_document(find_file(TOURNAMENTS, Path(path)))
    require_tournament(document)
    section = validate(TournamentSection, document)
    root = Place(document)
    with reported_at(root.at("game")):
        game = resolve_game(section.game, root.folder)
    candidates = _agents(section.candidates, game, root.at("candidates"))
    opponents: tuple[Agent, ...] = ()
    if section.opponents is not None:
        opponents = _agents(section.opponents, game, root.at("opponents"))
    elif len(candidates) < 2:
        cause = "a round robin needs at least two candidates"
        raise root.at("candidates").error(cause, "add another one, or opponents")
    agents = (*candidates, *opponents)
    return Tournament(
        name=section.name,
        game=game,
        about=" ".join(section.about.split()),
        candidates=candidates,
        opponents=opponents,
        openings=_openings(section.openings, game, agents, root.at("openings")),
        pairs=section.pairs,
        seed=section.seed,
        published=_published(section.published, agents, root.at("published")),
        claims=_claims(section.claims, candidates, root.at("claims")),
    )


def _name_the_new_file(path: Path) -> None:
    """Refuse the old name of a published tournament, and say what the file is called now.

    Raises:
        ConfigError: if there is no file of the old name, and one of the new name beside it.
    """
    renamed = path.parent / f"{_FORMER_NAMES.get(path.stem, path.stem)}{path.suffix}"
    if renamed.exists() and not path.exists():
        raise ConfigError(str(path), None, "", "this file has another name now", f"use {renamed}")


def tournament_digest(tournament: Tournament) -> str:
    """Return the SHA-256, in hex, of all that decides which games are played."""
    content = {
        "game": game_deciding(tournament.game),
        "candidates": [agent_deciding(agent) for agent in tournament.candidates],
        "opponents": [agent_deciding(agent) for agent in tournament.opponents],
        "openings": [tournament.openings.mode, tournament.openings.plies],
        "pairs": tournament.pairs,
        "seed": tournament.seed,
    }
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _agents(given: str | list[AgentSection], game: Game[Any], place: Place) -> tuple[Agent, ...]:
    if not given:
        raise place.error("the list is empty", "write at least one entry")
    for index, section in enumerate([] if isinstance(given, str) else given):
        if "weight" in section.model_fields_set:
            cause = "in a tournament all opponents weigh the same"
            raise place.at(index, "weight").error(cause, "remove it")
    return resolve_agents(given, game, place)


def _openings(
    section: OpeningsSection, game: Game[Any], agents: Sequence[Agent], place: Place
) -> TournamentOpenings:
    openings = OPENING_MODES[section.mode](section.plies)
    if isinstance(openings, FairOpenings):
        _check_fair(section, agents, place)
    elif openings.plies >= game.max_plies:
        cause = f"{section.plies} plies fill the board of {game.name}"
        raise place.at("plies").error(cause, f"give at most {game.max_plies - 1}; 2 to 6 are usual")
    return openings


def _check_fair(section: OpeningsSection, agents: Sequence[Agent], place: Place) -> None:
    if "plies" in section.model_fields_set:
        cause = f"fair openings are always the agents' own first {FAIR_PLIES} plies"
        raise place.at("plies").error(cause, "remove it")
    # They are played again when the tournament goes on, and must then be the same.
    timed = [agent.name for agent in agents if not agent.search.reproducible]
    if timed:
        cause = f"fair openings must be the same every time, and '{timed[0]}' has a limit in time"
        raise place.at("mode").error(cause, "give it nodes or a depth, or use random openings")


def _published(
    section: PublishedSection | None, agents: Sequence[Agent], place: Place
) -> PublishedTable | None:
    if section is None:
        return None
    known = tuple(dict.fromkeys(agent.name for agent in agents))
    for name in section.names:
        if name not in known:
            cause = f"no agent is called '{name}'"
            raise place.at("names", name).error(cause, suggest(name, known))
    path = place.folder / section.file
    with reported_at(place):
        table = read_published(path, section.report, section.table, section.names)
    if not table.names & set(known):
        cause = "the table has none of these agents"
        raise place.at("names").error(cause, "give the published names here")
    return table


def _claims(
    sections: list[ClaimSection], candidates: tuple[Agent, ...], place: Place
) -> tuple[Claim, ...]:
    names = [agent.name for agent in candidates]
    for index, section in enumerate(sections):
        for key in ("better", "than"):
            name = getattr(section, key)
            if name not in names:
                cause = f"no candidate is called '{name}'"
                raise place.at(index, key).error(cause, suggest(name, names))
        if section.better == section.than:
            cause = f"'{section.than}' cannot be better than itself"
            raise place.at(index, "than").error(cause, "name another candidate")
    return tuple(Claim(section.says, section.better, section.than) for section in sections)
