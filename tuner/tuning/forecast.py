"""Say how long a study will take, by some of its own games that are played and timed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from engine.play.driver import driver_of
from tuner.config.study import Study
from tuner.matches.node_cost import seconds_of_measuring
from tuner.matches.openings import OpeningSet
from tuner.matches.sample import positions_with_a_choice
from tuner.solved.positions import expected_choices, has_solved
from tuner.stats.text import duration_text
from tuner.tuning.equal_time import MEASURED
from tuner.tuning.forecast_matches import (
    PlannedMatch,
    equal_time_matches,
    planned_matches,
    study_agents,
    with_equal_time,
)
from tuner.tuning.game_times import GameTimes
from tuner.tuning.plan import StudyPlan, plan_study
from tuner.tuning.timed_games import NOTHING_KNOWN, GameTime, KnownSeconds

__all__ = ["Forecast", "forecast", "forecast_text", "playing_threads"]

_SECONDS = 0.3
"""For all measurements together at most, where games are quick."""

_BUSY = 0.82
"""Several threads play for this share of their time; the rest is bookkeeping, and waiting for the
last of a batch (measured on two threads: "share of its wall time" in docs/speed.md)."""

_LONG_SECONDS = 3600.0
_SAMPLED = 100


@dataclass(frozen=True)
class Forecast:
    """Say what a study will take at most, where nothing of it is played yet.

    Attributes:
        games: at most, in the search, the selection and the verdict.
        seconds: that they will take on these threads.
        threads: that play.
        game_seconds: of one thread for a game against each baseline, then of the tuned agent
            against itself; none where they were not measured.
        stages: seconds on these threads in the search, the selection, the verdict without its
            further conditions, and "further": of these and of the ablation; by that name.
    """

    games: int
    seconds: float
    threads: int
    game_seconds: tuple[float, ...] = ()
    stages: Mapping[str, float] = field(default_factory=dict)

    @property
    def long(self) -> bool:
        """Return whether somebody may have meant less."""
        return self.seconds > _LONG_SECONDS


def forecast(study: Study, openings: Mapping[str, OpeningSet], threads: int) -> Forecast:
    """Return how many games a study plays, and how long they take by a measurement.

    Args:
        study: before its games.
        openings: by the name of their set; of those of the verdict the first ones are enough.
        threads: that will play.

    Raises:
        EvaluationError: if a formula gave no number.
    """
    plan = plan_study(study)
    driver_of(study.game)
    sample = positions_with_a_choice(study.game, _SAMPLED)
    times = GameTimes(study.game, openings["verdict"], study.opening_plies, sample)
    matches = planned_matches(study, plan)
    measured = _timed(times, matches)
    nodes = [one.dearest.nodes for one in measured[: len(study.baselines)]]
    known = [one for one in nodes if one is not None]
    # Who has a limit in time has as much at equal time.
    if len(known) == len(nodes):
        limited = equal_time_matches(study, fmean(known))
        matches, measured = (
            matches + limited,
            measured + _timed(times, limited, _known(matches, measured)),
        )
    else:
        matches = with_equal_time(study, matches)
    playing = playing_threads(threads)
    # One thread measures what a node costs, while no other one plays.
    measuring = MEASURED * seconds_of_measuring(2 + len(study.baselines))
    stages = {
        **_stage_seconds(study, plan, measured),
        "further": _further_seconds(matches, measured) + playing * measuring,
    }
    if has_solved(study.game):
        moves = [times.of_move(one) for one in study_agents(study)]
        stages["search"] += study.budget.trials * plan.solved_positions * fmean(moves)
        # The verdict asks two agents.
        stages["verdict"] += 2 * expected_choices(study.game, "verdict") * max(moves)
    return Forecast(
        games=sum(one.games + one.further for one in matches),
        seconds=sum(stages.values()) / playing,
        threads=threads,
        game_seconds=tuple(one.mean for one in measured[: len(study.baselines) + 1]),
        stages={name: one / playing for name, one in stages.items()},
    )


def playing_threads(threads: int) -> float:
    """Return how many threads play at any time, of so many that have games to play."""
    return threads * (_BUSY if threads > 1 else 1.0)


@dataclass(frozen=True)
class _Cost:
    """Hold what a game of a match costs with each of the agents that may play it."""

    times: tuple[GameTime, ...]

    @property
    def mean(self) -> float:
        """Return the seconds of one thread, on average."""
        return fmean(one.seconds for one in self.times)

    @property
    def dearest(self) -> GameTime:
        """Return it with the agent with which it takes longest."""
        return max(self.times, key=lambda one: one.seconds)


def _timed(
    times: GameTimes, matches: list[PlannedMatch], known: KnownSeconds = NOTHING_KNOWN
) -> list[_Cost]:
    agents = [both for one in matches for both in one.agents]
    found = iter(times.of_games(agents, _counts(matches), _SECONDS / 2, known))
    return [_Cost(tuple(next(found) for _ in one.agents)) for one in matches]


def _counts(matches: Sequence[PlannedMatch]) -> list[float]:
    """Return the games of each pair of agents of each match."""
    return [(one.games + one.further) / len(one.agents) for one in matches for _ in one.agents]


def _known(matches: Sequence[PlannedMatch], measured: Sequence[_Cost]) -> KnownSeconds:
    """Return what the games of matches take that are timed."""
    times = [game for one in measured for game in one.times]
    counts = _counts(matches)
    return KnownSeconds(
        sum(one.seconds * count for one, count in zip(times, counts, strict=True)),
        math.hypot(*(one.error * count for one, count in zip(times, counts, strict=True))),
    )


def _stage_seconds(study: Study, plan: StudyPlan, measured: Sequence[_Cost]) -> dict[str, float]:
    """Return the seconds of one thread for the games of each stage.

    Whose search costs more plays better as a rule, so the later stages are taken to meet those.
    """
    *against, duel = measured[: len(study.baselines) + 1]
    searched = fmean(one.mean for one in against)
    each = fmean(one.dearest.seconds for one in against)
    duels = 2 * study.duel_pairs
    return {
        "search": plan.search_games * (duel.mean if study.duels else searched),
        "selection": plan.selection_games * each,
        "verdict": (plan.verdict_games - duels) * each + duels * duel.dearest.seconds,
    }


def _further_seconds(matches: Sequence[PlannedMatch], measured: Sequence[_Cost]) -> float:
    """Return the seconds of one thread for the games under further conditions."""
    timed = zip(matches, measured, strict=True)
    return sum(one.further * each.dearest.seconds for one, each in timed)


def forecast_text(estimate: Forecast, gpu: bool = False) -> str:
    """Return the forecast as "at most about 400 games, about 25 s on 2 threads if nothing else
    runs": values that were met before play no game again.

    Args:
        estimate: of the games.
        gpu: whether a GPU will play, of which nobody knows before how long it takes.
    """
    threads = f"{estimate.threads} thread{'s' * (estimate.threads > 1)}{' without the GPU' * gpu}"
    return (
        f"at most about {_number(estimate.games)} games, about {duration_text(estimate.seconds)} "
        f"on {threads} if nothing else runs; starting, compiling and the report come on top"
    )


def _number(count: int) -> str:
    if count >= 1_000_000:
        return f"{count / 1e6:.1f} million"
    return f"{count:,}"
