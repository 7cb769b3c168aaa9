"""Join the kernels of a game into one text with the layout of its board's memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from engine.kernels import choose, evaluation, interface
from engine.link.linker import LinkedKernel, Linker
from engine.link.source import SourceKernel
from engine.table import Table

__all__ = ["FormulaKernels", "Joined", "KernelSet", "PlainSearch", "join"]


class KernelSet(Protocol):
    """A kernel set has what compiling needs to know of a game."""

    @property
    def family(self) -> str:
        """Return the name of what it shares with other sizes, features too: "isolation"."""

    @property
    def kernel_name(self) -> str:
        """Return the name of the compiled files; equal for all sizes that share machine code."""

    @property
    def replacements(self) -> Mapping[Any, Any]:
        """Return the game's kernels, keyed by what they replace."""

    @property
    def first_slot(self) -> int:
        """Return the slot of the first further table in the memory of a board."""

    def table_slots(self, table: Table) -> int:
        """Return the number of slots that a table takes."""


@dataclass(frozen=True)
class FormulaKernels:
    """Hold the two kernels of a formula: as a search needs it, and as it is written.

    Attributes:
        of_search: what searches compare, as `engine.kernels.interface.formula`.
        as_written: whose values people see, as `engine.kernels.interface.written_formula`.
        parameters: how many numbers they read.
    """

    of_search: SourceKernel
    as_written: SourceKernel
    parameters: int

    def replacements(self, inlined: bool) -> dict[Any, Any]:
        """Return what to join in place of the two, as a part of those that call them or not."""
        return {
            interface.formula: replace(self.of_search, inlined=inlined),
            interface.written_formula: replace(self.as_written, inlined=inlined),
        }


class _Layout:
    """Give each table the next slots of a board's memory, in the order in which it is met."""

    def __init__(self, kernels: KernelSet) -> None:
        self._kernels = kernels
        self._next = kernels.first_slot
        self._slots: dict[Table, int] = {}

    def offset(self, table: Table) -> int:
        """Return the first slot of a table."""
        if table not in self._slots:
            self._slots[table] = self._next
            self._next += self._kernels.table_slots(table)
        return self._slots[table]

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return all tables so far, in the order of their slots."""
        return tuple(self._slots)


@dataclass(frozen=True)
class Joined:
    """Hold kernels joined with all that they use.

    Attributes:
        text: their definitions.
        names: of the kernels that were asked for, in the text.
        tables: the tables that the board's memory must hold, in this order.
        kernels: the kernels of the text one by one, for targets that are not Python.
    """

    text: str
    names: tuple[str, ...]
    tables: tuple[Table, ...]
    kernels: tuple[LinkedKernel, ...]


def join(
    kernels: KernelSet,
    wanted: Sequence[Callable[..., Any]],
    replacements: Mapping[Any, Any],
    operations: str = "engine.link.operations",
    tables: Sequence[Table] = (),
) -> Joined:
    """Join kernels of a game.

    Args:
        kernels: of the game.
        wanted: the kernels.
        replacements: further ones than the game's, keyed by what they replace.
        operations: the module of the machine operations, which differ between targets.
        tables: those of other kernels on the same board, which come first in its memory.

    Raises:
        EngineError: if a kernel uses what cannot be compiled.
    """
    layout = _Layout(kernels)
    for table in tables:
        layout.offset(table)
    linker = Linker({**kernels.replacements, **replacements}, layout.offset)
    names = tuple(linker.add(kernel) for kernel in wanted)
    return Joined(linker.text(operations), names, layout.tables, linker.linked)


_OF_THE_SEARCH = (choose.deepen, evaluation.evaluate, interface.evaluator)


@dataclass(frozen=True)
class PlainSearch:
    """Offer the kernels of a game with plain alpha-beta in place of a search of its own.

    `compile_chooser(PlainSearch(game), formula)` and `compile_heuristic(PlainSearch(game), ...)`
    compile the search that serves every game. For fixed depths it chooses the same moves with the
    same values.

    Attributes:
        game: whose kernels they are.
    """

    game: KernelSet

    @property
    def family(self) -> str:
        """Return the family of the game."""
        return self.game.family

    @property
    def kernel_name(self) -> str:
        """Return the name of the compiled files: the game's where it has no search to leave out."""
        name = self.game.kernel_name
        return f"{name}_plain" if interface.evaluator in self.game.replacements else name

    @property
    def replacements(self) -> Mapping[Any, Any]:
        """Return the game's kernels but for those of its search."""
        own = self.game.replacements
        return {key: kernel for key, kernel in own.items() if key not in _OF_THE_SEARCH}

    @property
    def first_slot(self) -> int:
        """Return the slot of the first further table in the memory of a board."""
        return self.game.first_slot

    def table_slots(self, table: Table) -> int:
        """Return the number of slots that a table takes."""
        return self.game.table_slots(table)
