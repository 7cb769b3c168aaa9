"""Look ahead to a limit, in one way at all plies."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from engine.errors import EngineError, UnknownNameError
from engine.kernels import settings
from engine.kernels.limits import MAX_DEPTH
from engine.play.search import TIES, Search, Stage

__all__ = [
    "EFFORT",
    "AlphaBeta",
    "Greedy",
    "LookAhead",
    "Minimax",
    "by_depth",
    "check_depth",
    "check_nodes",
]

EFFORT = 0.75
"""Alpha-beta visits about b^(0.75 d) of the b^d positions at d plies; from b^0.5 to b."""


@dataclass(frozen=True, kw_only=True)
class LookAhead(Search):
    """Look at what each move leads to, in one way at all plies.

    Attributes:
        ties: an entry of `TIES`.
        gives_up: whether it resigns, which loses the game at once, where its last completed search
            finds that every move loses by force, or that the evaluation is minus infinity after
            each. So does a program whose search begins with minus infinity and asks for more: the
            template of the Udacity course then returns no legal move.

    Raises:
        UnknownNameError: if the tie rule does not exist.
    """

    ties: str = "random"
    gives_up: bool = False

    def __post_init__(self) -> None:
        if self.ties not in TIES:
            raise UnknownNameError("tie rule", self.ties, TIES)

    @abstractmethod
    def row(self) -> dict[int, int]:
        """Return what the kernels are told, without ties and giving up."""

    @property
    def evaluates(self) -> bool:
        """Return True: positions are compared by what they are worth."""
        return True

    def stages(self) -> tuple[Stage, ...]:
        """Return the one stage."""
        root = {
            settings.ORDERED: int(self.ties == "ordered"),
            settings.GIVES_UP: int(self.gives_up),
        }
        return (Stage(search=self, row={**self.row(), **root}),)

    def tree(self) -> dict[str, object]:
        """Return what differs from the defaults, as plain data."""
        limit = {self.limit: getattr(self, self.limit)} if self.limit else {}
        resigns = {"gives_up": True} if self.gives_up else {}
        return {"algorithm": self.algorithm, **limit, **resigns, "ties": self.ties}

    def untimed(self, _nodes: int) -> Search:
        """Return it with ties at random."""
        return replace(self, ties="random")

    def __str__(self) -> str:
        return f"{self.algorithm}{self._limit_text()}{' (gives up)' if self.gives_up else ''}"

    def _limit_text(self) -> str:
        return ""


@dataclass(frozen=True, kw_only=True)
class Greedy(LookAhead):
    """Look one ply ahead."""

    algorithm: ClassVar[str] = "greedy"

    def row(self) -> dict[int, int]:
        """Return a single iteration of depth 1."""
        return {settings.FIRST_DEPTH: 1, settings.LAST_DEPTH: 1, settings.PRUNING: 1}

    def nodes_a_move(self, branching: float) -> float:
        """Return the estimate for one ply."""
        return float(branching**EFFORT)


@dataclass(frozen=True, kw_only=True)
class Minimax(LookAhead):
    """Look at all lines to a fixed depth.

    Attributes:
        depth: plies that are looked ahead, 1 to `MAX_DEPTH`.

    Raises:
        EngineError: if the depth is none of these.
    """

    algorithm: ClassVar[str] = "minimax"
    limit: ClassVar[str] = "depth"
    tuned: ClassVar[tuple[str, ...]] = ("depth",)

    depth: int

    def __post_init__(self) -> None:
        super().__post_init__()
        check_depth(self.depth)

    def row(self) -> dict[int, int]:
        """Return a single iteration, in which nothing is left out."""
        return {settings.FIRST_DEPTH: self.depth, settings.LAST_DEPTH: self.depth}

    @property
    def phrase(self) -> str:
        """Return it as a condition in a sentence."""
        return f"at {self}"

    def nodes_a_move(self, branching: float) -> float:
        """Return the estimate for this depth."""
        return float(branching ** (EFFORT * self.depth))

    def deeper(self, plies: int) -> Self:
        """Return the search with more plies, as many as there may be."""
        return replace(self, depth=min(self.depth + plies, MAX_DEPTH))

    def _limit_text(self) -> str:
        return f" depth {self.depth}"


@dataclass(frozen=True, kw_only=True)
class AlphaBeta(Minimax):
    """Choose as minimax to the same depth, and leave out lines that do not count."""

    algorithm: ClassVar[str] = "alphabeta"

    def row(self) -> dict[int, int]:
        """Return a single iteration."""
        return {**super().row(), settings.PRUNING: 1}


def by_depth(search: Search, depth: int) -> Search:
    """Return alpha-beta to a depth in place of a search, with its rule for ties."""
    return AlphaBeta(depth=depth, ties=search.ties)


def check_depth(depth: int) -> None:
    """Refuse a depth for which searches have no memory, or none at all.

    Raises:
        EngineError: if it is one.
    """
    if not 1 <= depth <= MAX_DEPTH:
        raise EngineError(f"search depth {depth} is outside 1 to {MAX_DEPTH}; give one within")


def check_nodes(nodes: int) -> None:
    """Refuse a limit of no nodes.

    Raises:
        EngineError: if it is one.
    """
    if nodes < 1:
        raise EngineError(f"search nodes {nodes} must be at least 1")
