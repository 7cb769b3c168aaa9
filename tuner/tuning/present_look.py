"""Say which look at its study a verdict is, and measure it at the level of that look."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tuner.stats.decision import verdict_level
from tuner.tuning.manifest import Manifest
from tuner.verdict.looks import Look
from tuner.verdict.model import AgainstBaselines

__all__ = ["PresentLook", "present_look"]


@dataclass(frozen=True)
class PresentLook:
    """Hold what decides a verdict, and which look at its study it is.

    Attributes:
        versus: both agents against the baselines, with an interval of the level of this look.
        earlier: how many other verdicts there were before.
        looks: these, as far as they are kept.
    """

    versus: AgainstBaselines
    earlier: int
    looks: tuple[Look, ...]


def present_look(manifest: Manifest, measured: Callable[[float], AgainstBaselines]) -> PresentLook:
    """Return which look the verdict on the present configuration is.

    Where it has the very pairs and interval of the last verdict, at the level of that one, it is
    the same look again: it errs exactly where that one did, and has no part of the error budget.
    That is so where only a condition or the cap of the match head to head has grown, or where more
    trials have found nothing else.

    Args:
        manifest: of the run.
        measured: returns what decides, with an interval of a given level.
    """
    looks, earlier = manifest.looks_before, manifest.verdicts_seen
    if looks:
        last = looks[-1]
        again = measured(last.difference.confidence)
        if last.is_of(again.pairs, again.difference):
            return PresentLook(again, earlier - 1, looks[:-1])
    return PresentLook(measured(verdict_level(earlier)), earlier, looks)
