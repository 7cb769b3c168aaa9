"""How an agent looks ahead: the algorithm, its limit and how it breaks ties."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError, UnknownNameError

__all__ = ["ALGORITHMS", "MAX_DEPTH", "TIES", "Search"]

MAX_DEPTH = 64
"""No supported search looks further ahead than this many plies."""

TIES = ("random", "ordered")
"""Equal best moves at the root: one of them at random, or the first in the game's move order.

A search with a node limit looks at the best move of each iteration first in the next one, so it
stays with that move among equals.
"""

ALGORITHMS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": (),
    "minimax": ("depth",),
    "alphabeta": ("depth", "nodes"),
}
"""The searches and the limits that each accepts (exactly one of them is given)."""


@dataclass(frozen=True)
class Search:
    """A search and its limit.

    Attributes:
        algorithm: a key of `ALGORITHMS`; "greedy" is a search of depth 1, "random" plays any legal
            move.
        depth: plies that are looked ahead, 1 to `MAX_DEPTH`.
        nodes: positions that one move may visit; deepens iteratively, and the last completed
            iteration counts.
        ties: an entry of `TIES`.

    Raises:
        UnknownNameError: if the algorithm or the tie rule does not exist.
        EngineError: if the limit does not fit the algorithm.
    """

    algorithm: str
    depth: int | None = None
    nodes: int | None = None
    ties: str = "random"

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise UnknownNameError("search algorithm", self.algorithm, ALGORITHMS)
        if self.ties not in TIES:
            raise UnknownNameError("tie rule", self.ties, TIES)
        accepted = ALGORITHMS[self.algorithm]
        given = [name for name in ("depth", "nodes") if getattr(self, name) is not None]
        for name in given:
            if name not in accepted:
                raise EngineError(f"search '{self.algorithm}' takes no {name}; leave it out")
        if accepted and len(given) != 1:
            raise EngineError(
                f"search '{self.algorithm}' needs exactly one of: {', '.join(accepted)}"
            )
        if self.algorithm == "random" and self.ties != "random":
            raise EngineError("search 'random' has no ties to break in order; leave ties out")
        if self.depth is not None and not 1 <= self.depth <= MAX_DEPTH:
            raise EngineError(f"search depth {self.depth} is outside 1 to {MAX_DEPTH}")
        if self.nodes is not None and self.nodes < 1:
            raise EngineError(f"search nodes {self.nodes} must be at least 1")

    def __str__(self) -> str:
        if self.depth is not None:
            return f"{self.algorithm} depth {self.depth}"
        if self.nodes is not None:
            return f"{self.algorithm} {self.nodes} nodes"
        return self.algorithm
