"""Hold how many positions a second searches visit, as it was measured on one machine.

`python -m makers.heuristics_page` measures it and writes the record, `makers/node_rates.json`.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numba

__all__ = [
    "RECORD",
    "REFERENCES",
    "NodeRate",
    "NodeRates",
    "Rates",
    "machine_text",
    "rate_cells",
    "rate_head",
    "recorded_rates",
]

REFERENCES: Mapping[str, tuple[str, int]] = {
    "isolation-7x7": ("improved", 3),
    "isolation-9x11": ("improved", 3),
    "pentago": ("straights", 2),
}
"""For each game the preset that all others are measured beside, and the depth of all searches."""

RECORD = Path(__file__).with_name("node_rates.json")


@dataclass(frozen=True)
class NodeRate:
    """Hold the positions a second of a search beside those of the game's reference.

    Attributes:
        ratio: the median of all laps.
        low: of its 95% interval.
        high: of the same.
    """

    ratio: float
    low: float
    high: float


Rates = Mapping[str, NodeRate | None]
"""By the name of a heuristic or a feature; None where it has no value in a position that a search
visits."""


@dataclass(frozen=True)
class NodeRates:
    """Hold all that was measured, by the name of the game.

    Attributes:
        machine: on which it was measured.
        references: positions a second of each game's reference, in millions.
        heuristics: the ratios of the heuristics.
        features: the ratios of the features, each of them a formula of its own.
    """

    machine: str
    references: Mapping[str, float]
    heuristics: Mapping[str, Rates]
    features: Mapping[str, Rates]

    @property
    def json(self) -> str:
        """Return the record as its file holds it."""
        return json.dumps(asdict(self), indent=1) + "\n"


def recorded_rates() -> NodeRates:
    """Return the record of this repository."""
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    for kind in ("heuristics", "features"):
        record[kind] = {
            game: {name: None if one is None else NodeRate(**one) for name, one in rates.items()}
            for game, rates in record[kind].items()
        }
    return NodeRates(**record)


def rate_head(game: str) -> str:
    """Return the heads of the columns that `rate_cells` fills."""
    reference, depth = REFERENCES[game]
    return f"million positions/s at depth {depth} | beside `{reference}`"


def rate_cells(rates: Rates, millions: float, name: str) -> str:
    """Return millions of positions a second, and the ratio to the reference with its interval.

    Args:
        rates: of a game.
        millions: of the reference.
        name: in the rates.
    """
    if name not in rates:
        return "not measured |"
    rate = rates[name]
    if rate is None:
        return "no value in some positions |"
    ratio = f"{rate.ratio:.2f} ({rate.low:.2f} to {rate.high:.2f})"
    return f"{millions * rate.ratio:.1f} | {ratio}"


def machine_text() -> str:
    """Return what decides speeds, on one line."""
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    return f"{system}; Python {platform.python_version()}, Numba {numba.__version__}"
