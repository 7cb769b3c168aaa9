"""How an agent looks ahead: the algorithm, its limit and how it breaks ties."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import EngineError, UnknownNameError
from engine.kernels.limits import MAX_DEPTH

__all__ = ["ALGORITHMS", "LIMITS", "LOOKING", "NEVER", "TIES", "Search"]

TIES = ("random", "ordered")
"""Equal best moves at the root: one of them at random, or the first in the game's move order.

A search with a node limit looks at the best move of each iteration first in the next one, so it
stays with that move among equals.
"""

LIMITS = ("depth", "nodes", "time_ms")
"""What limits the search of one move."""

ALGORITHMS: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": (),
    "minimax": ("depth",),
    "alphabeta": ("depth", "nodes", "time_ms"),
    "staged": (),
    "perfect": ("nodes",),
}
"""The searches and the limits that each accepts (exactly one of them is given)."""

LOOKING = ("greedy", "minimax", "alphabeta")
"""The searches that look at what each move leads to, so that they can give up."""

NEVER = 1 << 30
"""No game has so many plies."""


@dataclass(frozen=True)
class Search:
    """A search and its limit.

    Attributes:
        algorithm: a key of `ALGORITHMS`; "greedy" is a search of depth 1, "random" plays any legal
            move, "staged" changes from one search to another at a ply, "perfect" plays a move that
            the game's exact solver proves to win, or else to draw.
        depth: plies that are looked ahead, 1 to `MAX_DEPTH`.
        nodes: positions that one move may visit; deepens iteratively, and the last completed
            iteration counts. Of a perfect search, the steps that the proof of one move may take.
        time_ms: milliseconds that one move may take; deepens iteratively. What is played then
            depends on the machine and is not reproducible.
        ties: an entry of `TIES`; staged and perfect searches take those of their parts.
        gives_up: whether it resigns, which loses the game at once, where its last completed search
            finds that every move loses by force, or that the evaluation is minus infinity after
            each. So does a program whose search begins with minus infinity and asks for more: the
            template of the Udacity course then returns no legal move.
        switch_ply: of a staged search, the first ply that is searched by `then`.
        first: of a staged search, how it begins.
        then: of a staged search, how it goes on.
        otherwise: of a perfect search, how it moves where neither a win nor a draw is proven.

    Raises:
        UnknownNameError: if the algorithm or the tie rule does not exist.
        EngineError: if the limit does not fit the algorithm.
    """

    algorithm: str
    depth: int | None = None
    nodes: int | None = None
    ties: str = "random"
    time_ms: float | None = None
    switch_ply: int | None = None
    first: Search | None = None
    then: Search | None = None
    otherwise: Search | None = None
    gives_up: bool = False

    def __post_init__(self) -> None:
        if self.algorithm not in ALGORITHMS:
            raise UnknownNameError("search algorithm", self.algorithm, ALGORITHMS)
        if self.ties not in TIES:
            raise UnknownNameError("tie rule", self.ties, TIES)
        accepted = ALGORITHMS[self.algorithm]
        given = [name for name in LIMITS if getattr(self, name) is not None]
        for name in given:
            if name not in accepted:
                raise EngineError(f"search '{self.algorithm}' takes no {name}; leave it out")
        if accepted and len(given) != 1:
            raise EngineError(
                f"search '{self.algorithm}' needs exactly one of: {', '.join(accepted)}"
            )
        if self.algorithm in ("random", "staged", "perfect") and self.ties != "random":
            raise EngineError(
                f"search '{self.algorithm}' has no ties to break in order; leave ties out"
            )
        if self.gives_up and self.algorithm not in LOOKING:
            raise EngineError(
                f"search '{self.algorithm}' itself cannot give up; leave gives_up out, or write it "
                f"at a part that is one of: {', '.join(LOOKING)}"
            )
        _check_limits(self)
        _check_stages(self)
        _check_otherwise(self)

    @property
    def reproducible(self) -> bool:
        """Return False if what is played depends on the speed of the machine."""
        return all(stage.time_ms is None for stage, _ in self.stages())

    @property
    def evaluates(self) -> bool:
        """Return False if nobody asks what a position is worth: what is unproven is random."""
        return any(stage.algorithm != "random" for stage, _ in self.stages())

    def stages(self) -> tuple[tuple[Search, int], ...]:
        """Return the plain searches in order, each with the first ply after its own."""
        if self.otherwise is not None:
            return self.otherwise.stages()
        if self.first is None or self.then is None or self.switch_ply is None:
            return ((self, NEVER),)
        # Neither part has stages.
        ((first, _),), ((then, _),) = self.first.stages(), self.then.stages()
        return ((first, self.switch_ply), (then, NEVER))

    def at(self, ply: int) -> Search:
        """Return the plain search that moves at a ply."""
        return next(stage for stage, until in self.stages() if ply < until)

    def proof_budgets(self) -> tuple[int, ...]:
        """Return for each stage the steps of a proof that is tried first; 0 for none."""
        if self.first is not None and self.then is not None:
            return (*self.first.proof_budgets(), *self.then.proof_budgets())
        nodes = self.nodes if self.algorithm == "perfect" else None
        return (nodes or 0,) * len(self.stages())

    def depths(self) -> tuple[int, int]:
        """Return first and last depth of the iterations of a plain search, 0 for a random move."""
        if self.nodes is not None or self.time_ms is not None:
            return 1, MAX_DEPTH
        depth = self.depth or (1 if self.algorithm == "greedy" else 0)
        return depth, depth

    def tree(self) -> dict[str, object]:
        """Return what differs from the defaults, as plain data that can be read again."""
        parts = {name: getattr(self, name) for name in ("switch_ply", *LIMITS)}
        tree: dict[str, object] = {"algorithm": self.algorithm}
        tree |= {name: part for name, part in parts.items() if part is not None}
        tree |= {"gives_up": True} if self.gives_up else {}
        if self.first is not None and self.then is not None:
            return {**tree, "first": self.first.tree(), "then": self.then.tree()}
        if self.otherwise is not None:
            return {**tree, "otherwise": self.otherwise.tree()}
        return {**tree, "ties": self.ties}

    def __str__(self) -> str:
        if self.first is not None and self.then is not None:
            return f"{self.first} to ply {self.switch_ply}, then {self.then}"
        if self.otherwise is not None:
            return f"{self.algorithm} {self.nodes} nodes, otherwise {self.otherwise}"
        text = self.algorithm
        if self.depth is not None:
            text += f" depth {self.depth}"
        if self.nodes is not None:
            text += f" {self.nodes} nodes"
        if self.time_ms is not None:
            text += f" {self.time_ms:g} ms"
        return f"{text} (gives up)" if self.gives_up else text


def _check_limits(search: Search) -> None:
    if search.depth is not None and not 1 <= search.depth <= MAX_DEPTH:
        raise EngineError(f"search depth {search.depth} is outside 1 to {MAX_DEPTH}")
    if search.nodes is not None and search.nodes < 1:
        raise EngineError(f"search nodes {search.nodes} must be at least 1")
    if search.time_ms is not None and not 0.1 <= search.time_ms <= 600_000:
        raise EngineError(f"search time_ms {search.time_ms:g} is outside 0.1 to 600000")


def _check_stages(search: Search) -> None:
    parts = (search.switch_ply, search.first, search.then)
    if search.algorithm != "staged":
        if any(part is not None for part in parts):
            raise EngineError(
                f"search '{search.algorithm}' has no stages; leave switch_ply, first and then out"
            )
        return
    if search.switch_ply is None or search.first is None or search.then is None:
        raise EngineError("search 'staged' needs switch_ply, first and then")
    if not 1 <= search.switch_ply <= NEVER:
        raise EngineError(f"switch_ply {search.switch_ply} is outside 1 to {NEVER}")
    if max(len(part.stages()) for part in (search.first, search.then)) > 1:
        raise EngineError("the stages of a search cannot be staged themselves")


def _check_otherwise(search: Search) -> None:
    otherwise = search.otherwise
    if search.algorithm != "perfect":
        if otherwise is not None:
            raise EngineError(f"search '{search.algorithm}' has no otherwise; leave it out")
        return
    if otherwise is None:
        raise EngineError(
            "search 'perfect' needs otherwise, the search where nothing is proven; add it"
        )
    if any(otherwise.proof_budgets()):
        raise EngineError(
            "search 'perfect' cannot be perfect otherwise as well; name another search there"
        )
    if not otherwise.reproducible:
        raise EngineError(
            "search 'perfect' has no time_ms in its otherwise, since its proofs are not timed; "
            "give nodes or a depth"
        )
