"""Compare agents: the same function or not, head to head, and against a set of baselines."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.cluster.executors import open_executors
from tuner.comparison.baseline_scores import baseline_scores
from tuner.comparison.duels import duels_of, ratings_of
from tuner.comparison.match_ledger import match_ledger, matches_digest
from tuner.comparison.model import Comparison, Matches
from tuner.matches.agent import Agent, check_names
from tuner.matches.arena import Arena
from tuner.matches.clamped import clamped_lines
from tuner.matches.evaluation import evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.likeness import SameFunction, find_same_functions
from tuner.matches.meeting import Meeting
from tuner.matches.objective import SCORE
from tuner.matches.openings import draw_openings
from tuner.matches.progress import Progress
from tuner.tuning.repetition import Repetition
from tuner.tuning.run_folder import RunFolder

__all__ = [
    "check_matches",
    "check_openings",
    "compare_agents",
    "comparison_folder",
    "comparison_ledger",
]


def compare_agents(
    game: Game[Any],
    agents: Sequence[Agent],
    opponents: tuple[str, Sequence[Agent]],
    matches: Matches,
    runs: Path | None,
    progress: Progress,
) -> Comparison:
    """Compare agents.

    Args:
        game: the rules.
        agents: two or more, with different names.
        opponents: name and agents of a set of baselines; no agents for none.
        matches: how it is played.
        runs: the folder of runs, in which the games are kept; None to keep none.
        progress: who listens.

    Raises:
        TuneError: if there are fewer than two agents, two have the same name, or the openings are
            as long as the game.
    """
    check_matches(game, agents, matches)
    everyone = [*agents, *opponents[1]]
    # First: without its cluster or GPU a comparison compiles and writes nothing.
    with open_executors(matches.threads, matches.cluster, progress, matches.device) as executors:
        same = find_same_functions(game, agents)
        # A set that no study ever sees, whatever its seed: the games are new evidence.
        openings = draw_openings(
            game, matches.opening_plies, "compare", matches.pairs, matches.seed
        )
        pairings = [pair for pair in combinations(agents, 2) if not _in_one(pair, same)]
        games = 2 * matches.pairs * (len(pairings) + len(agents) * len(opponents[1]))
        against = agents if opponents[1] else ()
        with comparison_ledger(game, matches, runs) as ledger:
            ledger.add_openings(openings)
            progress.stage(matches.kind, games)
            arena = Arena(game, ledger, executors.games, progress.played)
            arena.prepare(everyone)
            played = arena.meet_all(
                [
                    *(Meeting(first, [second], openings) for first, second in pairings),
                    *(Meeting(agent, opponents[1], openings) for agent in against),
                ]
            )
    met = tuple(
        (first.name, second.name, pairs)
        for (first, second), (pairs,) in zip(pairings, played, strict=False)
    )
    weights = [opponent.weight for opponent in opponents[1]]
    found = [
        evaluate_pairs(pairs, weights, openings.clusters, SCORE)
        for pairs in played[len(pairings) :]
    ]
    return Comparison(
        game=game.name,
        agents=tuple((agent.name, agent.describe()) for agent in agents),
        searches=tuple(str(agent.search) for agent in agents),
        same=same,
        duels=duels_of(met, openings.clusters),
        pairs=matches.pairs,
        openings=openings.distinct,
        baselines=opponents[0] if found else "",
        against=baseline_scores(
            [agent.name for agent in agents],
            [opponent.name for opponent in opponents[1]],
            found,
            openings.clusters,
        ),
        games=games,
        reproducible=all(agent.search.reproducible for agent in everyone),
        clamped=clamped_lines(game, agents),
        repetition=Repetition(
            tuple(agents),
            tuple(opponents[1]),
            ("random", matches.opening_plies),
            matches.seed,
            _digest(game, matches),
        ),
        ratings=ratings_of(agents, met, openings.clusters, matches.anchor),
        anchor=matches.anchor,
    )


def check_matches(game: Game[Any], agents: Sequence[Agent], matches: Matches) -> None:
    """Refuse agents that cannot be compared, and openings that leave no game.

    Raises:
        TuneError: if there are fewer than two agents, two have the same name, or the openings are
            as long as the game.
    """
    if len(agents) < 2:
        raise TuneError("a comparison needs at least two agents; name another one")
    check_names(agents)
    check_openings(game, matches)


def check_openings(game: Game[Any], matches: Matches) -> None:
    """Refuse openings that leave no game.

    Raises:
        TuneError: if they are as long as the game.
    """
    if matches.opening_plies >= game.max_plies:
        raise TuneError(
            f"openings of {matches.opening_plies} plies fill the board of {game.name}; "
            f"give at most {game.max_plies - 1}, 2 to 6 are usual"
        )


def comparison_folder(game: Game[Any], matches: Matches, runs: Path) -> RunFolder:
    """Return the folder of all comparisons that are played so, whoever the agents are."""
    return RunFolder(runs / f"{matches.kind}-{game.name}-{_digest(game, matches)[:8]}")


def comparison_ledger(
    game: Game[Any], matches: Matches, runs: Path | None
) -> AbstractContextManager[Ledger]:
    """Open the games of all comparisons that are played so; without a folder they are not kept.

    Raises:
        RunError: if another process plays in the folder, or its games cannot be read.
    """
    folder = None if runs is None else comparison_folder(game, matches, runs)
    return match_ledger(folder, _digest(game, matches))


def _digest(game: Game[Any], matches: Matches) -> str:
    return matches_digest(game, matches, matches.pairs)


def _in_one(pair: tuple[Agent, Agent], groups: Sequence[SameFunction]) -> bool:
    if pair[0].search != pair[1].search:
        return False
    return any(pair[0].name in group.names and pair[1].name in group.names for group in groups)
