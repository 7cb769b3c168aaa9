"""Read the sequential match with which a study's verdict may end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from tuner.config.section import Section
from tuner.config.values import Count, Number, problem
from tuner.stats.interval import StatisticsError
from tuner.stats.sprt import Sprt

__all__ = ["SequentialVerdict", "VerdictSection", "resolve_sequential"]


def _hypotheses(bounds: list[float]) -> list[float]:
    if len(bounds) != 2:
        raise problem(
            f"a test is of two Elo differences, not {len(bounds)}", "write two, such as [0, 5]"
        )
    try:
        Sprt(bounds[0], bounds[1])
    except StatisticsError as error:
        cause, _, cure = str(error).partition("; ")
        raise problem(cause, cure) from None
    return bounds


class VerdictSection(Section):
    """Say between which two Elo differences the head to head decides, and its pairs at most."""

    sprt: Annotated[list[Number], AfterValidator(_hypotheses)] = Field(examples=["[0, 5]"])
    cap: Annotated[Count, Field(ge=16)] = 20_000


@dataclass(frozen=True)
class SequentialVerdict:
    """Say how tuned against hand-set is decided.

    Attributes:
        test: ends the match.
        cap: pairs at most.
    """

    test: Sprt
    cap: int

    def tree(self) -> dict[str, Any]:
        """Return it as a tree that JSON can hold, in the form of a study file."""
        return {"sprt": [self.test.elo0, self.test.elo1], "cap": self.cap}


def resolve_sequential(section: VerdictSection | None) -> SequentialVerdict | None:
    """Return the sequential match that a study asks for; None for one of a given length."""
    if section is None:
        return None
    elo0, elo1 = section.sprt
    return SequentialVerdict(Sprt(elo0, elo1), section.cap)
