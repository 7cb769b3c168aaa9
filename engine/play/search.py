"""Say what every search offers to all who ask how an agent looks ahead.

The searches themselves stand in `engine.play.searches`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from engine.kernels import settings
from engine.kernels.limits import MAX_DEPTH

__all__ = ["NEVER", "TIES", "Search", "Stage"]

TIES = ("random", "ordered")
"""Equal best moves at the root: one of them at random, or the first in the game's move order.

A search with a node limit looks at the best move of each iteration first in the next one, so it
stays with that move among equals.
"""

NEVER = 1 << 30
"""No game has so many plies."""


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A stage is a part of a game whose plies are searched in one way.

    Attributes:
        search: that moves.
        row: what the kernels are told of it, by the slots of `engine.kernels.settings`.
        until_ply: the first ply after the stage.
        proof_nodes: steps of a proof that is tried first, 0 for none.
    """

    search: Search
    row: Mapping[int, int]
    until_ply: int = NEVER
    proof_nodes: int = 0


@dataclass(frozen=True, kw_only=True)
class Search(ABC):
    """Define what every search offers: its settings, its stages and its text.

    Attributes:
        algorithm: its name in files; searches of one name differ by their limit.
        limit: the key of its limit in files, "" for none.
        needs: what else a file must give, as the end of a sentence.
        tuned: which of its fields are whole numbers that a study can tune.
        uses_time: whether it plays better where it has more time.
    """

    algorithm: ClassVar[str]
    limit: ClassVar[str] = ""
    needs: ClassVar[str] = ""
    tuned: ClassVar[tuple[str, ...]] = ()
    uses_time: ClassVar[bool] = True

    @abstractmethod
    def stages(self) -> tuple[Stage, ...]:
        """Return the stages of a game in their order."""

    @abstractmethod
    def tree(self) -> dict[str, object]:
        """Return what differs from the defaults, as plain data that can be read again."""

    @property
    def ties(self) -> str:
        """Return how equal moves are told apart, an entry of `TIES`."""
        return "random"

    @property
    def gives_up(self) -> bool:
        """Return whether it resigns where every move loses."""
        return False

    @property
    def reproducible(self) -> bool:
        """Return False if what is played depends on the speed of the machine."""
        return all(part.reproducible for part in self.parts().values())

    @property
    def limits_both(self) -> bool:
        """Return whether a depth and a number of nodes limit some moves, whichever comes first."""
        rows = [stage.row for stage in self.stages()]
        return any(
            row.get(settings.NODE_LIMIT) and row[settings.LAST_DEPTH] < MAX_DEPTH for row in rows
        )

    @property
    def evaluates(self) -> bool:
        """Return False if nobody asks what a position is worth: what is unproven is random."""
        return any(part.evaluates for part in self.parts().values())

    @property
    def proves(self) -> bool:
        """Return whether the game's exact solver is asked for some moves."""
        return any(stage.proof_nodes for stage in self.stages())

    @property
    def phrase(self) -> str:
        """Return it as a condition in a sentence: "at alphabeta depth 3", "with 2,000 nodes"."""
        return f"with {self}"

    def at(self, ply: int) -> Stage:
        """Return the stage that moves at a ply."""
        return next(stage for stage in self.stages() if ply < stage.until_ply)

    def parts(self) -> dict[str, Search]:
        """Return the searches that it is made of, by their keys; none of a plain search."""
        return {}

    def numbers(self) -> dict[str, int]:
        """Return the numbers that can be tuned, in a fixed order: `switch_ply`, `then.depth`."""
        below = {
            f"{key}.{name}": number
            for key, part in self.parts().items()
            for name, number in part.numbers().items()
        }
        return {key: getattr(self, key) for key in self.tuned} | below

    def with_numbers(self, values: Mapping[str, float]) -> Self:
        """Return the search with other numbers, named as in `numbers`; further names do nothing.

        Raises:
            EngineError: if there is no such search.
        """
        changes: dict[str, Any] = {key: int(values[key]) for key in self.tuned if key in values}
        for key, part in self.parts().items():
            start = f"{key}."
            below = {
                name.removeprefix(start): value
                for name, value in values.items()
                if name.startswith(start)
            }
            changes[key] = part.with_numbers(below)
        return replace(self, **changes)

    def nodes_a_move(self, branching: float) -> float:
        """Return a rough estimate of the positions that a move visits, in the dearest stage.

        Args:
            branching: the mean number of moves in a position of the game.
        """
        return max((part.nodes_a_move(branching) for part in self.parts().values()), default=1.0)

    def milliseconds_a_move(self) -> float:
        """Return what a limit in time allows, in the longest stage; 0 without such a limit."""
        return max((part.milliseconds_a_move() for part in self.parts().values()), default=0.0)

    def deeper(self, _plies: int) -> Search | None:
        """Return the search with so many more plies; None where none are counted."""
        return None

    def untimed(self, _nodes: int) -> Search:
        """Return it without clock and proofs, with ties at random: nodes stand for its time."""
        return self
