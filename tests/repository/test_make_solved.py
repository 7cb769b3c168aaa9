"""The solved positions of the package are made again, a few of each part."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.games import find_game
from makers.mixed_play import GAMES, MIXED_SEARCHES, mixed_players, mixed_positions
from makers.solved_positions import PLANS, Part, main, make_solved
from tuner.solved.file import SolvedError, SolvedFile, load_solved
from tuner.solved.positions import find_solved

GAME = find_game("isolation")


def records(solved: SolvedFile, chosen: NDArray[np.bool_]) -> list[tuple[object, ...]]:
    arrays = solved.arrays().values()
    return [tuple(array[row].tolist() for array in arrays) for row in np.flatnonzero(chosen)]


@pytest.mark.parametrize("number", [1, 2, 3], ids=["opening", "middle", "late"])
def test_the_first_positions_of_each_kind_are_those_of_the_package(number: int) -> None:
    plan = PLANS[GAME.name][number]
    small = Part(plan.name, plan.first, plan.last, choice=6, safe=3, lost=4)
    lines: list[str] = []
    made = make_solved(GAME, [small], 1, lines.append)
    assert len(made) == 13
    assert lines[0].startswith(f"{plan.name}: 13 positions, ")
    package = find_solved(GAME)
    part = (package.plies >= plan.first) & (package.plies <= plan.last)
    kinds = {"choice": 6, "safe": 3, "lost": 4}
    for kind, count in kinds.items():
        ours, theirs = (of_kind(one, kind) for one in (made, package))
        assert records(made, ours) == records(package, theirs & part)[:count]


def of_kind(solved: SolvedFile, kind: str) -> NDArray[np.bool_]:
    everything = solved.keep == solved.moves
    return {
        "choice": solved.won & ~everything,
        "safe": solved.won & everything,
        "lost": ~solved.won,
    }[kind]


def test_the_package_has_what_the_plan_says() -> None:
    package = find_solved(GAME)
    assert package.header["seed"] == 1
    assert [part["name"] for part in package.header["parts"]] == [
        part.name for part in PLANS[GAME.name]
    ]
    for part in PLANS[GAME.name]:
        inside = (package.plies >= part.first) & (package.plies <= part.last)
        for kind, count in part.quota.items():
            assert np.count_nonzero(inside & of_kind(package, kind)) == count


def test_another_seed_makes_other_positions() -> None:
    part = Part("late", 35, 48, choice=2, safe=0, lost=0)
    one, other = (make_solved(GAME, [part], seed, str) for seed in (1, 2))
    assert not np.array_equal(one.states, other.states)


def test_each_game_gives_one_position_that_goes_on() -> None:
    mixed = mixed_players(GAME)
    assert len(mixed.players) == 1 + 5 * len(MIXED_SEARCHES)
    found = mixed_positions(mixed, range(20, 26), "test", 1)
    assert GAMES / 2 < len(found) <= GAMES
    assert {ply for ply, _ in found} == set(range(20, 26))
    for ply, position in found:
        assert position.ply == ply
        assert GAME.winner(position) is None


def test_more_than_there_is_cannot_be_made() -> None:
    """There is one empty board, and player 2 wins it."""
    part = Part("empty board", 0, 0, choice=0, safe=0, lost=2)
    with pytest.raises(SolvedError, match="part 'empty board' lacks 1 lost; ask for fewer"):
        make_solved(find_game("isolation-3x3"), [part], 1, str)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["isolation-9x11"], "there is no plan for isolation-9x11; add one to PLANS in"),
        (["chess"], "unknown game 'chess'"),
    ],
)
def test_the_command_refuses_what_it_cannot_make(
    words: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["make_solved", *words])
    with pytest.raises(SystemExit) as end:
        main()
    assert end.value.code == 2
    assert capsys.readouterr().err.startswith(f"error: {message}")


def test_the_command_writes_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = {"isolation-5x5": (Part("late", 12, 20, choice=3, safe=1, lost=1),)}
    monkeypatch.setattr("makers.solved_positions.PLANS", plan)
    file = tmp_path / "small.npz"
    monkeypatch.setattr(sys, "argv", ["make_solved", "isolation-5x5", "--write", str(file)])
    main()
    made = load_solved(file)
    assert (made.header["game"], len(made)) == ("isolation-5x5", 5)
    assert capsys.readouterr().err.splitlines()[-1] == f"5 positions in {file}"
