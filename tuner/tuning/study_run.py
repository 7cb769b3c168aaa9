"""Give the stages of a study what they share: its agents, its openings, and a place to play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from features.compiled import compile_together
from tuner.config.conditions import StudyCondition
from tuner.config.study import Study
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.evaluation import Evaluation, evaluate_pairs
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import ALL_OPENINGS, OpeningSet, draw_openings
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Progress
from tuner.samplers.space import Space, Vector
from tuner.solved.kept_wins import KeptWins, open_kept_wins
from tuner.tuning.trials import tuned_agent
from tuner.tuning.unmet import unmet_opponent

__all__ = [
    "DUEL",
    "EQUAL_TIME",
    "Evaluated",
    "StudyRun",
    "compile_study",
    "condition_set",
    "draw_all_openings",
    "opening_counts",
    "opening_names",
]

Evaluated = Callable[[int, Evaluation], None]
"""Told of the number of a vector and its games, of the vectors in their order."""

EQUAL_TIME = ("equal time", "equal time, low", "equal time, high")
"""Sets with the same openings and seeds, for limits as measured and at both ends of the costs. With
names of their own, so that rounding of limits does not decide how many games there are."""

DUEL = "head to head"
"""The set of a sequential match of tuned and hand-set: the verdict's openings and seeds, by a name
of its own, since there may be more of them than for the baselines."""

_DRAWN_FROM = {EQUAL_TIME[0]: "conditions", DUEL: "verdict"}

_EQUAL_TIME_SHARE = 4
_CONDITION_SHARE = 8
"""At equal time, and with other searches, this fraction of the verdict's pairs is played."""


@dataclass(frozen=True, eq=False)
class StudyRun:
    """Hold what one start of a study works with.

    Attributes:
        study: what is tuned.
        arena: plays.
        ledger: keeps.
        progress: listens.
        openings: of every stage, by the name of their set.
        executor: its threads search solved positions; the arena's, too.
    """

    study: Study
    arena: Arena
    ledger: Ledger
    progress: Progress
    openings: Mapping[str, OpeningSet]
    executor: Executor

    @property
    def space(self) -> Space:
        """Return the tuned parameters."""
        return Space(self.study.tune)

    def agent(self, vector: Vector, name: str = "tuned") -> Agent:
        """Return the study's agent with these values of the tuned parameters."""
        return tuned_agent(self.study, vector, name)

    def evaluate_all(
        self, vectors: Sequence[Vector], openings: str, evaluated: Evaluated | None = None
    ) -> list[Evaluation]:
        """Play vectors against the baselines on one of the sets, all at once.

        Args:
            vectors: of the tuned parameters.
            openings: name of the set.
            evaluated: told of each vector's games as soon as they and all before them are played.
        """
        found: list[Evaluation] = []

        def met(number: int, pairs: Sequence[Pairs]) -> None:
            found.append(self.evaluation(pairs, openings))
            if evaluated is not None:
                evaluated(number, found[-1])

        self.arena.meet_all([self.meeting(self.agent(one), openings) for one in vectors], met)
        return found

    def meeting(
        self, agent: Agent, openings: str, opponents: Sequence[Agent] | None = None
    ) -> Meeting:
        """Return what an agent plays on one of the sets, against the baselines if nobody else."""
        met = self.study.baselines if opponents is None else opponents
        return Meeting(agent, met, self.openings[openings])

    def meeting_on(self, agent: Agent, openings: OpeningSet, first: int) -> Meeting:
        """Return what an agent plays against the baselines on openings from this one on."""
        return Meeting(agent, self.study.baselines, openings, first)

    def evaluation(self, pairs: Sequence[Pairs], openings: str) -> Evaluation:
        """Sum up what an agent played against the baselines, or what stands for each of them.

        Those may be fewer pairs than there are openings: the first ones.
        """
        weights = [baseline.weight for baseline in self.study.baselines]
        clusters = self.openings[openings].clusters[: len(pairs[0])]
        return evaluate_pairs(pairs, weights, clusters, self.study.objective)

    def kept_wins(self, split: str) -> KeptWins:
        """Return one half of the solved positions of the game, which must have some."""
        study = self.study
        return open_kept_wins(
            study.game, split, study.seed, self.ledger, self.executor, self.arena.formula
        )


def compile_study(study: Study) -> None:
    """Compile what a study plays first, in two processes at once if little of that is kept."""
    baselines = [one.heuristic for one in study.baselines]
    unmet = unmet_opponent(study)
    later = [] if unmet is None else [unmet.heuristic]
    compile_together(study.game, study.heuristic, baselines, later)


def opening_counts(study: Study) -> dict[str, int]:
    """Return how many openings each stage has, by the name of their set.

    Those at equal time count once, under their first name; those of `study.conditions` are not
    among them.
    """
    budget = study.budget
    return {
        # A search on solved positions plays no games.
        **({} if study.objective.on_positions else {"search": budget.pairs}),
        "selection": budget.final_pairs,
        "verdict": budget.verdict_pairs,
        "conditions": max(2, budget.verdict_pairs // _CONDITION_SHARE),
        EQUAL_TIME[0]: max(2, budget.verdict_pairs // _EQUAL_TIME_SHARE),
        **({} if study.sequential is None else {DUEL: study.sequential.cap}),
    }


def opening_names(study: Study) -> tuple[str, ...]:
    """Return the names of all sets of openings of a study, drawn or not."""
    return tuple(_draws(study))


def draw_all_openings(
    study: Study, most: int = sys.maxsize, but: Collection[str] = ()
) -> dict[str, OpeningSet]:
    """Return the openings of every stage, by the name of their set.

    Args:
        study: whose stages they are.
        most: openings of a set; of more the first ones. Not below
            `tuner.matches.openings.MIN_OPENINGS`, or sets that are too small are not refused.
        but: names of sets that are not wanted.

    Raises:
        OpeningError: if there are too few.
    """
    draws = {name: one for name, one in _draws(study).items() if name not in but}
    longest: dict[tuple[str, int], int] = {}
    for one in draws.values():
        longest[one.of] = max(longest.get(one.of, 0), min(one.pairs, most))
    # A short draw is the beginning of a longer one.
    drawn = {
        (source, plies): draw_openings(study.game, plies, source, pairs, study.seed)
        for (source, plies), pairs in longest.items()
    }
    return {
        name: drawn[one.of].first(min(one.pairs, most)).named(name) for name, one in draws.items()
    }


@dataclass(frozen=True)
class _Draw:
    """Say from which set openings are drawn, how long they are, and how many."""

    source: str
    plies: int
    pairs: int

    @property
    def of(self) -> tuple[str, int]:
        """Return what draws have in common of which one is the beginning of the other."""
        return self.source, self.plies


def _draws(study: Study) -> dict[str, _Draw]:
    """Return the draw of each set of openings of a study by its name."""
    plies, counts = study.opening_plies, opening_counts(study)
    draws = {name: _Draw(_DRAWN_FROM.get(name, name), plies, counts[name]) for name in counts}
    draws |= {name: draws[EQUAL_TIME[0]] for name in EQUAL_TIME}
    return draws | {condition_set(one): _condition_draw(study, one) for one in study.conditions}


def _condition_draw(study: Study, condition: StudyCondition) -> _Draw:
    """Return the draw of a condition: with openings of another length they are all new."""
    own = condition.opening_plies == study.opening_plies
    return _Draw("conditions" if own else ALL_OPENINGS, condition.opening_plies, condition.pairs)


def condition_set(condition: StudyCondition) -> str:
    """Return the name of the openings of a condition that the study names."""
    return f"condition {condition.name}"
