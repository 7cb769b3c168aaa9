"""The kernels of a game, as they are joined and compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from engine.table import Table

__all__ = ["KernelSet"]


class KernelSet(Protocol):
    """What compiling needs to know of a game."""

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
