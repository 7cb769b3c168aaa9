"""Say how many workers the stages of a study can keep busy, by its own games that were timed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.pairs import batch_pairs
from tuner.samplers.space import Space
from tuner.samplers.table import vectors_at_once
from tuner.tuning.forecast import Forecast
from tuner.tuning.plan import vectors_to_try
from tuner.tuning.selection_race import race_rounds
from tuner.tuning.trial_race import looks_of
from tuner.tuning.trials import tuned_agent

__all__ = ["StageWork", "stage_works", "work_lines", "work_tree"]

_BUNDLE_SECONDS = 1.0
"""A worker of a cluster is given about so much work at a time: less does not pay its way."""


@dataclass(frozen=True)
class StageWork:
    """Say what there is to play at once in a stage.

    Attributes:
        stage: its name.
        vectors: that are played at once.
        batches: of games, of them together.
        seconds: that one thread takes for all of these.
    """

    stage: str
    vectors: int
    batches: int
    seconds: float

    @property
    def workers(self) -> int:
        """Return how many workers it keeps busy: each wants a batch, and about a second's work."""
        return max(1, min(self.batches, int(self.seconds / _BUNDLE_SECONDS)))


def stage_works(study: Study, timed: Forecast) -> list[StageWork]:
    """Return what there is to play at once in the search, the selection and the verdict.

    A search on solved positions has no part in it: it plays no games.

    Args:
        study: the study.
        timed: its forecast.
    """
    budget = study.budget
    vectors = vectors_to_try(study)
    finalists = min(budget.finalists + 1, vectors)
    space = Space(study.tune)
    at_once = min(vectors, vectors_at_once(study.sampler, space, budget.trials - 1, study.batch))
    own = tuned_agent(study, space.hand_set)
    *against, duel = timed.game_seconds
    seconds = sum(against)

    # Who may stop before the end plays in parts; the last one is the largest.
    searched = _last_part(budget.pairs, looks_of(budget.pairs) if study.stops_trials else ())
    rounds = race_rounds(budget.final_pairs)[:-1]
    raced = _last_part(budget.final_pairs, rounds if study.races else ())

    def work(stage: str, played: int, pairs: int) -> StageWork:
        batches = sum(_batches(study, own, one, pairs) for one in study.baselines)
        return StageWork(stage, played, played * batches, 2 * pairs * played * seconds)

    verdict = work("verdict", 3, budget.verdict_pairs)
    duels = _batches(study, own, own, study.duel_pairs)
    return [
        *([] if study.objective.on_positions else [work("search", at_once, searched)]),
        work("selection", finalists, raced),
        StageWork(
            "verdict",
            3,
            verdict.batches + duels,
            verdict.seconds + 2 * study.duel_pairs * duel,
        ),
    ]


def _last_part(pairs: int, looks: Sequence[int]) -> int:
    """Return how many pairs come after the last look at them."""
    return pairs - max(looks, default=0)


def _batches(study: Study, one: Agent, other: Agent, pairs: int) -> int:
    """Return how many batches a match of two agents has."""
    return ceil(pairs / batch_pairs(study.game, pairs, (one.search, other.search)))


def work_tree(works: Sequence[StageWork]) -> dict[str, dict[str, float]]:
    """Return it as a tree that JSON can hold, by stage."""
    return {
        one.stage: {
            "vectors": one.vectors,
            "batches": one.batches,
            "seconds": round(one.seconds, 3),
            "workers": one.workers,
        }
        for one in works
    }


def work_lines(works: Sequence[StageWork]) -> list[str]:
    """Return it for people."""
    lines = ["  workers that it keeps busy, each with about a second's games at a time:"]
    for one in works:
        workers = f"{one.workers:,} worker{'s' * (one.workers != 1)}"
        vectors = f"{one.vectors:,} set{'s' * (one.vectors != 1)} of values"
        batches = f"{one.batches:,} batch{'es' * (one.batches != 1)}"
        lines.append(
            f"    {one.stage}: {workers} ({vectors} tried at once: {batches} of games, which take "
            f"one thread {_seconds(one.seconds)} in all)"
        )
    search = next((one for one in works if one.stage == "search"), None)
    if search is not None and search.workers == 1:
        lines.append(
            "    what the search plays at once is too small for a cluster; threads of this machine "
            "share it"
        )
    return lines


def _seconds(seconds: float) -> str:
    if seconds < 10:
        return f"{seconds:.2g} s"
    return f"{seconds:,.0f} s"
