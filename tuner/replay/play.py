"""Play games of a ledger again, with all their moves, and make sure that they are the same."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import numpy as np

from engine.game import Game
from engine.play.batches import Openings
from engine.play.player import Player
from engine.play.proof import Outcome
from engine.play.proving import find_solver
from engine.play.recorded import RecordedGame, RecordedMove, record_games
from features.compiled import heuristic_player
from tuner.matches.agent import Agent
from tuner.matches.pairs import game_seeds
from tuner.replay.games import RunGames
from tuner.replay.model import GameRow, PlayedPly, ReplayedGame, ReplayError, result_word
from tuner.replay.proofs import proven_outcomes

__all__ = ["replay_games"]


def replay_games(
    games: RunGames, rows: Sequence[GameRow], proof_nodes: int, executor: Executor
) -> tuple[ReplayedGame, ...]:
    """Return games of a run with all their moves.

    Args:
        games: of the run.
        rows: which of them.
        proof_nodes: steps for the proof of each position, 0 for none.
        executor: its threads prove the positions.

    Raises:
        ReplayError: if an agent is not known, or a game comes out otherwise than in the ledger
            though nobody had a limit in time.
    """
    if not rows:
        return ()
    if proof_nodes:
        # Compiled on this thread: two that compile one solver at once get in each other's way.
        find_solver(games.game)
    agents = {key: _agent(games, key) for row in rows for key in (row.candidate, row.opponent)}
    players = {key: _player(games.game, agent) for key, agent in agents.items()}
    played = record_games(
        games.game,
        [(players[row.candidate], players[row.opponent]) for row in rows],
        _beginnings(games, rows),
    )
    found = []
    for row, recorded in zip(rows, played, strict=True):
        sides = (agents[row.candidate], agents[row.opponent])
        found.append(_replayed(games.game, row, recorded, sides))
    proofs = executor.map(lambda one: _proven(one, proof_nodes), found)
    return tuple(proofs)


def _agent(games: RunGames, key: str) -> Agent:
    agent = games.agents.known.get(key)
    if agent is None:
        plays = (
            f"the values of '{games.agents.name(key)}' are not kept in {games.folder.path}, so its "
            "games cannot be played again"
        )
        if games.study is None:
            raise ReplayError(f"{plays}; name the agent", hint="agent")
        raise ReplayError(f"{plays}; choose games of another agent")
    return agent


def _player(game: Game[Any], agent: Agent) -> Player:
    return heuristic_player(game, agent.heuristic, agent.values, agent.search)


def _beginnings(games: RunGames, rows: Sequence[GameRow]) -> Openings:
    """Return where the games begin, with the seeds that they have in the ledger."""
    sets = [games.openings[row.openings] for row in rows]
    seeds = [
        game_seeds(one, row.opponent, row.pair, row.pair + 1)[row.number]
        for one, row in zip(sets, rows, strict=True)
    ]
    return Openings(
        np.array([one.states[row.pair] for one, row in zip(sets, rows, strict=True)]),
        np.array([row.number for row in rows], dtype=np.int64),
        np.array(seeds, dtype=np.uint64),
    )


def _replayed(
    game: Game[Any], row: GameRow, recorded: RecordedGame, agents: tuple[Agent, Agent]
) -> ReplayedGame:
    repeatable = all(agent.search.reproducible for agent in agents)
    differs = _difference(row, recorded)
    if differs and repeatable:
        raise ReplayError(
            f"{row.title}: {differs}; the run was played by another version of the program, or "
            "its ledger was changed"
        )
    start = recorded.positions[0]
    mover = game.player_to_move(start)
    searches = [*recorded.moves, *([recorded.resigned] if recorded.resigned else [])]
    # Where the game came out otherwise, the row must be that of the game that is shown.
    shown = replace(row, result=recorded.result, plies=recorded.plies, nodes=recorded.nodes)
    return ReplayedGame(
        game=game,
        row=shown if differs else row,
        positions=recorded.positions,
        moves=tuple(one.move for one in recorded.moves),
        plies=tuple(
            _ply(game, agents, position, one, one is recorded.resigned)
            for position, one in zip(recorded.positions, searches, strict=False)
        ),
        side=mover if row.number == 0 else 3 - mover,
        repeatable=repeatable,
        differs=differs,
    )


def _difference(row: GameRow, recorded: RecordedGame) -> str:
    """Return what came out otherwise, "" if nothing did."""
    found = [
        f"{name} {now} instead of {was}"
        for name, now, was in (
            ("result", result_word(recorded.result), result_word(row.result)),
            ("plies", recorded.plies, row.plies),
            ("nodes", "{:,} and {:,}".format(*recorded.nodes), "{:,} and {:,}".format(*row.nodes)),
        )
        if now != was
    ]
    return f"played again it has {', '.join(found)}" if found else ""


def _ply(
    game: Game[Any],
    agents: tuple[Agent, Agent],
    position: Any,
    made: RecordedMove,
    resigned: bool,
) -> PlayedPly:
    evaluates = agents[made.player].search.at(position.ply).search.evaluates
    value = made.value if evaluates else None
    if value is not None:
        # Plus 0: nobody wants to read "-0".
        value = (value if made.player == 0 else -value) + 0.0
    return PlayedPly(made.player, "" if resigned else game.format_move(made.move), value)


def _proven(replayed: ReplayedGame, nodes: int) -> ReplayedGame:
    """Return the game with what is proven of its positions."""
    outcomes = proven_outcomes(replayed.game, replayed.positions, nodes)
    turned: dict[Outcome, Outcome] = {
        "win": "loss",
        "loss": "win",
        "draw": "draw",
        "unknown": "unknown",
    }
    plies = tuple(
        replace(ply, proven=outcome if ply.side == 0 else turned[outcome])
        for ply, outcome in zip(replayed.plies, outcomes, strict=False)
    )
    return replace(replayed, plies=plies)
