"""Hold what an ablation found: what each part is worth, and what a smaller formula costs."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from scipy.special import ndtri

from tuner.ablation.variants import Kind
from tuner.matches.objective import Objective
from tuner.stats.decision import WORTHWHILE
from tuner.stats.interval import Interval, normal_quantile

__all__ = ["LESS", "MORE", "OPEN", "Ablation", "AblationRow", "SmallerFormula", "worth"]

MORE = "worth more than half a point"
LESS = "worth less than half a point"
OPEN = "not shown"

_POWER = 0.8
_MOST_PAIRS = 100_000_000


def worth(difference: Interval) -> str:
    """Return MORE, LESS or OPEN: what a part is worth, by what is lost without it.

    Args:
        difference: the score without it minus the score of the whole agent.
    """
    if difference.low > -WORTHWHILE:
        return LESS
    return MORE if difference.high < -WORTHWHILE else OPEN


@dataclass(frozen=True)
class AblationRow:
    """Hold what one change costs.

    Attributes:
        kind: of the change.
        name: of the parameter, or the term as it is written.
        place: where the term stands; "" for a parameter.
        change: the values of a parameter; "" for a term.
        score: of the changed agent against the baselines, with a 95% interval of its own.
        difference: changed minus whole, paired by opening; the intervals of all rows hold together.
        pairs: of the changed agent against each baseline.
        alike: whether the changed agent has the same score in every pair. That so many are alike
            bounds the share of others, and so the difference.
    """

    kind: Kind
    name: str
    place: str
    change: str
    score: Interval
    difference: Interval
    pairs: int
    alike: bool = False

    @property
    def worth(self) -> str:
        """Return MORE, LESS or OPEN."""
        return worth(self.difference)

    @property
    def pairs_needed(self) -> int | None:
        """Return how many pairs would show whether it is worth half a point.

        With a probability of 0.8, if the difference is what it seems to be: the distance to half a
        point must be z(confidence) + z(0.8) standard errors. None if it is shown already, or if
        more than a hundred million would be needed.
        """
        if self.worth != OPEN:
            return None
        if self.alike:
            # So many alike that half a point of others is as unlikely as the interval's error.
            error = (1 - self.difference.confidence) / 2
            return math.ceil(math.log(error) / math.log1p(-WORTHWHILE))
        estimate, low, high = self.difference.estimate, self.difference.low, self.difference.high
        distance = abs(estimate + WORTHWHILE)
        if distance == 0.0:
            return None
        quantile = normal_quantile(self.difference.confidence)
        # To the end that must pass half a point: where few openings differ, the two are not alike.
        margin = estimate - low if estimate > -WORTHWHILE else high - estimate
        wanted = margin * (quantile + float(ndtri(_POWER))) / quantile
        needed = self.pairs * (wanted / distance) ** 2
        return None if needed > _MOST_PAIRS else math.ceil(needed)


@dataclass(frozen=True)
class SmallerFormula:
    """Hold what the formula costs without all terms that are worth less than half a point.

    Attributes:
        left_out: the terms.
        formula: what is left of the formula.
        where: what is left of `where`, name and text.
        parameters: how many parameters are left.
        score: of the smaller agent against the baselines, on openings that chose no term.
        whole: of the whole agent on the same openings.
        difference: smaller minus whole, paired by opening, with a 95% interval.
        cost: how many times as long a node of the whole agent takes, nodes being equal; None where
            the search has no use for time.
        text: the agent as the YAML of a file.
    """

    left_out: tuple[str, ...]
    formula: str
    where: tuple[tuple[str, str], ...]
    parameters: int
    score: Interval
    whole: Interval
    difference: Interval
    cost: Interval | None
    text: str

    @property
    def worth(self) -> str:
        """Return MORE, LESS or OPEN, of all that is left out together."""
        return worth(self.difference)


@dataclass(frozen=True)
class Ablation:
    """Hold everything that an ablation ends with.

    Attributes:
        study: its name.
        exported: "tuned" or "hand_set": whose values the whole agent has.
        values: the exported values of the tuned parameters, by name.
        condition: how the agents search, in words.
        objective: of the study.
        pairs: of each agent against each baseline.
        openings: number of openings that differ up to symmetry.
        whole: score of the whole agent.
        rows: what each change costs.
        unchanged: tuned parameters that have their hand-set value anyway.
        undefined: terms without which the formula is not a number everywhere.
        nothing_left: whether all terms are worth less than half a point, so that none would be
            left.
        smaller: without all of those together; None where there are none, or none would be left.
        games: that it rests on.
        reproducible: False if somebody has a limit in time.
    """

    study: str
    exported: str
    values: Mapping[str, float]
    condition: str
    objective: Objective
    pairs: int
    openings: int
    whole: Interval
    rows: tuple[AblationRow, ...]
    unchanged: tuple[str, ...]
    undefined: tuple[str, ...]
    nothing_left: bool
    smaller: SmallerFormula | None
    games: int
    reproducible: bool

    def of_kind(self, kind: Kind) -> tuple[AblationRow, ...]:
        """Return the rows of parameters, or those of terms."""
        return tuple(row for row in self.rows if row.kind == kind)

    @property
    def removable(self) -> tuple[AblationRow, ...]:
        """Return the terms that are worth less than half a point."""
        return tuple(row for row in self.of_kind("term") if row.worth == LESS)
