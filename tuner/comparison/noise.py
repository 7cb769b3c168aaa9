"""Play an agent against aliases of itself: what difference chance alone shows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from scipy.special import chdtri

from engine.game import Game
from tuner.cluster.executors import open_executors
from tuner.comparison.compare import check_openings, comparison_ledger
from tuner.comparison.model import Matches
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings, set_seed
from tuner.matches.progress import Progress
from tuner.stats.elo import elo_of_score
from tuner.stats.interval import Interval, clustered_mean, unanimous_share
from tuner.stats.json import interval_json
from tuner.stats.multiple import widest_of
from tuner.stats.pentanomial import design_effect

__all__ = ["ALIASES", "NoiseBand", "noise_json", "noise_lines", "play_noise"]

ALIASES = 5
"""So many names of one agent have ten matches with each other."""


@dataclass(frozen=True)
class NoiseBand:
    """Hold what matches of an agent against itself show.

    Attributes:
        agent: its name and what it plays.
        game: name of the game.
        pairs: of each match.
        scores: of the matches, each from openings and seeds of its own, with 95% intervals.
        error: standard error of the score of one match, from all pairs around 50%.
        known: by how much that error may be off, as the ends of its 95% interval.
    """

    agent: tuple[str, str]
    game: str
    pairs: int
    scores: tuple[Interval, ...]
    error: float
    known: tuple[float, float]

    def band(self, matches: int) -> float:
        """Return how far the score of the most distant of so many matches is from 50%, at most, in
        95 of 100 cases.
        """
        return min(0.5, widest_of(matches) * self.error)

    @property
    def largest(self) -> float:
        """Return how far the score of the most distant match is from 50%."""
        return max(abs(score.estimate - 0.5) for score in self.scores)

    @property
    def excluded(self) -> int:
        """Return in how many matches the interval excludes 50%, so that one of two equals wins."""
        return sum(not score.low <= 0.5 <= score.high for score in self.scores)

    def __str__(self) -> str:
        return "\n".join(noise_lines(self))


def play_noise(
    game: Game[Any], agent: Agent, matches: Matches, runs: Path | None, progress: Progress
) -> NoiseBand:
    """Play the matches of `ALIASES` aliases of an agent, each from openings and seeds of its own.

    Args:
        game: the rules.
        agent: who plays itself.
        matches: how it is played.
        runs: the folder of runs, in which the games are kept; None to keep none.
        progress: who listens.

    Raises:
        TuneError: if the openings are as long as the game.
    """
    check_openings(game, matches)
    count = math.comb(ALIASES, 2)
    sets = [
        draw_openings(
            game, matches.opening_plies, "compare", matches.pairs, set_seed(matches.seed, name)
        ).named(name)
        for name in (f"alias match {at + 1}" for at in range(count))
    ]
    with (
        open_executors(matches.threads, matches.cluster, progress) as executors,
        comparison_ledger(game, matches, runs) as ledger,
    ):
        for openings in sets:
            ledger.add_openings(openings)
        progress.stage("noise", 2 * matches.pairs * count)
        arena = Arena(game, ledger, executors.games, progress.played)
        arena.prepare([agent])
        played = arena.meet_all([Meeting(agent, [agent], openings) for openings in sets])
    scores = [pairs.scores for (pairs,) in played]
    clusters = [openings.clusters for openings in sets]
    # Equal openings of two matches have seeds of their own; numbers are apart by match.
    apart = np.concatenate([one + at * (matches.pairs + 1) for at, one in enumerate(clusters)])
    joined = np.concatenate(scores)
    around = float(np.mean((joined - 0.5) ** 2)) * design_effect(joined, apart)
    openings_count = len(np.unique(apart))
    return NoiseBand(
        (agent.name, agent.describe()),
        game.name,
        matches.pairs,
        tuple(clustered_mean(one, own) for one, own in zip(scores, clusters, strict=True)),
        math.sqrt(around / matches.pairs),
        _known(around, matches.pairs, openings_count),
    )


def _known(variance: float, pairs: int, openings: int) -> tuple[float, float]:
    """Return the ends of the interval of a standard error from so many openings.

    Those of a normal sample's deviation, by chi-square; where all pairs ended even, what share of
    others may have been missed (`unanimous_share`).
    """
    if variance == 0:
        missed = 1 - unanimous_share(openings)
        return 0.0, math.sqrt(missed / 4 / pairs)
    low, high = (
        math.sqrt(variance / pairs * openings / float(chdtri(openings, share)))
        for share in (0.025, 0.975)
    )
    return low, high


def noise_lines(band: NoiseBand) -> list[str]:
    """Return the noise band for people."""
    name, plays = band.agent
    count = len(band.scores)
    low, high = (100 * (0.5 + side * band.band(1)) for side in (-1, 1))
    lines = [
        f"Noise of {name} ({plays}), {band.game}: {count} matches against itself, each of "
        f"{band.pairs:,} pairs from openings and seeds of its own:",
    ]
    if band.error == 0:
        worst = 100 * widest_of(1) * band.known[1]
        return [
            *lines,
            f"  Every pair ended even, so chance shows no difference here (at most {worst:.2f} "
            "points in 95 of 100 cases): with ties broken in order an agent meets its own moves.",
        ]
    return [
        *lines,
        f"  One match: in 95 of 100 cases the score is {low:.1f} to {high:.1f}%, "
        f"{_within(band, 1)}.",
        f"  The largest difference among {count} matches of {ALIASES} agents: in 95 of 100 cases "
        f"{_within(band, count)}.",
        f"  Seen: the scores are {100 * min(one.estimate for one in band.scores):.1f} to "
        f"{100 * max(one.estimate for one in band.scores):.1f}%, and {band.excluded} of {count} "
        f"intervals exclude 50% (by chance about {0.05 * count:g}).",
        "  A smaller difference between two agents at these pairs is no evidence of strength.",
    ]


def _within(band: NoiseBand, matches: int) -> str:
    """Return how far chance goes, in points and in Elo, with what is known of it."""
    points = band.band(matches)
    ends = [100 * min(0.5, widest_of(matches) * one) for one in band.known]
    return (
        f"within {100 * points:.2f} points ({ends[0]:.2f} to {ends[1]:.2f}) or "
        f"{elo_of_score(0.5 + points):.0f} Elo of 50%"
    )


def noise_json(band: NoiseBand) -> dict[str, Any]:
    """Return the noise band as JSON: scores are shares, intervals and bands are 95%."""
    name, plays = band.agent
    return {
        "agent": {"name": name, "plays": plays},
        "game": band.game,
        "pairs": band.pairs,
        "matches": [{**interval_json(one, "score"), "bound": one.bound} for one in band.scores],
        "standard_error": {"value": band.error, "low": band.known[0], "high": band.known[1]},
        "bands": [
            {
                "largest_of": count,
                "points": 100 * band.band(count),
                "elo": elo_of_score(0.5 + band.band(count)),
            }
            for count in (1, len(band.scores))
        ],
        "largest_seen": 100 * band.largest,
        "intervals_without_half": band.excluded,
        "games": 2 * band.pairs * len(band.scores),
    }
