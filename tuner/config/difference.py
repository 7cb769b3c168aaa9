"""Say in words what differs between two configurations."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

__all__ = ["difference"]

_ABSENT = object()
_LONGEST = 60


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return what differs between two effective configurations, in words.

    Args:
        old: the one that was there before; read from JSON or YAML it must have kept its order.
        new: the one that is wanted now.

    Returns:
        A line for each differing key, such as `budget.trials: 100 -> 200`; empty if they are equal.
    """
    return list(_differences(old, new, ""))


def _differences(old: Any, new: Any, key: str) -> Iterator[str]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in dict.fromkeys((*old, *new)):
            below = f"{key}.{name}".removeprefix(".")
            yield from _differences(old.get(name, _ABSENT), new.get(name, _ABSENT), below)
        before, after = [name for name in old if name in new], [name for name in new if name in old]
        if before != after:
            yield f"order of {key or 'the keys'}: {', '.join(before)} -> {', '.join(after)}"
    elif isinstance(old, list) and isinstance(new, list):
        for index, (one, other) in enumerate(zip_longest(old, new, fillvalue=_ABSENT)):
            yield from _differences(one, other, f"{key}[{index}]")
    elif old != new:
        yield f"{key}: {_text(old)} -> {_text(new)}"


def _text(value: Any) -> str:
    if value is _ABSENT:
        return "(absent)"
    text = json.dumps(value, ensure_ascii=False)
    too_long = isinstance(value, dict | list) and len(text) > _LONGEST
    return f"{text[:_LONGEST]}..." if too_long else text
