"""List the published heuristics, one module for each report that they come from.

A module of this package that defines `PRESETS`, a tuple of heuristics, and `REPORT`, where they
come from in one line, is found by itself; `BASELINE_SETS`, the opponents that a report's agents
played, may stand there, too. The authors and titles of the reports are not known.
Where a heuristic exists in several variants, the first of them is the default.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import ModuleType

from engine.errors import UnknownNameError
from features.baseline_set import BaselineSet
from features.heuristic import Heuristic, reading_later

__all__ = ["baseline_sets", "find_preset", "presets", "report_of", "spelling"]


@cache
def presets() -> tuple[Heuristic, ...]:
    """Return all published heuristics, by report, in the order of each report."""
    return tuple(preset for module in _modules() for preset in module.PRESETS)


def report_of(preset: Heuristic) -> str:
    """Return which published report a preset comes from, in one line; "" for no preset."""
    for module in _modules():
        if preset in module.PRESETS:
            return str(module.REPORT)
    return ""


@cache
def baseline_sets() -> tuple[BaselineSet, ...]:
    """Return all named sets of opponents, by family of games and name."""
    found = [one for module in _modules() for one in getattr(module, "BASELINE_SETS", ())]
    return tuple(sorted(found, key=lambda one: (one.family, one.name)))


def _modules() -> list[ModuleType]:
    """Return the modules of this package, by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    # Of many formulas a command needs one; that all of them can be read is tested.
    with reading_later():
        return [importlib.import_module(f"{__name__}.{name}") for name in names]


def spelling(preset: Heuristic) -> str:
    """Return how a preset is written in full, for example `weighted_center:as_written`."""
    return f"{preset.name}:{preset.variant}" if preset.variant else preset.name


def find_preset(name: str, variant: str | None = None) -> Heuristic:
    """Return the preset of this name.

    Args:
        name: the name alone, or with a variant as in `weighted_center:as_written`.
        variant: the variant, if the name has none; the default variant without either.

    Raises:
        UnknownNameError: if there is no such preset or it has no such variant.
    """
    base, colon, spelled = name.partition(":")
    wanted = spelled if colon else variant
    named = [preset for preset in presets() if preset.name == base]
    if not named:
        raise UnknownNameError("preset", name, {preset.name for preset in presets()})
    if wanted is None:
        return named[0]
    for preset in named:
        if preset.variant == wanted:
            return preset
    raise UnknownNameError("preset", f"{base}:{wanted}", map(spelling, named))
