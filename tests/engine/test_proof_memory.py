"""Where a process has little memory left, a proof plays the same or fails: it never plays on."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from checkout import ROOT

from engine.errors import EngineError
from engine.game import States
from engine.games import find_game
from engine.kernels.evaluation import EVALUATION_LIMIT, win_in
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.play.batches import Analysis
from engine.play.driver import analyse, random_positions
from engine.play.player import Player
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

PRESETS = {"isolation": "improved", "pentago": "straights"}
GREEDY = make_search("greedy")
MANY = 100_000_000
ROOM = 16 << 20
"""Bytes: less than each of the proofs asks for at last, and more than Python needs."""

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="other systems do not keep RLIMIT_AS"
)


def player(name: str, search: Search) -> Player:
    preset = find_preset(PRESETS[name])
    return heuristic_player(find_game(name), preset, preset.defaults, search)


def look(name: str, search: Search, states: States) -> Analysis:
    seeds = np.arange(len(states), dtype=np.uint64)
    return analyse(find_game(name), player(name, search), states, seeds)


def perfect(nodes: int) -> Search:
    return make_search("perfect", nodes=nodes, otherwise=GREEDY)


def states_after(name: str, plies: int) -> States:
    seeds = np.arange(200, dtype=np.uint64)
    states, going = random_positions(find_game(name), plies, seeds)
    return states[going]


def leave_little_memory() -> None:
    """From here on this process gets no more than ROOM."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    limit = pages * resource.getpagesize() + ROOM
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))


def refused(name: str, states: States) -> str:
    """The message of a proof with many nodes."""
    with pytest.raises(EngineError) as caught:
        look(name, perfect(MANY), states)
    return str(caught.value)


def prove_with_little_memory() -> None:
    """What a process of its own does."""
    pentago, isolation = states_after("pentago", 19), states_after("isolation", 0)[:1]
    greedy = look("pentago", GREEDY, pentago)
    look("isolation", perfect(1), isolation)
    look("pentago", perfect(1), pentago)
    leave_little_memory()
    # Too few nodes for a proof from 19 stones, so no memory is asked for it.
    found = look("pentago", perfect(100), pentago)
    wins = greedy.values > EVALUATION_LIMIT
    assert 5 < wins.sum() < len(wins)
    # The game ends when 17 more stones are placed, at the latest.
    assert (found.values[wins] == win_in(17)).all()
    assert (found.nodes[wins] == 1).all()
    np.testing.assert_array_equal(found.values[~wins], greedy.values[~wins])
    np.testing.assert_array_equal(found.nodes[~wins], 1 + greedy.nodes[~wins])
    print(refused("pentago", pentago[~wins][:1]))
    print(refused("isolation", isolation))


def test_a_proof_without_memory_is_an_error() -> None:
    script = "import sys; sys.path[:0] = ['tests/helpers', 'tests/engine']; "
    script += "import test_proof_memory as tests; tests.prove_with_little_memory()"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={"PATH": "", CACHE_VARIABLE: str(cache_folder())},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    message = (
        f"a proof found no memory for {MANY} nodes; give perfect searches fewer nodes, "
        "or play on fewer threads\n"
    )
    assert (ended.stdout, ended.stderr) == (message * 2, "")
