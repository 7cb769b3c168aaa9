"""Say for people and programs what the pilot of a study has found."""

from __future__ import annotations

from typing import Any

from tuner.stats.elo import elo_of_score
from tuner.stats.json import interval_json
from tuner.stats.text import score_text
from tuner.tuning.duel_plan import DuelPlan
from tuner.tuning.pilot import Pilot

__all__ = ["pilot_lines", "pilot_tree"]

_COMPARED = {
    "search": "one trial from another",
    "selection": "one finalist from another",
    "verdict": "tuned from hand-set",
}


def pilot_lines(pilot: Pilot | None) -> list[str]:
    """Return for people what the budget can show, and against whom there is little to learn."""
    if pilot is None:
        return []
    return [
        *_difference_lines(pilot),
        *(
            f"  {name} teaches little: the hand-set values score {score_text(score)} against it; "
            f"a {'stronger' if score.estimate > 0.5 else 'weaker'} baseline says more"
            for name, score in pilot.at_ceiling.items()
        ),
    ]


def _difference_lines(pilot: Pilot) -> list[str]:
    if pilot.enlarge is None:
        return [
            f"  random values scored as the hand-set ones in all {pilot.pairs} pairs that were "
            "tried: they tell nothing of what the budget can show"
        ]
    return [
        "  how large a true difference must be so that four of five such studies show it, with "
        f"95% confidence (from {pilot.pairs} pairs that hand-set and random values have played):",
        *(f"    {name}: {_COMPARED[name]} {_from(one)}" for name, one in pilot.shows.items()),
        f"    head to head: {_duel_text(pilot.duel)}",
        f"    raise budget.{pilot.enlarge} first: four times as many pairs show a difference "
        "half as large",
    ]


def _from(difference: float) -> str:
    if difference >= 0.5:
        return f"only from {100 * difference:.0f} points on: hardly any"
    higher = 0.5 + difference
    return (
        f"from {100 * difference:.2f} points on, such as 50% against {100 * higher:.2f}% "
        f"({elo_of_score(higher):.0f} Elo)"
    )


def _duel_text(duel: DuelPlan) -> str:
    if duel.sequential is None:
        return f"tuned from hand-set {_from(duel.shows)}"
    lengths = ", ".join(f"{pairs:,} if the truth is {elo:g} Elo" for elo, pairs in duel.lengths)
    return f"about {lengths} pairs on average, {duel.pairs:,} at most"


def pilot_tree(pilot: Pilot | None) -> dict[str, Any] | None:
    """Return the pilot as JSON: null where its games would take too long.

    "shows" has by stage the smallest difference of two scores, from 0 to 1, that four of five
    studies show, empty where the pilot saw no difference; "variance" is that of an opening's
    difference, "scores" those of the hand-set values against each baseline, "teaches_little" the
    baselines of which nearly all points go to one side, and "enlarge" the key of the budget to
    raise first, or null. "head_to_head" has its "pairs" (at most), the "variance" of a pair's
    score, what all pairs show ("shows", and as "elo" between equals, null where that is no score),
    and of a sequential test the "lengths": pairs on average where the truth is "elo".
    """
    if pilot is None:
        return None
    duel = pilot.duel
    return {
        "pairs": pilot.pairs,
        "variance": pilot.variance,
        "shows": dict(pilot.shows),
        "head_to_head": {
            "pairs": duel.pairs,
            "variance": duel.variance,
            "shows": duel.shows,
            "elo": elo_of_score(0.5 + duel.shows) if duel.shows < 0.5 else None,
            "lengths": [{"elo": elo, "pairs": pairs} for elo, pairs in duel.lengths],
        },
        "scores": {name: interval_json(one, "score") for name, one in pilot.scores.items()},
        "teaches_little": list(pilot.at_ceiling),
        "enlarge": pilot.enlarge,
    }
