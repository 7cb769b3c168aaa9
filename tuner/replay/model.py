"""Define a game of a run: its row in the ledger, and the same game with all its moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.drawing import Drawing, drawing_of
from engine.errors import TuneError
from engine.game import Game
from engine.play.proof import Outcome

__all__ = ["GameRow", "PlayedPly", "ReplayError", "ReplayedGame", "result_word"]


class ReplayError(TuneError):
    """A game of a ledger cannot be found, or cannot be played again."""


@dataclass(frozen=True)
class GameRow:
    """Hold what a ledger says of one game, as the candidate sees it.

    Attributes:
        openings: name of the set of openings.
        pair: number of the pair in it.
        number: 0 where the candidate moves first from the opening, 1 where its opponent does.
        candidate: key of the agent.
        opponent: key of the other agent.
        names: what both are called, the candidate first.
        opening: where it begins, in the game's notation.
        result: 1 where the candidate won, -1 where it lost, 0 for a draw.
        plies: of the game, its opening included.
        nodes: positions that both agents visited.
        late: 1 for an agent that lost by exceeding its time limit.
    """

    openings: str
    pair: int
    number: int
    candidate: str
    opponent: str
    names: tuple[str, str]
    opening: str
    result: int
    plies: int
    nodes: tuple[int, int]
    late: tuple[int, int] = (0, 0)

    @property
    def title(self) -> str:
        """Return what tells the game from all others of a run."""
        return f"{self.names[0]} against {self.names[1]}, {self.place}"

    @property
    def place(self) -> str:
        """Return where the game stands among those of its two agents."""
        # The fair openings of two agents are named by their keys, which nobody can read.
        kind = "fair" if self.openings.startswith("fair ") else self.openings
        return f"{kind} openings, pair {self.pair}, game {self.number}"


@dataclass(frozen=True)
class PlayedPly:
    """Hold one ply.

    Attributes:
        side: 0 where the candidate moved, 1 where its opponent did.
        move: in the game's notation; "" where the side gave up or ran out of time.
        value: what the search of the side that moves finds the move worth, as the candidate sees
            it: an opponent's value is turned round. None of a move that no search chose.
        proven: the outcome of the position before the move as the candidate sees it, with perfect
            play of both sides; "unknown" where it was not proven.
    """

    side: int
    move: str
    value: float | None
    proven: Outcome = "unknown"


@dataclass(frozen=True, eq=False)
class ReplayedGame:
    """Hold a game of a ledger with all that happened in it.

    Attributes:
        game: the rules.
        row: what the ledger says of it.
        positions: the opening, and the position after each move.
        moves: as the game numbers them.
        plies: one for each move, and one more where a side gave up.
        side: which player (1 or 2) the candidate was.
        repeatable: whether nobody had a limit in time: then it is the very game of the ledger.
        differs: what came out otherwise than in the ledger where it is not; "" if nothing did.
        why: why it was chosen, a sentence; "" where nobody says.
    """

    game: Game[Any]
    row: GameRow
    positions: tuple[Any, ...]
    moves: tuple[int, ...]
    plies: tuple[PlayedPly, ...]
    side: int
    repeatable: bool = True
    differs: str = ""
    why: str = ""

    @property
    def thrown_away(self) -> tuple[int, ...]:
        """Return the indices of the plies by which a side gave a proven win away."""
        outcomes = [one.proven for one in self.plies]
        ends: dict[int, Outcome] = {1: "win", 0: "draw", -1: "loss"}
        after = [*outcomes[1:], ends[self.row.result]]
        return tuple(
            index
            for index, (ply, later) in enumerate(zip(self.plies, after, strict=True))
            if ply.move
            and later != "unknown"
            and ply.proven == ("win" if ply.side == 0 else "loss")
            and later != ply.proven
        )

    def drawing(self, index: int) -> Drawing:
        """Return the board after so many moves, with the last of them marked."""
        if index == 0:
            return drawing_of(self.game, self.positions[0])
        before, move = self.positions[index - 1], self.moves[index - 1]
        return drawing_of(self.game, self.positions[index], before, move)


def result_word(result: int) -> str:
    """Return the result of a game as one word: won, lost or drawn."""
    return {1: "won", 0: "drawn", -1: "lost"}[result]
