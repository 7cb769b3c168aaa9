"""The parameters that a study tunes, and their ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from features.heuristic import Heuristic
from features.parameter import Parameter
from tuner.loader import Place
from tuner.schema import RangeSection
from tuner.values import suggest

__all__ = ["resolve_ranges"]


def resolve_ranges(
    given: dict[str, RangeSection] | list[str] | None, heuristic: Heuristic, place: Place
) -> tuple[Parameter, ...]:
    """The tuned parameters in the order of the heuristic, with the ranges of the study.

    Args:
        given: what stands at the key `tune`; None tunes all parameters over their own ranges.
        heuristic: whose parameters they are.
        place: the key `tune`.

    Raises:
        ConfigError: if a name is unknown, or a range is empty or leaves out the hand-set value.
    """
    if not heuristic.parameters:
        cause = f"heuristic '{heuristic.name}' has no parameters to tune"
        raise place.beside("heuristic").error(cause, "choose one that has, see 'tune list'")
    known = {parameter.name: parameter for parameter in heuristic.parameters}
    tuned: dict[str, Parameter] = {}
    for name, section, spot in _entries(given, heuristic, place):
        if name not in known:
            cause = f"heuristic '{heuristic.name}' has no parameter '{name}'"
            raise spot.error(cause, suggest(name, tuple(known)))
        if name in tuned:
            raise spot.error(f"parameter '{name}' is listed twice", "remove one")
        tuned[name] = _range(known[name], section, spot)
    return tuple(tuned[name] for name in known if name in tuned)


def _entries(
    given: dict[str, RangeSection] | list[str] | None, heuristic: Heuristic, place: Place
) -> Iterator[tuple[str, RangeSection, Place]]:
    if given is None:
        for parameter in heuristic.parameters:
            yield parameter.name, RangeSection(), place.beside("heuristic")
    elif isinstance(given, list):
        for index, name in enumerate(given):
            yield name, RangeSection(), place.at(index)
    else:
        for name, section in given.items():
            yield name, section, place.at(name)


def _range(parameter: Parameter, section: RangeSection, place: Place) -> Parameter:
    changed = section.model_dump(exclude_none=True)
    merged = {key: getattr(parameter, key) for key in ("low", "high", "log", "integer")} | changed

    def spot(*keys: str) -> Place:
        """The first of the keys that the study gives, else the parameter itself."""
        return next((place.at(key) for key in keys if key in changed), place)

    low, high, default = merged["low"], merged["high"], parameter.default
    if low >= high:
        cause = f"low {low:g} is not below high {high:g}"
        raise spot("low", "high").error(cause, "swap or widen them")
    if not math.isfinite(high - low):
        raise spot("low", "high").error(f"{low:g} to {high:g} is too wide", "narrow it")
    if not low <= default <= high:
        cause = (
            f"the hand-set value {default:g} is outside {low:g} to {high:g}, "
            "so trial 0 could not be played"
        )
        keys = ("low", "high") if default < low else ("high", "low")
        raise spot(*keys).error(cause, f"widen the range to include {default:g}")
    if merged["log"] and low <= 0:
        raise spot("low", "log").error(
            f"a log scale cannot begin at {low:g}", "give a low above 0, or remove log"
        )
    if merged["integer"]:
        for key, value in (("low", low), ("high", high), ("hand-set value", default)):
            if not float(value).is_integer():
                cause = f"an integer range has a {key} of {value:g}"
                raise spot(key, "integer").error(cause, "use whole numbers, or remove integer")
    return replace(parameter, **merged)
