"""Hold what an ablation found: what each part is worth, and what a smaller formula costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tuner.ablation.looks import AblationLook
from tuner.ablation.variants import Kind
from tuner.ablation.worth import LESS, worth
from tuner.matches.objective import Objective
from tuner.stats.interval import Interval
from tuner.stats.shared_openings import PairsNeeded

__all__ = ["Ablation", "AblationRow", "SmallerFormula"]


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
        pairs_needed: how many pairs would show whether it is worth half a point, in four of five
            ablations, if the difference is what it seems to be; None if it is shown already, or if
            more than a hundred million would be needed.
    """

    kind: Kind
    name: str
    place: str
    change: str
    score: Interval
    difference: Interval
    pairs: int
    alike: bool = False
    pairs_needed: PairsNeeded | None = None

    @property
    def worth(self) -> str:
        """Return MORE, LESS or OPEN."""
        return worth(self.difference)


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
        same: whether all that is left out adds 0 everywhere, so that it is the same function: then
            the scores are those of the whole agent in the rows' games, and the difference is 0.
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
    same: bool = False

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
        idle: terms that add 0 everywhere, since a parameter is 0: the same function without them.
        looks: at what this run's ablations showed before, the first one first.
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
    idle: tuple[str, ...] = ()
    looks: tuple[AblationLook, ...] = ()

    def of_kind(self, kind: Kind) -> tuple[AblationRow, ...]:
        """Return the rows of parameters, or those of terms."""
        return tuple(row for row in self.rows if row.kind == kind)

    @property
    def removable(self) -> tuple[AblationRow, ...]:
        """Return the terms that are worth less than half a point."""
        return tuple(row for row in self.of_kind("term") if row.worth == LESS)
