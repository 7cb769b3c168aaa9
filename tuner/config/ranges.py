"""Read which numbers a study tunes, and in which ranges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from engine.play.search import Search
from features.heuristic import Heuristic
from features.parameter import Tunable
from tuner.config.reader import Place
from tuner.config.searches import PREFIX, SearchNumber, search_numbers, with_numbers
from tuner.config.sections import RangeSection
from tuner.config.validation import reported_at
from tuner.config.values import suggest

__all__ = ["resolve_ranges"]

TunableT = TypeVar("TunableT", bound=Tunable)


def resolve_ranges(
    given: dict[str, RangeSection] | list[str] | None,
    heuristic: Heuristic,
    search: Search,
    place: Place,
) -> tuple[Tunable, ...]:
    """Return what is tuned, with the ranges of the study.

    Args:
        given: what stands at the key `tune`; None tunes all parameters of the heuristic over their
            own ranges.
        heuristic: whose parameters they are.
        search: of the study; its numbers are the hand-set ones.
        place: the key `tune`.

    Returns:
        The parameters in the order of the heuristic, then the numbers of the search.

    Raises:
        ConfigError: if a name is unknown, or a range is empty or leaves out the hand-set value.
    """
    entries = list(_entries(given, heuristic, place))
    if not heuristic.parameters and not any(name.startswith(PREFIX) for name, *_ in entries):
        cause = f"heuristic '{heuristic.name}' has no parameters to tune"
        raise place.beside("heuristic").error(cause, "choose one that has", hint="presets")
    known = {parameter.name: parameter for parameter in heuristic.parameters}
    tuned: dict[str, Tunable] = {}
    for name, section, spot in entries:
        if name in tuned:
            raise spot.error(f"parameter '{name}' is listed twice", "remove one")
        if name.startswith(PREFIX):
            tuned[name] = _search_range(name, section, search, spot)
        elif name in known:
            tuned[name] = _range(known[name], section, spot)
        else:
            cause = f"heuristic '{heuristic.name}' has no parameter '{name}'"
            raise spot.error(cause, suggest(name, tuple(known)))
    order = (*known, *search_numbers(search))
    return tuple(tuned[name] for name in order if name in tuned)


def _entries(
    given: dict[str, RangeSection] | list[str] | None, heuristic: Heuristic, place: Place
) -> Iterator[tuple[str, RangeSection, Place]]:
    if given is None:
        for parameter in heuristic.parameters:
            yield parameter.name, RangeSection(), place.beside("heuristic")
    elif isinstance(given, list):
        for index, name in enumerate(given):
            for one in _expanded(name, heuristic):
                yield one, RangeSection(), place.at(index)
    else:
        for name, section in given.items():
            for one in _expanded(name, heuristic):
                yield one, section, place.at(name)


def _expanded(name: str, heuristic: Heuristic) -> tuple[str, ...]:
    """Return the parameters that a name stands for: those of a table, or itself."""
    return next((one.parameters for one in heuristic.tables if one.name == name), (name,))


def _search_range(name: str, section: RangeSection, search: Search, place: Place) -> SearchNumber:
    known = search_numbers(search)
    if name not in known:
        cause = f"search '{search}' has no number '{name}' that can be tuned"
        cure = suggest(name, tuple(known)) if known else "give the search a depth or stages"
        raise place.error(cause, cure)
    low, high, number = section.low, section.high, float(known[name])
    if low is None or high is None:
        raise place.error("a number of the search has no range of its own", "give low and high")
    if section.integer is False:
        cause = "the numbers of a search are whole numbers"
        raise place.at("integer").error(cause, "remove integer")
    widest = SearchNumber(
        name, number, min(low, number) - 1, max(high, number) + 1, summary=f"of {search}"
    )
    found = _range(widest, section.model_copy(update={"integer": True}), place)
    for key, end in (("low", low), ("high", high)):
        with reported_at(place.at(key)):
            with_numbers(search, {name: end})
    return found


def _range(parameter: TunableT, section: RangeSection, place: Place) -> TunableT:
    changed = section.model_dump(exclude_none=True)
    merged = {key: getattr(parameter, key) for key in ("low", "high", "log", "integer")} | changed

    def spot(*keys: str) -> Place:
        """Return the first of the keys that the study gives, else the parameter itself."""
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
