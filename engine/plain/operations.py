"""Define operations: what stands in plain Python for a function that kernels call.

An operation is a short expression that takes the place of the call. Longer code is a definition: a
function, a table or a number of the text, which is written where something uses its name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine import intrinsics
from engine.plain import ieee
from engine.plain.values import BOOLEAN, INTEGER, NUMBER, WORD, Kind

__all__ = ["BY_NUMPY", "DEFINITIONS", "INTRINSICS", "NUMPY", "Operation", "definition_of"]


@dataclass(frozen=True)
class Operation:
    """An operation takes the place of the calls of a function.

    Attributes:
        text: an expression; the arguments that do not fall away are called a, b, c, d in it.
        kinds: of the function's arguments.
        result: kind of the value.
    """

    text: str
    kinds: tuple[Kind, ...]
    result: Kind


def definition_of(function: Callable[..., Any]) -> str:
    """Return the text of a function of plain Python, without types."""
    source = inspect.getsource(function)
    head, body = source.split(":\n", 1)
    names = ", ".join(inspect.signature(function).parameters)
    name = head.split("(")[0]
    return f"{name}({names}):\n{body}"


def _of_number(name: str) -> Operation:
    return Operation(f"{name}(a)", (NUMBER,), NUMBER)


INTRINSICS: Mapping[Callable[..., Any], Operation] = MappingProxyType(
    {
        intrinsics.popcount: Operation("count(a)", (WORD,), INTEGER),
        intrinsics.lowest_bit: Operation("(a & -a).bit_length() - 1", (WORD,), INTEGER),
        intrinsics.fmod: Operation("division_rest(a, b)", (NUMBER, NUMBER), NUMBER),
    }
)
"""The machine operations of bits; for those of memory see `engine.plain.calls`."""

NUMPY: Mapping[str, Operation] = MappingProxyType(
    {
        "exp": _of_number("exponential"),
        "sqrt": _of_number("square_root"),
        "log": _of_number("logarithm"),
        "tanh": Operation("math.tanh(a)", (NUMBER,), NUMBER),
        "floor": _of_number("round_down"),
        "ceil": Operation("-round_down(-a)", (NUMBER,), NUMBER),
        "rint": _of_number("round_even"),
        "abs": Operation("abs(a)", (NUMBER,), NUMBER),
        "fabs": Operation("abs(a)", (NUMBER,), NUMBER),
        "hypot": Operation("math.hypot(a, b)", (NUMBER, NUMBER), NUMBER),
        "fmod": Operation("division_rest(a, b)", (NUMBER, NUMBER), NUMBER),
        "isnan": Operation("math.isnan(a)", (NUMBER,), BOOLEAN),
        "isfinite": Operation("math.isfinite(a)", (NUMBER,), BOOLEAN),
        "isinf": Operation("math.isinf(a)", (NUMBER,), BOOLEAN),
    }
)
"""The functions of NumPy, by name."""

BY_NUMPY: Mapping[Callable[..., Any], Operation] = MappingProxyType(
    {
        intrinsics.exp: NUMPY["exp"],
        intrinsics.sqrt: NUMPY["sqrt"],
        intrinsics.floor: NUMPY["floor"],
        intrinsics.nearest: NUMPY["rint"],
    }
)
"""The machine operations that NumPy has as well."""

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "ALL": "ALL = (1 << 64) - 1\n",
        "inf": 'inf = float("inf")\n',
        "nan": 'nan = float("nan")\n',
        "math": "import math\n",
        **{name: definition_of(getattr(ieee, name)) for name in ieee.__all__},
    }
)
"""What every text may use, by name."""
