"""The arena: plays what is missing, keeps what is finished, leaves nothing running."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.errors import EvaluationError
from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.compiled import heuristic_player
from features.heuristic import Heuristic
from features.parameter import Parameter
from features.presets import find_preset
from tuner.matches import arena
from tuner.matches import pairs as match
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena, agent_key
from tuner.matches.ledger import Ledger
from tuner.matches.openings import draw_openings
from tuner.matches.pairs import BATCH_PAIRS, Pairs
from tuner.matches.task import BatchTask, play_batch

GAME = find_game("isolation-5x5")
OPENINGS = draw_openings(GAME, 4, "search", 300, 1)
BATCHES = [(0, 128), (128, 256), (256, 300)]


def agent(preset: str, search: Search, name: str = "") -> Agent:
    heuristic = find_preset(preset)
    return Agent(name or preset, heuristic, heuristic.defaults, search)


CANDIDATE = agent("pressure", make_search("alphabeta", depth=1))
IMPROVED = agent("improved", make_search("alphabeta", depth=1))
RANDOM = agent("null", make_search("random"))
BROKEN = Agent(
    "broken", Heuristic("b", "isolation", (), (), "inf - inf"), (), make_search("greedy")
)


@dataclass
class Table:
    """A new arena on the same ledger for each test of a sequence, and what was played in it."""

    path: Path
    threads: int = 2

    def meet(self, candidate: Agent, opponents: list[Agent], **changes: Any) -> tuple[Pairs, ...]:
        played: Callable[[int], None] = changes.get("played", lambda _: None)
        with (
            Ledger(self.path, "digest") as ledger,
            ThreadPoolExecutor(self.threads, "arena-test") as executor,
        ):
            return Arena(GAME, ledger, executor, played).meet(candidate, opponents, OPENINGS)

    def games(self) -> int:
        with Ledger(self.path, "digest") as ledger:
            return ledger.games()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "ledger.db")


@pytest.fixture
def plays(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[int, int]]]:
    """The bounds of every batch that is really played."""
    bounds: list[tuple[int, int]] = []

    def counted(task: BatchTask) -> Any:
        bounds.append(bounds_of(task))
        return play_batch(task)

    monkeypatch.setattr(arena, "play_batch", counted)
    yield bounds
    assert not [one for one in threading.enumerate() if one.name.startswith("arena-test")]


def bounds_of(task: BatchTask) -> tuple[int, int]:
    """Which pairs these are, by where their openings lie in memory: they are no copies."""
    assert np.shares_memory(task.states, OPENINGS.states)
    offset = task.states.ctypes.data - OPENINGS.states.ctypes.data
    first = offset // OPENINGS.states.strides[0]
    return first, first + len(task.states)


def expected(opponent: Agent) -> Pairs:
    """The match in one piece, without arena and ledger."""
    players = [
        heuristic_player(GAME, one.heuristic, one.values, one.search)
        for one in (CANDIDATE, opponent)
    ]
    bounds = (0, len(OPENINGS))
    return match.play_pairs(GAME, (players[0], players[1]), OPENINGS, agent_key(opponent), bounds)


@pytest.mark.parametrize("threads", [1, 3])
def test_matches_come_in_the_order_of_the_opponents(table: Table, threads: int) -> None:
    table.threads = threads
    for opponents in ([IMPROVED, RANDOM], [RANDOM, IMPROVED]):
        for opponent, pairs in zip(opponents, table.meet(CANDIDATE, opponents), strict=True):
            whole = expected(opponent)
            assert np.array_equal(pairs.results, whole.results)
            assert np.array_equal(pairs.nodes, whole.nodes)


def test_nothing_is_played_twice(table: Table, plays: list[tuple[int, int]]) -> None:
    first = table.meet(CANDIDATE, [RANDOM])
    assert sorted(plays) == BATCHES
    table.meet(CANDIDATE, [IMPROVED, RANDOM])
    assert sorted(plays) == sorted(2 * BATCHES)
    again = table.meet(CANDIDATE, [RANDOM])
    assert len(plays) == 6
    assert np.array_equal(first[0].results, again[0].results)
    assert table.games() == 2 * 2 * 300


def test_opponents_that_play_alike_share_their_games(
    table: Table, plays: list[tuple[int, int]]
) -> None:
    one, other = table.meet(CANDIDATE, [RANDOM, replace(RANDOM, name="another name")])
    assert sorted(plays) == BATCHES
    assert np.array_equal(one.results, other.results)


def test_every_game_is_reported_once_those_of_the_ledger_too(table: Table) -> None:
    for _ in range(2):
        games: list[int] = []
        table.meet(CANDIDATE, [RANDOM, IMPROVED], played=games.append)
        assert sorted(games) == sorted(2 * [256, 256, 88])


def test_an_interruption_keeps_the_finished_batches(
    table: Table, plays: list[tuple[int, int]]
) -> None:
    def interrupt(_games: int) -> None:
        raise KeyboardInterrupt

    table.threads = 1
    with pytest.raises(KeyboardInterrupt):
        table.meet(CANDIDATE, [IMPROVED, RANDOM], played=interrupt)
    kept = table.games() // 2
    assert kept >= BATCH_PAIRS
    before = len(plays)
    table.meet(CANDIDATE, [IMPROVED, RANDOM])
    assert len(plays) == 6 + (before - round(kept / BATCH_PAIRS))
    assert table.games() == 2 * 2 * 300


def test_an_interruption_keeps_what_other_threads_finish_meanwhile(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two batches run at once; the interruption comes when the first is done."""
    second_may_end = threading.Event()

    def slow(task: BatchTask) -> Any:
        if bounds_of(task) == BATCHES[1]:
            assert second_may_end.wait(10)
        return play_batch(task)

    def interrupt(_games: int) -> None:
        if not second_may_end.is_set():
            second_may_end.set()
            raise KeyboardInterrupt

    monkeypatch.setattr(arena, "play_batch", slow)
    with pytest.raises(KeyboardInterrupt):
        table.meet(CANDIDATE, [RANDOM], played=interrupt)
    assert table.games() >= 2 * 2 * BATCH_PAIRS


def test_a_quick_batch_is_kept_although_an_earlier_one_still_runs(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_is_kept = threading.Event()

    def slow(task: BatchTask) -> Any:
        if bounds_of(task) == BATCHES[0]:
            assert quick_is_kept.wait(10)
        return play_batch(task)

    monkeypatch.setattr(arena, "play_batch", slow)
    table.meet(CANDIDATE, [RANDOM], played=lambda _: quick_is_kept.set())


@pytest.mark.parametrize("threads", [1, 3])
def test_a_formula_without_a_number_stops_everything(
    table: Table, plays: list[tuple[int, int]], threads: int
) -> None:
    table.threads = threads
    with pytest.raises(EvaluationError, match="not a number"):
        table.meet(BROKEN, [RANDOM, IMPROVED])
    # `plays` checks that no thread is left.
    assert plays
    assert table.games() == 0


def test_batches_that_had_not_begun_when_another_failed_never_will(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[tuple[int, int]] = []

    def slow(task: BatchTask) -> Any:
        begun.append(bounds_of(task))
        if len(begun) > 1:
            time.sleep(0.5)
        return play_batch(task)

    table.threads = 1
    monkeypatch.setattr(arena, "play_batch", slow)
    with pytest.raises(EvaluationError):
        table.meet(BROKEN, [RANDOM, IMPROVED])
    assert begun == BATCHES[: len(begun)]
    assert len(begun) <= 2


def test_the_error_is_the_same_for_any_number_of_threads(table: Table) -> None:
    messages = set()
    for threads in (1, 2, 3):
        table.threads = threads
        with pytest.raises(EvaluationError) as caught:
            table.meet(BROKEN, [RANDOM])
        messages.add(str(caught.value))
    assert len(messages) == 1


def test_good_batches_before_a_broken_one_are_kept(table: Table) -> None:
    with pytest.raises(EvaluationError):
        table.meet(RANDOM, [IMPROVED, BROKEN])
    assert table.games() == 2 * 300


def test_the_key_of_an_agent_is_what_decides_its_play() -> None:
    greedy = make_search("greedy")
    heuristic = find_preset("pressure")
    renamed = replace(heuristic, name="other", summary="other")
    wider = replace(
        heuristic, parameters=(Parameter("floor", 0.3, 0.0, 9.0), heuristic.parameters[1])
    )
    changed = replace(heuristic, formula=heuristic.formula + " + 1")
    key = agent_key(CANDIDATE)
    same = [
        replace(CANDIDATE, name="x"),
        replace(CANDIDATE, weight=2.0),
        replace(CANDIDATE, heuristic=renamed),
        replace(CANDIDATE, heuristic=wider),
    ]
    different = [
        replace(CANDIDATE, values=(0.3, np.nextafter(1.0, 2.0))),
        replace(CANDIDATE, search=make_search("alphabeta", depth=2)),
        replace(CANDIDATE, search=make_search("minimax", depth=1)),
        replace(CANDIDATE, search=make_search("alphabeta", depth=1, ties="ordered")),
        replace(CANDIDATE, search=make_search("alphabeta", time_ms=1)),
        replace(CANDIDATE, search=make_search("staged", switch_ply=9, first=greedy, then=greedy)),
        replace(CANDIDATE, search=make_search("staged", switch_ply=8, first=greedy, then=greedy)),
        replace(CANDIDATE, heuristic=changed),
    ]
    assert {agent_key(one) for one in same} == {key}
    assert len({key, *(agent_key(one) for one in different)}) == 9
