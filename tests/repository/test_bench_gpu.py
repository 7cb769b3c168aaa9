"""`python -m benchmarks.gpu` compares and measures in the simulator, and says what is missing."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from checkout import ROOT

from benchmarks import gpu, gpu_games
from benchmarks.medians import FEWEST
from engine.cuda.errors import out_of_memory
from engine.cuda.games import CudaMatch
from engine.games import find_game
from engine.play.batches import Games
from engine.play.driver import play_games
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("numba_cuda") is None,
    reason="numba-cuda is not installed: the extra 'cuda' has it",
)


def bench(
    *words: str, start: tuple[str, ...] = ("-m", "benchmarks.gpu"), **environment: str
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *start, *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("option", "number", "least"),
    [("--games", "0", 1), ("--depths", "-3", 1), ("--launches", "5", 6), ("--threads", "two", 1)],
)
def test_a_number_that_means_nothing_is_refused(
    capsys: pytest.CaptureFixture[str], option: str, number: str, least: int
) -> None:
    with pytest.raises(SystemExit) as ended:
        gpu.main([f"{option}={number}"])
    assert ended.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.endswith(f"argument {option}: '{number}' is no number from {least} on")


def test_fewer_launches_than_an_interval_needs_are_refused() -> None:
    assert gpu._FEWEST_LAUNCHES == FEWEST


def test_all_games_are_compared_and_a_depth_is_measured() -> None:
    few = ("--games", "1", "--depths", "1", "--launches", "6", "--most", "1")
    done = bench(*few, NUMBA_ENABLE_CUDASIM="1")
    assert done.returncode == 0, done.stderr
    which, *compared, measured, expected = done.stdout.splitlines()
    assert which == "Numba's simulator of CUDA, no GPU"
    assert compared == [
        "isolation, depth 3: 1 games have the CPU's results, plies and nodes",
        "isolation-9x11, depth 2: 1 games have the CPU's results, plies and nodes",
        "pentago, depth 2: 1 games have the CPU's results, plies and nodes",
    ]
    number = r"[\d,]+ \([\d,]+ to [\d,]+\)"
    assert re.fullmatch(
        rf"isolation, depth 1: {number} games a second \(median of 6 launches of 1 games\), "
        rf"{number} with what the CPU does for a launch",
        measured,
    )
    assert expected.startswith("A plain port of this search once played 115 million games")


def test_other_games_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    case = replace(gpu_games.CASES[0], game="isolation-5x5", depth=1)
    game, search = find_game(case.game), make_search("alphabeta", depth=1)
    heuristics = [find_preset(one) for one in case.presets]
    players = [heuristic_player(game, one, one.defaults, search) for one in heuristics]

    def played(_games: object, match: CudaMatch) -> Games:
        records = play_games(game, match.players, match.openings).records.copy()
        records["nodes"][3, 1] += 1
        return Games(records)

    monkeypatch.setattr(gpu_games, "_on_gpu", lambda case, target: None)
    monkeypatch.setattr(gpu_games, "_players", lambda case, games: tuple(players))
    monkeypatch.setattr(gpu_games, "_played", played)
    with pytest.raises(
        gpu_games.DifferentGamesError, match=r"^1 of 6 games of isolation-5x5 differ"
    ):
        gpu_games._compared(case, 10, 1, None)


@pytest.mark.parametrize("seconds", [0.05, 0.8])
def test_a_launch_has_four_games_for_each_thread_or_more(
    seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    class Games:
        def prepare(self, matches: list[CudaMatch]) -> SimpleNamespace:
            asked.append(len(matches[0].openings.seeds))
            return SimpleNamespace(run=lambda: None, order=range(asked[-1]))

    monkeypatch.setattr(gpu_games, "_players", lambda case, games: ())
    monkeypatch.setattr(gpu_games, "_played", lambda games, match: None)
    monkeypatch.setattr(gpu_games, "_seconds", lambda work: seconds)
    extent = gpu_games.Extent(games=1, depths=(1,), launches=6, most=1 << 20, threads=1)
    line = gpu_games._measured(Games(), 1, extent, threads_at_once=500)  # type: ignore[arg-type]
    # Of half a second, unless that is too few.
    assert asked == [2000, {0.05: 20_000, 0.8: 2000}[seconds]]
    assert f"launches of {asked[1]:,} games" in line


@pytest.mark.parametrize("start", [("-m", "benchmarks.gpu"), ("benchmarks/gpu.py",)])
def test_without_a_gpu_it_says_in_one_line_what_is_missing(start: tuple[str, ...]) -> None:
    from numba import cuda  # noqa: PLC0415 - only where numba-cuda is installed

    if cuda.is_available():
        pytest.skip("there is a GPU")
    done = bench(start=start)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: a GPU needs NVIDIA's driver for CUDA 13, and none is found; see what nvidia-smi "
        "says\n"
    )


def test_a_library_that_is_missing_is_named_with_what_to_type() -> None:
    # Neither the libraries of the environment nor this package are found without `site`.
    done = bench(start=("-S", "-E", "benchmarks/gpu.py"))
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(
        r"error: \w+ is not installed; type in the checkout: "
        r"pip install -c constraints\.txt -e '\.\[cuda\]'\n",
        done.stderr,
    )


def test_an_extra_that_is_missing_is_named_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert gpu.main([]) == 2
    assert capsys.readouterr().err == (
        "error: a GPU needs numba-cuda, which is not installed; type in the checkout: "
        "pip install -c constraints.txt -e '.[cuda]'\n"
    )


def test_a_game_that_needs_too_much_memory_is_left_out_and_the_rest_is_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compared(case: gpu_games.Case, *_rest: object) -> str:
        if case.game == "pentago":
            raise out_of_memory("2.00 GB are free, and 2.81 GB are needed")
        return f"{case.game} is compared"

    monkeypatch.setattr(gpu_games, "find_target", simulated)
    monkeypatch.setattr(gpu_games, "_compared", compared)
    monkeypatch.setattr(gpu_games, "_on_gpu", lambda case, target: None)
    monkeypatch.setattr(gpu_games, "_measured", lambda *_given: "a depth is measured")
    extent = gpu_games.Extent(games=1, depths=(1,), launches=6, most=1, threads=1)
    assert list(gpu_games.lines(extent))[1:-1] == [
        "isolation is compared",
        "isolation-9x11 is compared",
        "pentago is left out: the GPU has too little memory (2.00 GB are free, and 2.81 GB are "
        "needed); end other programs that use it",
        "a depth is measured",
    ]


def simulated() -> SimpleNamespace:
    return SimpleNamespace(described=lambda: "none", threads_at_once=lambda: 1)
