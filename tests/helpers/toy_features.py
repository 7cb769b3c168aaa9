"""A game small enough to see through: each side has one number. For tests of formulas.

Its kernels count their calls in the board's memory: `height` in slot 0, `gap` in slot 1,
`scaled` in slot 2.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np

from engine.link.operations import load_integer, load_number, store_integer
from features.codegen import formula_source
from features.feature import feature
from features.heuristic import Heuristic
from features.parameter import Parameter

HEIGHT_SLOT = np.int64(0)
GAP_SLOT = np.int64(1)
SCALED_SLOT = np.int64(2)
ONE = np.int64(1)


@dataclass(frozen=True)
class Pair:
    """A position: the number of each side. As a state of kernels: (own, opp)."""

    own: float
    opp: float

    def swapped(self) -> Pair:
        return Pair(self.opp, self.own)


def height_twin(view: Pair) -> float:
    return view.own


def gap_twin(view: Pair) -> float:
    return view.own - view.opp


def scaled_twin(view: Pair, factor: int) -> float:
    return view.own * factor


@feature("toy", twin=height_twin)
def height(board: int, state: Any) -> float:
    """The number of the side."""
    store_integer(board, HEIGHT_SLOT, load_integer(board, HEIGHT_SLOT) + ONE)
    return state[0]


@feature("toy", twin=gap_twin, sided=False)
def gap(board: int, state: Any) -> float:
    """Own's number minus that of opp."""
    store_integer(board, GAP_SLOT, load_integer(board, GAP_SLOT) + ONE)
    return state[0] - state[1]


@feature("toy", twin=scaled_twin)
def scaled(board: int, state: Any, factor: int) -> float:
    """The number of the side times a whole number."""
    store_integer(board, SCALED_SLOT, load_integer(board, SCALED_SLOT) + ONE)
    return state[0] * np.float64(factor)


TOYS = {one.name: one for one in (height, gap, scaled)}


def toy(formula: str, parameters: str = "a b c", **where: str) -> Heuristic:
    """A heuristic over the toy features; every parameter is 1 and goes from 0 to 2."""
    return Heuristic(
        name="toy",
        family="toy",
        parameters=tuple(Parameter(name, 1.0, 0.0, 2.0) for name in parameters.split()),
        where=tuple(where.items()),
        formula=formula,
        extra_features=tuple(TOYS.values()),
    )


Run = Callable[[Sequence[float], Pair], tuple[float, Counter[str]]]


@cache
def _jitted(kernel: Any) -> Any:
    """A kernel that formulas call; it is compiled once for all of them."""
    return numba.njit(error_model="numpy", no_cfunc_wrapper=True, no_cpython_wrapper=True)(kernel)


def compile_formula(heuristic: Heuristic) -> Run:
    """The compiled kernel as a function: (values, position) -> (value, calls of each feature)."""
    source = formula_source(heuristic, TOYS)
    names: dict[str, Any] = {
        name: _jitted(kernel)
        for name, kernel in source.names.items()
        if name not in ("np", "load_number")
    }
    names |= {"np": np, "load_number": load_number}
    exec(source.text, names)
    kernel = numba.njit(error_model="numpy", no_cfunc_wrapper=True)(names["formula"])

    def run(values: Sequence[float], pair: Pair) -> tuple[float, Counter[str]]:
        counts = np.zeros(3, np.int64)
        numbers = np.array([*values, 0.0])
        own, opp = (pair.own, pair.opp), (pair.opp, pair.own)
        value = kernel(counts.ctypes.data, numbers.ctypes.data, own, opp)
        assert type(value) is float
        calls = zip(("height", "gap", "scaled"), counts.tolist(), strict=True)
        return value, Counter({name: count for name, count in calls if count})

    return run


def same(left: float, right: float) -> bool:
    """Equal, or both NaN."""
    return left == right or (math.isnan(left) and math.isnan(right))


NAN = float("nan")
INF = float("inf")

# A formula in the parameters a, b, c, their values, and the result that IEEE 754 (or, for
# functions, C's mathematical library) prescribes.
CORNERS = [
    ("a / b", (0, 0), NAN),
    ("a / b", (1, 0), INF),
    ("a / b", (-1, 0), -INF),
    ("a / b", (1, -0.0), -INF),
    ("a / b", (INF, 0), INF),
    ("a / b", (NAN, 0), NAN),
    ("a / b", (1, INF), 0),
    ("a - b", (INF, INF), NAN),
    ("a * b", (0, INF), NAN),
    ("a + b", (1e308, 1e308), INF),
    ("a ** b", (0, -1), INF),
    ("a ** b", (-0.0, -1), -INF),
    ("a ** b", (-0.0, -2), INF),
    ("a ** b", (-8, 1 / 3), NAN),
    ("a ** b", (10, 400), INF),
    ("a ** b", (-10, 401), -INF),
    ("a ** b", (0, 0), 1),
    ("a ** b", (NAN, 0), 1),
    ("a ** b", (-1, INF), 1),
    ("log(a)", (0,), -INF),
    ("log(a)", (-1,), NAN),
    ("log(a)", (INF,), INF),
    ("sqrt(a)", (-1,), NAN),
    ("sqrt(a)", (INF,), INF),
    ("exp(a)", (1000,), INF),
    ("exp(a)", (-INF,), 0),
    ("tanh(a)", (-INF,), -1),
    ("abs(a)", (-INF,), INF),
    ("abs(a)", (NAN,), NAN),
    ("min(a, b)", (NAN, 1), NAN),
    ("min(a, b)", (1, NAN), NAN),
    ("max(a, b)", (NAN, 1), NAN),
    ("max(a, b)", (1, NAN), NAN),
    ("max(a, b, c)", (1, NAN, 2), NAN),
    ("clamp(a, b, c)", (NAN, 0, 1), NAN),
    ("clamp(a, b, c)", (5, NAN, 1), NAN),
    ("clamp(a, b, c)", (5, 0, NAN), NAN),
    ("clamp(a, b, c)", (5, 2, 1), 1),
    ("ratio(a, b, c)", (0, 0, 7), 7),
    ("ratio(a, b, c)", (1, -0.0, 7), 7),
    ("ratio(a, b, c)", (1, 4, 7), 0.25),
    ("ratio(a, b, c)", (1, NAN, 7), NAN),
    ("floor(a)", (2.7,), 2),
    ("floor(a)", (-2.1,), -3),
    ("1 / floor(a)", (-0.0,), -INF),
    ("floor(a)", (-1e300,), -1e300),
    ("floor(a)", (INF,), INF),
    ("floor(a)", (NAN,), NAN),
    # As Python's round: halves go to the even neighbour.
    ("round(a)", (0.5,), 0),
    ("round(a)", (1.5,), 2),
    ("round(a)", (-2.5,), -2),
    ("round(a)", (0.49999999999999994,), 0),
    ("1 / round(a)", (-0.2,), -INF),
    ("round(a)", (-INF,), -INF),
    ("round(a)", (NAN,), NAN),
    # As Python's %: the sign is that of the divisor, and nothing is rounded.
    ("a % b", (7, 2), 1),
    ("a % b", (-7, 2), 1),
    ("a % b", (7, -2), -1),
    ("a % b", (5.5, 2), 1.5),
    ("a % b", (1, 0.1), 0.09999999999999995),
    ("a % b", (2.0**53, 3), 2),
    ("a % b", (-1, INF), INF),
    ("1 / (a % b)", (4, -2), -INF),
    ("1 / (a % b)", (-4, 2), INF),
    ("a % b", (1, 0), NAN),
    ("a % b", (INF, 2), NAN),
    ("a % b", (NAN, 2), NAN),
    ("a % b", (1, NAN), NAN),
    ("mod(a, b)", (7, 3), 1),
    ("1 if a == a else 0", (NAN,), 0),
    ("1 if a != a else 0", (NAN,), 1),
    ("1 if not a < b else 0", (NAN, 1), 1),
]
