"""Let two trials play each other, on openings that no other two have.

So a sampler that only asks which of two vectors is the better one learns it from all the games of
both, not from what each does against the baselines. The score of such a trial says nothing of its
strength: its partner may be weak.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from tuner.matches.meeting import Meeting
from tuner.matches.openings import OpeningSet, draw_openings, set_seed
from tuner.matches.pairs import Pairs
from tuner.samplers.space import Vector
from tuner.stats.interval import Bound, Interval, clustered_mean
from tuner.tuning.search_stage import Block, Finished
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trial_race import TrialRace
from tuner.tuning.trials import Trial

__all__ = ["Duels", "is_duel"]

_DUEL = "duel"

_MIRRORED: dict[Bound, Bound] = {
    "two-sided": "two-sided",
    "at least": "at most",
    "at most": "at least",
}


def is_duel(openings: str, stage: str) -> bool:
    """Return whether a set of openings is that of two trials, in this stage."""
    return stage == "search" and openings.startswith(f"{_DUEL} ")


@dataclass(frozen=True, eq=False)
class Duels:
    """Play the trials of a search two by two.

    Attributes:
        study_run: of the study.
        race: plays against the baselines what has no partner.
    """

    study_run: StudyRun
    race: TrialRace

    def play(self, block: Block, best: Trial | None, tried: Finished) -> None:
        """Play the trials of a block at once: the first two each other, and so on.

        The hand-set vector, and a last trial without a partner, meet the baselines. Two trials have
        as many games together as two others have against all baselines.

        Args:
            block: numbers of trials with their vectors.
            best: of all trials before the block that met the baselines.
            tried: told of each trial.
        """
        if len(block) == 1:
            self.race.play(block, best, lambda trial: tried(_alone(trial)))
            return
        couples = list(zip(block[::2], block[1::2], strict=True))
        sets = [self._openings(first) for (first, _), _ in couples]

        def met(index: int, found: tuple[Pairs, ...]) -> None:
            for trial in _duelled(couples[index], found[0], sets[index]):
                tried(trial)

        meetings = [
            Meeting(self.study_run.agent(one), [self.study_run.agent(other)], openings)
            for ((_, one), (_, other)), openings in zip(couples, sets, strict=True)
        ]
        self.study_run.arena.meet_all(meetings, met)

    def _openings(self, first: int) -> OpeningSet:
        """Return openings of the search that are new for each two trials, and keep them."""
        study, name = self.study_run.study, f"{_DUEL} {first}"
        pairs = 2 * study.budget.pairs * len(study.baselines)
        seed = set_seed(study.seed, name)
        drawn = draw_openings(study.game, study.opening_plies, "search", pairs, seed).named(name)
        self.study_run.ledger.add_openings(drawn)
        return drawn


def _alone(trial: Trial) -> Trial:
    """Return a trial that met the baselines; its table has no columns for them."""
    return replace(trial, partner=trial.number, scores=())


def _duelled(
    couple: tuple[tuple[int, Vector], tuple[int, Vector]], pairs: Pairs, openings: OpeningSet
) -> tuple[Trial, Trial]:
    """Return the trials of two vectors that played each other, half of the games for each."""
    (first, one), (second, other) = couple
    score, games = clustered_mean(pairs.scores, openings.clusters), len(pairs)
    theirs = Interval(
        1.0 - score.estimate,
        1.0 - score.high,
        1.0 - score.low,
        score.confidence,
        _MIRRORED[score.bound],
    )
    return (
        Trial(first, one, first, score, (), games, partner=second),
        Trial(second, other, second, theirs, (), games, partner=first),
    )
