"""The command line on a GPU that is not there: it says so before anything is compiled."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import NoReturn

import pytest
from command_line import CommandLine


@pytest.fixture
def nothing_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes what compiles first fail, and numba-cuda look as if it were not installed."""

    def compiled(*_: object) -> NoReturn:
        pytest.fail("something was compiled before the GPU was refused")

    for name in ("comparison.compare", "comparison.noise", "sequential.match"):
        monkeypatch.setattr(f"tuner.{name}.draw_openings", compiled)
    monkeypatch.setattr("tuner.comparison.compare.find_same_functions", compiled)
    monkeypatch.setattr("tuner.tournament.openings.draw_openings", compiled)
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
