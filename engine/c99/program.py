"""Write a kernel and all that it uses as the text of one C file."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.c99.function import c_function
from engine.c99.helpers import HELPERS
from engine.c99.kinds import NUMBER_TABLE, WORD_TABLE, Kind, Record
from engine.c99.layout import MemoryPart
from engine.c99.lines import WIDTH
from engine.c99.names import FIELDS, free_name, is_constant_name
from engine.c99.operations import Refusal, word_literal
from engine.c99.scope import Function, Scope, Uses
from engine.c99.terms import PointerTerm, Term
from engine.link.linker import LinkedKernel
from engine.table import NumberTable, Table

__all__ = ["CProgram", "TablePlace"]


@dataclass(frozen=True)
class TablePlace:
    """Hold a table of a feature, and where the board's memory has it.

    Attributes:
        table: the table.
        slot: its first slot.
        slots: how many it has.
    """

    table: Table
    slot: int
    slots: int


class CProgram:
    """Collect the functions that one kernel needs, and what they share.

    Args:
        kernels: all that are linked.
        memory: of the board.
        parts: of that memory, which kernels know by names.
        tables: of features, in that memory.
        parameters: names of the constants of the parameters.
        wishes: better names for variables, by kernel and variable.
    """

    def __init__(
        self,
        kernels: Sequence[LinkedKernel],
        memory: NDArray[np.uint64],
        parts: Sequence[MemoryPart],
        tables: Sequence[TablePlace],
        parameters: Sequence[str],
        wishes: Mapping[str, Mapping[str, str]],
    ) -> None:
        self._kernels = {kernel.name: kernel for kernel in kernels}
        self._memory = memory
        self._parts = {(part.constant, part.slot): part for part in parts}
        self._parameters = parameters
        self._wishes = wishes
        self._functions: dict[tuple[str, tuple[Kind, ...]], Function] = {}
        self._records: dict[Record, str] = {}
        self._constants: dict[tuple[str, str], str] = {}
        self._tables: dict[str, tuple[PointerTerm, int, int]] = {}
        self._by_part: dict[str, str] = {}
        self._by_table: dict[Table, str] = {}
        self._names = {*parameters, *self._kernels}
        for place in tables:
            self._add_table(place)

    def _add_table(self, place: TablePlace) -> None:
        wish = free_name(place.table.name.upper(), ())
        name = self._new(wish if is_constant_name(wish) else f"TABLE_{wish}")
        kind = NUMBER_TABLE if isinstance(place.table, NumberTable) else WORD_TABLE
        self._tables[name] = (PointerTerm(kind, name, base=name), place.slot, place.slots)
        self._by_table[place.table] = name

    def _new(self, wish: str) -> str:
        name = free_name(wish, self._names)
        self._names.add(name)
        return name

    def has(self, name: str) -> bool:
        """Return whether a kernel has this name."""
        return name in self._kernels

    def function(self, name: str, kinds: Sequence[Kind]) -> Function:
        """Return a kernel for these arguments, written now where it is new."""
        key = (name, tuple(kinds))
        if key not in self._functions:
            others = sum(known == name for known, _ in self._functions)
            taken = self._names - {name}
            c_name = free_name(f"{name}_{others + 1}" if others else name, taken)
            self._names.add(c_name)
            kernel, wishes = self._kernels[name], self._wishes.get(name, {})
            self._functions[key] = c_function(self, kernel, kinds, c_name, wishes)
        return self._functions[key]

    def entry(self, name: str, kinds: Sequence[Kind], c_name: str) -> Function:
        """Return the kernel that other files call, by this name."""
        return c_function(self, self._kernels[name], kinds, c_name, {}, public=True)

    def place(self, constant: str, value: int) -> PointerTerm | None:
        """Return the part of the board's memory that a constant of kernels names, if it is one."""
        part = self._parts.get((constant, value))
        if part is None:
            return None
        if constant not in self._by_part:
            name = self._by_part[constant] = self._new(part.name)
            place = PointerTerm(WORD_TABLE, name, base=name, single=part.slots == 1)
            self._tables[name] = (place, part.slot, part.slots)
        return self._tables[self._by_part[constant]][0]

    def word(self, slot: int) -> int:
        """Return the word in a slot of the board's memory."""
        if not 0 <= slot < len(self._memory):
            raise Refusal(f"the memory of the board has no slot {slot}")
        return int(self._memory[slot])

    def table(self, table: Table) -> PointerTerm:
        """Return where the table of a feature begins."""
        return self._tables[self._by_table[table]][0]

    @property
    def parameters(self) -> Sequence[str]:
        """Return the names of the parameters' constants, in their order."""
        return self._parameters

    def parameter(self, index: int) -> str:
        """Return the name of a parameter's constant."""
        return self._parameters[index]

    def constant(self, name: str, term: Term) -> str:
        """Return the name of a constant of kernels, or "" where C has other plans for it."""
        if not is_constant_name(name):
            return ""
        key = (name, f"{term.kind} {term.text}")
        if key not in self._constants:
            self._constants[key] = self._new(name)
        return self._constants[key]

    def record(self, kind: Record, wish: str = "") -> str:
        """Return the name of a struct; `wish` is taken where it is new."""
        if kind not in self._records:
            usual = wish[:1].isupper() and wish not in self._names
            self._records[kind] = self._new(wish if usual else "Parts")
        return self._records[kind]

    def parameters_of(self, entry: Function) -> frozenset[str]:
        """Return the constants of parameters that a function and all that it calls use."""
        return frozenset(name for one in _ordered(entry) for name in one.uses.parameters)

    def text(self, entry: Function) -> str:
        """Return the C text of a function and all that it needs, without includes."""
        functions = _ordered(entry)
        uses = [function.uses for function in functions]
        helpers = _all(one.helpers for one in uses)
        tables = _all(one.tables for one in uses)
        blocks = [
            self._constant_lines(uses) + self._single_lines(tables),
            *self._struct_texts(uses),
            *(self._table_text(name) for name in tables if not self._tables[name][0].single),
            *(HELPERS[name] for name in helpers),
            *(function.text for function in functions),
        ]
        return "\n".join(block for block in blocks if block)

    def _constant_lines(self, uses: Sequence[Uses]) -> str:
        lines = dict(item for one in uses for item in one.constants.items())
        return "".join(f"{line}\n" for line in lines.values())

    def _struct_texts(self, uses: Sequence[Uses]) -> list[str]:
        kinds = dict(item for one in uses for item in one.records.items())
        scope = Scope(self, "", "", {})
        texts: dict[str, str] = {}

        def add(name: str, kind: Record) -> None:
            if name in texts:
                return
            for part in kind.fields:
                if isinstance(part, Record):
                    add(self.record(part), part)
            pairs = zip(kind.fields, FIELDS, strict=False)
            fields = "".join(f"    {scope.declared(part, field)};\n" for part, field in pairs)
            texts[name] = f"typedef struct {{\n{fields}}} {name};\n"

        for name, kind in kinds.items():
            add(name, kind)
        return list(texts.values())

    def _single_lines(self, names: Sequence[str]) -> str:
        slots = {name: slot for name, (place, slot, _) in self._tables.items() if place.single}
        return "".join(
            f"static const uint64_t {name} = {word_literal(int(self._memory[slots[name]])).text};\n"
            for name in names
            if name in slots
        )

    def _table_text(self, name: str) -> str:
        place, slot, slots = self._tables[name]
        words = self._memory[slot : slot + slots]
        if place.kind == NUMBER_TABLE:
            entries = [repr(float(number)) for number in words.view(np.float64)]
            kind = "double"
        else:
            entries = [f"0x{int(word):X}" if word > 9 else f"{int(word)}" for word in words]
            kind = "uint64_t"
        rows = "\n".join(_rows(entries))
        return f"static const {kind} {name}[{slots}] = {{\n{rows}\n}};\n"


def _rows(entries: Sequence[str]) -> Iterable[str]:
    begin = " " * 4
    text = ", ".join(entries)
    return textwrap.wrap(text, WIDTH, initial_indent=begin, subsequent_indent=begin)


def _all(groups: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for group in groups for name in group))


def _ordered(entry: Function) -> list[Function]:
    """Return a function behind all that it calls."""
    ordered: dict[str, Function] = {}

    def add(function: Function) -> None:
        for called in function.uses.functions.values():
            if called.name not in ordered:
                add(called)
        ordered[function.name] = function

    add(entry)
    return list(ordered.values())
