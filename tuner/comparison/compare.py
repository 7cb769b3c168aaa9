"""Agents compared: the same function or not, head to head, and against a set of baselines."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.errors import TuneError
from engine.game import Game
from tuner.matches.agent import Agent, check_names
from tuner.matches.arena import Arena
from tuner.matches.clamped import clamped_lines
from tuner.matches.evaluation import Evaluation, compare_evaluations, evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.progress import Progress
from tuner.matches.provenance import sources_digest
from tuner.matches.same_function import SameFunction, find_same_functions
from tuner.stats.interval import Interval
from tuner.stats.text import late_note
from tuner.tuning.run_folder import RunFolder
from tuner.verdict.json import match_json
from tuner.verdict.model import HeadToHead, head_to_head

__all__ = ["Comparison", "Duel", "Matches", "compare_agents", "comparison_json"]


@dataclass(frozen=True)
class Matches:
    """How a comparison is played.

    Attributes:
        pairs: of each match.
        opening_plies: random plies at the start of each pair.
        seed: of openings and games.
        threads: that play.
    """

    pairs: int
    opening_plies: int
    seed: int
    threads: int


@dataclass(frozen=True)
class Duel:
    """Two agents head to head, as the first one sees it."""

    first: str
    second: str
    result: HeadToHead

    @property
    def verdict(self) -> str:
        """Who is better, if the interval of the score says so and the clock decided few games."""
        if late := late_note(2 * self.result.pairs, self.result.late):
            return late
        if self.result.score.low > 0.5:
            return f"{self.first} is better"
        if self.result.score.high < 0.5:
            return f"{self.second} is better"
        return "undecided"


@dataclass(frozen=True)
class Comparison:
    """What a comparison found.

    Attributes:
        game: name of the game.
        agents: name and description of each.
        searches: how each looks ahead, in words.
        same: agents that are the same function; they are not played against each other.
        duels: every pair of different agents.
        pairs: of each match.
        openings: number of openings that differ up to symmetry.
        baselines: name of the set, "" for none.
        scores: name, score over the baselines, and difference to the first agent (None for it).
        by_baseline: for each agent its score against each baseline, by name.
        games: that the result rests on; those of an earlier start are not played again.
        reproducible: False if an agent or baseline has a limit in time.
        clamped: a line for each agent whose values a search cuts off.
    """

    game: str
    agents: tuple[tuple[str, str], ...]
    searches: tuple[str, ...]
    same: tuple[SameFunction, ...]
    duels: tuple[Duel, ...]
    pairs: int
    openings: int
    baselines: str
    scores: tuple[tuple[str, Interval, Interval | None], ...]
    by_baseline: tuple[tuple[str, tuple[tuple[str, Interval], ...]], ...]
    games: int
    reproducible: bool
    clamped: tuple[str, ...] = ()


def compare_agents(
    game: Game[Any],
    agents: Sequence[Agent],
    opponents: tuple[str, Sequence[Agent]],
    matches: Matches,
    place: tuple[Path, Progress],
) -> Comparison:
    """Compare agents.

    Args:
        game: the rules.
        agents: two or more, with different names.
        opponents: name and agents of a set of baselines; no agents for none.
        matches: how it is played.
        place: the folder of runs, in which the games are kept, and who listens.

    Raises:
        TuneError: if there are fewer than two agents, two have the same name, or the openings are
            as long as the game.
    """
    _check(game, agents, matches)
    runs, progress = place
    everyone = [*agents, *opponents[1]]
    same = find_same_functions(game, agents)
    digest = _digest(game, matches)
    folder = RunFolder(runs / f"compare-{game.name}-{digest[:8]}")
    # A set that no study ever sees, whatever its seed: the games are new evidence.
    openings = draw_openings(game, matches.opening_plies, "compare", matches.pairs, matches.seed)
    with folder.locked(), Ledger(folder.ledger, digest) as ledger:
        ledger.add_openings(openings)
        pairings = [pair for pair in combinations(agents, 2) if not _in_one(pair, same)]
        games = 2 * matches.pairs * (len(pairings) + len(agents) * len(opponents[1]))
        progress.stage("compare", games)
        with ThreadPoolExecutor(matches.threads, "tune") as executor:
            arena = Arena(game, ledger, executor, progress.played)
            arena.prepare(everyone)
            duels = tuple(_duel(arena, first, second, openings) for first, second in pairings)
            evaluations = [_evaluate(arena, agent, opponents[1], openings) for agent in agents]
    found = [one for one in evaluations if one is not None]
    return Comparison(
        game=game.name,
        agents=tuple((agent.name, agent.describe()) for agent in agents),
        searches=tuple(str(agent.search) for agent in agents),
        same=same,
        duels=duels,
        pairs=matches.pairs,
        openings=openings.distinct,
        baselines=opponents[0] if found else "",
        scores=tuple(
            (
                agent.name,
                one.interval,
                None if one is found[0] else compare_evaluations(one, found[0]),
            )
            for agent, one in zip(agents, found, strict=bool(found))
        ),
        by_baseline=tuple(
            (
                agent.name,
                tuple((other.name, one.against(i)) for i, other in enumerate(opponents[1])),
            )
            for agent, one in zip(agents, found, strict=bool(found))
        ),
        games=games,
        reproducible=all(agent.search.reproducible for agent in everyone),
        clamped=clamped_lines(game, agents),
    )


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON: scores are shares, intervals are 95%."""
    return {
        "game": comparison.game,
        "agents": [{"name": name, "plays": text} for name, text in comparison.agents],
        "same_function": [asdict(same) for same in comparison.same],
        "pairs": comparison.pairs,
        "openings": comparison.openings,
        "head_to_head": [
            {
                "first": duel.first,
                "second": duel.second,
                "verdict": duel.verdict,
                **match_json(duel.result),
            }
            for duel in comparison.duels
        ],
        "baselines": comparison.baselines,
        "against_baselines": [
            {
                "name": name,
                **_ends("", score),
                **(_ends("difference_", difference) if difference is not None else {}),
                "by_baseline": [{"name": other, **_ends("", value)} for other, value in rows],
            }
            for (name, score, difference), (_, rows) in zip(
                comparison.scores, comparison.by_baseline, strict=True
            )
        ],
        "games": comparison.games,
        "reproducible": comparison.reproducible,
        "clamped": list(comparison.clamped),
    }


def _ends(prefix: str, interval: Interval) -> dict[str, float]:
    name = "score" if not prefix else "to_first"
    return {
        f"{prefix}{name}": interval.estimate,
        f"{prefix}low": interval.low,
        f"{prefix}high": interval.high,
    }


def _check(game: Game[Any], agents: Sequence[Agent], matches: Matches) -> None:
    if len(agents) < 2:
        raise TuneError("a comparison needs at least two agents; name another one")
    check_names(agents)
    if matches.opening_plies >= game.max_plies:
        raise TuneError(
            f"openings of {matches.opening_plies} plies fill the board of {game.name}; "
            f"give at most {game.max_plies - 1}, 2 to 6 are usual"
        )


def _digest(game: Game[Any], matches: Matches) -> str:
    content = [
        game.name,
        matches.pairs,
        matches.opening_plies,
        matches.seed,
        sources_digest(),
    ]
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _in_one(pair: tuple[Agent, Agent], groups: Sequence[SameFunction]) -> bool:
    if pair[0].search != pair[1].search:
        return False
    return any(pair[0].name in group.names and pair[1].name in group.names for group in groups)


def _duel(arena: Arena, first: Agent, second: Agent, openings: OpeningSet) -> Duel:
    (pairs,) = arena.meet(first, [second], openings)
    return Duel(first.name, second.name, head_to_head(pairs, openings.clusters))


def _evaluate(
    arena: Arena, agent: Agent, opponents: Sequence[Agent], openings: OpeningSet
) -> Evaluation | None:
    if not opponents:
        return None
    pairs = arena.meet(agent, opponents, openings)
    weights = [opponent.weight for opponent in opponents]
    return evaluate_pairs(pairs, weights, openings.clusters, "score")
