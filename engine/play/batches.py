"""Hold batches of games as arrays: where they begin, how they ended, and what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError, EvaluationError
from engine.game import Game, States
from engine.kernels import evaluation, match
from engine.kernels.limits import STATE_SLOTS

__all__ = [
    "GAME_RECORD",
    "Analysis",
    "Games",
    "Openings",
    "check_faults",
    "packed_seeds",
    "packed_states",
]


GAME_RECORD = np.dtype(
    [
        ("result", np.int8),
        ("plies", np.int16),
        ("nodes", np.int64, 2),
        ("cut", np.int64, 2),
        ("late", np.int8, 2),
    ]
)
"""What is kept of a finished game. Fields of two numbers have one for each player."""

# The same as the match driver writes it: a slot of eight bytes for each number.
_WRITTEN = np.dtype(
    {
        "names": list(GAME_RECORD.names or ()),
        "formats": [(np.int64, GAME_RECORD[name].shape) for name in GAME_RECORD.names or ()],
        "offsets": [
            8 * slot for slot in (match.RESULT, match.PLIES, match.SPENT, match.CUT, match.LATE)
        ],
        "itemsize": 8 * match.GAME_SLOTS,
    }
)


@dataclass(frozen=True, eq=False)
class Games:
    """`Games` are finished games, as the first of the two players sees them.

    Attributes:
        records: of type `GAME_RECORD`, shape (n,).
    """

    records: NDArray[np.void]

    @classmethod
    def read(cls, slots: NDArray[np.int64], game: Game[Any]) -> Games:
        """Return games from the slots that the match driver wrote, shape (n, GAME_SLOTS).

        Raises:
            EngineError: if the rules of the game have not ended each of them.
        """
        if (slots[:, match.RESULT] == match.ENDLESS).any():
            raise EngineError(
                f"a game of {game.name} goes on after {game.max_plies} plies, its max_plies; let "
                "the rules end every game by then, or make max_plies larger"
            )
        return cls(slots.view(_WRITTEN)[:, 0].astype(GAME_RECORD))

    def __len__(self) -> int:
        return len(self.records)

    @property
    def results(self) -> NDArray[np.int8]:
        """Return 1, 0 or -1 for each game."""
        return self.records["result"]

    @property
    def plies(self) -> NDArray[np.int16]:
        """Return the length of each game, its opening included."""
        return self.records["plies"]

    @property
    def nodes(self) -> NDArray[np.int64]:
        """Return the positions that each player visited; players are the last axis."""
        return self.records["nodes"]

    @property
    def cut(self) -> NDArray[np.int64]:
        """Return how many moves of each player a limit cut short: of time, or nodes by a depth."""
        return self.records["cut"]

    @property
    def late(self) -> NDArray[np.int8]:
        """Return 1 for a player that lost by exceeding its time limit by more than a grace."""
        return self.records["late"]


@dataclass(frozen=True, eq=False)
class Analysis:
    """An `Analysis` is what a player makes of positions.

    Attributes:
        moves: int64, shape (n,): the chosen moves.
        values: float64, shape (n,): their values for the side to move; `is_proven` and `plies_of`
            of `engine.kernels.evaluation` tell which are those of a forced win or loss.
        nodes: int64, shape (n,): visited positions.
    """

    moves: NDArray[np.int64]
    values: NDArray[np.float64]
    nodes: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Openings:
    """Openings are where games begin.

    Attributes:
        states: shape (n, STATE_SLOTS), each seen by its side to move.
        movers: int64, shape (n,): which player (0 or 1) is to move there.
        seeds: uint64, shape (n,): one for each game.
    """

    states: States
    movers: NDArray[np.int64]
    seeds: NDArray[np.uint64]

    def checked(self, game: Game[Any]) -> Openings:
        """Return the same with arrays as kernels read them, by address.

        Raises:
            EngineError: if the arrays do not fit each other, or a state is no position of the game.
        """
        seeds = packed_seeds(self.seeds)
        states = packed_states(game, self.states, len(seeds))
        movers = np.asarray(self.movers)
        if movers.shape != seeds.shape or not ((movers == 0) | (movers == 1)).all():
            raise EngineError(f"movers must be {len(seeds)} numbers 0 or 1, one for each seed")
        return Openings(states, np.ascontiguousarray(movers, dtype=np.int64), seeds)


def packed_states(game: Game[Any], states: States, count: int | None = None) -> States:
    """Return the states as kernels read them, by address.

    A state of another board that is a position of this one too cannot be told from it.

    Args:
        game: whose positions they are.
        states: shape (n, STATE_SLOTS).
        count: of the seeds that they need, None where they need none: nobody plays from them then,
            and no play must lead to them.

    Raises:
        EngineError: if there are not `count` of them, or one is no position of the game.
    """
    given = _whole_numbers("states", states)
    if given.shape != (len(given) if count is None else count, STATE_SLOTS):
        needed = f"{count} seeds need ({count}, {STATE_SLOTS})"
        if count is None:
            needed = f"they need (n, {STATE_SLOTS}), as `pack` gives them"
        raise EngineError(f"the states have shape {given.shape}; {needed}")
    packed = np.ascontiguousarray(given, dtype=np.uint64)
    known = game.are_positions(packed, by_play=count is not None)
    if not known.all():
        raise EngineError(
            f"state {known.argmin()} of {len(known)} is no position of {game.name}; give states "
            "that this game has packed"
        )
    return packed


def packed_seeds(seeds: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the seeds as kernels read them, by address.

    Raises:
        EngineError: if they are no row of whole numbers.
    """
    given = _whole_numbers("seeds", seeds)
    if given.ndim != 1:
        raise EngineError(f"the seeds have shape {given.shape}; give one number for each position")
    return np.ascontiguousarray(given, dtype=np.uint64)


def _whole_numbers(name: str, numbers: Any) -> NDArray[Any]:
    """Return the numbers as an array; where there are none, the type does not matter."""
    given = np.atleast_1d(numbers)
    if given.size and given.dtype.kind not in "iu":
        raise EngineError(f"the {name} are of type {given.dtype}; give whole numbers, uint64")
    return given


def check_faults(game: Game[Any], faults: NDArray[np.uint64]) -> None:
    """Make sure that every value of the formulas was a number and every proof had its memory.

    Args:
        game: the rules.
        faults: reports of chunks of games or positions, shape (n, REPORT_SLOTS).

    Raises:
        EngineError: if a proof had not.
        EvaluationError: with the position of the first chunk that has one.
    """
    # Sooner than `faults.any()`, which is written in Python: with few games that counts.
    if np.count_nonzero(faults) == 0:
        return
    for nodes in faults[:, evaluation.OUT_OF_MEMORY]:
        if nodes:
            raise EngineError(
                f"a proof found no memory for {nodes} nodes; give perfect searches fewer nodes, "
                "or play on fewer threads"
            )
    for row in faults:
        if row[evaluation.FAULTS]:
            position = game.unpack(row[evaluation.FAULT_STATE :][:STATE_SLOTS])
            player = game.player_to_move(position)
            raise EvaluationError(
                game.format_position(position),
                3 - player if row[evaluation.FAULT_WAITING] else player,
                int(faults[:, evaluation.FAULTS].sum()),
            )
