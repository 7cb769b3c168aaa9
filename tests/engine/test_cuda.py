"""The kernels of the CPU play the same games on CUDA, as far as that can be seen without a GPU."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import cuda_cases
import pytest
from checkout import HELPERS, ROOT
from searches import QUOTIENT

from engine import intrinsics
from engine.cuda.errors import CudaError
from engine.cuda.program import find_target
from engine.errors import EngineError
from engine.games import find_game
from engine.play.driver import play_games
from engine.play.searches import make_search
from features.compiled import heuristic_player

needs_numba_cuda = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)


def on_cuda(*task: str, **environment: str) -> Any:
    """What a function of on_cuda.py says, in a process in which warnings are errors."""
    done = subprocess.run(
        [sys.executable, "-W", "error", HELPERS / "on_cuda.py", *task],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def simulated_by(*task: str) -> Any:
    return on_cuda(*task, NUMBA_ENABLE_CUDASIM="1")


def played_on_cpu(match: cuda_cases.Match) -> dict[str, list[Any]]:
    game = find_game(match.game)
    pair = [match.heuristics[number] for number in match.pair]
    first, second = (heuristic_player(game, one, one.defaults, match.search) for one in pair)
    return cuda_cases.as_lists(play_games(game, (first, second), match.positions()))


def test_all_presets_of_isolation_play() -> None:
    matches = cuda_cases.all_matches()["isolation"]
    assert {number for match in matches for number in match.pair} == set(
        range(len(cuda_cases.PRESETS))
    )


@needs_numba_cuda
@pytest.mark.parametrize("game", cuda_cases.all_matches())
def test_20_games_in_one_launch_are_those_of_the_cpu(game: str) -> None:
    expected = [played_on_cpu(match) for match in cuda_cases.all_matches()[game]]
    assert sum(len(match["results"]) for match in expected) == 20
    assert simulated_by("simulate", game) == expected


@needs_numba_cuda
def test_what_a_gpu_cannot_search_or_evaluate_is_said() -> None:
    needs = "needs a clock or a solver, and a GPU has none; give another one"
    game = find_game("isolation")
    player = heuristic_player(game, QUOTIENT, (0.0, 0.0), make_search("alphabeta", depth=2))
    with pytest.raises(EngineError, match="not a number") as failure:
        play_games(game, (player, player), cuda_cases.fault_openings())
    assert simulated_by("refuse") == [
        f"search 'alphabeta 5 ms' {needs}",
        f"search 'perfect 100 nodes, otherwise greedy' {needs}",
        str(failure.value),
    ]


@needs_numba_cuda
def test_an_own_feature_of_whole_numbers_plays_and_one_of_fractions_stays_on_the_cpu(
    tmp_path: Path,
) -> None:
    file = tmp_path / "own.py"
    file.write_text(cuda_cases.OWN_FEATURES)
    assert simulated_by("own", str(file)) == {
        "whole": [None, played_on_cpu(cuda_cases.own_match(file, "whole"))],
        "fractions": ["% of fractions", None],
    }


@needs_numba_cuda
def test_no_kernel_of_ours_shifts_by_64_or_more() -> None:
    """A GPU and a CPU make different words of that, and only kernels of users are kept from it."""
    boards = ("isolation", "isolation-8x8", "isolation-9x11", "isolation-8x16", "pentago")
    assert all(nodes > 50 for one in simulated_by("shifts", *boards) for nodes in one)


@needs_numba_cuda
@pytest.mark.parametrize("name", ["nvrtc", "nvvm"])
def test_a_compiler_that_is_missing_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from cuda import pathfinder  # noqa: PLC0415 - only where numba-cuda is installed

    def load(asked: str) -> None:
        if asked == name:
            raise pathfinder.DynamicLibNotFoundError(asked)

    monkeypatch.setattr(pathfinder, "load_nvidia_dynamic_lib", load)
    monkeypatch.setattr(cuda_cases, "assembler", lambda: "ptxas")
    assert cuda_cases.missing_tools() == [name]


# Of registers a thread gets no more. Stacks are a tenth smaller, and 164 bytes are spilled at most.
MOST = {"registers": 128, "stack": 16_000, "spilled": 500}
PENTAGO = {**MOST, "stack": 100_000}


@needs_numba_cuda
@pytest.mark.parametrize(
    ("game", "most"),
    [
        ("isolation", MOST),
        ("isolation-9x11", MOST),
        # Half a minute.
        pytest.param("pentago", PENTAGO, marks=pytest.mark.slow),
    ],
)
def test_programs_are_assembled_for_two_kinds_of_gpu(
    game: str, most: dict[str, int], record_property: Any
) -> None:
    missing = cuda_cases.missing_tools()
    if missing:
        pytest.skip(f"{', '.join(missing)} not installed: the extra 'cuda' has them")
    report = on_cuda("code", game)
    assert list(report) == ["8.0", "9.0"]
    for capability, said in report.items():
        line = f"{game}, compute capability {capability}: {said['registers']} registers, "
        record_property(
            "gpu code", f"{line}{said['stack']} bytes of stack, {said['spilled']} bytes spilled"
        )
        assert {name: said[name] for name in most if said[name] > most[name]} == {}
        # Sums of products are rounded twice, as on the CPU; there are some products to see it by.
        assert said["fused"] == 0
        assert game == "pentago" or said["products"] > 0


@needs_numba_cuda
def test_without_a_gpu_it_says_so() -> None:
    from numba import cuda  # noqa: PLC0415 - only where numba-cuda is installed

    if cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(CudaError) as failure:
        find_target()
    assert str(failure.value) == (
        "a GPU needs NVIDIA's driver for CUDA 13, and none is found; see what nvidia-smi says"
    )
    assert failure.value.hint == "no device"


def test_without_numba_cuda_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(CudaError) as failure:
        find_target()
    assert str(failure.value) == "a GPU needs numba-cuda, which is not installed"
    assert failure.value.hint == "cuda extra"
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(CudaError) as failure:
        find_target()
    assert str(failure.value) == "NVIDIA has no driver for macOS"
    assert failure.value.hint == "no device"


def operations_of(target: str) -> list[str]:
    return importlib.import_module(f"engine.cuda.{target}").__all__


@needs_numba_cuda
@pytest.mark.parametrize("target", ["simulated", "device"])
def test_a_target_has_what_kernels_use(target: str) -> None:
    # What is called by address has its name there, and there are no provers with their memory.
    missing = {"call_chooser", "call_evaluator", "call_prover", "allocate_words", "release_words"}
    assert set(intrinsics.OPERATIONS) - missing <= set(operations_of(target))
