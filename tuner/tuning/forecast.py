"""Say how long a study will take, by some of its own games that are played and timed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from statistics import fmean

from engine.play.driver import driver_of
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.node_cost import seconds_of_measuring
from tuner.matches.openings import OpeningSet
from tuner.matches.sample import positions_with_a_choice
from tuner.samplers.space import Space
from tuner.solved.positions import expected_choices, has_solved
from tuner.stats.text import duration_text
from tuner.tuning.equal_time import MEASURED, with_nodes
from tuner.tuning.game_times import GameTime, GameTimes
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
        stages: seconds on these threads in the search, the selection, the verdict without its
            further conditions, and "further": of these and of the ablation; by that name.
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
    driver_of(study.game)
    sample = positions_with_a_choice(study.game, _SAMPLED)
    times = GameTimes(study.game, openings["verdict"], study.opening_plies, sample)
    matches = _matches(study, plan)
    measured = _timed(times, matches)
    own = measured[: len(study.baselines)]
    nodes = [one.nodes for one in own if one.nodes is not None]
    # Who has a limit in time has as much at equal time.
    if len(nodes) == len(own):
        limited = _at_equal_time(study, fmean(nodes))
        known = _seconds_of(matches, measured)
        matches, measured = matches + limited, measured + _timed(times, limited, known)
    else:
        matches = _with_equal_time(study, matches)
    further = sum(one.further * each.seconds for one, each in zip(matches, measured, strict=True))
    seconds = _seconds_of(matches, measured)
    asked, searching = _solved_positions(study, plan)
    a_move = 0.0
    if asked:
        a_move = times.of_move(tuned_agent(study, Space(study.tune).hand_set))
        seconds += asked * a_move
    # One thread measures what a node costs, while no other one plays.
    measuring = MEASURED * seconds_of_measuring(2 + len(study.baselines))
    game_seconds = tuple(one.seconds for one in measured[: len(study.baselines) + 1])
    stages = _stage_seconds(study, plan, game_seconds)
    stages["search"] += searching * a_move
    playing = playing_threads(threads)
    stages["further"] = further + playing * measuring
    return Forecast(
        games=sum(one.games + one.further for one in matches),
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
    """Return in about how many solved positions an agent is asked for its move: in all, and in the
    search.
    """
    if not has_solved(study.game):
        return 0, 0
    searching = study.budget.trials * plan.solved_positions
    # The verdict asks two agents.
    return searching + 2 * expected_choices(study.game, "verdict"), searching


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
    """Hold two agents, and how many games they or agents like them play.

    Attributes:
        agents: both.
        games: in the search, the selection and the verdict.
        further: under its further conditions, and in its ablation.
    """

    agents: tuple[Agent, Agent]
    games: int
    further: int


def _timed(times: GameTimes, matches: list[_Match], known: float = 0.0) -> list[GameTime]:
    counts = [one.games + one.further for one in matches]
    return times.of_games([one.agents for one in matches], counts, _SECONDS / 2, known)


def _seconds_of(matches: list[_Match], measured: list[GameTime]) -> float:
    """Return the seconds of one thread for all games."""
    timed = zip(matches, measured, strict=True)
    return sum((one.games + one.further) * each.seconds for one, each in timed)


def _matches(study: Study, plan: StudyPlan) -> list[_Match]:
    """Return all games of a study but those at equal time, each as if the hand-set agent played it.

    First come those against the baselines, then those of the agent against itself.
    """
    own = tuned_agent(study, Space(study.tune).hand_set)
    ablation = _ablation_games(study) if study.ablation else 0
    duels = 2 * study.duel_pairs
    each = (plan.games - duels) // len(study.baselines)
    searched = (replace(own, search=search) for search in other_searches(study))
    few = 2 * opening_counts(study)["conditions"]
    # Their opponent is compiled later, and no game with it is played now.
    unmet = 0 if unmet_opponent(study) is None else 2 * few
    return [
        *(_Match((own, baseline), each, ablation) for baseline in study.baselines),
        _Match((own, own), duels, unmet),
        *(_Match((one, one), 0, few) for one in searched),
        *(
            _Match((replace(own, search=one.search), baseline), 0, 4 * one.pairs)
            for one in study.conditions
            for baseline in study.baselines
        ),
    ]


def _at_equal_time(study: Study, nodes: float) -> list[_Match]:
    """Return the games at equal time, all agents with as many nodes as the hand-set one visits."""
    games = 2 * len(EQUAL_TIME) * opening_counts(study)[EQUAL_TIME[0]]
    own = with_nodes(tuned_agent(study, Space(study.tune).hand_set), round(nodes))
    opponents = (
        with_nodes(one, round(nodes)) if one.search.uses_time else one for one in study.baselines
    )
    return [
        *(_Match((own, one), 0, 2 * games) for one in opponents),
        _Match((own, own), 0, games),
    ]


def _with_equal_time(study: Study, matches: list[_Match]) -> list[_Match]:
    """Return the matches with the games at equal time, each at the agents' own limits."""
    extra = [one.further for one in _at_equal_time(study, 1)]
    first = [
        replace(one, further=one.further + more) for one, more in zip(matches, extra, strict=False)
    ]
    return first + matches[len(extra) :]


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
        f"{threads} if nothing else runs; starting, compiling and the report come on top"
    )


def _number(count: int) -> str:
    if count >= 1_000_000:
        return f"{count / 1e6:.1f} million"
    return f"{count:,}"
