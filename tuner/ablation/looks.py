"""Keep the looks at what the parts of a run's agent are worth, and the level of each.

Whoever ablates again with more pairs, until something is shown, errs more often than in one
ablation. So the rows of all looks of a run share one error budget, as the verdicts of a study do.
The smaller formulas of all looks share another one, as large.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime

from tuner.ablation.worth import LESS, MORE
from tuner.matches.ledger import Ledger
from tuner.stats.decision import verdict_level

__all__ = [
    "AblationLook",
    "earlier_looks",
    "look_level",
    "look_lines",
    "new_look",
    "no_look",
    "note_look",
    "restore_looks",
]

_RESTORED = "restored looks"


@dataclass(frozen=True)
class AblationLook:
    """Hold one look at what the parts of an exported agent are worth.

    Attributes:
        at: when it was, as ISO 8601 has it.
        pairs: of each agent against each baseline.
        level: how often all intervals of its rows hold together.
        values: the exported values of the tuned parameters, by name.
        less: how many parts it showed to be worth less than half a point.
        more: how many it showed to be worth more.
    """

    at: str
    pairs: int
    level: float
    values: Mapping[str, float]
    less: int
    more: int


def earlier_looks(
    ledger: Ledger, pairs: int, values: Mapping[str, float]
) -> tuple[AblationLook, ...]:
    """Return the looks before one at so many pairs; the last one again is no new look.

    It is the last one again if the ledger still has its games. Those that are played anew may be
    others: by another version of the program, or with a limit in time.

    Args:
        ledger: of the run's ablations.
        pairs: of the present ablation.
        values: of the agent that is ablated now.
    """
    found = _noted(ledger)
    own = len(found) > int(ledger.note(_RESTORED) or 0)
    if own and (found[-1].pairs, found[-1].values) == (pairs, values):
        return found[:-1]
    return found


def no_look(ledger: Ledger) -> bool:
    """Return whether no look is noted."""
    return ledger.note(_key(0)) is None


def look_level(earlier: int) -> float:
    """Return how often all intervals of a look's rows hold together: 1 - 0.05 / 2^earlier.

    A part is called worth more, or less, than half a point by one end of an interval, so the rows
    of all looks err in at most 0.025 (1 + 1/2 + 1/4 + ...) = 5% of runs (`verdict_level`). The
    smaller formula has one interval of the same level, so those of all looks err in 5% more.
    """
    return verdict_level(earlier)


def note_look(ledger: Ledger, earlier: int, look: AblationLook) -> None:
    """Note a look behind so many earlier ones; one that is there stays as it is."""
    ledger.keep_trial(_key(earlier), json.dumps(asdict(look)))


def restore_looks(ledger: Ledger, looks: Sequence[AblationLook]) -> None:
    """Note looks whose games another ledger had, the first one first.

    The first one is noted last: as long as it is missing, `no_look` says so, and a process that is
    killed here does the same again.
    """
    ledger.keep_trial(_RESTORED, str(len(looks)))
    for earlier in reversed(range(len(looks))):
        note_look(ledger, earlier, looks[earlier])


def new_look(
    pairs: int, level: float, values: Mapping[str, float], shown: Sequence[str]
) -> AblationLook:
    """Return a look of this very moment.

    Args:
        pairs: of each agent against each baseline.
        level: of the look.
        values: of the exported agent.
        shown: what each part is shown to be worth.
    """
    at = datetime.now(UTC).isoformat(timespec="seconds")
    return AblationLook(at, pairs, level, values, shown.count(LESS), shown.count(MORE))


def look_lines(looks: Sequence[AblationLook]) -> list[str]:
    """Return which look this is, and what each one before it showed; nothing of the first one."""
    if not looks:
        return []
    level = look_level(len(looks))
    return [
        f"This is look {len(looks) + 1} at this run's parts. The rows of all looks share one error "
        "budget of 5% (the smaller formulas have another), so that in "
        f"{100 * level:g} of 100 ablations all intervals of these rows contain the true value:",
        *(
            f"  look {number}, {one.at[:10]}, {one.pairs:,} pairs, {100 * one.level:g} of 100: "
            f"{one.less} shown to be worth less than half a point, {one.more} worth more"
            for number, one in enumerate(looks, 1)
        ),
    ]


def _noted(ledger: Ledger) -> tuple[AblationLook, ...]:
    found: list[AblationLook] = []
    while (text := ledger.note(_key(len(found)))) is not None:
        found.append(AblationLook(**json.loads(text)))
    return tuple(found)


def _key(earlier: int) -> str:
    return f"look {earlier + 1}"
