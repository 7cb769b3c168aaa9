"""Play an agent against aliases of itself: what difference chance alone shows."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from tuner.cluster.executors import open_executors
from tuner.comparison.compare import check_openings, comparison_folder, comparison_ledger
from tuner.comparison.match_ledger import matches_digest
from tuner.comparison.model import Matches
from tuner.comparison.noise_band import ALIASES, NoiseBand
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings, set_seed
from tuner.matches.progress import Progress
from tuner.stats.interval import clustered_mean
from tuner.stats.pentanomial import design_effect
from tuner.tuning.repetition import Repetition
from tuner.tuning.run_folder import RunFolder

__all__ = ["error_of_a_match", "noise_folder", "play_noise"]


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
    matches = _of_noise(matches)
    count = math.comb(ALIASES, 2)
    # First: without its cluster or GPU a measurement compiles and writes nothing.
    with open_executors(matches.threads, matches.cluster, progress, matches.device) as executors:
        sets = [
            draw_openings(
                game, matches.opening_plies, "compare", matches.pairs, set_seed(matches.seed, name)
            ).named(name)
            for name in (f"alias match {at + 1}" for at in range(count))
        ]
        with comparison_ledger(game, matches, runs) as ledger:
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
    error, known = error_of_a_match(np.concatenate(scores), apart, matches.pairs)
    return NoiseBand(
        (agent.name, agent.describe()),
        game.name,
        matches.pairs,
        tuple(clustered_mean(one, own) for one, own in zip(scores, clusters, strict=True)),
        error,
        known,
        Repetition(
            (agent,),
            (),
            ("random", matches.opening_plies),
            matches.seed,
            matches_digest(game, matches, matches.pairs),
        ),
    )


def noise_folder(game: Game[Any], matches: Matches, runs: Path) -> RunFolder:
    """Return the folder of all agents that are played against themselves so."""
    return comparison_folder(game, _of_noise(matches), runs)


def _of_noise(matches: Matches) -> Matches:
    # A folder of its own: the results of comparisons stay where they are.
    return replace(matches, kind="noise")


def error_of_a_match(
    scores: NDArray[np.float64], clusters: NDArray[np.int64], pairs: int
) -> tuple[float, tuple[float, float]]:
    """Return the standard error of a match's score, with the ends of its 95% interval.

    The true score is 1/2, so the variance of a pair is the mean of (score - 1/2)^2, which lies from
    0 to 1/4: its interval is that of `clustered_mean`. That of a normal sample's deviation, by
    chi-square, holds 48% where 5 of 100 pairs are uneven. Shared openings raise the variance by
    their `design_effect`, which is taken as known.

    Args:
        scores: shape (n,), of the pairs of all matches of an agent against itself.
        clusters: shape (n,), integers; pairs with the same number share an opening.
        pairs: of the one match.
    """
    variance = clustered_mean((scores - 0.5) ** 2, clusters, (0.0, 0.25))
    factor = design_effect(scores, clusters) / pairs
    error, low, high = (
        math.sqrt(one * factor) for one in (variance.estimate, variance.low, variance.high)
    )
    return error, (low, high)
