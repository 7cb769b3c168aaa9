"""The kernels of the CPU play the same games on CUDA, as far as that can be seen without a GPU."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from typing import Any

import cuda_cases
import numpy as np
import pytest
from checkout import HELPERS, ROOT
from searches import QUOTIENT

from engine import intrinsics
from engine.cuda import device, simulated
from engine.cuda.games import compile_cuda_games
from engine.errors import EngineError
from engine.games import find_game
from engine.link.joining import PlainSearch
from engine.play.batches import Games, Openings
from engine.play.driver import play_games
from engine.play.player import make_player
from engine.play.searches import make_search
from features.compiled import compile_heuristic, evaluate, heuristic_player
from features.presets import spelling

needs_numba_cuda = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)


def on_cuda(task: str, **environment: str) -> Any:
    """What a function of on_cuda.py says, in a process in which warnings are errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", HELPERS / "on_cuda.py", task],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def simulation() -> Any:
    return on_cuda("simulate", NUMBA_ENABLE_CUDASIM="1")


def play(match: cuda_cases.Match, openings: Openings) -> Games:
    """On the CPU, by the search that serves every game."""
    game = find_game(match.game)
    pair = [match.heuristics[number] for number in match.pair]
    first, second = (
        make_player(game, compile_heuristic(PlainSearch(game), one), one.defaults, match.search)
        for one in pair
    )
    return play_games(game, (first, second), openings)


@needs_numba_cuda
def test_20_games_of_all_presets_are_those_of_the_cpu(simulation: Any) -> None:
    matches = cuda_cases.matches()
    assert {number for match in matches for number in match.pair} == set(
        range(len(cuda_cases.PRESETS))
    )
    expected = cuda_cases.played(matches, play)
    assert sum(len(match["results"]) for match in expected) == 20
    assert simulation["games"] == expected


@needs_numba_cuda
def test_other_boards_and_games_are_those_of_the_cpu(simulation: Any) -> None:
    assert simulation["others"] == cuda_cases.played(cuda_cases.matches_of_other_games(), play)


@needs_numba_cuda
@pytest.mark.parametrize(
    "number", range(len(cuda_cases.PRESETS)), ids=map(spelling, cuda_cases.PRESETS)
)
def test_values_of_a_preset_are_those_of_the_cpu(simulation: Any, number: int) -> None:
    preset, states = cuda_cases.PRESETS[number], cuda_cases.positions()
    expected = evaluate(find_game("isolation"), preset, preset.defaults, states)
    np.testing.assert_allclose(simulation["values"][number], expected, rtol=1e-12, atol=0)


@needs_numba_cuda
def test_searches_that_need_more_than_a_gpu_has_are_refused(simulation: Any) -> None:
    assert simulation["refused"][:2] == [
        "search 'alphabeta 5 ms' needs a clock, CUDA has none; give depth or nodes",
        "search 'perfect 100 nodes, otherwise greedy' needs a solver, CUDA has none; give another "
        "one",
    ]


@needs_numba_cuda
def test_a_formula_that_is_not_a_number_is_reported_as_on_the_cpu(simulation: Any) -> None:
    game = find_game("isolation")
    player = heuristic_player(game, QUOTIENT, (0.0, 0.0), make_search("alphabeta", depth=2))
    with pytest.raises(EngineError, match="not a number") as failure:
        play_games(game, (player, player), cuda_cases.fault_openings())
    assert simulation["refused"][2] == str(failure.value)


@needs_numba_cuda
def test_the_kernels_become_code_for_a_gpu() -> None:
    counts = ["llvm.ctpop.i64", "llvm.cttz.i64"]
    assert on_cuda("lower") == {"isolation": counts, "isolation-9x11": counts}


@needs_numba_cuda
def test_without_a_gpu_one_can_be_simulated() -> None:
    from numba import cuda  # noqa: PLC0415 - only where numba-cuda is installed

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(EngineError) as failure:
        compile_cuda_games(find_game("isolation"), ())
    assert str(failure.value) == (
        "there is no CUDA device; set NUMBA_ENABLE_CUDASIM=1 to have one simulated"
    )


def test_without_numba_cuda_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(EngineError) as failure:
        compile_cuda_games(find_game("isolation"), ())
    assert str(failure.value) == (
        "CUDA needs the package numba-cuda; install tune with the extra 'cuda'"
    )


@pytest.mark.parametrize("target", [simulated, device], ids=["simulated", "device"])
def test_a_target_has_what_kernels_use(target: Any) -> None:
    # A chooser is called by its name there, and there are no provers with their memory.
    missing = {"call_chooser", "call_evaluator", "call_prover", "allocate_words", "release_words"}
    assert set(intrinsics.OPERATIONS) - missing <= set(target.__all__)
