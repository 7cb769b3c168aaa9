"""Compute with terms as Numba computes with values of their kinds.

What would be undefined in C is written so that it is not: shifts take the lowest six bits of the
steps, as a machine does.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from engine.c99.kinds import (
    INTEGER,
    NUMBER,
    TRUTH,
    WORD,
    Kind,
    Pointer,
    Record,
    Scalar,
)
from engine.c99.terms import ATOM, UNARY, PointerTerm, RecordTerm, Term, binary, prefixed

__all__ = [
    "Refusal",
    "arithmetic",
    "as_kind",
    "comparison",
    "integer_literal",
    "negative",
    "truth",
    "unified",
    "word_literal",
]

_SMALL, _INT64_LIMIT = 2**15, 2**63
_FOLDED: Mapping[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
_WHOLE = (INTEGER, TRUTH)


class Refusal(Exception):  # noqa: N818 - no error yet: whoever knows the line makes one of it
    """A term cannot be written as C, for a reason that a user can read."""


def integer_literal(value: int) -> Term:
    """Return a whole number that the kernel writes out: a uint64 where it is no int64.

    Raises:
        Refusal: if it is neither.
    """
    if _INT64_LIMIT <= value < 2 * _INT64_LIMIT:
        return word_literal(value)
    if not -_INT64_LIMIT < value < _INT64_LIMIT:
        raise Refusal(f"{value} is no int64 and no uint64; write a smaller number")
    text = str(value) if abs(value) < _SMALL else f"INT64_C({value})"
    level = UNARY if value < 0 else ATOM
    return Term(INTEGER, text, level, value=value, literal=True)


def word_literal(value: int) -> Term:
    """Return a word that the kernel writes out."""
    value &= 2**64 - 1
    text = f"UINT64_C({value})" if value < _SMALL else f"UINT64_C(0x{value:X})"
    return Term(WORD, text, value=value)


def truth(term: Term) -> Term:
    """Return whether a number is not 0, as a condition has it."""
    if term.kind == TRUTH:
        return term
    if term.kind in (INTEGER, WORD, NUMBER):
        zero = "0.0" if term.kind == NUMBER else "0"
        return binary(TRUTH, "!=", (term, Term(INTEGER, zero)))
    raise Refusal(f"{term.kind.title} is no condition; compare it with something")


def negative(term: Term) -> Term:
    """Return `-term`."""
    if term.kind not in (INTEGER, NUMBER):
        raise Refusal(f"{term.kind.title} has no negative; cast it to np.int64 or np.float64")
    if term.literal and term.kind == INTEGER and term.value is not None:
        return integer_literal(-int(term.value))
    return prefixed(term.kind, "-", term)


def arithmetic(sign: str, left: Term, right: Term) -> Term:
    """Return `left sign right` for one of + - * / & | ^ << >>.

    Raises:
        Refusal: if the kinds do not go together.
    """
    if isinstance(left, PointerTerm) or isinstance(right, PointerTerm):
        return _moved(sign, left, right)
    if isinstance(left.kind, Pointer) or isinstance(right.kind, Pointer):
        raise Refusal("memory from local_words is only read and changed, by its slots")
    if sign in ("<<", ">>"):
        return _shift(sign, left, right)
    if sign == "/":
        return _quotient(left, right)
    kind = _common_kind(sign, left, right)
    if kind == INTEGER and left.literal and right.literal:
        return integer_literal(_FOLDED[sign](int(left.value or 0), int(right.value or 0)))
    term = binary(kind, sign, (left, right))
    if kind == INTEGER and left.value is not None and right.value is not None:
        value = _FOLDED[sign](int(left.value), int(right.value))
        return Term(kind, term.text, term.level, value=value)
    return term


def _common_kind(sign: str, left: Term, right: Term) -> Scalar:
    kinds = (left.kind, right.kind)
    if sign in "&|^":
        if kinds in ((WORD, WORD), (TRUTH, TRUTH)) or all(kind == INTEGER for kind in kinds):
            assert isinstance(left.kind, Scalar)
            return left.kind
    elif kinds == (WORD, WORD):
        return WORD
    elif all(kind in _WHOLE for kind in kinds):
        return INTEGER
    elif NUMBER in kinds and all(kind in (*_WHOLE, WORD, NUMBER) for kind in kinds):
        return NUMBER
    raise Refusal(
        f"{left.kind.title} {sign} {right.kind.title} is not sure to be the same in C; cast one "
        "of them with np.int64, np.uint64 or np.float64"
    )


def _quotient(left: Term, right: Term) -> Term:
    if any(term.kind not in (INTEGER, WORD, NUMBER, TRUTH) for term in (left, right)):
        raise Refusal(f"{left.kind.title} / {right.kind.title} is no number")
    if NUMBER not in (left.kind, right.kind):
        left, right = as_kind(left, NUMBER), as_kind(right, NUMBER)
    return binary(NUMBER, "/", (left, right))


def _shift(sign: str, left: Term, right: Term) -> Term:
    if left.kind not in (WORD, INTEGER) or right.kind not in (WORD, INTEGER):
        raise Refusal(f"{left.kind.title} {sign} {right.kind.title} is no shift of whole numbers")
    steps = right
    if right.value is None:
        steps = binary(INTEGER, "&", (right, Term(INTEGER, "63")))
    elif not 0 <= right.value <= 63:
        raise Refusal(f"a shift by {int(right.value)} has no value; write 0 to 63")
    if left.kind == WORD or sign == ">>":
        assert isinstance(left.kind, Scalar)
        return binary(left.kind, sign, (left, steps))
    shifted = binary(WORD, sign, (prefixed(WORD, "(uint64_t)", left), steps))
    return prefixed(INTEGER, "(int64_t)", shifted)


def _moved(sign: str, left: Term, right: Term) -> Term:
    """Return a place further on in a table."""
    place, steps = (left, right) if isinstance(left, PointerTerm) else (right, left)
    if sign != "+" or not isinstance(place, PointerTerm) or steps.kind not in _WHOLE:
        raise Refusal("a table's slot can only have a whole number added")
    offset = steps if place.offset is None else arithmetic("+", place.offset, steps)
    text = f"{place.base} + {offset.text if offset.level >= 70 else f'({offset.text})'}"
    return PointerTerm(
        place.kind, text, level=70, base=place.base, offset=offset, single=place.single
    )


def comparison(sign: str, left: Term, right: Term) -> Term:
    """Return `left sign right` for one of < <= > >= == !=.

    Raises:
        Refusal: if the kinds do not go together.
    """
    kinds = {left.kind, right.kind}
    numbers = kinds <= {INTEGER, WORD, NUMBER, TRUTH}
    if kinds == {INTEGER, WORD}:
        whole = left if left.kind == INTEGER else right
        numbers = whole.literal and whole.value is not None and whole.value >= 0
    if not numbers:
        raise Refusal(
            f"{left.kind.title} {sign} {right.kind.title} is not sure to be the same in C; "
            "cast one of them"
        )
    if left.text == right.text and left.kind == NUMBER and sign in ("==", "!="):
        # True for NaN; C promises no more of isnan than that it is not 0 then.
        return Term(TRUTH, f"isnan({left.text}) {sign} 0", 50)
    return binary(TRUTH, sign, (left, right))


def unified(first: Kind, second: Kind) -> Kind:
    """Return the kind of what is one or the other, as Numba joins them.

    Raises:
        Refusal: if there is none.
    """
    if first == second:
        return first
    if isinstance(first, Record) and isinstance(second, Record):
        if len(first.fields) == len(second.fields):
            pairs = zip(first.fields, second.fields, strict=True)
            return Record(tuple(unified(one, other) for one, other in pairs))
    elif {first, second} == {INTEGER, TRUTH}:
        return INTEGER
    elif NUMBER in (first, second) and {first, second} <= {NUMBER, INTEGER, TRUTH}:
        return NUMBER
    raise Refusal(f"a value is {first.title} here and {second.title} there; cast one of them")


def as_kind(term: Term, kind: Kind) -> Term:
    """Return a term as a value of a kind that `unified` gave for it."""
    if term.kind == kind:
        return term
    if isinstance(term, RecordTerm) and isinstance(kind, Record):
        pairs = zip(term.items, kind.fields, strict=True)
        items = tuple(as_kind(item, field) for item, field in pairs)
        return RecordTerm(kind, "", items=items)
    if kind == NUMBER and term.kind in (INTEGER, TRUTH, WORD):
        if term.literal and term.value is not None and abs(term.value) < 2**53:
            return Term(NUMBER, repr(float(term.value)), term.level, value=term.value)
        return prefixed(NUMBER, "(double)", term)
    if kind == INTEGER and term.kind == TRUTH:
        return prefixed(INTEGER, "(int64_t)", term)
    raise Refusal(f"{term.kind.title} stands where {kind.title} is expected; cast it")
