"""Play a match of two agents, or compare several."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.game import Game
from tuner.api.agents import AgentLike, agent, game_for
from tuner.api.written import list_of, plain, threads_for
from tuner.comparison.compare import check_matches, compare_agents
from tuner.comparison.model import Comparison, Duel, Matches
from tuner.matches.agent import Agent, compared_baselines
from tuner.matches.arena import Arena, agent_key
from tuner.matches.batch_key import BatchKey
from tuner.matches.ledger import Ledger
from tuner.matches.likeness import find_same_functions
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Silent
from tuner.stats.interval import Interval
from tuner.stats.text import NOT_REPRODUCIBLE, elo_text, score_text
from tuner.tuning.records import opening_texts, pairs_table
from tuner.verdict.model import head_to_head

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Match", "compare", "match", "matches_of"]

_DIGEST = "match"
"""The ledger of a match needs a digest, though nothing else reads it."""


@dataclass(frozen=True, eq=False)
class Match:
    """Hold a match of two agents, as the first one sees it; `print` says it in words.

    Attributes:
        game: name of the game.
        first: the agent whose view is taken.
        second: the other agent.
        score: share of the points, 0 to 1, with its 95% interval over openings.
        elo: the same as a difference of ratings.
        pairs: number of pairs: two games from one opening, with the sides swapped.
        openings: number of openings that differ up to symmetry.
        verdict: "... is better" where the interval says so, "undecided", or "the same function".
        same_function: True if both evaluate by one function and search alike, so that what they
            score is chance.
        reproducible: False if an agent has a limit in time.
    """

    game: str
    first: Agent
    second: Agent
    same_function: bool
    _duel: Duel = field(repr=False)
    _board: Game[Any] = field(repr=False)
    _openings: OpeningSet = field(repr=False)
    _played: Pairs = field(repr=False)

    @property
    def score(self) -> Interval:
        """Return the share of the points, with its 95% interval over openings."""
        return self._duel.result.score

    @property
    def elo(self) -> Interval:
        """Return the score as a difference of ratings."""
        return self._duel.result.elo

    @property
    def pairs(self) -> int:
        """Return the number of pairs of games."""
        return self._duel.result.pairs

    @property
    def openings(self) -> int:
        """Return the number of openings that differ up to symmetry."""
        return self._openings.distinct

    @property
    def verdict(self) -> str:
        """Return who is better, if the interval says so and the clock decided few games."""
        return "the same function" if self.same_function else self._duel.verdict

    @property
    def reproducible(self) -> bool:
        """Return whether the same call plays the same games on every machine."""
        return self.first.search.reproducible and self.second.search.reproducible

    def games(self) -> pd.DataFrame:
        """Return the games as a table: one row a pair, in the columns of `Run.games`."""
        key = BatchKey(self._openings.name, agent_key(self.first), agent_key(self.second), 0)
        texts = opening_texts(self._board, self._openings)
        table = pairs_table(self._openings, texts, key, self._played)
        return table.assign(candidate=self.first.name, opponent=self.second.name)

    def __str__(self) -> str:
        sides = [f"{one.name} ({one.search})" for one in (self.first, self.second)]
        note = "" if self.reproducible else f"\n{NOT_REPRODUCIBLE}"
        return (
            f"{' against '.join(sides)}, {self.game}: {score_text(self.score)}, "
            f"{elo_text(self.elo)}: {self.verdict}; {self.pairs:,} pairs from "
            f"{self.openings:,} openings{note}"
        )


def match(
    first: AgentLike,
    second: AgentLike,
    *,
    game: str | None = None,
    pairs: int = 5000,
    plies: int = 6,
    seed: int = 1,
    threads: int | None = None,
) -> Match:
    """Play a match; nothing is written.

    Args:
        first: whose view the score takes: an agent, or what stands for one (see `agent`).
        second: its opponent.
        game: that is played; None as for `agent`.
        pairs: of games, each from a random opening that no study ever sees.
        plies: random plies that an opening has.
        seed: of openings and games.
        threads: that play; None for one a processor. The games are the same for any number.

    Raises:
        TuneError: if the agents cannot meet, or have the same name.
    """
    board = game_for([first, second], game)
    agents = [agent(one, game=board.name) for one in (first, second)]
    matches = matches_of(pairs, plies, seed, threads)
    check_matches(board, agents, matches)
    alike = agents[0].search == agents[1].search
    same = alike and bool(find_same_functions(board, agents))
    openings = draw_openings(board, matches.opening_plies, "compare", matches.pairs, matches.seed)
    with (
        Ledger.in_memory(_DIGEST) as ledger,
        ThreadPoolExecutor(matches.threads, "tune") as executor,
    ):
        arena = Arena(board, ledger, executor, Silent().played)
        (played,) = arena.meet(agents[0], agents[1:], openings)
    duel = Duel(agents[0].name, agents[1].name, head_to_head(played, openings.clusters))
    return Match(board.name, agents[0], agents[1], same, duel, board, openings, played)


def compare(
    agents: Sequence[AgentLike],
    *,
    baselines: str | Sequence[AgentLike] | None = None,
    game: str | None = None,
    pairs: int = 5000,
    plies: int = 6,
    seed: int = 1,
    threads: int | None = None,
    cluster: str | None = None,
    device: str | None = None,
    runs: str | Path | None = None,
) -> Comparison:
    """Compare agents: the same function or not, head to head, and against baselines.

    Args:
        agents: two or more, or what stands for them (see `agent`).
        baselines: a named set, "none", or a list of agents; None for the game's own set.
        game: that is played; None as for `agent`.
        pairs: of each match.
        plies: random plies that an opening has.
        seed: of openings and games.
        threads: that play; None for one a processor.
        cluster: whose workers play the games: address of a Dask scheduler, or "local:4" for four
            that are started on this machine; None for none.
        device: "cuda" for a GPU that plays the same games (docs/gpu.md); None for none.
        runs: the folder in which the games are kept, so that the same call need not play them
            again; None to keep none.

    Raises:
        TuneError: if the agents cannot meet, or two have the same name.
    """
    sources = list_of("agents", agents)
    board = game_for(sources, game)
    found = [agent(one, game=board.name) for one in sources]
    if baselines is None or isinstance(baselines, str):
        opponents = compared_baselines(board, baselines)
    else:
        listed = list_of("baselines", baselines)
        opponents = ("baselines", tuple(agent(one, game=board.name) for one in listed))
    matches = replace(matches_of(pairs, plies, seed, threads), cluster=cluster, device=device)
    kept = None if runs is None else Path(runs)
    return compare_agents(board, found, opponents, matches, kept, Silent())


def matches_of(pairs: int, plies: int, seed: int, threads: int | None) -> Matches:
    """Return how matches are played, with whole numbers of any kind made plain ones."""
    return Matches(plain(pairs), plain(plies), plain(seed), threads_for(threads))
