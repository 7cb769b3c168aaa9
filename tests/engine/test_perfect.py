"""The search `perfect`: it keeps proven wins, and is its other search where nothing is proven."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from checkout import ROOT
from numpy.typing import NDArray
from plain_search import win_in
from plain_truth import PlainTruth
from truths import late_positions, solved_openings, solved_placements

from engine.errors import EngineError
from engine.games import find_game
from engine.intrinsics import load_integer, store_integer
from engine.kernels.interface import DRAWN, GOING, LOST, WON, Memory
from engine.kernels.proof import NO_MEMORY, PROOF_MOVE, PROOF_STEPS
from engine.kernels.settings import PROOF_NODES, PROVER, PROVER_BOARD
from engine.link.folder import CACHE_VARIABLE, cache_folder
from engine.play.batches import Analysis, Games, Openings
from engine.play.compiler import compile_prover
from engine.play.driver import analyse, play_games, random_positions
from engine.play.player import Player
from engine.play.proof import check_prover
from engine.play.proving import find_solver
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.presets import find_preset

IMPROVED = find_preset("improved")
ALPHABETA = make_search("alphabeta", depth=3)
GREEDY, RANDOM = make_search("greedy"), make_search("random")


def perfect(nodes: int, otherwise: Search = ALPHABETA) -> Search:
    return make_search("perfect", nodes=nodes, otherwise=otherwise)


def player(board: str, search: Search) -> Player:
    return heuristic_player(find_game(f"isolation-{board}"), IMPROVED, (), search)


def look(board: str, search: Search, positions: Sequence[Any]) -> Analysis:
    game = find_game(f"isolation-{board}")
    seeds = np.arange(len(positions), dtype=np.uint64)
    return analyse(game, player(board, search), game.pack(positions), seeds)


def won_games(cases: list[tuple[str, Any, int]], winner: Search, loser: Search) -> int:
    """How many games the perfect winner wins; player 1 is to move in all of them."""
    won = 0
    for board in dict.fromkeys(board for board, _, _ in cases):
        here = [case for case in cases if case[0] == board]
        game = find_game(f"isolation-{board}")
        states = game.pack([position for _, position, _ in here])
        movers = np.array([0 if side == 1 else 1 for _, _, side in here], dtype=np.int64)
        openings = Openings(states, movers, np.arange(len(here), dtype=np.uint64))
        players = (player(board, winner), player(board, loser))
        won += int((play_games(game, players, openings).results == 1).sum())
    return won


@pytest.mark.parametrize(
    "loser",
    [RANDOM, ALPHABETA, perfect(1_000_000)],
    ids=["random", "alphabeta", "itself"],
)
def test_from_a_won_position_the_perfect_side_wins_against_everybody(loser: Search) -> None:
    cases = solved_placements()
    assert len(cases) == 3_226
    assert won_games(cases, perfect(1_000_000, RANDOM), loser) == len(cases)


def test_without_proofs_the_winner_loses_some_of_these_games() -> None:
    cases = solved_placements()
    assert won_games(cases, RANDOM, ALPHABETA) < len(cases) / 2
    assert won_games(cases, ALPHABETA, perfect(1_000_000)) < len(cases)


@pytest.mark.slow
def test_from_a_solved_opening_of_7x7_the_winner_wins() -> None:
    cases = solved_openings(every=40)
    assert {winner for _, _, winner in cases} == {1, 2}
    assert won_games(cases, perfect(10_000_000, RANDOM), ALPHABETA) == len(cases)


@pytest.mark.parametrize("board", ["4x5", "5x5"])
def test_moves_and_values_are_those_of_every_game_tried(board: str) -> None:
    """A move that keeps the win where there is one, else the one of the other search."""
    height, width = map(int, board.split("x"))
    game, truth = find_game(f"isolation-{board}"), PlainTruth(height, width)
    positions = late_positions(height, width, 12, 200)
    found = look(board, perfect(100_000), positions)
    otherwise = look(board, ALPHABETA, positions)
    outcomes = [truth.mover_wins(position) for position in positions]
    assert set(outcomes) == {True, False}
    for index, (position, wins) in enumerate(zip(positions, outcomes, strict=True)):
        move = int(found.moves[index])
        if wins:
            assert not truth.mover_wins(game.play(position, move)), game.draw(position)
            # It is over when no square is blank, at the latest.
            assert found.values[index] == win_in(position.blanks.bit_count())
        else:
            assert move == otherwise.moves[index], game.draw(position)
            assert found.values[index] == otherwise.values[index]


def test_steps_of_the_proof_are_nodes_and_never_more_than_the_budget() -> None:
    """18 million steps prove the empty board: no budget here does."""
    start = [find_game("isolation").initial()]
    (otherwise,) = look("7x7", ALPHABETA, start).nodes
    for nodes in (1, 3_999, 4_000, 4_001, 20_000, 154_000, 154_001, 200_000):
        assert look("7x7", perfect(nodes), start).nodes.tolist() == [nodes + otherwise]


def test_a_budget_of_one_step_plays_as_the_other_search_does() -> None:
    """A step is not enough to find a move; the positions that both visit are counted, too."""
    staged = make_search(
        "staged", switch_ply=12, first=GREEDY, then=make_search("alphabeta", nodes=90)
    )
    for otherwise in (ALPHABETA, staged, RANDOM):
        plain, first = (games("7x7", search) for search in (otherwise, perfect(1, otherwise)))
        np.testing.assert_array_equal(first.results, plain.results)
        np.testing.assert_array_equal(first.plies, plain.plies)
        assert (first.nodes[:, 0] >= plain.nodes[:, 0]).all()


def games(board: str, search: Search, threads: int = 1, count: int = 600) -> Games:
    """Games against alpha-beta from random openings; more than two chunks."""
    game = find_game(f"isolation-{board}")
    seeds = np.arange(2 * count, dtype=np.uint64)
    states, going = random_positions(game, 4, seeds)
    movers = np.arange(count, dtype=np.int64) % 2
    openings = Openings(states[going][:count], movers, seeds[:count])
    players = (player(board, search), player(board, ALPHABETA))
    with ThreadPoolExecutor(threads) as executor:
        return play_games(game, players, openings, executor)


def test_games_are_the_same_with_two_threads() -> None:
    one, two = (games("5x5", perfect(300), threads) for threads in (1, 2))
    for name in ("results", "plies", "nodes"):
        np.testing.assert_array_equal(getattr(one, name), getattr(two, name))
    assert one.results.mean() > 0.2


def test_what_was_proven_before_changes_nothing() -> None:
    """A position alone, and after 300 others: the same move, value and number of steps."""
    positions = late_positions(7, 7, 34, 301)
    otherwise = make_search("alphabeta", depth=3, ties="ordered")
    for search in (perfect(500, otherwise), perfect(20_000, otherwise)):
        together = look("7x7", search, positions)
        alone = look("7x7", search, positions[-1:])
        for name in ("moves", "values", "nodes"):
            assert getattr(together, name)[-1] == getattr(alone, name)[0]


NEXT_PROCESS = """
import sys
sys.path[:0] = ["tests/helpers", "tests/engine"]
import test_perfect
found = test_perfect.{function}()
print("numba" in sys.modules, found)
"""


def in_the_next_process(function: str) -> str:
    """What a process prints that begins with what this one has compiled."""
    ended = subprocess.run(
        [sys.executable, "-c", NEXT_PROCESS.format(function=function)],
        cwd=ROOT,
        env={"PATH": "", CACHE_VARIABLE: str(cache_folder())},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return ended.stdout


def most_memory() -> int:
    """Bytes that this process has had at most so far."""
    # Kilobytes on Linux, bytes on macOS.
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def memory_of_proofs() -> int:
    """Bytes that 500 proofs take beyond those of the first 50."""
    positions = [find_game("isolation").initial()] * 50
    look("7x7", perfect(20_000), positions)
    before = most_memory()
    look("7x7", perfect(20_000), positions * 10)
    return most_memory() - before


def test_memory_is_given_back() -> None:
    """Each of these proofs asks for 64 and then for 256 KiB: 150 MiB if nothing came back.

    This process may have had more than that before, so another one plays.
    """
    some_proofs()
    _, taken = in_the_next_process("memory_of_proofs").split()
    assert int(taken) < 50 << 20


def some_proofs() -> list[list[int]]:
    found = look("7x7", perfect(2_000), late_positions(7, 7, 35, 100))
    return [found.moves.tolist(), found.nodes.tolist()]


def test_the_next_process_finds_it_compiled() -> None:
    """Machine code that asks the C library for memory works from the cache, without Numba."""
    expected = some_proofs()
    assert in_the_next_process("some_proofs") == f"False {expected}\n"


def answers(board: Memory, position: Memory, nodes: np.int64, found: Memory) -> np.int64:
    """A prover whose budget is the outcome, and whose memory of the board holds the move."""
    store_integer(found, PROOF_MOVE, load_integer(board, np.int64(0)))
    store_integer(found, PROOF_STEPS, np.int64(7))
    return nodes


def asking(outcome: int, memory: NDArray[np.int64]) -> Player:
    """A player on 5x5 that asks this prover, which gives the outcome."""
    patient = player("5x5", ALPHABETA)
    settings = patient.settings.copy()
    settings[:, PROVER] = compile_prover(find_game("isolation-5x5"), answers)[0]
    settings[:, PROVER_BOARD] = memory.ctypes.data
    settings[:, PROOF_NODES] = outcome
    return replace(patient, settings=settings)


@pytest.mark.parametrize(
    ("outcome", "value"), [(WON, win_in(13)), (DRAWN, 0.0), (LOST, None), (GOING, None)]
)
def test_a_draw_is_kept_and_a_loss_is_left_to_the_other_search(
    outcome: int, value: float | None
) -> None:
    game = find_game("isolation-5x5")
    positions = late_positions(5, 5, 13, 20)
    position = next(one for one in positions if len(game.legal_moves(one)) > 1)
    otherwise = look("5x5", ALPHABETA, [position])
    another = next(move for move in game.legal_moves(position) if move != otherwise.moves[0])
    memory = np.array([another], dtype=np.int64)
    seeds = np.zeros(1, dtype=np.uint64)
    found = analyse(game, asking(outcome, memory), game.pack([position]), seeds)
    if value is None:
        assert (found.moves[0], found.values[0]) == (otherwise.moves[0], otherwise.values[0])
        assert found.nodes[0] == 7 + otherwise.nodes[0]
    else:
        assert (found.moves[0], found.values[0], found.nodes[0]) == (another, value, 7)


@pytest.mark.parametrize("side", [0, 1])
def test_a_prover_without_memory_ends_the_match(side: int) -> None:
    """Whoever moves last: what comes after it does not hide it."""
    game, memory = find_game("isolation-5x5"), np.zeros(1, dtype=np.int64)
    patient, lacking = player("5x5", ALPHABETA), asking(NO_MEMORY, memory)
    states = game.pack(late_positions(5, 5, 15, 1))
    openings = Openings(states, np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint64))
    players = (lacking, patient) if side == 0 else (patient, lacking)
    # The prover's budget is what it answers.
    message = f"^a proof found no memory for {NO_MEMORY} nodes; give perfect searches fewer nodes, "
    with pytest.raises(EngineError, match=message + "or play on fewer threads$"):
        play_games(game, players, openings)
    with pytest.raises(EngineError, match=message):
        analyse(game, lacking, states, openings.seeds)


def proof_nodes(search: Search) -> tuple[int, ...]:
    return tuple(stage.proof_nodes for stage in search.stages())


def test_a_stage_can_be_perfect() -> None:
    """Where proofs are hopeless, nobody need try them."""
    then = perfect(300, GREEDY)
    staged = make_search("staged", switch_ply=12, first=ALPHABETA, then=then)
    for plies, part in ((11, ALPHABETA), (12, then), (20, then)):
        positions = late_positions(5, 5, 25 - plies, 40)
        expected, found = (look("5x5", search, positions) for search in (part, staged))
        for name in ("moves", "values", "nodes"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert [proof_nodes(GREEDY), proof_nodes(staged)] == [(0,), (0, 300)]
    around = perfect(9, make_search("staged", switch_ply=4, first=RANDOM, then=ALPHABETA))
    assert (proof_nodes(around), len(around.stages())) == ((9, 9), 2)


@pytest.mark.parametrize("name", ["isolation", "isolation-8x8", "isolation-9x11", "pentago"])
def test_games_have_a_prover_where_they_have_a_solver(name: str) -> None:
    """The others are refused."""
    game = find_game(name)
    check_prover(game, ALPHABETA)
    if find_solver(game) is not None:
        check_prover(game, perfect(9))
        return
    message = f"search 'perfect' needs an exact solver, and {game.name} has none; choose another"
    with pytest.raises(EngineError, match=f"^{message} search$"):
        check_prover(game, perfect(9))


def test_a_player_that_cannot_be_is_refused() -> None:
    with pytest.raises(EngineError, match=r"^search 'perfect' needs an exact solver, and iso"):
        player("9x11", perfect(9))
