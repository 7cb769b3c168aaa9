"""The C programs: they find what the engine finds, in as many nodes, and are not needed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from c_programs import needs_compiler

from benchmarks import yardsticks
from benchmarks.cases import BENCHED, Case, find_cases
from benchmarks.checks import check_yardstick
from benchmarks.yardsticks import Yardstick, YardstickError, build, find_compiler
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.play.driver import analyse, random_positions


def case_of(name: str) -> Case:
    (case,) = find_cases(name)
    return case


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Yardstick]:
    folder = tmp_path_factory.mktemp("programs")
    cases = find_cases()
    return {case.name: build(case.program, case.weights, folder) for case in cases}


PLIES = {
    "isolation": (0, 1, 2, 10, 30, 38),
    "isolation-9x11": (0, 1, 12, 40, 55),
    "pentago": (0, 9, 20, 31, 35),
}
"""From the empty board to the last moves, where games end within the search."""


@needs_compiler
@pytest.mark.parametrize("name", BENCHED)
def test_values_and_nodes_are_those_of_the_engine(
    name: str, programs: dict[str, Yardstick]
) -> None:
    case = case_of(name)
    ended = 0
    for plies in PLIES[name]:
        count = 1 if plies < 2 else 20 if name == "pentago" else 300
        seeds = np.arange(count, dtype=np.uint64)
        states, going = random_positions(case.game, plies, seeds)
        states = states[going]
        deepest = 2 if name == "pentago" and plies < 20 else 3 if plies < 2 else 4
        for depth in range(1, deepest + 1):
            player = case.player(depth, "ordered")
            found = analyse(case.game, player, states, np.zeros(len(states), dtype=np.uint64))
            check_yardstick(programs[name], states, depth, found)
            ended += int((np.abs(found.values) > EVALUATION_LIMIT).sum())
    assert ended > 10


@needs_compiler
def test_other_weights_are_noticed(programs: dict[str, Yardstick]) -> None:
    case = case_of("pentago")
    states = case.positions()[:5]
    found = analyse(
        case.game, case.player(1, "ordered"), states, np.zeros(len(states), dtype=np.uint64)
    )
    wrong = replace(programs["pentago"], weights=(1.0, 1.0, 3.0, 100.0, 999_999.0))
    check_yardstick(programs["pentago"], states, 1, found)
    with pytest.raises(YardstickError, match=r"pentago and the engine differ in \d of 5 positions"):
        check_yardstick(wrong, states, 1, found)


@needs_compiler
def test_every_repeat_is_timed(programs: dict[str, Yardstick]) -> None:
    case = case_of("isolation")
    states = case.positions()[:50]
    searched = programs["isolation"].search(states, 3, 4)
    assert len(searched.values) == len(searched.nodes) == len(states)
    assert searched.seconds > 0


@needs_compiler
def test_a_program_that_fails_is_told(programs: dict[str, Yardstick]) -> None:
    broken = replace(programs["isolation"], weights=(1.0,) * 20)
    with pytest.raises(YardstickError, match="isolation7 failed with status 2"):
        broken.search(case_of("isolation").positions()[:1], 2, 1)


@needs_compiler
def test_a_source_that_does_not_compile_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("yardstick.c", "yardstick.h"):
        (tmp_path / name).write_text((yardsticks.SOURCES / name).read_text())
    (tmp_path / "torn.c").write_text("int main(void) { return }\n")
    monkeypatch.setattr(yardsticks, "SOURCES", tmp_path)
    with pytest.raises(YardstickError, match=r"torn\.c does not compile: .*error"):
        build("torn", (), tmp_path)


def test_without_a_compiler_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    with pytest.raises(YardstickError, match=r"no C compiler \(no-such-compiler\); install one"):
        find_compiler()
