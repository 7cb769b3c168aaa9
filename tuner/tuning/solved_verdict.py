"""How often the tuned and the hand-set agent throw away a won game: verdict on solved positions."""

from __future__ import annotations

from tuner.matches.agent import Agent
from tuner.solved.accuracy import SolvedVerdict, accuracy_of, contest
from tuner.solved.positions import has_solved
from tuner.tuning.study_run import StudyRun

__all__ = ["accuracy_of_both"]


def accuracy_of_both(study_run: StudyRun, tuned: Agent, hand_set: Agent) -> SolvedVerdict | None:
    """Return how often both agents keep a win in the verdict half of the solved positions.

    None where the game has no solved positions.
    """
    if not has_solved(study_run.study.game):
        return None
    wins = study_run.kept_wins("verdict")
    study_run.progress.stage("solved positions", 2 * len(wins.choices), "positions")
    kept = []
    for agent in (tuned, hand_set):
        kept.append(wins.of(agent))
        study_run.progress.played(len(wins.choices))
    return SolvedVerdict(
        accuracy_of(tuned, kept[0], wins.choices),
        accuracy_of(hand_set, kept[1], wins.choices),
        contest((tuned.name, hand_set.name), (kept[0], kept[1])),
    )
