"""Keep the programs of a GPU for each game, and play tasks by them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.cuda.games import CudaGames, CudaMatch, cuda_games, plays_on_gpu
from engine.cuda.program import kept_on_cpu
from engine.errors import TuneError
from engine.game import Game
from engine.link.joining import FormulaKernels
from engine.play.player import Player
from features.compiled import formula_kernels
from tuner.matches.formula_text import FormulaText, GameText
from tuner.matches.pairs import both_sides
from tuner.matches.task import AgentTask, BatchTask, task_game, task_search

__all__ = ["Boards"]

_FAMILIES = ("isolation", "pentago")
"""Games whose games on a GPU were compared with those of the CPU."""

_FORMULAS = 16
"""In one program; with more than that a new one begins, since a large one is slow to compile."""


@dataclass(eq=False)
class _Board:
    """Keep the formulas of one game that have met a GPU, and the program for them."""

    game: Game[Any]
    formulas: dict[str, FormulaKernels] = field(default_factory=dict)
    games: CudaGames | None = None


class Boards:
    """Play tasks on a GPU, those of one game together.

    Args:
        target: the machine operations of the GPU.
    """

    def __init__(self, target: ModuleType) -> None:
        self._target = target
        self._boards: dict[tuple[str, str], _Board] = {}
        self._kept_back: set[str] = set()
        self._inexact = cache(self._first_inexact)

    def reason(self, task: BatchTask) -> str | None:
        """Return why a task must stay on the CPU, None where the GPU plays it alike."""
        game = task_game(task.game)
        if task.game.file is not None or game.family not in _FAMILIES:
            return f"a GPU does not play {game.name}"
        for agent in task.agents:
            search = task_search(agent.search)
            if not plays_on_gpu(search):
                return f"a GPU has no clock and no solver for the search '{search}'"
            name = agent.formula.name
            if agent.formula.digest in self._kept_back:
                return f"'{name}' cannot be compiled for a GPU"
            inexact = self._inexact(task.game, agent.formula)
            if inexact is not None:
                return f"'{name}' has {inexact}, whose value may differ on a GPU"
        return None

    def _first_inexact(self, text: GameText, formula: FormulaText) -> str | None:
        kernels = formula_kernels(formula.heuristic())
        return kept_on_cpu(task_game(text), kernels, self._target)

    def keep_back(self, tasks: Sequence[BatchTask]) -> None:
        """Leave to the CPU from now on what the program of some tasks could not be compiled for.

        Those are the formulas with features of one's own, or all where there are none.
        """
        formulas = [agent.formula for task in tasks for agent in task.agents]
        own = [one for one in formulas if one.features]
        self._kept_back |= {one.digest for one in own or formulas}
        for task in tasks:
            self._boards.pop(task.game.key, None)

    def compile(self, tasks: Sequence[BatchTask]) -> None:
        """Compile the program that plays some tasks of one game, where there is none yet.

        Raises:
            NotForGpuError: if a formula uses what cannot be compiled.
            CudaError: if the GPU has not enough memory, or fails.
        """
        self._games(self._board(tasks), tasks).compile()

    def play(self, tasks: Sequence[BatchTask]) -> list[NDArray[np.void] | TuneError]:
        """Play tasks of one game in one launch.

        Returns:
            For each task what `play_batch` returns, or what it raises.

        Raises:
            NotForGpuError: if a formula uses what cannot be compiled.
            CudaError: if the GPU has not enough memory, or fails.
        """
        board = self._board(tasks)
        games = self._games(board, tasks)
        players: dict[int, Player] = {}

        def player(agent: AgentTask) -> Player:
            if id(agent) not in players:
                number = list(board.formulas).index(agent.formula.digest)
                players[id(agent)] = games.player(number, agent.values, task_search(agent.search))
            return players[id(agent)]

        matches = []
        for task in tasks:
            first, second = task.agents
            openings = both_sides(task.states, task.seeds)
            matches.append(CudaMatch((player(first), player(second)), openings))
        return [
            one if isinstance(one, TuneError) else one.records.reshape(-1, 2)
            for one in games.play(matches)
        ]

    def _board(self, tasks: Sequence[BatchTask]) -> _Board:
        text = tasks[0].game
        if text.key not in self._boards:
            self._boards[text.key] = _Board(task_game(text))
        return self._boards[text.key]

    def _games(self, board: _Board, tasks: Sequence[BatchTask]) -> CudaGames:
        """Return what plays these tasks; what is there serves as long as it has their formulas."""
        formulas = [agent.formula for task in tasks for agent in task.agents]
        asked = {one.digest: one for one in formulas}
        if board.games is None or not asked.keys() <= board.formulas.keys():
            known = {**board.formulas, **dict.fromkeys(asked)}
            if len(known) > _FORMULAS:
                known = dict.fromkeys(asked)
            board.formulas = {
                digest: kernels or formula_kernels(asked[digest].heuristic())
                for digest, kernels in known.items()
            }
            kernels = tuple(board.formulas.values())
            board.games = cuda_games(board.game, kernels, self._target)
        return board.games
