"""Play candidates against opponents, or a round robin; every cell is a match of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tuner.cluster.executors import open_executors
from tuner.comparison.match_ledger import match_ledger
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, agent_key
from tuner.matches.ledger import Ledger
from tuner.matches.likeness import SameFunction, find_same_functions
from tuner.matches.meeting import Meeting
from tuner.matches.openings import OpeningSet, draw_fair_openings
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Progress
from tuner.stats.independent import independent_difference, independent_mean
from tuner.stats.interval import clustered_mean, paired_difference
from tuner.tournament.config import Claim, Tournament, tournament_digest
from tuner.tournament.results import (
    ClaimResult,
    Results,
    Standing,
    make_cell,
)
from tuner.tuning.run_folder import RunFolder

__all__ = ["play_tournament", "tournament_folder"]


@dataclass(frozen=True, eq=False)
class _Match:
    """Hold the pairs of one cell and where they began."""

    pairs: Pairs
    clusters: NDArray[np.int64]
    openings: int


def tournament_folder(tournament: Tournament, runs: Path) -> RunFolder:
    """Return where the games and tables of a tournament are kept."""
    digest = tournament_digest(tournament)
    return RunFolder(runs / f"tournament-{tournament.name}-{digest[:8]}")


def play_tournament(
    tournament: Tournament,
    runs: Path,
    threads: int,
    progress: Progress,
    cluster: str | None = None,
    device: str | None = None,
) -> Results:
    """Play a tournament on threads, a cluster or a GPU, or go on where it was stopped.

    Raises:
        OpeningError: if there are too few openings.
        ClusterError: if the cluster cannot be used, or is lost.
        CudaError: if the GPU cannot be used, or fails.
        EvaluationError: if a formula gave no number.
    """
    folder = tournament_folder(tournament, runs)
    # First: without its cluster or GPU a tournament compiles and writes nothing.
    with open_executors(threads, cluster, progress, device) as executors:
        # Before anything is written: there may be too few.
        common = tournament.openings.common(tournament.game, tournament.pairs, tournament.seed)
        with match_ledger(folder, tournament_digest(tournament)) as ledger:
            arena = Arena(tournament.game, ledger, executors.games, progress.played)
            arena.prepare([*tournament.candidates, *tournament.opponents])
            progress.stage(tournament.name, _games(tournament))
            return _Cells(tournament, common, arena, ledger).all()


def _games(tournament: Tournament) -> int:
    """Return games of all cells; in a round robin one match fills two of them."""
    count = len(tournament.candidates)
    others = len(tournament.opponents)
    return 2 * tournament.pairs * (count * others if others else count * (count - 1) // 2)


class _Cells:
    """Play the cells of a tournament."""

    def __init__(
        self, tournament: Tournament, common: OpeningSet | None, arena: Arena, ledger: Ledger
    ) -> None:
        self._tournament = tournament
        self._common = common
        self._arena = arena
        self._ledger = ledger

    def all(self) -> Results:
        """Return every cell, and what follows from them."""
        tournament = self._tournament
        matches = self._gauntlet() if tournament.opponents else self._round_robin()
        standings = tuple(self._standing(agent, matches) for agent in tournament.candidates)
        return Results(
            tournament=tournament,
            standings=standings,
            openings=min(match.openings for match in matches.values()),
            claims=tuple(self._claim(claim, matches) for claim in tournament.claims),
            games=_games(tournament),
            same=_same(tournament),
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
            matches[two.name, one.name] = replace(match, pairs=match.pairs.seen_by_other())
        return matches

    def _play(self, cells: Sequence[tuple[Agent, Agent]]) -> dict[tuple[str, str], _Match]:
        """Return the match of every cell; all are played at once."""
        if self._common is not None:
            self._ledger.add_openings(self._common)
        meetings = [
            Meeting(one, [other], self._common or self._fair_openings(one, other))
            for one, other in cells
        ]
        found = zip(cells, meetings, self._arena.meet_all(meetings), strict=True)
        clusters = self._tournament.openings.clusters
        return {
            (one.name, other.name): _Match(
                pairs, clusters(meeting.openings), meeting.openings.distinct
            )
            for (one, other), meeting, (pairs,) in found
        }

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
        found = self._matches_of(agent.name, matches)
        cells = tuple(
            make_cell(agent.name, other, match.pairs, match.clusters)
            for other, match in found.items()
        )
        if self._common is None:
            score = independent_mean([cell.score for cell in cells])
        else:
            score = clustered_mean(_mean_scores(found), self._common.clusters)
        return Standing(agent.name, agent.describe(), cells, score)

    def _matches_of(self, name: str, matches: dict[tuple[str, str], _Match]) -> dict[str, _Match]:
        """Return a candidate's matches by opponent."""
        tournament = self._tournament
        others = [agent.name for agent in tournament.opponents or tournament.candidates]
        return {other: matches[name, other] for other in others if (name, other) in matches}

    def _claim(self, claim: Claim, matches: dict[tuple[str, str], _Match]) -> ClaimResult:
        """Judge a claim: over all opponents in a gauntlet, head to head in a round robin."""
        if not self._tournament.opponents:
            match = matches[claim.better, claim.than]
            lead = clustered_mean(2 * match.pairs.scores - 1, match.clusters, (-1.0, 1.0))
            return ClaimResult(claim, lead)
        found = [self._matches_of(name, matches) for name in (claim.better, claim.than)]
        if self._common is None:
            scores = [
                independent_mean(
                    [clustered_mean(match.pairs.scores, match.clusters) for match in one.values()]
                )
                for one in found
            ]
            return ClaimResult(claim, independent_difference(scores[0], scores[1]))
        left, right = (_mean_scores(one) for one in found)
        difference = paired_difference(left, right, self._common.clusters)
        return ClaimResult(claim, difference, alike=bool(np.array_equal(left, right)))


def _mean_scores(matches: Mapping[str, _Match]) -> NDArray[np.float64]:
    """Return the mean over the opponents of each opening, where all matches share them."""
    scores = np.array([match.pairs.scores for match in matches.values()])
    return np.asarray(np.clip(scores.mean(axis=0), 0.0, 1.0))


def _same(tournament: Tournament) -> tuple[SameFunction, ...]:
    """Return candidates of one function that look ahead alike: one agent by several names."""
    searches = {agent.name: agent.search for agent in tournament.candidates}
    found = []
    for one in find_same_functions(tournament.game, tournament.candidates):
        for search in dict.fromkeys(searches[name] for name in one.names):
            names = tuple(name for name in one.names if searches[name] == search)
            if len(names) > 1:
                found.append(replace(one, names=names))
    return tuple(found)
