"""What the executor of a GPU does with batches, told by a GPU that only counts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from counting_gpu import CountingBoards

import tuner
from engine.cuda import program
from engine.cuda.errors import CudaError, NotForGpuError
from engine.errors import EvaluationError
from engine.games import find_game
from engine.play.searches import make_search
from features.presets import find_preset
from tuner.device import executor, pace
from tuner.device.executor import DeviceExecutor, UnknownDeviceError
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings
from tuner.matches.pairs import Pairs
from tuner.matches.progress import Silent
from tuner.matches.task import play_batch

GAME = find_game("isolation-5x5")


class Notes(Silent):
    def __init__(self) -> None:
        self.notes: list[str] = []

    def note(self, text: str) -> None:
        self.notes.append(text)


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(executor, "Boards", CountingBoards)
    monkeypatch.setattr(executor, "find_target", lambda: None)
    notes = Notes()
    with ThreadPoolExecutor(1) as others, DeviceExecutor("cuda", others, notes) as device:
        yield SimpleNamespace(executor=device, boards=device._boards, notes=notes.notes)


def met(gpu: Any, folder: Path, name: str = "games") -> list[tuple[Pairs, ...]]:
    """Three agents against two others, each match in two batches."""
    depth = make_search("alphabeta", depth=1)
    agents = [
        Agent(f"agent {weight}", find_preset("pressure"), (weight, 1.0), depth)
        for weight in (0.1, 0.2, 0.3)
    ]
    others = [
        Agent(one, find_preset(one), find_preset(one).defaults, depth) for one in ("open", "center")
    ]
    openings = draw_openings(GAME, 4, "compare", 200, 1)
    with Ledger(folder / f"{name}.db", "digest") as ledger:
        ledger.add_openings(openings)
        arena = Arena(GAME, ledger, gpu.executor, lambda _: None)
        return arena.meet_all([Meeting(one, others, openings) for one in agents])


def test_what_is_asked_for_at_once_is_played_in_few_launches(gpu: Any, tmp_path: Path) -> None:
    found = met(gpu, tmp_path)
    assert sum(gpu.boards.launches) == 12
    assert len(gpu.boards.launches) <= 3
    assert [len(pairs) for match in found for pairs in match] == [200] * 6


def test_a_launch_has_no_more_games_than_it_may(
    gpu: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The batches have 256 and 144 games in turn.
    monkeypatch.setattr(pace, "FIRST_GAMES", 300)
    monkeypatch.setattr(pace, "MOST_GAMES", 300)
    met(gpu, tmp_path)
    assert sum(gpu.boards.launches) == 12
    assert max(gpu.boards.launches) <= 2


def test_a_gpu_that_fails_ends_the_matches_with_its_error(gpu: Any, tmp_path: Path) -> None:
    gpu.boards.error = CudaError("the GPU has failed")
    with pytest.raises(CudaError, match="the GPU has failed"):
        met(gpu, tmp_path)


def test_what_cannot_be_compiled_is_played_on_the_cpu(gpu: Any, tmp_path: Path) -> None:
    gpu.boards.error = NotForGpuError("a formula cannot be compiled for a GPU")
    found = met(gpu, tmp_path, "kept back")
    assert gpu.notes == ["kept back: such games are played on the CPU"]
    with ThreadPoolExecutor(1) as threads:
        expected = met(SimpleNamespace(executor=threads), tmp_path, "cpu")
    for ours, theirs in zip(found, expected, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            np.testing.assert_array_equal(one.records, other.records)


def test_what_is_cancelled_before_its_launch_is_not_played(gpu: Any) -> None:
    gpu.boards.go_on.clear()
    gpu.boards.error = EvaluationError("x", 1, 1)
    task = SimpleNamespace(game=SimpleNamespace(key=("a", "")), seeds=range(4), agents=())
    playing = gpu.executor.submit(play_batch, task)
    assert gpu.boards.begun.wait(20)
    waiting = gpu.executor.submit(play_batch, task)
    assert waiting.cancel()
    assert not playing.cancel()
    gpu.boards.go_on.set()
    assert isinstance(playing.exception(20), EvaluationError)
    gpu.executor.shutdown()
    assert gpu.boards.launches == [1]


def test_other_calls_run_on_threads(gpu: Any) -> None:
    assert gpu.executor.submit(max, 2, 3).result() == 3
    assert gpu.boards.launches == []


def test_an_unknown_device_is_refused() -> None:
    with ThreadPoolExecutor(1) as others, pytest.raises(UnknownDeviceError) as failure:
        DeviceExecutor("opencl", others, Silent())
    assert str(failure.value) == "games cannot be played on 'opencl'; the only device is cuda"


def test_python_asks_for_a_device_as_the_command_line_does(tmp_path: Path) -> None:
    with pytest.raises(UnknownDeviceError, match="cannot be played on 'opencl'"):
        tuner.compare(["open", "improved"], device="opencl")
    with pytest.raises(UnknownDeviceError, match="cannot be played on 'opencl'"):
        tuner.run("pressure", runs=tmp_path, device="opencl")
    assert list(tmp_path.iterdir()) == []


def test_without_numba_cuda_the_command_line_says_how_to_install_it(
    tune: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = SimpleNamespace(find_spec=lambda name: None)
    monkeypatch.setattr(program, "importlib", SimpleNamespace(util=nothing))
    monkeypatch.setattr(program, "sys", SimpleNamespace(platform="linux"))
    words = ("compare", "open", "improved", "--device", "cuda", "--pairs", "2")
    ended = tune(*words, "--runs", tmp_path)
    assert ended.status == 2
    assert ended.err == (
        "error: a GPU needs numba-cuda, which is not installed (in the checkout: pip install -c "
        "constraints.txt -e '.[cuda]')\n"
    )
    assert list(tmp_path.iterdir()) == []
