"""Tournaments: candidates against opponents, or a round robin; every cell is a match of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tuner.agents import Agent
from tuner.arena import Arena, agent_key
from tuner.fair import draw_fair_openings
from tuner.folder import RunFolder
from tuner.interval import clustered_mean, paired_difference
from tuner.ledger import Ledger
from tuner.match import Pairs
from tuner.openings import ALL, OpeningSet, draw_openings
from tuner.progress import Progress
from tuner.tournament_config import Claim, Tournament, tournament_digest
from tuner.tournament_results import Cell, ClaimResult, Results, Standing, make_cell

__all__ = ["play_tournament", "tournament_folder"]


@dataclass(frozen=True, eq=False)
class _Match:
    """The pairs of one cell and where they began."""

    pairs: Pairs
    clusters: NDArray[np.int64]


def tournament_folder(tournament: Tournament, runs: Path) -> RunFolder:
    """Where the games and tables of a tournament are kept."""
    digest = tournament_digest(tournament)
    return RunFolder(runs / f"tournament-{tournament.name}-{digest[:8]}")


def play_tournament(
    tournament: Tournament, runs: Path, threads: int, progress: Progress
) -> Results:
    """Play a tournament, or go on where it was stopped.

    Raises:
        OpeningError: if there are too few openings.
        EvaluationError: if a formula gave no number.
    """
    folder = tournament_folder(tournament, runs)
    with (
        folder.locked(),
        Ledger(folder.ledger, tournament_digest(tournament)) as ledger,
        ThreadPoolExecutor(threads, "tune") as executor,
    ):
        arena = Arena(tournament.game, ledger, executor, progress.played)
        arena.prepare([*tournament.candidates, *tournament.opponents])
        return _Cells(tournament, arena, ledger, progress).all()


class _Cells:
    """Plays the cells of a tournament."""

    def __init__(
        self, tournament: Tournament, arena: Arena, ledger: Ledger, progress: Progress
    ) -> None:
        self._tournament = tournament
        self._arena = arena
        self._ledger = ledger
        self._progress = progress

    def all(self) -> Results:
        """Every cell, and what follows from them."""
        tournament = self._tournament
        matches = self._gauntlet() if tournament.opponents else self._round_robin()
        standings = tuple(self._standing(agent, matches) for agent in tournament.candidates)
        games = sum(2 * len(match.pairs) for match in matches.values())
        if not tournament.opponents:
            games //= 2
        return Results(
            tournament=tournament,
            standings=standings,
            openings=min(len(np.unique(match.clusters)) for match in matches.values()),
            claims=tuple(self._claim(claim, matches) for claim in tournament.claims),
            games=games,
        )

    def _gauntlet(self) -> dict[tuple[str, str], _Match]:
        tournament = self._tournament
        cells = [
            (candidate, opponent)
            for candidate in tournament.candidates
            for opponent in tournament.opponents
        ]
        return self._play(cells)

    def _round_robin(self) -> dict[tuple[str, str], _Match]:
        agents = self._tournament.candidates
        cells = [(one, two) for index, one in enumerate(agents) for two in agents[index + 1 :]]
        matches = self._play(cells)
        for one, two in cells:
            match = matches[one.name, two.name]
            matches[two.name, one.name] = _Match(match.pairs.seen_by_other(), match.clusters)
        return matches

    def _play(self, cells: Sequence[tuple[Agent, Agent]]) -> dict[tuple[str, str], _Match]:
        pairs = self._tournament.pairs
        self._progress.stage(self._tournament.name, 2 * pairs * len(cells))
        common = self._common_openings()
        matches = {}
        for candidate, opponent in cells:
            openings = common or self._fair_openings(candidate, opponent)
            (played,) = self._arena.meet(candidate, [opponent], openings)
            matches[candidate.name, opponent.name] = _Match(played, openings.clusters)
        return matches

    def _common_openings(self) -> OpeningSet | None:
        tournament = self._tournament
        if tournament.mode == "fair":
            return None
        openings = draw_openings(
            tournament.game,
            tournament.opening_plies,
            ALL,
            tournament.pairs,
            tournament.seed,
        )
        self._ledger.add_openings(openings)
        return openings

    def _fair_openings(self, candidate: Agent, opponent: Agent) -> OpeningSet:
        tournament = self._tournament
        name = f"fair {agent_key(candidate)} {agent_key(opponent)}"
        players = (self._arena.player(candidate), self._arena.player(opponent))
        openings = draw_fair_openings(
            tournament.game, players, name, tournament.pairs, tournament.seed
        )
        self._ledger.add_openings(openings)
        return openings

    def _standing(self, agent: Agent, matches: dict[tuple[str, str], _Match]) -> Standing:
        opponents = self._opponents_of(agent.name)
        cells = tuple(_cell(agent.name, name, matches) for name in opponents)
        values, clusters = self._values(agent.name, opponents, matches)
        return Standing(agent.name, agent.describe(), cells, clustered_mean(values, clusters))

    def _opponents_of(self, name: str) -> list[str]:
        others = self._tournament.opponents or self._tournament.candidates
        return [other.name for other in others if self._tournament.opponents or other.name != name]

    def _values(
        self, name: str, opponents: Sequence[str], matches: dict[tuple[str, str], _Match]
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """A candidate's mean score from each opening; pairs of fair openings stand alone."""
        found = [matches[name, other] for other in opponents]
        scores = np.array([match.pairs.scores for match in found])
        if self._tournament.mode == "fair":
            clusters = np.concatenate(
                [match.clusters + index * len(match.pairs) for index, match in enumerate(found)]
            )
            return scores.reshape(-1), clusters
        return np.clip(scores.mean(axis=0), 0.0, 1.0), found[0].clusters

    def _claim(self, claim: Claim, matches: dict[tuple[str, str], _Match]) -> ClaimResult:
        """Against the opponents that both have, else head to head."""
        common = [
            name
            for name in self._opponents_of(claim.better)
            if name not in (claim.better, claim.than)
        ]
        if not common:
            match = matches[claim.better, claim.than]
            score = clustered_mean(2 * match.pairs.scores - 1, match.clusters, (-1.0, 1.0))
            return ClaimResult(claim, score)
        left, clusters = self._values(claim.better, common, matches)
        right, _ = self._values(claim.than, common, matches)
        return ClaimResult(claim, paired_difference(left, right, clusters))


def _cell(candidate: str, opponent: str, matches: dict[tuple[str, str], _Match]) -> Cell:
    match = matches[candidate, opponent]
    return make_cell(candidate, opponent, match.pairs, match.clusters)
