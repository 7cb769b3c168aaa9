"""Play a sequential match of two agents, and keep its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from tuner.cluster.executors import open_executors
from tuner.comparison.compare import check_matches
from tuner.comparison.match_ledger import match_ledger, matches_digest
from tuner.comparison.model import Matches
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.clamped import clamped_lines
from tuner.matches.likeness import find_same_functions
from tuner.matches.meeting import Meeting
from tuner.matches.openings import OpeningSet, draw_openings
from tuner.matches.progress import Progress
from tuner.matches.sample import positions_with_a_choice
from tuner.sequential.expectation import (
    PILOT,
    Expectation,
    expect,
    expectation_text,
    pairs_to_go,
)
from tuner.sequential.model import SequentialMatch
from tuner.stats.elo import normalized_elo
from tuner.stats.interval import Interval
from tuner.stats.sprt import Sprt
from tuner.stats.sprt_course import Standing
from tuner.tuning.forecast import playing_threads
from tuner.tuning.game_times import GameTimes
from tuner.tuning.repetition import Repetition
from tuner.tuning.run_folder import RunFolder
from tuner.tuning.sequential_duel import play_sequential, standing_text
from tuner.verdict.model import HeadToHead

__all__ = ["play_match", "sequential_folder"]

_KIND = "sprt"

_SECONDS = 0.3
"""For the games that are played to say how long the others take, where they are quick."""

_SAMPLED = 100


def play_match(
    game: Game[Any],
    agents: Sequence[Agent],
    test: Sprt,
    matches: Matches,
    runs: Path | None,
    progress: Progress,
) -> SequentialMatch:
    """Play two agents against each other until a test has decided, or to the cap.

    How long that is likely to take is told as a note as soon as the first pairs are there, which
    count as all others do.

    Args:
        game: the rules.
        agents: two; the first one's view is taken.
        test: what is tested.
        matches: how it is played; its pairs are the cap.
        runs: the folder of runs, in which the games are kept; None to keep none.
        progress: who listens.

    Raises:
        TuneError: if the two have the same name, or the openings are as long as the game.
    """
    check_matches(game, agents, matches)
    first, second = agents
    folder = None if runs is None else sequential_folder(game, matches, runs)
    # First: without its cluster or GPU a match compiles and writes nothing.
    with open_executors(matches.threads, matches.cluster, progress, matches.device) as executors:
        openings = draw_openings(
            game, matches.opening_plies, "compare", matches.pairs, matches.seed
        )
        with match_ledger(folder, _digest(game, matches)) as ledger:
            ledger.add_openings(openings)
            progress.stage("sequential match, at most", 2 * matches.pairs)
            arena = Arena(game, ledger, executors.games, progress.played)
            arena.prepare(agents)
            kept = ledger.games()

            def seconds_a_pair() -> float | None:
                if ledger.games() - kept < 2 * PILOT:
                    return None
                return _seconds_of_pair(game, (first, second), openings, matches, executors.players)

            watch = _Watch(test, openings.clusters, progress, seconds_a_pair)
            duel = play_sequential(arena, Meeting(first, [second], openings), test, watch.stood)
    repetition = Repetition(
        (first, second),
        (),
        ("random", matches.opening_plies),
        matches.seed,
        _digest(game, matches),
    )
    return _found(game, repetition, openings, duel, watch)


class _Watch:
    """Tell a listener how a test stands, and once how long it is likely to take.

    Args:
        test: what is tested.
        clusters: shape (pairs,), of all pairs that there can be: equal numbers mark pairs that
            share an opening.
        progress: listens.
        seconds_a_pair: tells how long a pair takes, all threads together; None where nobody asks,
            since none was played now.
    """

    def __init__(
        self,
        test: Sprt,
        clusters: NDArray[np.int64],
        progress: Progress,
        seconds_a_pair: Callable[[], float | None],
    ) -> None:
        self._test, self._clusters, self._progress = test, clusters, progress
        self._seconds_a_pair = seconds_a_pair
        self.effect = 1.0
        self.course: tuple[tuple[int, float], ...] = ()
        self.expected: Expectation | None = None

    def stood(self, standing: Standing) -> None:
        """Take note of where the test stands."""
        self.effect, self.course = standing.effect, standing.course
        self._progress.fact(standing_text(self._test, standing))
        if self.expected is None and standing.first is not None:
            self.expected = expect(self._test, standing.first, self._clusters)
            cap, seconds = len(self._clusters), self._seconds_a_pair()
            text = expectation_text(self.expected, cap, seconds)
            self._progress.note(text)


def _seconds_of_pair(
    game: Game[Any],
    agents: tuple[Agent, Agent],
    openings: OpeningSet,
    matches: Matches,
    threads: int,
) -> float:
    """Return the seconds of a pair, all threads together, by some pairs that are played again.

    What the first pairs of the match took is mostly the start of its threads, and counts for
    nothing.
    """
    sample = positions_with_a_choice(game, _SAMPLED)
    times = GameTimes(game, openings, matches.opening_plies, sample)
    (found,) = times.of_games([agents], [2 * len(openings)], _SECONDS)
    return 2 * found.seconds / playing_threads(threads)


def _found(
    game: Game[Any],
    repetition: Repetition,
    openings: OpeningSet,
    duel: HeadToHead,
    watch: _Watch,
) -> SequentialMatch:
    first, second = agents = repetition.agents
    same = find_same_functions(game, agents)
    counted = openings.clusters[: duel.pairs]
    return SequentialMatch(
        game=game.name,
        agents=((first.name, first.describe()), (second.name, second.describe())),
        searches=(str(first.search), str(second.search)),
        same=same[0] if same else None,
        cap=len(openings),
        duel=duel,
        openings=len(np.unique(counted)),
        worth=duel.pairs / watch.effect,
        normalized=_normalized(duel, watch.effect),
        expected=watch.expected,
        course=watch.course,
        to_go=pairs_to_go(duel, watch.effect, counted),
        reproducible=first.search.reproducible and second.search.reproducible,
        repetition=repetition,
        clamped=tuple(clamped_lines(game, agents)),
    )


def _normalized(duel: HeadToHead, effect: float) -> Interval | None:
    """Return the difference in normalized Elo, if the test is in it; shared openings widen it."""
    if duel.test.model != "normalized":
        return None
    return normalized_elo(duel.counts, effect=effect)


def sequential_folder(game: Game[Any], matches: Matches, runs: Path) -> RunFolder:
    """Return the folder of all sequential matches that begin so, whoever the agents are."""
    return RunFolder(runs / f"{_KIND}-{game.name}-{_digest(game, matches)[:8]}")


def _digest(game: Game[Any], matches: Matches) -> str:
    # Not of the number of pairs: a cap may grow.
    return matches_digest(game, matches, _KIND)
