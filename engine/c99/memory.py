"""Read the memory of a board, and the memory that a function has for itself."""

from __future__ import annotations

from collections.abc import Sequence

from engine.c99.kinds import (
    BOARD,
    INTEGER,
    LOCAL,
    NUMBER,
    NUMBER_TABLE,
    PARAMETERS,
    WORD,
    WORD_TABLE,
    Pointer,
)
from engine.c99.operations import Refusal, as_kind, word_literal
from engine.c99.scope import Scope
from engine.c99.terms import PointerTerm, Term, prefixed

__all__ = ["load_integer", "load_number", "load_word", "store"]


def _slot(memory: Term, slot: Term) -> str:
    """Return the text of a slot of memory."""
    if memory.kind == LOCAL and slot.kind == INTEGER:
        return f"{memory.text}[{slot.text}]"
    if memory.kind != BOARD or not isinstance(slot.kind, Pointer):
        raise Refusal(
            "what stands in this slot is not known here; read the board by a table, or by the name "
            "of a part of its memory, such as KNIGHT_TARGETS"
        )
    if isinstance(slot, PointerTerm) and slot.offset is not None:
        if slot.single:
            raise Refusal(f"{slot.base} is one number, and this slot lies behind it")
        return f"{slot.base}[{slot.offset.text}]"
    return slot.text if isinstance(slot, PointerTerm) and slot.single else f"{slot.text}[0]"


def load_word(scope: Scope, memory: Term, slot: Term) -> Term:
    """Return the word in a slot; that of a slot that is written out is a number."""
    if memory.kind == BOARD and slot.kind == INTEGER and slot.value is not None:
        return word_literal(scope.program.word(int(slot.value)))
    if slot.kind == NUMBER_TABLE:
        raise Refusal("a table of numbers is read as words; use load_number")
    return Term(WORD, _slot(memory, slot))


def load_integer(scope: Scope, memory: Term, slot: Term) -> Term:
    """Return the int64 in a slot."""
    return prefixed(INTEGER, "(int64_t)", load_word(scope, memory, slot))


def load_number(scope: Scope, memory: Term, slot: Term) -> Term:
    """Return the float64 in a slot; of the parameters it is a constant."""
    if memory.kind == PARAMETERS:
        if slot.value is None:
            names = scope.program.parameters
            scope.uses.parameters.update(dict.fromkeys(names))
            return Term(NUMBER, f"((const double[]){{{', '.join(names)}}})[{slot.text}]")
        name = scope.program.parameter(int(slot.value))
        scope.uses.parameters[name] = None
        return Term(NUMBER, name)
    if memory.kind == LOCAL:
        return Term(NUMBER, f"{scope.helper('number_in')}(&{_slot(memory, slot)})")
    if slot.kind == WORD_TABLE:
        raise Refusal("a table of words is read as numbers; use load_word")
    return Term(NUMBER, _slot(memory, slot))


def store(scope: Scope, operation: str, terms: Sequence[Term]) -> str:
    """Return the statement that keeps a value in the memory of a function."""
    memory, slot, value = terms
    if memory.kind != LOCAL:
        raise Refusal("only memory from local_words can be changed")
    place = _slot(memory, slot)
    if operation == "store_number":
        return f"{scope.helper('keep_number')}(&{place}, {as_kind(value, NUMBER).text});"
    if value.kind not in (WORD, INTEGER):
        raise Refusal(f"{value.kind.title} is kept as a whole number; cast it")
    word = value if value.kind == WORD else prefixed(WORD, "(uint64_t)", value)
    return f"{place} = {word.text};"
