"""Play games move by move, and keep every move with what the player saw in it.

The games are those of `engine.play.driver.play_games`: a move is a function of the player, the
position and a number that follows from the seed of the game and the count of moves. This way is
slower, since each ply is a call, so it is for games that are looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.kernels.settings import GIVES_UP, LAST_DEPTH, PROVER, UNTIL_PLY
from engine.play.batches import Openings
from engine.play.driver import analyse
from engine.play.player import Player
from engine.play.replay import GOLDEN, MASK, mixed

__all__ = ["RecordedGame", "RecordedMove", "record_games"]


@dataclass(frozen=True)
class RecordedMove:
    """Hold one move and what its player made of the position before it.

    Attributes:
        player: 0 or 1, whose move it is.
        move: as the game numbers it.
        value: that the search gives the move, as its player sees it; None of a random move.
        nodes: positions that were visited for it.
    """

    player: int
    move: int
    value: float | None
    nodes: int


@dataclass(frozen=True)
class RecordedGame:
    """Hold a game with all that happened in it.

    Attributes:
        positions: the opening, and the position after each move.
        moves: in their order.
        resigned: the search of a player who gave up, which led to no move; None if nobody did.
        result: 1 where player 0 has won, -1 where player 1 has, 0 for a draw.
    """

    positions: tuple[Any, ...]
    moves: tuple[RecordedMove, ...]
    resigned: RecordedMove | None
    result: int

    @property
    def plies(self) -> int:
        """Return the length of the game, its opening included."""
        return int(self.positions[-1].ply)

    @property
    def nodes(self) -> tuple[int, int]:
        """Return the positions that each player visited."""
        searches = [*self.moves, *([self.resigned] if self.resigned else [])]
        first, second = (
            sum(one.nodes for one in searches if one.player == player) for player in (0, 1)
        )
        return first, second


@dataclass(frozen=True)
class _Going:
    """Hold a game as far as it is played.

    Attributes:
        positions: until now.
        moves: until now.
        mover: who is to move.
        counter: which number comes next.
        over: whether a player gave up, or the game has ended.
        resigned: as in `RecordedGame`.
    """

    positions: tuple[Any, ...]
    moves: tuple[RecordedMove, ...]
    mover: int
    counter: int
    over: bool
    resigned: RecordedMove | None = None


def record_games(
    game: Game[Any], players: Sequence[tuple[Player, Player]], openings: Openings
) -> tuple[RecordedGame, ...]:
    """Play one game from each opening; games with the same player are searched together.

    Args:
        game: the rules.
        players: both players of each game.
        openings: where the games begin.

    Raises:
        EngineError: if the players or the openings do not fit the game, or a proof found no memory.
        EvaluationError: if a formula gave no number.
    """
    openings = openings.checked(game)
    going = []
    for state, mover, seed in zip(openings.states, openings.movers, openings.seeds, strict=True):
        start = game.unpack(state)
        over = game.winner(start) is not None
        going.append(_Going((start,), (), int(mover), int(seed), over))
    while not all(one.over for one in going):
        going = _played_on(game, players, going)
    return tuple(_recorded(game, one) for one in going)


def _played_on(
    game: Game[Any], players: Sequence[tuple[Player, Player]], going: Sequence[_Going]
) -> list[_Going]:
    """Return the games with one more move in each that is not over."""
    found = list(going)
    movers = {index: players[index][one.mover] for index, one in enumerate(going) if not one.over}
    # A player has no value of its own: two objects may play alike, and are asked apart.
    for player in {id(one): one for one in movers.values()}.values():
        indices = [index for index, one in movers.items() if one is player]
        asked = [going[index] for index in indices]
        seeds = [mixed((one.counter + GOLDEN) & MASK) for one in asked]
        states = game.pack([one.positions[-1] for one in asked])
        analysis = analyse(game, player, states, np.array(seeds, dtype=np.uint64))
        rows = zip(indices, analysis.moves, analysis.values, analysis.nodes, strict=True)
        for index, move, value, nodes in rows:
            found[index] = _after(game, player, going[index], (int(move), float(value), int(nodes)))
    return found


def _after(game: Game[Any], player: Player, going: _Going, found: tuple[int, float, int]) -> _Going:
    """Return a game after a search of the player who is to move, who may give up."""
    move, value, nodes = found
    position = going.positions[-1]
    settings = _settings_at(player, position.ply)
    # Depth 0 is a random move, unless a prover is asked first.
    asks = settings[LAST_DEPTH] > 0 or settings[PROVER] != 0
    made = RecordedMove(going.mover, move, value if asks else None, nodes)
    if settings[GIVES_UP] and value <= -EVALUATION_LIMIT:
        return replace(going, over=True, resigned=made)
    child = game.play(position, move)
    return _Going(
        positions=(*going.positions, child),
        moves=(*going.moves, made),
        mover=1 - going.mover,
        counter=(going.counter + GOLDEN) & MASK,
        over=game.winner(child) is not None,
    )


def _settings_at(player: Player, ply: int) -> NDArray[np.int64]:
    """Return the row of settings of a player's move at a ply."""
    return next(row for row in player.settings if ply < row[UNTIL_PLY])


def _recorded(game: Game[Any], going: _Going) -> RecordedGame:
    last = going.positions[-1]
    winner = game.winner(last)
    if winner == 0:
        result = 0
    elif winner is None:
        # Who gave up has lost.
        result = -1 if going.mover == 0 else 1
    else:
        won = going.mover if winner == game.player_to_move(last) else 1 - going.mover
        result = 1 if won == 0 else -1
    return RecordedGame(going.positions, going.moves, going.resigned, result)
