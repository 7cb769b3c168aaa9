"""The kernels of a game without its own search, to measure what that is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.kernels import choose, evaluation, interface
from engine.link.kernel_set import KernelSet
from engine.table import Table

__all__ = ["PlainSearch"]

_OF_THE_SEARCH = (choose.deepen, evaluation.evaluate, interface.evaluator)


@dataclass(frozen=True)
class PlainSearch:
    """The kernels of a game with plain alpha-beta in place of a search of its own.

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
