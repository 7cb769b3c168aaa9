"""Stop a trial when the openings that it shares with the best so far already show it to be worse.

All trials play the same openings in the same order. After each part of them a trial is compared
with the best of those that were finished when it was asked for, pair by pair, by the upper end of
an interval over clusters of openings whose error is kept over all looks (`tuner.stats.sequential`).
The best was itself chosen by its luck on these openings, so a trial that is as good is stopped
more often than that error says: in about 4 of 100 cases by the best of 1, 18 by the best of 60, 25
by the best of 120 equal trials. docs/racing.md has what that costs a search.
"""

from __future__ import annotations

from collections.abc import Sequence

from tuner.matches.evaluation import Evaluation
from tuner.stats.sequential import look_confidence
from tuner.stats.shared_noise import SharedNoise
from tuner.tuning.racers import Racers, shown_worse
from tuner.tuning.search_stage import Block, Finished
from tuner.tuning.study_run import StudyRun
from tuner.tuning.trials import Trial, make_trial

__all__ = ["STOPPING_ERROR", "TrialRace", "looks_of"]

STOPPING_ERROR = 0.05
"""Chance that a trial is stopped which is as good as a leader that was not chosen by its luck."""

_SHARES = (8, 4, 2)
"""A look after an eighth, a quarter and a half of the pairs."""

_FEWEST = 16
"""Fewer pairs than this have no usable interval."""


def looks_of(pairs: int) -> tuple[int, ...]:
    """Return after how many pairs of a trial it is compared, in order; none where it has few."""
    return tuple(pairs // share for share in _SHARES if pairs // share >= _FEWEST)


class TrialRace:
    """Play the trials of a search; where its study wants it, stop those shown worse than the best.

    Args:
        study_run: of the study.
    """

    def __init__(self, study_run: StudyRun) -> None:
        self._study_run = study_run
        self._whole: dict[int, Evaluation] = {}
        self._stopped = 0
        # There may be more openings than a trial plays to its end.
        openings = study_run.openings["search"].first(study_run.study.budget.pairs)
        self._noise = SharedNoise(openings.clusters)

    def play(self, block: Block, best: Trial | None, tried: Finished) -> None:
        """Play the trials of a block at once.

        Args:
            block: numbers of trials with their vectors.
            best: of all trials before the block, None where it is the first: then all are played
                to the end.
            tried: told of each trial.
        """
        study = self._study_run.study
        # The games of all others are needed no more.
        self._whole = {} if best is None else {best.number: self._whole[best.number]}
        racers = Racers(self._study_run, "search", [vector for _, vector in block])
        going = list(range(len(block)))

        def finish(index: int, evaluation: Evaluation) -> None:
            number, vector = block[index]
            self._whole[number] = evaluation
            self._noise.add(evaluation.values)
            tried(make_trial(number, vector, evaluation, noise=self._noise.error))

        if best is not None and study.stops_trials:
            looks = looks_of(study.budget.pairs)
            for pairs in looks:
                racers.play(going, pairs)
                worse = _worse(racers, going, self._whole[best.number], len(looks))
                for index in worse:
                    racers.stop(index)
                    self._stopped += 1
                    self._study_run.progress.fact(f"{self._stopped:,} stopped early")
                    tried(make_trial(*block[index], racers.evaluation(index), stopped=True))
                going = [index for index in going if index not in worse]
        racers.play(going, study.budget.pairs, finish)


def _worse(racers: Racers, going: Sequence[int], leader: Evaluation, looks: int) -> list[int]:
    """Return who is shown to be worse than the leader at one of so many looks."""
    confidence = look_confidence(STOPPING_ERROR, looks)
    return [index for index in going if shown_worse(racers.evaluation(index), leader, confidence)]
