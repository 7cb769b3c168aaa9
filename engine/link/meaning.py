"""Describe kernels as they are in memory: their code, and all that its names stand for there."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from engine.link.bytecode import as_bytes, code_bytes
from engine.link.joining import KernelSet
from engine.link.linker import INTRINSICS, OuterKernel
from engine.link.source import SourceKernel, is_packaged
from engine.table import MaskTable, NumberTable, Table

__all__ = ["Meaning", "meaning_of"]

_NUMBERS = (bool, int, float, np.integer)
_TABLES = (NumberTable, MaskTable)


@dataclass(frozen=True)
class Meaning:
    """A meaning holds all that decides what kernels are joined to, but for how they are spelt.

    Attributes:
        digest: 64 characters; different wherever code, a number, a table's place or a replacement
            is, whatever stands in the files by now.
        tables: that the kernels may use, equal ones once, in the order in which they were met.
        functions: all plain functions among the kernels.
        packaged: whether nothing of it but texts is of others than this program.
    """

    digest: str
    tables: tuple[Table, ...]
    functions: tuple[FunctionType, ...]
    packaged: bool


def meaning_of(kernels: KernelSet, asked: Sequence[Any]) -> Meaning:
    """Return what kernels mean at this moment.

    Args:
        kernels: of the game.
        asked: kernels to join, and texts and numbers that are joined with them.
    """
    walk = _Walk(kernels)
    names = [walk.name(one) for one in asked]
    pairs = [(walk.name(one), walk.name(other)) for one, other in kernels.replacements.items()]
    layout = repr((kernels.kernel_name, kernels.first_slot, names, pairs))
    digest = hashlib.sha256(as_bytes((layout, walk.parts))).hexdigest()
    return Meaning(digest, tuple(walk.tables), tuple(walk.functions), walk.packaged)


class _Walk:
    """Find kernels by the names that others use, as the linker does, without their texts.

    More names are followed than the linker resolves, those of attributes and of what is replaced.
    """

    def __init__(self, kernels: KernelSet) -> None:
        self._kernels = kernels
        self.parts: list[object] = []
        self.tables: list[Table] = []
        self.functions: dict[FunctionType, str] = {}
        self.packaged = True

    def name(self, value: Any) -> str:
        """Return what tells a kernel, a table or a number from all others of this walk."""
        if isinstance(value, _TABLES):
            return self._name_of_table(value)
        if isinstance(value, _NUMBERS):
            return f"{type(value).__name__} {value!r}"
        value = getattr(value, "kernel", value)
        if isinstance(value, FunctionType) and id(value) not in INTRINSICS:
            return self._name_of_function(value)
        if isinstance(value, SourceKernel):
            meanings = [(name, self.name(value.names[name])) for name in sorted(value.names)]
            return repr((value.text, value.inlined, meanings))
        if isinstance(value, OuterKernel):
            return repr(value)
        # Of others the linker takes NumPy alone; it does not ask for what attributes are called.
        return INTRINSICS.get(id(value), "np" if value is np else f"a {type(value).__name__}")

    def _name_of_table(self, table: Table) -> str:
        # The linker gives equal tables the same slots.
        if table not in self.tables:
            self.tables.append(table)
        return f"table {self.tables.index(table)} of {self._kernels.table_slots(table)}"

    def _name_of_function(self, kernel: FunctionType) -> str:
        if kernel not in self.functions:
            self.functions[kernel] = name = f"kernel {len(self.functions)}"
            self.packaged &= is_packaged(kernel)
            scope, code = kernel.__globals__, kernel.__code__
            used = [(one, self.name(scope[one])) for one in code.co_names if one in scope]
            inlined = bool(getattr(kernel, "inlined", False))
            self.parts.append((name, inlined, code_bytes(code), used))
        return self.functions[kernel]
