"""Read which games a run has played, from its folder, also while it goes on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.config.errors import ConfigError
from tuner.config.games import resolve_game
from tuner.config.study import Study, load_study
from tuner.files import RESULTS, RunError
from tuner.matches.agent import Agent
from tuner.matches.batch_key import BatchKey
from tuner.matches.openings import OpeningSet
from tuner.matches.pairs import Pairs
from tuner.replay.agents import RunAgents, agents_of_study, named_agents
from tuner.replay.model import GameRow
from tuner.tuning.records import read_batches, read_openings, require_ledger
from tuner.tuning.repetition import kept_agents, kept_game
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.study_run import opening_names

__all__ = ["RunGames", "game_of", "open_games"]

_COMPARE = "compare-"


@dataclass(frozen=True, eq=False)
class RunGames:
    """Hold what is needed to read the games of a run, and to play them again.

    Attributes:
        folder: of the run.
        game: the rules.
        study: None for a folder of a comparison or a tournament.
        openings: by the name of their set, those that are drawn.
        agents: who played.
    """

    folder: RunFolder
    game: Game[Any]
    study: Study | None
    openings: Mapping[str, OpeningSet]
    agents: RunAgents

    @property
    def ledger(self) -> Path:
        """Return the path of the file that holds the games."""
        return self.folder.ledger

    @property
    def sets(self) -> frozenset[str]:
        """Return the names of all sets of openings, drawn or not."""
        drawn_later = () if self.study is None else opening_names(self.study)
        return frozenset((*self.openings, *drawn_later))

    def batches(self, openings: str | None = None) -> Iterator[tuple[BatchKey, Pairs]]:
        """Yield the games by batch, all or those of one set of openings.

        Raises:
            LedgerError: if the ledger cannot be read or is damaged.
        """
        return read_batches(self.ledger, openings)

    def row(self, key: BatchKey, pairs: Pairs, index: int, number: int) -> GameRow:
        """Return a game of a batch as a row.

        Args:
            key: of the batch.
            pairs: of the batch.
            index: of the pair in the batch.
            number: of the game in the pair, 0 or 1.
        """
        record = pairs.records[index, number]
        pair = key.first + index
        state = self.openings[key.openings].states[pair]
        return GameRow(
            openings=key.openings,
            pair=pair,
            number=number,
            candidate=key.candidate,
            opponent=key.opponent,
            names=(self.agents.name(key.candidate), self.agents.name(key.opponent, True)),
            opening=self.game.format_position(self.game.unpack(state)),
            result=int(record["result"]),
            plies=int(record["plies"]),
            nodes=(int(record["nodes"][0]), int(record["nodes"][1])),
            late=(int(record["late"][0]), int(record["late"][1])),
        )


def open_games(
    folder: RunFolder, game: Game[Any] | None = None, named: Iterable[Agent] = ()
) -> RunGames:
    """Return the games of a run, a comparison or a tournament.

    Args:
        folder: of it.
        game: that was played, where the folder does not say it.
        named: agents of a comparison or a tournament that its results do not hold.

    Raises:
        RunError: if the folder is none of these, does not say its game, or was played with other
            files.
        ConfigError: if its study cannot be read.
        LedgerError: if its ledger cannot be read or is damaged.
    """
    if folder.study.exists():
        study = load_study(folder.study)
        folder.require_unchanged(study)
        require_ledger(folder)
        agents = agents_of_study(folder, study)
        return RunGames(folder, study.game, study, read_openings(folder.ledger), agents)
    if not folder.ledger.exists():
        raise RunError(f"{folder.path} is no run folder; name one", hint="runs")
    played = game or game_of(folder)
    openings = read_openings(folder.ledger)
    agents = named_agents(folder, [*_kept(folder, played), *named])
    return RunGames(folder, played, None, openings, agents)


def _kept(folder: RunFolder, game: Game[Any]) -> tuple[Agent, ...]:
    """Return the agents that results hold; where one of them cannot be had, somebody must name it.

    An opponent that is one of the agents as well is called as the agent.
    """
    try:
        kept = kept_agents(folder.path / RESULTS, game)
    except ConfigError:
        return ()
    return (*kept.opponents, *kept.agents)


def game_of(folder: RunFolder) -> Game[Any]:
    """Return the game of a run, or of a comparison or tournament by its name or its results.

    Raises:
        RunError: if nothing says it.
        ConfigError: if the study of a run cannot be read.
    """
    if folder.study.exists():
        return load_study(folder.study).game
    name = folder.path.resolve().name
    results = folder.path / RESULTS
    word = kept_game(results)
    if not word and name.startswith(_COMPARE):
        word = name.removeprefix(_COMPARE).rpartition("-")[0]
    try:
        return resolve_game(word)
    except TuneError as error:
        raise RunError(
            f"{folder.path} does not say which game was played; name it", hint="game"
        ) from error
