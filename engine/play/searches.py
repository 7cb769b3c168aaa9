"""List every search by the name of its algorithm; define those that play at random or in stages.

A further search is a class, here, in `engine.play.lookahead` or in `engine.play.deepening`, with an
entry of `SEARCHES`. What is new in its row of settings is a slot of `engine.kernels.settings`,
which kernels read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar

from engine.errors import EngineError, UnknownNameError
from engine.kernels.settings import FIRST_DEPTH, LAST_DEPTH
from engine.play.deepening import AlphaBetaNodes, AlphaBetaTime
from engine.play.lookahead import (
    AlphaBeta,
    Greedy,
    LookAhead,
    Minimax,
    check_nodes,
)
from engine.play.search import NEVER, TIES, Search, Stage

__all__ = [
    "ALGORITHMS",
    "SEARCHES",
    "Perfect",
    "RandomMoves",
    "Staged",
    "make_search",
    "search_of_tree",
]


@dataclass(frozen=True, kw_only=True)
class RandomMoves(Search):
    """Play any legal move."""

    algorithm: ClassVar[str] = "random"
    uses_time: ClassVar[bool] = False

    def stages(self) -> tuple[Stage, ...]:
        """Return the one stage; an iteration of depth 0 is a random move."""
        return (Stage(search=self, row={FIRST_DEPTH: 0, LAST_DEPTH: 0}),)

    def tree(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"algorithm": self.algorithm, "ties": self.ties}

    def __str__(self) -> str:
        return self.algorithm


@dataclass(frozen=True, kw_only=True)
class Staged(Search):
    """Change from one search to another at a ply.

    Attributes:
        switch_ply: the first ply that is searched by `then`.
        first: how it begins.
        then: how it goes on.

    Raises:
        EngineError: if the ply is none, or a part has stages itself.
    """

    algorithm: ClassVar[str] = "staged"
    needs: ClassVar[str] = "switch_ply, first and then"
    tuned: ClassVar[tuple[str, ...]] = ("switch_ply",)

    switch_ply: int
    first: Search
    then: Search

    def __post_init__(self) -> None:
        if not 1 <= self.switch_ply <= NEVER:
            raise EngineError(f"switch_ply {self.switch_ply} is outside 1 to {NEVER}")
        if any(len(part.stages()) > 1 for part in self.parts().values()):
            raise EngineError("the stages of a search cannot be staged themselves")

    def parts(self) -> dict[str, Search]:
        """Return both searches."""
        return {"first": self.first, "then": self.then}

    def stages(self) -> tuple[Stage, ...]:
        """Return the stage of each part."""
        (first,), (then,) = self.first.stages(), self.then.stages()
        return replace(first, until_ply=self.switch_ply), then

    def tree(self) -> dict[str, object]:
        """Return it as plain data, its parts written out."""
        parts = {key: part.tree() for key, part in self.parts().items()}
        return {"algorithm": self.algorithm, "switch_ply": self.switch_ply, **parts}

    def untimed(self, nodes: int) -> Search:
        """Return it with such parts."""
        return replace(self, first=self.first.untimed(nodes), then=self.then.untimed(nodes))

    def __str__(self) -> str:
        return f"{self.first} to ply {self.switch_ply}, then {self.then}"


@dataclass(frozen=True, kw_only=True)
class Perfect(Search):
    """Play a move that the game's exact solver proves to win, or else to draw.

    Attributes:
        nodes: steps that the proof of one move may take.
        otherwise: how it moves where neither a win nor a draw is proven.

    Raises:
        EngineError: if there are no steps, or the other search is perfect or timed as well.
    """

    algorithm: ClassVar[str] = "perfect"
    limit: ClassVar[str] = "nodes"
    needs: ClassVar[str] = "otherwise, the search where nothing is proven; add it"

    nodes: int
    otherwise: Search

    def __post_init__(self) -> None:
        check_nodes(self.nodes)
        if self.otherwise.proves:
            raise EngineError(
                "search 'perfect' cannot be perfect otherwise as well; name another search there"
            )
        if not self.otherwise.reproducible:
            raise EngineError(
                "search 'perfect' has no time_ms in its otherwise, since its proofs are not timed; "
                "give nodes or a depth"
            )

    def parts(self) -> dict[str, Search]:
        """Return the other search."""
        return {"otherwise": self.otherwise}

    def stages(self) -> tuple[Stage, ...]:
        """Return the stages of the other search, each with a proof before it."""
        return tuple(replace(one, proof_nodes=self.nodes) for one in self.otherwise.stages())

    def nodes_a_move(self, branching: float) -> float:
        """Return the steps of the proof and what the other search visits after it."""
        return self.nodes + self.otherwise.nodes_a_move(branching)

    def tree(self) -> dict[str, object]:
        """Return it as plain data, the other search written out."""
        otherwise = self.otherwise.tree()
        return {"algorithm": self.algorithm, "nodes": self.nodes, "otherwise": otherwise}

    def untimed(self, nodes: int) -> Search:
        """Return the other search so."""
        return self.otherwise.untimed(nodes)

    def __str__(self) -> str:
        return f"{self.algorithm} {self.nodes} nodes, otherwise {self.otherwise}"


SEARCHES: tuple[type[Search], ...] = (
    RandomMoves,
    Greedy,
    Minimax,
    AlphaBeta,
    AlphaBetaNodes,
    AlphaBetaTime,
    Staged,
    Perfect,
)
"""Every search that there is."""

ALGORITHMS = tuple(dict.fromkeys(one.algorithm for one in SEARCHES))
"""The names of all searches; those of one name differ by their limit."""

_LIMITS = ("depth", "nodes", "time_ms")
_LOOKING = dict.fromkeys(one.algorithm for one in SEARCHES if issubclass(one, LookAhead))
_NO_STAGES = "has no stages; leave switch_ply, first and then out"
_STRAY = {
    "ties": "has no ties to break in order; leave ties out",
    "gives_up": "itself cannot give up; leave gives_up out, or write it at a part that is one of: "
    + ", ".join(_LOOKING),
    "switch_ply": _NO_STAGES,
    "first": _NO_STAGES,
    "then": _NO_STAGES,
    "otherwise": "has no otherwise; leave it out",
}
"""What is said of a setting that a search does not have."""

_DEFAULTS = {"ties": "random", "gives_up": False}
"""Settings that every search may be given, for these change nothing."""


def make_search(algorithm: str, **settings: Any) -> Search:
    """Return the search of an algorithm with its settings, as files write them.

    Args:
        algorithm: an entry of `ALGORITHMS`.
        settings: the fields of its class; None stands for what is not given.

    Raises:
        UnknownNameError: if the algorithm or the tie rule does not exist.
        EngineError: if the settings do not fit the algorithm, or each other.
    """
    given = {key: value for key, value in settings.items() if value is not None}
    ties = given.get("ties", TIES[0])
    if algorithm not in ALGORITHMS:
        raise UnknownNameError("search algorithm", algorithm, ALGORITHMS)
    if ties not in TIES:
        raise UnknownNameError("tie rule", ties, TIES)
    kind = _kind(algorithm, given)
    known = {one.name for one in fields(kind)}
    for key, message in _STRAY.items():
        if key not in known and given.get(key, _DEFAULTS.get(key)) != _DEFAULTS.get(key):
            raise EngineError(f"search '{algorithm}' {message}")
    if kind.needs and not known <= given.keys():
        raise EngineError(f"search '{algorithm}' needs {kind.needs}")
    return kind(**{key: value for key, value in given.items() if key in known})


def search_of_tree(tree: Mapping[str, Any]) -> Search:
    """Return the search that plain data of `Search.tree` describes.

    Raises:
        UnknownNameError: as `make_search`.
        EngineError: likewise.
    """
    parts = {
        key: search_of_tree(value) if isinstance(value, Mapping) else value
        for key, value in tree.items()
        if key != "algorithm"
    }
    return make_search(tree["algorithm"], **parts)


def _kind(algorithm: str, given: Mapping[str, Any]) -> type[Search]:
    """Return the class of an algorithm with the limit that is given; a depth may go with others."""
    kinds = {one.limit: one for one in SEARCHES if one.algorithm == algorithm}
    limits = [name for name in _LIMITS if name in given]
    for name in limits:
        if name not in kinds:
            raise EngineError(f"search '{algorithm}' takes no {name}; leave it out")
    if len(limits) > 1 and "depth" in limits:
        limits.remove("depth")
    if len(limits) > 1:
        raise EngineError(
            f"search '{algorithm}' takes {' or '.join(limits)}; leave one of them out"
        )
    if not limits and "" not in kinds:
        raise EngineError(f"search '{algorithm}' needs exactly one of: {', '.join(kinds)}")
    return kinds[limits[0] if limits else ""]
