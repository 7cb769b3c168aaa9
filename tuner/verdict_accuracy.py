"""How often the tuned and the hand-set agent throw away a won game: verdict on solved positions."""

from __future__ import annotations

from dataclasses import dataclass

from tuner.accuracy import Accuracy, Contest, accuracy_of, contest
from tuner.agents import Agent
from tuner.solved_positions import has_solved
from tuner.workshop import Workshop

__all__ = ["SolvedVerdict", "accuracy_of_both"]


@dataclass(frozen=True)
class SolvedVerdict:
    """Both agents on the solved positions that no search sees.

    Attributes:
        tuned: how often the tuned agent keeps a win, by stage of the game.
        hand_set: the same of the hand-set agent.
        contest: the two position by position, tuned minus hand-set.
    """

    tuned: Accuracy
    hand_set: Accuracy
    contest: Contest


def accuracy_of_both(workshop: Workshop, tuned: Agent, hand_set: Agent) -> SolvedVerdict | None:
    """Verdict (d): both agents on the verdict half of the solved positions.

    None where the game has no solved positions.
    """
    if not has_solved(workshop.study.game):
        return None
    wins = workshop.kept_wins("verdict")
    workshop.progress.stage("solved positions", 2 * len(wins.choices), "positions")
    kept = []
    for agent in (tuned, hand_set):
        kept.append(wins.of(agent))
        workshop.progress.played(len(wins.choices))
    return SolvedVerdict(
        accuracy_of(tuned, kept[0], wins.choices),
        accuracy_of(hand_set, kept[1], wins.choices),
        contest((tuned.name, hand_set.name), (kept[0], kept[1])),
    )
