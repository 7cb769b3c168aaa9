"""Compare the lead that a search promised with the lead of the same values where it never looked.

A lead is over the hand-set values in the same games, since one set of openings may be harder than
another for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass

from tuner.matches.objective import WORST
from tuner.stats.independent import independent_difference
from tuner.stats.interval import Interval
from tuner.verdict.model import Verdict

__all__ = ["Leads", "leads_of"]


@dataclass(frozen=True)
class Leads:
    """Hold how far the best trial of a search is ahead of the hand-set values.

    The scores are taken as independent; where they share openings the leads are surer than that.

    Attributes:
        search: in the search, where it is the best of many; without its luck where that is known.
        unseen: in what the search never saw.
    """

    search: Interval
    unseen: Interval

    @property
    def lasted(self) -> bool:
        """Return whether what the search promised may be true; else it is shown to be too much."""
        return self.search.estimate <= self.unseen.high


def leads_of(verdict: Verdict) -> Leads | None:
    """Return both leads; None where the best trial is hand-set, or they are not of one measure."""
    claim, versus = verdict.search_claim, verdict.against_baselines
    if claim.trials < 2 or claim.trial == 0:
        return None
    if verdict.objective == WORST and len(versus.by_baseline) > 1:
        # The worst baseline of a trial need not be that of the hand-set values.
        return None
    hand_set = versus.hand_set
    if verdict.objective.on_positions:
        if verdict.accuracy is None:
            return None
        hand_set = verdict.accuracy.hand_set.all.share
    return Leads(
        independent_difference(claim.claimed, claim.hand_set),
        independent_difference(claim.verdict, hand_set),
    )
