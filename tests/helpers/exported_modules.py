"""Exported Python as a test runs it, and one heuristic that can stand for every feature."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.game import Game
from engine.games import find_game
from engine.play.searches import make_search
from features.catalogue import find_features
from features.compiled import evaluate
from features.heuristic import Heuristic
from features.parameter import Parameter
from tuner.export.exported_run import ExportedRun
from tuner.matches.agent import Agent

__all__ = ["best_moves", "exported", "game_positions", "of_every_feature", "run_module", "same"]


def exported(game: str, heuristic: Heuristic, values: Sequence[float] | None = None) -> ExportedRun:
    """A run of a heuristic without a baseline, whose exported values are these."""
    search = make_search("alphabeta", depth=3)
    hand_set = Agent("hand_set", heuristic, heuristic.defaults, search)
    tuned = Agent("tuned", heuristic, tuple(values or heuristic.defaults), search)
    return ExportedRun(
        "tried", find_game(game), tuned, hand_set, hand_set, (), "Verdict: none.", "0" * 64, "run"
    )


def run_module(text: str) -> dict[str, Any]:
    """The names of a module with this text, which is not run as a program."""
    module: dict[str, Any] = {"__name__": "exported"}
    exec(text, module)
    return module


def of_every_feature(family: str) -> Heuristic:
    """A heuristic whose first parameter says which feature is its value, each with integers 2."""
    calls = [
        f"{one.name}({', '.join([*(['own'] if one.sided else []), *(['2'] * one.arguments)])})"
        for one in find_features(family).values()
    ]
    parameter = Parameter("chosen", 0, 0, len(calls) - 1, integer=True)
    return Heuristic("every_feature", family, (parameter,), (), _chosen(calls, 0, len(calls)))


def _chosen(calls: Sequence[str], first: int, stop: int) -> str:
    if stop - first == 1:
        return calls[first]
    middle = (first + stop) // 2
    low, high = _chosen(calls, first, middle), _chosen(calls, middle, stop)
    return f"({low} if chosen < {middle} else {high})"


def same(value: float, kernel: float) -> bool:
    """Whether two values agree to 1e-9, or are the same infinity, or both no number."""
    if np.isnan(kernel) or np.isinf(kernel):
        return bool(np.isnan(value) if np.isnan(kernel) else value == kernel)
    return bool(abs(value - kernel) <= 1e-9 * max(1.0, abs(kernel)))


def best_moves(moves: Sequence[int], values: Sequence[float]) -> set[int]:
    """The moves whose values are the best, to 1e-9; NaN is never better."""
    best = max((value for value in values if not np.isnan(value)), default=-np.inf)
    return {move for move, value in zip(moves, values, strict=True) if same(value, best)}


def game_positions(
    game: Game[Any], heuristic: Heuristic, count: int, branches: int
) -> list[tuple[Any, list[int], list[float]]]:
    """Positions of games between agents that look one ply ahead, each with another feature.

    With each position come moves, at most so many, and the compiled values of what they lead to, as
    the side that moves sees it.
    """
    rng = random.Random(7)
    features = int(heuristic.parameters[0].high) + 1
    found: list[tuple[Any, list[int], list[float]]] = []
    while len(found) < count:
        position, agents = game.initial(), [rng.randrange(features), rng.randrange(features)]
        while game.winner(position) is None and len(found) < count:
            moves = list(game.legal_moves(position))
            moves = rng.sample(moves, min(branches, len(moves)))
            after = game.pack([game.play(position, move) for move in moves])
            chosen = agents[len(found) % 2]
            seen = game.seen_by_other(after)
            values = evaluate(game, heuristic, [float(chosen)], seen).tolist()
            found.append((position, moves, [float(chosen), *values]))
            # Some moves at random, so that no game is played twice.
            best = sorted(best_moves(moves, values)) if rng.random() < 0.7 else moves
            position = game.play(position, rng.choice(best or moves))
    return found
