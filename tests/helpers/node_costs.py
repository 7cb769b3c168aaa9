"""Nodes that cost every agent the same: two runs then have the same games at equal time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from engine.play.player import Player
from tuner.stats.interval import Interval
from tuner.tuning import equal_time


@pytest.fixture(autouse=True, scope="module")
def equally_dear_nodes() -> Iterator[None]:
    """Costs are not measured, in all tests of a file that imports this."""

    def ratios(_game: object, players: Sequence[Player], *_: object) -> tuple[Interval, ...]:
        return (Interval(1.0, 1.0, 1.0),) * len(players)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(equal_time, "node_cost_ratios", ratios)
        yield
