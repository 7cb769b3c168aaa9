"""Find agents that play alike: by the same function, or by nearly the same choices."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.game import Game, States
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.play.deepening import AlphaBetaNodes
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.interpret import interpret
from features.presets import presets, spelling
from tuner.matches.agent import Agent
from tuner.matches.sample import chosen_moves, positions_with_a_choice, sample_positions
from tuner.stats.interval import Interval, wilson

__all__ = [
    "LEFT_OVER",
    "Likeness",
    "SameFunction",
    "find_same_functions",
    "likenesses",
    "presets_that_may_be_alike",
]

_VIEWS = 20_000

_ROUNDING = 1e-12
"""Relative: less than what a search sees (see `engine.kernels.rounding`)."""


@dataclass(frozen=True)
class SameFunction:
    """These agents all have one value in every sampled position.

    Attributes:
        names: of the agents.
        factor: False if all values are equal; True if they are equal up to a positive factor and
            rounding. Neither changes a move: the agents play identical games with equal searches.
        views: number of sampled positions, each counted as both sides see it.
    """

    names: tuple[str, ...]
    factor: bool
    views: int


def find_same_functions(game: Game[Any], agents: Sequence[Agent]) -> tuple[SameFunction, ...]:
    """Return groups of two and more agents that evaluate alike on a sample of positions.

    Only their evaluations count, as a search computes them, not how they search. What a search
    clamps is infinite here, too.
    """
    states = sample_positions(game, _VIEWS // 2)
    values = [
        _clamped(evaluate(game, agent.heuristic, agent.values, states, of_search=True))
        for agent in agents
    ]
    groups: list[list[int]] = []
    for index, own in enumerate(values):
        home = next((group for group in groups if _proportional(values[group[0]], own)), None)
        if home is None:
            groups.append([index])
        else:
            home.append(index)
    return tuple(
        SameFunction(
            tuple(agents[index].name for index in group),
            not all(np.array_equal(values[group[0]], values[index]) for index in group),
            len(states),
        )
        for group in groups
        if len(group) > 1
    )


def _clamped(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(np.abs(values) >= EVALUATION_LIMIT, np.copysign(np.inf, values), values)


def _proportional(left: NDArray[np.float64], right: NDArray[np.float64]) -> bool:
    """Say whether values are equal, or equal up to a positive factor, in every single one."""
    if np.array_equal(left, right):
        return True
    finite = np.isfinite(left)
    if not np.array_equal(left[~finite], right[~finite]):
        return False
    left, right = left[finite], right[finite]
    some = left != 0.0
    if not np.array_equal(some, right != 0.0) or not np.isfinite(right).all():
        return False
    with np.errstate(over="ignore", under="ignore"):
        ratios = right[some] / left[some]
    factor = float(np.median(ratios))
    if not 0.0 < factor < np.inf:
        return False
    return bool(np.allclose(ratios, factor, rtol=_ROUNDING, atol=0.0))


LEFT_OVER = 0.05
"""An agent plays like another if so small a part of its moves, beyond what chance would give, is
not among the other's best."""

_POSITIONS = 800
_FEWEST = 100
_NODES = 5_000_000
"""An agent visits about so many positions for one question, unless they are fewer than `_FEWEST`
moves."""

_SEEDS = 8
"""So often an agent is asked for its move, to see which ones it finds equally good."""

_GROUPS = 60
_SIBLINGS = 8
_LEFT_OVER_AT_ONE_PLY = 0.08


@dataclass(frozen=True)
class Likeness:
    """Name somebody whom an agent plays like.

    Attributes:
        name: of a preset, or "the hand-set values".
        share: of the positions in which the agent's move is one of the other's best, with a 95%
            interval.
        positions: that were sampled, all with two or more moves.
    """

    name: str
    share: Interval
    positions: int


def likenesses(
    game: Game[Any], agents: tuple[Agent, Agent], nodes: float, executor: Executor
) -> tuple[Likeness, ...]:
    """Return whom an agent plays like, the most alike first: the hand-set agent, or presets.

    Nearly all of its moves are among their best ones. All of them look ahead as the agent does, but
    for limits in time, which become one in nodes. Where the other finds several moves equally good,
    the agent may choose any of them; who finds nearly all of them equal is not like anybody.

    Args:
        game: the rules.
        agents: the tuned one, and the hand-set one that it was tuned from.
        nodes: that the agent visits in a move; with many of them fewer positions are sampled.
        executor: its threads search.
    """
    agent, hand_set = agents
    if agent.values == hand_set.values:
        return ()
    search = agent.search
    if not search.reproducible:
        search = AlphaBetaNodes(nodes=max(1, round(nodes)))
    count = int(min(_POSITIONS, max(_FEWEST, _NODES / (_SEEDS * max(nodes, 1.0)))))
    states, seeds = positions_with_a_choice(game, count)
    moves = np.array([len(game.legal_moves(game.unpack(state))) for state in states])
    others = [replace(hand_set, name="the hand-set values", search=search)]
    others += [
        Agent(spelling(preset), preset, preset.defaults, search)
        for preset in presets_that_may_be_alike(game, agent.heuristic, agent.values)
    ]
    own = chosen_moves(game, replace(agent, search=search), states, seeds, executor)
    found = []
    for other in others:
        best = _best_moves(game, other, states, seeds, executor)
        among = np.array([move in some for move, some in zip(own, best, strict=True)])
        if _alike(among, np.array([len(some) for some in best]) / moves, LEFT_OVER):
            found.append(Likeness(other.name, wilson(int(among.sum()), len(among)), len(among)))
    return tuple(sorted(found, key=lambda one: -one.share.estimate))


def _best_moves(
    game: Game[Any],
    agent: Agent,
    states: States,
    seeds: NDArray[np.uint64],
    executor: Executor,
) -> list[set[int]]:
    """Return the moves that an agent chooses in each position, however it breaks ties."""
    chosen = [
        chosen_moves(game, agent, states, seeds + np.uint64(number), executor)
        for number in range(_SEEDS)
    ]
    return [set(moves.tolist()) for moves in np.array(chosen).T]


def _alike(among: NDArray[np.bool_], chance: NDArray[np.float64], left_over: float) -> bool:
    """Return whether nearly all moves are among the best ones, beyond what random moves are."""
    return bool(1 - among.mean() < left_over * (1 - chance.mean()))


def presets_that_may_be_alike(
    game: Game[Any], heuristic: Heuristic, values: Sequence[float]
) -> list[Heuristic]:
    """Return the presets of a game that are something like a formula at one ply.

    By the plain-Python twins, since to compile all presets takes minutes. Further ahead agents
    choose alike about as often as they do here.
    """
    groups = _siblings(game)
    own = [_best(heuristic, values, views) for views in groups]
    found = []
    for preset in presets():
        if preset.family == game.family:
            best = [_best(preset, preset.defaults, views) for views in groups]
            # Of its own best ones the agent chooses any.
            among = np.array([a[b].mean() for a, b in zip(best, own, strict=True)])
            chance = np.array([one.mean() for one in best])
            if _alike(among, chance, _LEFT_OVER_AT_ONE_PLY):
                found.append(preset)
    return found


def _siblings(game: Game[Any]) -> list[list[Any]]:
    """Return positions after some moves of sampled positions, as the side that moved sees them."""
    states, _ = positions_with_a_choice(game, 3 * _GROUPS)
    stream = np.random.default_rng(1)
    groups = []
    for index in stream.permutation(len(states))[:_GROUPS]:
        position = game.unpack(states[index])
        mover = game.player_to_move(position)
        moves = stream.permutation(game.legal_moves(position))[:_SIBLINGS]
        groups.append([game.view(game.play(position, int(move)), mover) for move in moves])
    return groups


def _best(heuristic: Heuristic, values: Sequence[float], views: Sequence[Any]) -> NDArray[np.bool_]:
    """Return which of some views are worth most; all of them where one is worth no number."""
    worth = np.array([interpret(heuristic, values, view) for view in views])
    best = worth == worth.max()
    return best if best.any() else np.ones(len(views), dtype=np.bool_)
