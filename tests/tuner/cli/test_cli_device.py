"""The command line on a GPU that is not there, or too small: it says so in one line."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

import pytest
from command_line import TINY, CommandLine
from counting_gpu import CountingBoards

from engine.cuda import program
from engine.cuda.errors import out_of_memory
from tuner.device import executor


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes what compiles first fail, and numba-cuda look as if it were not installed."""

    def compiled(*_: object) -> NoReturn:
        pytest.fail("something was compiled before the GPU was refused")

    for name in ("comparison.compare", "comparison.noise", "sequential.match"):
        monkeypatch.setattr(f"tuner.{name}.draw_openings", compiled)
    monkeypatch.setattr("tuner.comparison.compare.find_same_functions", compiled)
    monkeypatch.setattr("tuner.tournament.openings.draw_openings", compiled)
    monkeypatch.setattr(program, "sys", SimpleNamespace(platform="linux"))
    find = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name, *more: None if name == "numba_cuda" else find(name, *more),
    )


COMMANDS = (
    ["compare", "pressure", "improved"],
    ["compare", "pressure", "--null"],
    ["league", "pressure", "improved"],
    ["sprt", "pressure", "improved"],
    ["tournament", "udacity_2017_pressure"],
)


@pytest.mark.usefixtures("nothing_compiled")
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_gpu_without_its_extra_is_refused_first(
    tune: CommandLine, tmp_path: Path, words: list[str]
) -> None:
    runs = tmp_path / "runs"
    assert tune(*words, "--device", "cuda", "--runs", runs).error == (
        "error: a GPU needs numba-cuda, which is not installed "
        "(in the checkout: pip install -c constraints.txt -e '.[cuda]')"
    )
    assert not runs.exists()


@pytest.mark.usefixtures("nothing_compiled")
def test_the_cpu_is_no_device_but_what_plays_without_the_option(tune: CommandLine) -> None:
    assert tune("sprt", "pressure", "improved", "--device", "cpu").error == (
        "error: games cannot be played on 'cpu'; the only device is cuda "
        "(without --device the CPU plays the same games)"
    )


def test_a_gpu_and_a_cluster_are_one_too_many(tune: CommandLine, tmp_path: Path) -> None:
    words = ("--device", "cuda", "--cluster", "local:2", "--runs", tmp_path / "runs")
    assert tune("compare", "pressure", "improved", *words).error == (
        "error: games are played on cuda or on a cluster; choose one of the two"
    )
    assert not (tmp_path / "runs").exists()


class FullBoards(CountingBoards):
    """A GPU whose memory is too small."""

    def __init__(self, target: object) -> None:
        super().__init__(target)
        self.error = out_of_memory("0.30 GB are free, and 0.31 GB are needed")


def test_a_gpu_with_too_little_memory_is_one_line_and_the_cpu_goes_on(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "Boards", FullBoards)
    monkeypatch.setattr(executor, "find_target", lambda: None)
    agents = ("compare", "pressure", "improved", "--game", "isolation-5x5", "--depth", 1)
    words = (*agents, "--plies", 15, "--pairs", 4, "--runs", tmp_path)
    ended = tune(*words, "--device", "cuda")
    assert (ended.status, ended.out) == (2, "")
    first, last = ended.err.splitlines()
    assert first == "compare: 120 games"
    assert last == (
        "error: the GPU has too little memory (0.30 GB are free, and 0.31 GB are needed); end "
        "other programs that use it (without --device the CPU plays the same games)"
    )
    (folder,) = tmp_path.iterdir()
    assert tune(*words).status == 0
    assert [one.name for one in tmp_path.iterdir()] == [folder.name]


def test_the_forecast_says_that_it_is_without_the_gpu(
    tune: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executor, "Boards", CountingBoards)
    monkeypatch.setattr(executor, "find_target", lambda: None)
    (tmp_path / "tiny.yaml").write_text(TINY, encoding="utf-8")
    words = ("run", tmp_path / "tiny.yaml", "--threads", 2, "--runs")
    on_gpu = tune(*words, tmp_path / "gpu", "--device", "cuda").err.splitlines()
    on_cpu = tune(*words, tmp_path / "cpu").err.splitlines()
    (on_gpu_said,), (on_cpu_said,) = (
        [line for line in lines if " games, about " in line] for lines in (on_gpu, on_cpu)
    )
    assert " on 2 threads without the GPU if nothing else runs;" in on_gpu_said
    assert " on 2 threads if nothing else runs;" in on_cpu_said
