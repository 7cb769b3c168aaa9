"""Matches that do not need each other are played at once, and give what each gives alone."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_studies import small_study
from small_tournaments import FORMS
from small_tournaments import play as play_tournament

from engine.errors import EvaluationError
from engine.games import find_game
from engine.play.search import Search
from engine.play.searches import make_search
from features.heuristic import Heuristic
from features.presets import find_preset
from tuner.comparison.compare import compare_agents
from tuner.comparison.model import Matches
from tuner.matches import arena
from tuner.matches.agent import Agent
from tuner.matches.arena import Arena
from tuner.matches.ledger import Ledger
from tuner.matches.meeting import Meeting
from tuner.matches.openings import draw_openings
from tuner.matches.progress import Silent
from tuner.matches.task import BatchTask, play_batch
from tuner.tuning.run import run_study

GAME = find_game("isolation-5x5")
OPENINGS = draw_openings(GAME, 4, "search", 300, 1)
OTHERS = draw_openings(GAME, 4, "selection", 100, 1)
FEWER = draw_openings(GAME, 4, "verdict", 99, 1)


def agent(preset: str, search: Search, name: str = "") -> Agent:
    heuristic = find_preset(preset)
    return Agent(name or preset, heuristic, heuristic.defaults, search)


ONE_PLY = make_search("alphabeta", depth=1)
PRESSURE, IMPROVED = agent("pressure", ONE_PLY), agent("improved", ONE_PLY)
RANDOM = agent("null", make_search("random"))
BROKEN = Agent(
    "broken", Heuristic("b", "isolation", (), (), "inf - inf"), (), make_search("greedy")
)
MEETINGS = [
    Meeting(PRESSURE, [IMPROVED, RANDOM], OPENINGS),
    Meeting(IMPROVED, [RANDOM], OTHERS),
    Meeting(PRESSURE, [RANDOM], OPENINGS),
]
"""The last is a part of the first."""

BATCHES = 3 + 3 + 1
"""That are different: 128, 128 and 44 pairs of each of two opponents, and 100 pairs."""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Any]:
    """Calls an arena on one ledger, with threads of a number."""

    def meet(
        meetings: Sequence[Meeting],
        threads: int = 2,
        played: Any = lambda _: None,
        met: Any = None,
    ) -> Any:
        with (
            Ledger(tmp_path / "ledger.db", "digest") as ledger,
            ThreadPoolExecutor(threads, "at-once") as executor,
        ):
            try:
                return Arena(GAME, ledger, executor, played).meet_all(meetings, met)
            finally:
                kept.append(ledger.games())

    kept: list[int] = []
    meet.kept = kept  # type: ignore[attr-defined]
    yield meet
    assert not [one for one in threading.enumerate() if one.name.startswith("at-once")]


def alone(meeting: Meeting) -> list[Any]:
    with Ledger.in_memory("alone") as ledger, ThreadPoolExecutor(1) as executor:
        playing = Arena(GAME, ledger, executor, lambda _: None)
        pairs = playing.meet(meeting.candidate, meeting.opponents, meeting.openings)
    return [one.records for one in pairs]


def test_each_meeting_has_the_pairs_that_it_has_alone(table: Any) -> None:
    for threads in (1, 3):
        found = table(MEETINGS, threads)
        for meeting, pairs in zip(MEETINGS, found, strict=True):
            assert np.array_equal([one.records for one in pairs], alone(meeting))
    assert table.kept == [2 * (300 + 300 + 100)] * 2


def test_each_meeting_is_told_of_in_its_order_as_soon_as_it_is_there(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first two are told of before the third, which is a part of another, may begin."""
    two_are_told = threading.Event()
    told: list[int] = []

    def slow(task: BatchTask) -> Any:
        # 99 pairs are the third meeting's alone.
        if len(task.states) == 99:
            assert two_are_told.wait(20)
        return play_batch(task)

    def met(number: int, pairs: tuple[Any, ...]) -> None:
        told.append(number)
        assert np.array_equal([one.records for one in pairs], alone(meetings[number]))
        if number == 1:
            two_are_told.set()

    meetings = [*MEETINGS[:2], Meeting(PRESSURE, [RANDOM], FEWER), MEETINGS[2]]
    monkeypatch.setattr(arena, "play_batch", slow)
    table(meetings, met=met)
    assert told == [0, 1, 2, 3]


def test_everything_is_asked_for_before_anything_must_end(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many threads as batches wait for each other."""
    everyone = threading.Barrier(BATCHES, timeout=20)

    def together(task: BatchTask) -> Any:
        everyone.wait()
        return play_batch(task)

    monkeypatch.setattr(arena, "play_batch", together)
    table(MEETINGS, BATCHES)


def test_games_are_reported_for_every_meeting_that_has_them(table: Any) -> None:
    for _ in range(2):
        games: list[int] = []
        table(MEETINGS, played=games.append)
        assert sum(games) == 2 * (300 + 300 + 100 + 300)
        assert len(games) == BATCHES


@pytest.mark.parametrize("threads", [1, 3])
def test_a_broken_formula_ends_all_of_them_and_keeps_what_was_played(
    table: Any, threads: int
) -> None:
    broken = Meeting(BROKEN, [RANDOM], OTHERS)
    with pytest.raises(EvaluationError, match="not a number"):
        table([Meeting(IMPROVED, [RANDOM], OTHERS), broken, *MEETINGS], threads)
    # The first batch was begun before the broken one.
    assert table.kept[0] >= 2 * 100


def test_an_interruption_keeps_what_is_played_and_leaves_the_rest(table: Any) -> None:
    def interrupt(_games: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        table(MEETINGS, 1, interrupt)
    assert 2 * 128 <= table.kept[0] < 2 * 700
    table(MEETINGS)
    assert table.kept[1] == 2 * 700


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every time that games are asked for, in one list with the stages that begin."""
    events: list[str] = []
    meet_all = Arena.meet_all

    def counted(self: Arena, *given: Any) -> Any:
        events.append("games")
        return meet_all(self, *given)

    monkeypatch.setattr(Arena, "meet_all", counted)
    return events


class Listening(Silent):
    """Adds the stages to a list."""

    def __init__(self, events: list[str]) -> None:
        self._events = events

    def stage(self, name: str, amount: int, unit: str = "games") -> None:
        self._events.append(name)


def test_a_stage_after_the_search_asks_for_all_of_its_games_at_once(
    tmp_path: Path, told: list[str]
) -> None:
    run_study(small_study(tmp_path), tmp_path / "runs", 2, Listening(told))
    stages = ["selection", "verdict", "verdict at equal time", "verdict with other searches"]
    after = told[told.index(stages[0]) :]
    assert after == [event for stage in stages for event in (stage, "games")]


@pytest.mark.parametrize("form", FORMS)
def test_a_tournament_plays_all_of_its_cells_at_once(
    tmp_path: Path, told: list[str], form: str
) -> None:
    play_tournament(tmp_path, FORMS[form])
    assert told == ["games"]


def test_a_comparison_plays_all_of_its_matches_at_once(told: list[str]) -> None:
    agents, matches = [PRESSURE, IMPROVED, RANDOM], Matches(40, 4, 1, 2)
    compare_agents(GAME, agents, ("random", [RANDOM]), matches, None, Silent())
    assert told == ["games"]
