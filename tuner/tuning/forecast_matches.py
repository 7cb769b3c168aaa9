"""Say which matches a study plays, and between which agents, before any of them is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engine.play.search import Search
from tuner.config.searches import SearchNumber
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.samplers.space import Space
from tuner.tuning.equal_time import with_nodes
from tuner.tuning.plan import StudyPlan
from tuner.tuning.study_run import EQUAL_TIME, opening_counts
from tuner.tuning.transfer import other_searches
from tuner.tuning.trials import tuned_agent
from tuner.tuning.unmet import unmet_opponent

__all__ = [
    "PlannedMatch",
    "equal_time_matches",
    "planned_matches",
    "study_agents",
    "with_equal_time",
]

_SHARES = (1 / 6, 1 / 2, 5 / 6)
"""Where three values stand for a whole range: each in the middle of a third."""

Both = tuple[Agent, Agent]


@dataclass(frozen=True)
class PlannedMatch:
    """Hold two agents, and how many games they or agents like them play.

    Attributes:
        agents: both; more pairs of them where games are divided among several.
        games: in the search, the selection and the verdict.
        further: under its further conditions, and in its ablation.
    """

    agents: tuple[Both, ...]
    games: int
    further: int


def study_agents(study: Study) -> tuple[Agent, ...]:
    """Return agents whose games cost what those of a study's agents do.

    It is the hand-set one, for other values of a formula cost the same. Where numbers of the search
    are tuned, they are spread over their ranges.
    """
    space = Space(study.tune)
    numbers = [place for place, one in enumerate(study.tune) if isinstance(one, SearchNumber)]
    if not numbers:
        return (tuned_agent(study, space.hand_set),)
    found = []
    for first in range(len(_SHARES)):
        point = space.to_unit(space.hand_set)
        for turn, place in enumerate(numbers, first):
            point[place] = _SHARES[turn % len(_SHARES)]
        found.append(tuned_agent(study, space.from_unit(point)))
    return tuple(found)


def planned_matches(study: Study, plan: StudyPlan) -> list[PlannedMatch]:
    """Return all games of a study but those at equal time, as if `study_agents` played them.

    First come those against the baselines, then those of the agent against itself.
    """
    own = study_agents(study)
    ablation = _ablation_games(study) if study.ablation else 0
    duels = 2 * study.duel_pairs
    each = (plan.games - duels) // len(study.baselines)
    searches = [_with_search(own, search) for search in other_searches(study)]
    few = 2 * opening_counts(study)["conditions"]
    # Their opponent is compiled later, and no game with it is played now.
    unmet = 0 if unmet_opponent(study) is None else 2 * few
    return [
        *(PlannedMatch(_against(own, one), each, ablation) for one in study.baselines),
        PlannedMatch(_with_themselves(own), duels, unmet),
        *(PlannedMatch(_with_themselves(agents), 0, few) for agents in searches),
        *(
            PlannedMatch(_against(_with_search(own, one.search), baseline), 0, 4 * one.pairs)
            for one in study.conditions
            for baseline in study.baselines
        ),
    ]


def equal_time_matches(study: Study, nodes: float) -> list[PlannedMatch]:
    """Return the games at equal time, all agents with as many nodes as the study's own visit."""
    games = 2 * len(EQUAL_TIME) * opening_counts(study)[EQUAL_TIME[0]]
    own = with_nodes(tuned_agent(study, Space(study.tune).hand_set), round(nodes))
    opponents = (
        with_nodes(one, round(nodes)) if one.search.uses_time else one for one in study.baselines
    )
    return [
        *(PlannedMatch(((own, one),), 0, 2 * games) for one in opponents),
        PlannedMatch(((own, own),), 0, games),
    ]


def with_equal_time(study: Study, matches: list[PlannedMatch]) -> list[PlannedMatch]:
    """Return the matches with the games at equal time, each at the agents' own limits."""
    extra = [one.further for one in equal_time_matches(study, 1)]
    first = [
        replace(one, further=one.further + more) for one, more in zip(matches, extra, strict=False)
    ]
    return first + matches[len(extra) :]


def _with_search(agents: Iterable[Agent], search: Search) -> tuple[Agent, ...]:
    """Return the agents with another search, of which those that are then alike once."""
    return tuple(dict.fromkeys(replace(one, search=search) for one in agents))


def _against(agents: Iterable[Agent], other: Agent) -> tuple[Both, ...]:
    return tuple((one, other) for one in agents)


def _with_themselves(agents: Iterable[Agent]) -> tuple[Both, ...]:
    return tuple((one, one) for one in agents)


def _ablation_games(study: Study) -> int:
    # Late: few studies want an ablation.
    from tuner.tuning.ablation import ablation_games  # noqa: PLC0415

    return ablation_games(study)
