"""Say how long a study will take, by some of its own games that are played and timed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.play.driver import driver_of
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.node_cost import seconds_of_measuring
from tuner.matches.openings import OpeningSet
from tuner.matches.sample import positions_with_a_choice
from tuner.samplers.space import Space
from tuner.solved.positions import find_choices, has_solved
from tuner.stats.text import duration_text
from tuner.tuning.equal_time import MEASURED
from tuner.tuning.game_times import GameTimes
from tuner.tuning.plan import StudyPlan, plan_study
from tuner.tuning.study_run import EQUAL_TIME, opening_counts
from tuner.tuning.transfer import other_searches
from tuner.tuning.trials import tuned_agent
from tuner.tuning.unmet import unmet_opponent

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
        games: in the search, the selection and the verdict.
        seconds: that they will take on these threads.
        threads: that play.
        game_seconds: of one thread for a game against each baseline, then of the tuned agent
            against itself; none where they were not measured.
        stages: seconds on these threads in the search, the selection and the verdict without its
            further conditions, by the name of the stage.
        at_most: whether trials or finalists may stop early, so that there are fewer games.
    """

    games: int
    seconds: float
    threads: int
    game_seconds: tuple[float, ...] = ()
    stages: Mapping[str, float] = field(default_factory=dict)
    at_most: bool = False

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
    matches = _matches(study, plan)
    driver_of(study.game)
    sample = positions_with_a_choice(study.game, _SAMPLED)
    times = GameTimes(study.game, openings["verdict"], study.opening_plies, sample)
    agents, games = [one.agents for one in matches], [one.games for one in matches]
    measured = times.of_games(agents, games, _SECONDS)
    seconds = sum(one.games * each for one, each in zip(matches, measured, strict=True))
    asked, searching = _solved_positions(study, plan)
    a_move = 0.0
    if asked:
        a_move = times.of_move(tuned_agent(study, Space(study.tune).hand_set))
        seconds += asked * a_move
    # One thread measures what a node costs, while no other one plays.
    measuring = MEASURED * seconds_of_measuring(2 + len(study.baselines))
    game_seconds = tuple(measured[: len(study.baselines) + 1])
    stages = _stage_seconds(study, plan, game_seconds)
    stages["search"] += searching * a_move
    playing = playing_threads(threads)
    return Forecast(
        games=sum(one.games for one in matches),
        seconds=seconds / playing + measuring,
        threads=threads,
        game_seconds=game_seconds,
        stages={name: one / playing for name, one in stages.items()},
        at_most=study.stops_trials or study.races,
    )


def playing_threads(threads: int) -> float:
    """Return how many threads play at any time, of so many that have games to play."""
    return threads * (_BUSY if threads > 1 else 1.0)


def _solved_positions(study: Study, plan: StudyPlan) -> tuple[int, int]:
    """Return in how many solved positions an agent is asked for its move: in all, in the search."""
    if not has_solved(study.game):
        return 0, 0
    searching = study.budget.trials * plan.solved_positions
    return searching + 2 * len(find_choices(study.game, "verdict", study.seed)), searching


def _stage_seconds(
    study: Study, plan: StudyPlan, game_seconds: tuple[float, ...]
) -> dict[str, float]:
    """Return the seconds of one thread for the games of each stage."""
    *against, duel = game_seconds
    each = sum(against) / len(against)
    duels = 2 * study.duel_pairs
    return {
        "search": plan.search_games * (duel if study.duels else each),
        "selection": plan.selection_games * each,
        "verdict": (plan.verdict_games - duels) * each + duels * duel,
    }


@dataclass(frozen=True)
class _Match:
    """Hold two agents, and how many games they or agents like them play."""

    agents: tuple[Agent, Agent]
    games: int


def _matches(study: Study, plan: StudyPlan) -> list[_Match]:
    """Return all games of a study, each as if the hand-set agent played it."""
    openings = opening_counts(study)
    equal_time = 2 * len(EQUAL_TIME) * openings[EQUAL_TIME[0]]
    own = tuned_agent(study, Space(study.tune).hand_set)
    ablation = _ablation_games(study) if study.ablation else 0
    duels = 2 * study.duel_pairs
    met = plan.games - duels
    each = met // len(study.baselines) + 2 * equal_time + ablation
    searched = (replace(own, search=search) for search in other_searches(study))
    few = 2 * openings["conditions"]
    # Their opponent is compiled later, and no game with it is played now.
    unmet = 0 if unmet_opponent(study) is None else 2 * few
    return [
        *(_Match((own, baseline), each) for baseline in study.baselines),
        _Match((own, own), duels + equal_time + unmet),
        *(_Match((one, one), few) for one in searched),
        *(
            _Match((replace(own, search=one.search), baseline), 4 * one.pairs)
            for one in study.conditions
            for baseline in study.baselines
        ),
    ]


def _ablation_games(study: Study) -> int:
    # Late: few studies want an ablation.
    from tuner.tuning.ablation import ablation_games  # noqa: PLC0415

    return ablation_games(study)


def forecast_text(estimate: Forecast) -> str:
    """Return the forecast as "about 400 games, about 25 s on 2 threads if nothing else runs"."""
    threads = f"{estimate.threads} thread{'s' * (estimate.threads > 1)}"
    most = "at most " if estimate.at_most else ""
    return (
        f"{most}about {_number(estimate.games)} games, about {duration_text(estimate.seconds)} on "
        f"{threads} if nothing else runs"
    )


def _number(count: int) -> str:
    if count >= 1_000_000:
        return f"{count / 1e6:.1f} million"
    return f"{count:,}"
