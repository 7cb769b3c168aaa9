"""Write the calls of built-in functions, NumPy's functions and machine operations."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.c99.kinds import (
    INTEGER,
    LOCAL,
    NUMBER,
    TRUTH,
    WORD,
    Pointer,
)
from engine.c99.memory import load_integer, load_number, load_word
from engine.c99.operations import Refusal, as_kind, truth, unified, word_literal
from engine.c99.scope import Scope
from engine.c99.terms import Term, prefixed

__all__ = ["CALLS", "NUMPY", "NUMPY_NUMBERS"]

_OF_WHOLE_NUMBERS = ("pow", "fmod", "floor", "ceil", "trunc", "rint")
"""Functions that may give whole numbers for whole numbers."""

_NUMBERS = (NUMBER, INTEGER, WORD, TRUTH)


def to_integer(_scope: Scope, term: Term) -> Term:
    """Return `np.int64(term)`."""
    if isinstance(term.kind, Pointer) and term.kind != LOCAL:
        return term
    if term.kind == INTEGER:
        return Term(INTEGER, term.text, term.level, value=term.value)
    if term.kind in (WORD, TRUTH):
        return prefixed(INTEGER, "(int64_t)", term)
    if term.kind == NUMBER:
        return Term(INTEGER, f"{_scope.helper('whole')}({term.text})")
    raise Refusal(f"{term.kind.title} is no whole number")


def to_word(_scope: Scope, term: Term) -> Term:
    """Return `np.uint64(term)`."""
    if term.kind == WORD:
        return term
    if term.literal and term.value is not None:
        return word_literal(int(term.value))
    if term.kind in (INTEGER, TRUTH):
        return prefixed(WORD, "(uint64_t)", term)
    raise Refusal(f"np.uint64 of {term.kind.title}; cast it to np.int64 first")


def to_number(_scope: Scope, term: Term) -> Term:
    """Return `np.float64(term)`."""
    if term.kind not in _NUMBERS:
        raise Refusal(f"{term.kind.title} is no number")
    return as_kind(term, NUMBER)


def to_truth(_scope: Scope, term: Term) -> Term:
    """Return `bool(term)`."""
    return truth(term)


def to_whole(scope: Scope, term: Term) -> Term:
    """Return `int(term)`."""
    if term.kind == WORD:
        raise Refusal("int() of a uint64; write np.int64()")
    return to_integer(scope, term)


def rounded(scope: Scope, term: Term) -> Term:
    """Return `round(term)`, a whole number."""
    if term.kind == INTEGER:
        return term
    if term.kind != NUMBER:
        raise Refusal(f"round() of {term.kind.title}")
    return Term(INTEGER, f"{scope.helper('whole')}(rint({term.text}))")


def magnitude(scope: Scope, term: Term) -> Term:
    """Return `abs(term)`."""
    if term.kind == NUMBER:
        return Term(NUMBER, f"fabs({term.text})")
    if term.kind == INTEGER:
        return Term(INTEGER, f"{scope.helper('magnitude')}({term.text})")
    raise Refusal(f"abs() of {term.kind.title}; cast it to np.int64 or np.float64")


def _extreme(word: str) -> Callable[..., Term]:
    def write(scope: Scope, first: Term, second: Term, *more: Term) -> Term:
        kind = unified(first.kind, second.kind)
        named = {NUMBER: "number", INTEGER: "integer", WORD: "word"}
        if kind not in named or TRUTH in (first.kind, second.kind):
            raise Refusal(f"{word} of {first.kind.title} and {second.kind.title}; cast them")
        helper = scope.helper(f"{word}_{named[kind]}")
        texts = f"{as_kind(first, kind).text}, {as_kind(second, kind).text}"
        term = Term(kind, f"{helper}({texts})")
        return write(scope, term, *more) if more else term

    return write


def _propagating(helper: str) -> Callable[..., Term]:
    def write(scope: Scope, first: Term, second: Term) -> Term:
        if NUMBER not in (first.kind, second.kind):
            raise Refusal("NumPy's minimum and maximum are for float64s here; use min or max")
        texts = f"{as_kind(first, NUMBER).text}, {as_kind(second, NUMBER).text}"
        return Term(NUMBER, f"{scope.helper(helper)}({texts})")

    return write


def _library(name: str, arguments: int) -> Callable[..., Term]:
    def write(_scope: Scope, *terms: Term) -> Term:
        if len(terms) != arguments:
            raise Refusal(f"{name} takes {arguments} numbers here")
        if any(term.kind not in _NUMBERS for term in terms):
            raise Refusal(f"{name} of something that is no number")
        if name in _OF_WHOLE_NUMBERS and all(term.kind != NUMBER for term in terms):
            raise Refusal(f"{name} of whole numbers; cast them to np.float64")
        return Term(NUMBER, f"{name}({', '.join(as_kind(term, NUMBER).text for term in terms)})")

    return write


def _test(name: str) -> Callable[..., Term]:
    def write(_scope: Scope, term: Term) -> Term:
        if term.kind != NUMBER:
            raise Refusal(f"{name} of {term.kind.title}; it is for float64s")
        # C promises no more than that it is not 0.
        return Term(TRUTH, f"{name}({term.text}) != 0", 50)

    return write


def _bits(name: str) -> Callable[..., Term]:
    def write(scope: Scope, term: Term) -> Term:
        if term.kind != WORD:
            raise Refusal(f"{name} of {term.kind.title}; it is for uint64s")
        return Term(WORD, f"{scope.helper(name)}({term.text})")

    return write


_MATHEMATICS = {
    "exp": 1, "exp2": 1, "expm1": 1, "log": 1, "log2": 1, "log10": 1, "log1p": 1, "sqrt": 1,
    "cbrt": 1, "sin": 1, "cos": 1, "tan": 1, "sinh": 1, "cosh": 1, "tanh": 1, "hypot": 2,
    "floor": 1, "ceil": 1, "trunc": 1, "rint": 1, "fabs": 1, "fmod": 2, "copysign": 2,
}  # fmt: skip
_OTHERS = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2", "power": "pow"}

CALLS: Mapping[str, Callable[..., Term]] = MappingProxyType(
    {
        "float": to_number,
        "int": to_whole,
        "bool": to_truth,
        "abs": magnitude,
        "round": rounded,
        "min": _extreme("smaller"),
        "max": _extreme("larger"),
        "popcount": _bits("popcount"),
        "lowest_bit": _bits("lowest_bit"),
        "load_word": load_word,
        "load_integer": load_integer,
        "load_number": load_number,
        "exp": _library("exp", 1),
        "sqrt": _library("sqrt", 1),
        "floor": _library("floor", 1),
        "nearest": _library("rint", 1),
        "fmod": _library("fmod", 2),
    }
)
"""Built-in functions and machine operations, by their names."""

NUMPY: Mapping[str, Callable[..., Term]] = MappingProxyType(
    {
        "int64": to_integer,
        "uint64": to_word,
        "float64": to_number,
        "bool_": to_truth,
        "abs": magnitude,
        "absolute": magnitude,
        "minimum": _propagating("lesser_of"),
        "maximum": _propagating("greater_of"),
        **{name: _test(name) for name in ("isnan", "isinf", "isfinite")},
        **{name: _library(name, arguments) for name, arguments in _MATHEMATICS.items()},
        **{name: _library(c, 2 if c in ("atan2", "pow") else 1) for name, c in _OTHERS.items()},
    }
)
"""NumPy's types and functions, by their names."""

NUMPY_NUMBERS: Mapping[str, float] = MappingProxyType(
    {
        "inf": float("inf"),
        "nan": float("nan"),
        "pi": 3.141592653589793,
        "e": 2.718281828459045,
    }
)
"""NumPy's numbers, by their names."""
