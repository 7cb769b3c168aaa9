"""Name the ways in which pairs are given out: to all alike, or where they decide."""

from __future__ import annotations

from tuner.config.reader import Place
from tuner.matches.objective import SCORE, Objective

__all__ = ["EQUAL", "NO_PRUNER", "PAIRED", "PRUNERS", "RACE", "SELECTIONS", "check_racing"]

NO_PRUNER = "none"
PAIRED = "paired"
PRUNERS = (NO_PRUNER, PAIRED)
"""Whether a trial is stopped when the openings it shares with the best show it to be worse."""

EQUAL = "equal"
RACE = "race"
SELECTIONS = (EQUAL, RACE)
"""Whether all finalists play all selection openings, or leave when they are shown to be worse."""


def check_racing(pruner: str, selection: str, objective: Objective, root: Place) -> None:
    """Make sure that what is compared pair by pair is a mean of pairs.

    Raises:
        ConfigError: if it is not.
    """
    if pruner == PAIRED and objective.on_positions:
        cause = f"with objective {objective} the search plays no games that a pruner could save"
        raise root.at("pruner").error(cause, f"leave pruner out, or take objective {SCORE}")
    for key, chosen, way, other in (
        ("pruner", pruner, PAIRED, NO_PRUNER),
        ("selection", selection, RACE, EQUAL),
    ):
        if chosen == way and not objective.is_mean:
            cause = (
                f"{key} {way} compares mean scores pair by pair, and objective {objective} is the "
                "score against one baseline, which may be another one for each vector"
            )
            raise root.at(key).error(cause, f"take {key} {other}, or objective {SCORE}")
