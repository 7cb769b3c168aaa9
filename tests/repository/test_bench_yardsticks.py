"""The C programs: they find what the engine finds, in as many nodes, and are not needed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from c_programs import needs_compiler

from benchmarks import yardsticks
from benchmarks.cases import BENCHED, Case, find_cases
from benchmarks.checks import check_yardstick, check_yardstick_games
from benchmarks.yardsticks import Yardstick, YardstickError, build, find_compiler
from engine.game import States
from engine.kernels.evaluation import EVALUATION_LIMIT
from engine.play.batches import Openings
from engine.play.driver import analyse, play_games, random_positions


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


def beginning(states: States) -> Openings:
    """Positions to search: nobody plays from them."""
    return Openings(
        states, np.zeros(len(states), dtype=np.int64), np.zeros(len(states), dtype=np.uint64)
    )


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
            with programs[name].started(beginning(states)) as running:
                check_yardstick(running, depth, found)
            ended += int((np.abs(found.values) > EVALUATION_LIMIT).sum())
    assert ended > 10


@needs_compiler
def test_other_weights_are_noticed(programs: dict[str, Yardstick]) -> None:
    case = case_of("pentago")
    states = case.searched().states[:5]
    found = analyse(
        case.game, case.player(1, "ordered"), states, np.zeros(len(states), dtype=np.uint64)
    )
    wrong = replace(programs["pentago"], weights=(1.0, 1.0, 3.0, 100.0, 999_999.0))
    openings = beginning(states)
    with programs["pentago"].started(openings) as right, wrong.started(openings) as other:
        check_yardstick(right, 1, found)
        words = r"pentago and the engine differ in \d of 5 positions"
        with pytest.raises(YardstickError, match=words):
            check_yardstick(other, 1, found)


@needs_compiler
@pytest.mark.parametrize("name", ["isolation", "isolation-9x11"])
@pytest.mark.parametrize("plies", [0, 1, 2, 20])
def test_games_are_those_of_the_engine(
    name: str, plies: int, programs: dict[str, Yardstick]
) -> None:
    """Results, plies and both players' nodes, with ties broken at random."""
    case = replace(case_of(name), opening_plies=plies)
    for depth in (1, 2, 3, 4, 5):
        openings = case.openings(2 if plies < 2 and depth > 3 else 60)
        player = case.own_player(depth)
        played = play_games(case.game, (player, player), openings)
        with programs[name].started(openings) as running:
            check_yardstick_games(running, depth, played)


@needs_compiler
def test_other_games_are_noticed(programs: dict[str, Yardstick]) -> None:
    case = case_of("isolation")
    openings, player = case.openings(50), case.own_player(2)
    played = play_games(case.game, (player, player), openings)
    other = Openings(openings.states, openings.movers, openings.seeds + np.uint64(1))
    words = r"isolation7 and the engine play other games from \d+ of 50 openings at depth 2"
    with (
        programs["isolation"].started(other) as running,
        pytest.raises(YardstickError, match=words),
    ):
        check_yardstick_games(running, 2, played)


@needs_compiler
def test_every_lap_is_timed(programs: dict[str, Yardstick]) -> None:
    openings = case_of("isolation").openings(50)
    with programs["isolation"].started(openings) as running:
        assert running.search(3, slice(0, 20)) > 0
        assert running.play(3, slice(20, 50)) > 0
        values, nodes = running.found(slice(0, 20))
        assert len(values) == len(nodes) == 20
        assert running.played(slice(20, 50)).shape == (30, 4)


@needs_compiler
@pytest.mark.parametrize(
    ("name", "depth", "stop"), [("isolation", 0, 1), ("isolation", 1, 2), ("pentago", 1, 1)]
)
def test_a_program_that_fails_is_told(
    name: str, depth: int, stop: int, programs: dict[str, Yardstick]
) -> None:
    """No depth, too many positions, and Pentago's program, which plays no games."""
    openings = case_of(name).openings(1)
    words = f"{programs[name].program.name} failed with status 2"
    with (
        programs[name].started(openings) as running,
        pytest.raises(YardstickError, match=words),
    ):
        running.play(depth, slice(0, stop))


@needs_compiler
def test_a_program_that_does_not_start_is_told(programs: dict[str, Yardstick]) -> None:
    broken = replace(programs["isolation"], weights=(1.0,) * 20)
    with pytest.raises(YardstickError, match="isolation7 failed with status 2"):
        broken.started(case_of("isolation").openings(1))


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
