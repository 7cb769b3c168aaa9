"""Look ahead by iterations, ever deeper, until the nodes or the time of a move are used up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from engine.errors import EngineError
from engine.kernels import settings
from engine.kernels.limits import MAX_DEPTH
from engine.play.lookahead import EFFORT, LookAhead, check_depth, check_nodes
from engine.play.search import Search

__all__ = ["AlphaBetaNodes", "AlphaBetaTime", "Deepening", "by_nodes"]


@dataclass(frozen=True, kw_only=True)
class Deepening(LookAhead):
    """Deepen by iterations until a limit is reached; the last completed iteration counts.

    Attributes:
        depth: plies that are looked ahead at most, 1 to `MAX_DEPTH`; whichever limit comes first.

    Raises:
        EngineError: if the depth is none of these.
    """

    algorithm: ClassVar[str] = "alphabeta"

    depth: int = MAX_DEPTH

    def __post_init__(self) -> None:
        super().__post_init__()
        check_depth(self.depth)

    def row(self) -> dict[int, int]:
        """Return iterations of all depths."""
        return {settings.FIRST_DEPTH: 1, settings.LAST_DEPTH: self.depth, settings.PRUNING: 1}

    def tree(self) -> dict[str, object]:
        """Return what differs from the defaults, as plain data."""
        limits = {} if self.depth == MAX_DEPTH else {"depth": self.depth}
        tree = super().tree()
        return {"algorithm": tree.pop("algorithm"), **limits, **tree}

    def _depth_text(self) -> str:
        return "" if self.depth == MAX_DEPTH else f" to depth {self.depth} at most"


@dataclass(frozen=True, kw_only=True)
class AlphaBetaNodes(Deepening):
    """Deepen by iterations until a move has visited so many positions.

    Attributes:
        nodes: positions that one move may visit.

    Raises:
        EngineError: if there are none.
    """

    limit: ClassVar[str] = "nodes"

    nodes: int

    def __post_init__(self) -> None:
        super().__post_init__()
        check_nodes(self.nodes)

    def row(self) -> dict[int, int]:
        """Return iterations with a limit of nodes."""
        return {**super().row(), settings.NODE_LIMIT: self.nodes}

    @property
    def phrase(self) -> str:
        """Return it as a condition in a sentence."""
        return f"with {self.nodes:,} nodes{self._depth_text()}"

    def nodes_a_move(self, branching: float) -> float:
        """Return the limit, or the estimate for the depth if that is less."""
        return min(float(self.nodes), float(branching ** (EFFORT * self.depth)))

    def _limit_text(self) -> str:
        return f" {self.nodes} nodes{self._depth_text()}"


@dataclass(frozen=True, kw_only=True)
class AlphaBetaTime(Deepening):
    """Deepen by iterations until a move has taken so long; nobody can repeat it.

    Attributes:
        time_ms: milliseconds that one move may take. What is played then depends on the machine.

    Raises:
        EngineError: if the time is too short or too long.
    """

    limit: ClassVar[str] = "time_ms"

    time_ms: float

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0.1 <= self.time_ms <= 600_000:
            raise EngineError(f"search time_ms {self.time_ms:g} is outside 0.1 to 600000")

    @property
    def reproducible(self) -> bool:
        """Return False: the clock decides."""
        return False

    def row(self) -> dict[int, int]:
        """Return iterations with a limit of time."""
        return {**super().row(), settings.TIME_LIMIT: round(self.time_ms * 1_000_000)}

    def milliseconds_a_move(self) -> float:
        """Return the limit."""
        return self.time_ms

    def untimed(self, nodes: int) -> Search:
        """Return alpha-beta with so many nodes."""
        return AlphaBetaNodes(nodes=nodes, depth=self.depth)

    def _limit_text(self) -> str:
        return f" {self.time_ms:g} ms{self._depth_text()}"


def by_nodes(search: Search, nodes: int) -> Search:
    """Return alpha-beta with a limit of nodes in place of a search, as at equal time.

    A search that has no use for time stays as it is.
    """
    return AlphaBetaNodes(nodes=nodes, ties=search.ties) if search.uses_time else search
