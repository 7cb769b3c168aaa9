"""What there is: presets, features, games, baselines, samplers, runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.errors import UnknownNameError
from engine.games import find_game, game_names
from features.catalogue import find_features
from features.presets import presets, spelling
from tuner.baselines import BASELINE_SETS
from tuner.folder import RunError, RunFolder, find_runs
from tuner.schema import SAMPLERS
from tuner.verdictfile import read_verdict

__all__ = ["KINDS", "Row", "list_kind"]

Row = tuple[str, str]
"""A name and what it is, in one line."""


def _presets(_runs: Path) -> list[Row]:
    return [(spelling(preset), preset.summary) for preset in presets()]


def _features(_runs: Path) -> list[Row]:
    # Families may share names, such as progress().
    families = dict.fromkeys(preset.family for preset in presets())
    return [
        (feature.usage, f"{family}: {feature.summary}")
        for family in families
        for feature in find_features(family).values()
    ]


def _games(_runs: Path) -> list[Row]:
    rows = []
    for name in game_names():
        played = "H rows, W columns" if "HxW" in name else find_game(name).name
        rows.append((name, played))
    return rows


def _baselines(_runs: Path) -> list[Row]:
    return [(one.name, one.summary) for one in BASELINE_SETS]


def _samplers(_runs: Path) -> list[Row]:
    return [(name, "") for name in SAMPLERS]


def _list_runs(runs: Path) -> list[Row]:
    return [(str(folder.path), _state(folder)) for folder in find_runs(runs)]


def _state(folder: RunFolder) -> str:
    if not folder.verdict.exists():
        return "no verdict yet"
    try:
        return str(read_verdict(folder)["verdict"])
    except RunError:
        # The other runs are listed all the same; 'tune status' says what is wrong.
        return "verdict.json cannot be read"


KINDS: dict[str, Callable[[Path], list[Row]]] = {
    "presets": _presets,
    "features": _features,
    "games": _games,
    "baselines": _baselines,
    "samplers": _samplers,
    "runs": _list_runs,
}
"""What can be listed, and how."""


def list_kind(kind: str, runs: Path) -> list[Row]:
    """The rows of one of `KINDS`.

    Raises:
        UnknownNameError: if there is no such kind.
    """
    if kind not in KINDS:
        raise UnknownNameError("kind of list", kind, KINDS)
    return KINDS[kind](runs)
