"""Hold a batch of games as a plain value, and play it: in this process, in another, or elsewhere.

A task holds everything that decides its games, so `play_batch` is a pure function of it (but for
limits in time). What is made of it, such as compiled formulas, is kept until much else was played.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.errors import TuneError
from engine.game import Game, States
from engine.play.player import Player, PreparedFormula
from engine.play.search import Search
from engine.play.searches import search_of_tree
from features.compiled import prepare_heuristic
from features.heuristic import Heuristic
from tuner.matches.formula_text import FormulaText, GameText, formula_text, game_text
from tuner.matches.kept import Kept
from tuner.matches.pairs import play_both_sides
from tuner.matches.provenance import sources_digest

__all__ = [
    "AgentTask",
    "BatchTask",
    "OtherSourcesError",
    "agent_task",
    "play_batch",
    "prepared_formula",
    "task_game",
    "task_search",
]

_PLAYERS = 256
"""So many agents are kept ready: opponents come again with every trial."""

_FORMULAS = 64
"""So many formulas are kept compiled: a worker of a cluster plays studies without end."""


class OtherSourcesError(TuneError):
    """A task was made by another version of this program than the one that is to play it.

    Attributes:
        of_task: digest of the sources and libraries of the program that made the task.
        of_player: the same of the program that was to play it.
    """

    def __init__(self, of_task: str, of_player: str) -> None:
        super().__init__(
            f"games of a program with the sources {of_task[:12]} cannot be played by one with "
            f"{of_player[:12]}; install the same version of tune and of its libraries for both"
        )
        self.of_task = of_task
        self.of_player = of_player


@dataclass(frozen=True, eq=False)
class AgentTask:
    """An agent task is one side of a match, shared by all of its batches.

    Attributes:
        formula: how it values a position.
        values: of the parameters.
        search: the tree of its search (`Search.tree`), as JSON.
    """

    formula: FormulaText
    values: tuple[float, ...]
    search: str


@dataclass(frozen=True, eq=False)
class BatchTask:
    """A batch task is pairs of games between two agents; each pair has one opening.

    Attributes:
        sources: digest of the sources and libraries of the program that made it.
        game: the rules.
        agents: the candidate and its opponent.
        states: where the pairs begin, shape (pairs, STATE_SLOTS), each seen by its side to move.
        seeds: of the games, uint64, shape (2 * pairs,).
    """

    sources: str
    game: GameText
    agents: tuple[AgentTask, AgentTask]
    states: States
    seeds: NDArray[np.uint64]


def play_batch(task: BatchTask) -> NDArray[np.void]:
    """Return what became of the games: records of type `GAME_RECORD`, shape (pairs, 2).

    In the first game of a pair the first agent is to move in the opening, in the second game the
    other one.

    Raises:
        OtherSourcesError: if the task is one of another version of this program.
        EvaluationError: if a formula gave no number.
        EngineError: if the game, a formula or a file of features cannot be used.
    """
    if task.sources != sources_digest():
        raise OtherSourcesError(task.sources, sources_digest())
    game = task_game(task.game)
    first, second = (_player(game, task.game, agent) for agent in task.agents)
    return play_both_sides(game, (first, second), task.states, task.seeds)


def agent_task(formula: FormulaText, values: tuple[float, ...], search: Search) -> AgentTask:
    """Return one side of a match."""
    return AgentTask(formula, values, _search_text(search))


@lru_cache(maxsize=_PLAYERS)
def _search_text(search: Search) -> str:
    return json.dumps(search.tree())


@lru_cache(maxsize=_PLAYERS)
def task_search(text: str) -> Search:
    """Return the search of a side of a task."""
    return search_of_tree(json.loads(text))


_LOCK = threading.Lock()
_PREPARED: Kept[tuple[tuple[str, str], str], PreparedFormula] = Kept(_FORMULAS, _LOCK)


def prepared_formula(game: Game[Any], heuristic: Heuristic) -> PreparedFormula:
    """Return a heuristic that is ready to play, and keep it for the tasks of this process.

    Raises:
        EngineError: if it cannot play the game.
    """
    key = (game_text(game).key, formula_text(heuristic).digest)
    return _PREPARED.get(key, lambda: prepare_heuristic(game, heuristic))


def task_game(text: GameText) -> Game[Any]:
    """Return the game of a task."""
    if text.file is None:
        return _packaged_game(text)
    # The file of a user's own game is run once.
    with _LOCK:
        return text.game()


@lru_cache(maxsize=_PLAYERS)
def _packaged_game(text: GameText) -> Game[Any]:
    return text.game()


def _formula(game: Game[Any], text: GameText, formula: FormulaText) -> PreparedFormula:
    """Return the formula of a task: kept by its digest, or made of its text."""
    key = (text.key, formula.digest)
    return _PREPARED.get(key, lambda: prepare_heuristic(game, formula.heuristic()))


def _player(game: Game[Any], text: GameText, agent: AgentTask) -> Player:
    return _ready(_formula(game, text, agent.formula), agent.values, agent.search)


@lru_cache(maxsize=_PLAYERS)
def _ready(formula: PreparedFormula, values: tuple[float, ...], search: str) -> Player:
    return formula.player(values, task_search(search))
