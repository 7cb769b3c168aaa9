"""A player of the 9x11 course, tried on doubles of the course's classes."""

from __future__ import annotations

import ast
import itertools
import math
import random
import sys
import time
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import course_9x11
import numpy as np
import pytest
from course_9x11 import FULL, Isolation, Queue
from finished_runs import finished_run

from engine.games import find_game
from engine.isolation.course import board_bits, locations
from engine.play.driver import random_positions
from features.compiled import evaluate
from features.presets import find_preset
from tuner.export.export import export_run
from tuner.export.exported_run import ExportedRun
from tuner.export.formats.aind_v2 import player_text
from tuner.matches.agent import DEFAULT_SEARCH, Agent

GAME: Any = find_game("isolation-9x11")
PRESETS = ("improved", "liberty_center", "weighted_center_space:as_described", "pressure")
UNPLACED = 115


@cache
def text_of(name: str) -> str:
    preset = find_preset(name)
    agent = Agent(name, preset, preset.defaults, DEFAULT_SEARCH)
    return player_text(
        ExportedRun(name, GAME, agent, agent, agent, (), "Verdict: better.", "0123", "runs/mine")
    )


@pytest.fixture(autouse=True)
def _starter_files(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("sample_players")
    module.DataPlayer = course_9x11.DataPlayer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sample_players", module)


def names_of(name: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(text_of(name), "my_custom_player.py", "exec"), names)
    return names


def state_of(position: Any) -> Isolation:
    return Isolation(board_bits(position), position.ply, locations(position))


def squares_of(state: Isolation, player: int) -> list[int]:
    """The player's square and the other one's, as the player's search takes them."""
    places = (state.locs[player], state.locs[1 - player])
    return [UNPLACED if one is None else one for one in places]


def positions(count: int) -> list[Any]:
    """Of games in which both sides move at random, after 0 to 40 plies."""
    found = []
    for ply in range(41):
        states, going = random_positions(GAME, ply, np.arange(-(-count // 41), dtype=np.uint64))
        found += [GAME.unpack(state) for state in states[going]]
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_values_are_those_of_the_compiled_formula(name: str) -> None:
    preset, found = find_preset(name), positions(1300)
    assert len(found) > 1000
    values = evaluate(GAME, preset, preset.defaults, GAME.pack(found))
    names = names_of(name)
    for position, value in zip(found, values, strict=True):
        state = state_of(position)
        written = names["evaluate"](state.board, *squares_of(state, state.player()))
        assert written == pytest.approx(value, rel=1e-9, abs=1e-9), GAME.draw(position)


def minimax(state: Isolation, player: int, depth: int, evaluation: Any) -> float:
    """The value for a player, from the rules of the course and the definition of minimax.

    A win is worth more the sooner it comes, a loss less.
    """
    if not state.has_liberties(state.player()):
        win = 1e125 * (1 + depth)
        return -win if state.player() == player else win
    if depth == 0:
        return max(-1e120, min(1e120, evaluation(state.board, *squares_of(state, player))))
    values = [
        minimax(state.result(action), player, depth - 1, evaluation) for action in state.actions()
    ]
    return max(values) if state.player() == player else min(values)


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_search_finds_what_minimax_finds(name: str, depth: int) -> None:
    names = names_of(name)
    states = [state_of(one) for one in positions(400) if one.ply >= 16]
    going = [state for state in states if not state.terminal_test()]
    assert len(going) > 100
    for state in going:
        player = state.player()
        own, opp = squares_of(state, player)
        targets = [own + action for action in state.actions()]
        found = names["Search"](math.inf)
        best, value = found.best_action(state.board, own, opp, targets, depth)
        after = [
            minimax(state.result(action), player, depth - 1, names["evaluate"])
            for action in state.actions()
        ]
        assert after[targets.index(best)] == max(after)
        assert value == max(after)


def play(player: Any, state: Isolation, milliseconds: float = 1e6) -> list[int]:
    """The actions that a player puts."""
    player.queue = Queue(milliseconds)
    player.get_action(state)
    return list(player.queue.actions)


def test_a_legal_action_is_put_at_once_and_better_ones_follow() -> None:
    names = names_of("improved")
    names["SECONDS"] = 0.02
    generator = random.Random(1)
    for _ in range(3):
        state = Isolation()
        while not state.terminal_test():
            actions = play(names["CustomPlayer"](state.player()), state)
            assert len(actions) >= 2
            assert set(actions) <= set(state.actions())
            state = state.result(actions[-1])
            if not state.terminal_test():
                state = state.result(generator.choice(state.actions()))


def test_it_wins_against_a_random_player() -> None:
    names = names_of("improved")
    # Its clock goes on by one with each look at it, so that a busy machine changes nothing.
    names["time"] = SimpleNamespace(perf_counter=itertools.count().__next__)
    names["SECONDS"] = 5
    generator = random.Random(2)
    for game in range(8):
        state, own = Isolation(), game % 2
        while not state.terminal_test():
            if state.player() == own:
                state = state.result(play(names["CustomPlayer"](own), state)[-1])
            else:
                state = state.result(generator.choice(state.actions()))
        assert state.utility(own) == math.inf


def test_it_ends_before_the_limit_of_150_ms() -> None:
    player = names_of("pressure")["CustomPlayer"](0)
    assert len(play(player, Isolation(), milliseconds=10_000)) > 2
    assert names_of("pressure")["SECONDS"] < 0.15


def test_the_book_is_asked_first() -> None:
    names = names_of("improved")
    data = {(FULL, 0, (None, None)): 57}
    assert play(names["CustomPlayer"](0, data), Isolation())[-1] == 57


def test_a_player_whose_only_move_is_to_bit_0_has_lost_in_the_library() -> None:
    """Own on bit 27 can only go to bit 0; the other one stands on bit 57 and can move."""
    state = Isolation(1 | 1 << 57 + 11, 30, (27, 57))
    assert state.liberties(27) == [0]
    assert state.terminal_test()
    search = names_of("improved")["Search"](math.inf)
    assert search.highest(state.board, 27, 57, 1, -math.inf, math.inf) <= -1e125
    assert search.lowest(state.board, 57, 27, 1, -math.inf, math.inf) >= 1e125


def test_it_imports_nothing_but_what_the_course_has() -> None:
    for name in PRESETS:
        imported = set()
        for node in ast.walk(ast.parse(text_of(name))):
            if isinstance(node, ast.Import):
                imported |= {one.name for one in node.names}
            if isinstance(node, ast.ImportFrom):
                imported.add(str(node.module))
        assert imported <= {"math", "random", "time", "sample_players"}


def test_a_finished_run_becomes_a_player(tmp_path: Any) -> None:
    # A long path with hyphens stays whole, to be copied.
    tmp_path = tmp_path / "-".join(["folder"] * 12)
    tmp_path.mkdir()
    files = export_run(finished_run(tmp_path, "isolation-9x11"), "aind-v2")
    text = str(files["my_custom_player.py"])
    assert text.startswith('"""Play for the 9x11 course with the heuristic of the study')
    assert f"Made by `tune export {tmp_path}/run --to aind-v2`" in " ".join(text.split())
    assert "Verdict: better at alphabeta depth 3" in text
    assert "Cost of a leaf in plain Python: " in text
    assert "FLOOR = 0.75  # hand-set: 0.3\n" in text
    assert "class CustomPlayer(DataPlayer):" in text


class _Slow:
    """The same alpha-beta with the state's own methods, as most players of the course have it."""

    def __init__(self) -> None:
        self.nodes = 0

    def value(self, state: Isolation, player: int, depth: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if state.terminal_test():
            return state.utility(player)
        if depth == 0:
            own, opp = (state.liberties(state.locs[one]) for one in (player, 1 - player))
            return len(own) - len(opp)
        best = -math.inf if state.player() == player else math.inf
        for action in state.actions():
            value = self.value(state.result(action), player, depth - 1, alpha, beta)
            if state.player() == player:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if beta <= alpha:
                break
        return best


def test_it_visits_at_least_five_times_the_nodes_of_a_player_on_states() -> None:
    """A ratio of two rates of the same run, the best of several rounds of each."""
    state = next(state_of(one) for one in positions(200) if one.ply == 8)
    own, opp = squares_of(state, state.player())
    search_type = names_of("improved")["Search"]
    rates: dict[str, float] = {"slow": 0.0, "fast": 0.0}
    for _ in range(5):
        slow, fast = _Slow(), search_type(math.inf)
        begin = time.perf_counter()
        slow.value(state, state.player(), 4, -math.inf, math.inf)
        between = time.perf_counter()
        fast.highest(state.board, own, opp, 6, -math.inf, math.inf)
        end = time.perf_counter()
        rates["slow"] = max(rates["slow"], slow.nodes / (between - begin))
        rates["fast"] = max(rates["fast"], fast.nodes / (end - between))
    assert rates["fast"] / rates["slow"] >= 5
