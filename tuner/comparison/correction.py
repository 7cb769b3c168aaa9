"""Hold what is said of a match that is one of several: corrected for how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tuner.matches.pairs import Pairs
from tuner.stats.elo import score_of_elo
from tuner.stats.multiple import SHOWN, holm, mean_p_value, pairs_to_show
from tuner.stats.pentanomial import Pentanomial, design_effect
from tuner.stats.shared_openings import PairsNeeded, Sharing
from tuner.stats.text import needed_text, p_value_text

__all__ = ["SHOWN_ELO", "Correction", "correct_all", "corrected_text"]

SHOWN_ELO = 10.0
"""How large a difference should be for somebody to want to see it, in Elo."""


@dataclass(frozen=True)
class Correction:
    """Hold what is said of one of several matches.

    Attributes:
        p_value: of the hypothesis that both agents are equal.
        adjusted: the same after Holm's correction for the number of matches.
        more_pairs: how many more would show a difference of `SHOWN_ELO` in four of five cases,
            after the correction; 0 where these are likely to be enough.
    """

    p_value: float
    adjusted: float
    more_pairs: PairsNeeded

    @property
    def shown(self) -> bool:
        """Return whether there is a difference: in 5 of 100 tables of equals one is shown."""
        return self.adjusted <= SHOWN


def correct_all(
    matches: Sequence[Pairs], clusters: NDArray[np.int64]
) -> tuple[Correction | None, ...]:
    """Return the correction of each of several matches from the same openings; None of one alone.

    Args:
        matches: pairs, as the first agent of each match sees them.
        clusters: shape (pairs,): equal numbers mark pairs that share an opening.
    """
    if len(matches) < 2:
        return (None,) * len(matches)
    p_values = [mean_p_value(pairs.scores, clusters) for pairs in matches]
    return tuple(
        Correction(p_value, adjusted, _more_needed(pairs, clusters, len(matches)))
        for pairs, p_value, adjusted in zip(matches, p_values, holm(p_values), strict=True)
    )


def _more_needed(pairs: Pairs, clusters: NDArray[np.int64], comparisons: int) -> PairsNeeded:
    """Return how many more pairs show a difference of `SHOWN_ELO`, with as much chance as here."""
    variance = Pentanomial.from_pair_scores(pairs.scores).variance
    independent = pairs_to_show(score_of_elo(SHOWN_ELO) - 0.5, variance, comparisons)
    sharing = Sharing.measured(design_effect(pairs.scores, clusters), clusters)
    return sharing.missing(len(clusters), independent)


def corrected_text(correction: Correction) -> str:
    """Return how sure a difference is, or what would show one."""
    said = f"{p_value_text(correction.adjusted)} corrected"
    if correction.shown:
        return said
    said = f"{said}, no difference shown"
    if correction.more_pairs.likely == 0:
        return f"{said}; a difference of {SHOWN_ELO:g} Elo would show in 4 of 5 such matches"
    more = correction.more_pairs
    if more.least is None:
        return f"{said}; no number of pairs from these openings shows {SHOWN_ELO:g} Elo"
    return f"{said}; {needed_text(more, 'more ')} to see {SHOWN_ELO:g} Elo"
