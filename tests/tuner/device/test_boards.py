"""Which games go to a GPU, and why the others stay on the CPU."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

import numpy as np
import pytest
from own_games import EXAMPLE

from engine.game import Game
from engine.games import find_game
from engine.own_games import load_own_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.device.boards import Boards
from tuner.matches.formula_text import formula_text, game_text
from tuner.matches.task import BatchTask, agent_task

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)

DEPTH = make_search("alphabeta", depth=1)


def task(game: Game[Any], heuristic: Heuristic, search: Search = DEPTH) -> BatchTask:
    """Nothing is played of it."""
    agent = agent_task(formula_text(heuristic), heuristic.defaults, search)
    return BatchTask("", game_text(game), (agent, agent), np.zeros((0, 8), np.uint64), np.zeros(0))


@pytest.fixture
def boards() -> Boards:
    return Boards(importlib.import_module("engine.cuda.simulated"))


@pytest.mark.parametrize("name", ["isolation", "isolation-9x11", "isolation-4x5", "pentago"])
def test_isolation_on_every_board_and_pentago_go_to_the_gpu(boards: Boards, name: str) -> None:
    preset = find_preset("straights:runs" if name == "pentago" else "pressure")
    assert boards.reason(task(find_game(name), preset)) is None


def test_a_game_of_ones_own_stays_on_the_cpu(boards: Boards) -> None:
    game = load_own_game(EXAMPLE).game
    nothing = Heuristic("nothing", game.family, (), (), "0.0")
    assert boards.reason(task(game, nothing)) == "a GPU does not play connect-four"


@pytest.mark.parametrize(
    ("search", "text"),
    [
        (make_search("alphabeta", time_ms=5), "alphabeta 5 ms"),
        (
            make_search("perfect", nodes=50, otherwise=make_search("greedy")),
            "perfect 50 nodes, otherwise greedy",
        ),
        (
            make_search(
                "staged", switch_ply=9, first=DEPTH, then=make_search("alphabeta", time_ms=5)
            ),
            "alphabeta depth 1 to ply 9, then alphabeta 5 ms",
        ),
    ],
)
def test_a_search_with_a_clock_or_a_solver_stays_on_the_cpu(
    boards: Boards, search: Search, text: str
) -> None:
    reason = boards.reason(task(find_game("isolation"), find_preset("open"), search))
    assert reason == f"a GPU has no clock and no solver for the search '{text}'"


def test_a_formula_with_a_power_stays_on_the_cpu(boards: Boards) -> None:
    reason = boards.reason(task(find_game("isolation"), find_preset("liberty_center:euclid")))
    assert reason == "'liberty_center' has **, whose value may differ on a GPU"


def test_what_could_not_be_compiled_stays_on_the_cpu_from_then_on(boards: Boards) -> None:
    isolation = find_game("isolation")
    kept, other = task(isolation, find_preset("open")), task(isolation, find_preset("center"))
    boards.keep_back([kept])
    assert boards.reason(kept) == "'open' cannot be compiled for a GPU"
    assert boards.reason(other) is None
